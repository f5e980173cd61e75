//! Values in files of their own: `ENSEMBLE__VAULT__SECRET_FILE=/run/secrets/vault`, `secret_file = "…"` in the settings file,
//! and the credentials of systemd.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::SettingsError;
use crate::layers::join;
use crate::origin::Origin;

/// Ending of keys that name the file with a secret.
const ENDING: &str = "_file";
/// Largest file that is read.
const FILE_MAX_BYTES: u64 = 65_536;

/// Replaces keys such as `vault.secret_file` by the secrets that their files hold.
pub(crate) fn resolve(
    table: &mut Table,
    secrets: &[&str],
    origin: &Origin,
    path: &str,
) -> Result<(), SettingsError> {
    for name in table.keys().cloned().collect::<Vec<_>>() {
        let key = join(path, &name);
        match table.get_mut(&name) {
            Some(Value::Table(inner)) => resolve(inner, secrets, origin, &key)?,
            Some(Value::Array(items)) => {
                for item in items.iter_mut().filter_map(Value::as_table_mut) {
                    resolve(item, secrets, origin, &join(&key, "*"))?;
                }
            }
            Some(Value::String(file)) => {
                let Some(secret) = name.strip_suffix(ENDING) else { continue };
                if !is_secret(secrets, &join(path, secret)) {
                    continue;
                }
                let text = read(origin, &key, Path::new(file))?;
                if table.insert(secret.to_owned(), Value::String(text)).is_some() {
                    return Err(SettingsError::SetTwice {
                        origin: origin.to_string(),
                        key: join(path, secret),
                    });
                }
                table.remove(&name);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns true if `key` is one of the `secrets`, in which `*` stands for any name.
pub fn is_secret(secrets: &[&str], key: &str) -> bool {
    secrets.iter().any(|secret| {
        let (mut wanted, mut given) = (secret.split('.'), key.split('.'));
        loop {
            match (wanted.next(), given.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if one == "*" || one == other => {}
                _ => return false,
            }
        }
    })
}

/// Returns the text of a file, without the line end that editors add.
pub(crate) fn read(origin: &Origin, key: &str, file: &Path) -> Result<String, SettingsError> {
    let refused = |problem: String| SettingsError::SecretFile {
        origin: origin.to_string(),
        key: key.to_owned(),
        file: file.to_owned(),
        problem,
    };
    let length = std::fs::metadata(file).map_err(|error| refused(error.to_string()))?.len();
    if length > FILE_MAX_BYTES {
        return Err(refused(format!("it has more than {FILE_MAX_BYTES} bytes")));
    }
    let text = std::fs::read_to_string(file).map_err(|error| refused(error.to_string()))?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() {
        return Err(refused("it is empty".to_owned()));
    }
    Ok(text.to_owned())
}

/// Returns the credentials in a folder by their names, in order. Those whose names have no dot are somebody else's; those
/// that begin with one are the folders in which Kubernetes keeps what the others link to.
pub(crate) fn list(folder: &Path) -> Result<Vec<(String, PathBuf)>, SettingsError> {
    let unreadable = |source| SettingsError::Unreadable { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.contains('.') && !name.starts_with('.') {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_keys_also_in_lists() {
        let secrets = ["vault.secret", "accounts.oidc.*.client_secret", "tools.servers.*.env.*"];
        for key in ["vault.secret", "accounts.oidc.*.client_secret", "tools.servers.*.env.TOKEN"] {
            assert!(is_secret(&secrets, key), "{key}");
        }
        for key in ["vault", "vault.secret.more", "accounts.oidc.*.client_id", "secret"] {
            assert!(!is_secret(&secrets, key), "{key}");
        }
    }
}
