//! The master key: from the operator's setting, or from a file that is created once.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use hkdf::Hkdf;
use kernel::Secret;
use sha2::Sha256;

use crate::{KEY_ID_BYTES, VaultError, random_bytes};

/// Shortest secret, in bytes (security AU15).
const SECRET_MIN_BYTES: usize = 32;

pub(crate) const FILE_NAME: &str = "master.key";

/// Placeholders that people leave in example files; a long secret that contains one of them is still public.
const PLACEHOLDERS: [&str; 6] =
    ["changeme", "change-me", "change_me", "placeholder", "your-secret", "your_secret"];

pub(crate) struct MasterKey {
    material: Vec<u8>,
    id: [u8; KEY_ID_BYTES],
}

impl MasterKey {
    /// Refuses what an attacker could guess.
    pub fn from_secret(secret: &Secret<String>) -> Result<Self, VaultError> {
        match weakness(secret.expose()) {
            Some(weakness) => Err(VaultError::UnsafeSecret(weakness)),
            None => Ok(Self::new(secret.expose().trim().as_bytes().to_vec())),
        }
    }

    /// Reads `dir/master.key`, and makes it first when there is none.
    pub fn from_file(dir: &Path) -> Result<Self, VaultError> {
        let path = dir.join(FILE_NAME);
        let failed = |source| VaultError::KeyFile { path: path.clone(), source };
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make_file(dir, &path).map_err(failed)?;
                std::fs::read_to_string(&path).map_err(failed)?
            }
            other => other.map_err(failed)?,
        };
        match weakness(&text) {
            Some(what) => Err(VaultError::BrokenKeyFile { path, what }),
            None => Ok(Self::new(text.trim().as_bytes().to_vec())),
        }
    }

    fn new(material: Vec<u8>) -> Self {
        let mut key = Self { material, id: [0; KEY_ID_BYTES] };
        let id = key.derive("key id");
        key.id.copy_from_slice(&id[..KEY_ID_BYTES]);
        key
    }

    /// Returns an id that distinguishes master keys without revealing them.
    pub fn id(&self) -> &[u8] {
        &self.id
    }

    /// Returns the key for one purpose.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let mut derived = [0; 32];
        Hkdf::<Sha256>::new(Some(b"ensemble vault 1"), &self.material)
            .expand(purpose.as_bytes(), &mut derived)
            .expect("HKDF-SHA256 gives up to 8,160 bytes");
        derived
    }
}

/// Returns the reason why `secret` may not be used, if there is one.
fn weakness(secret: &str) -> Option<&'static str> {
    let secret = secret.trim();
    let lower = secret.to_lowercase();
    if secret.is_empty() {
        Some("empty")
    } else if PLACEHOLDERS.iter().any(|placeholder| lower.contains(placeholder)) {
        Some("a placeholder")
    } else if secret.len() < SECRET_MIN_BYTES {
        Some("shorter than 32 bytes")
    } else if secret.bytes().all(|byte| byte == secret.as_bytes()[0]) {
        Some("one character repeated")
    } else {
        None
    }
}

/// Creates the file completely or not at all, readable by its owner only. If another process was first, its file stays.
fn make_file(dir: &Path, path: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    let draft = dir.join(format!("{FILE_NAME}.{}", kernel::hex(&random_bytes::<8>())));
    let mut file = create_private(&draft)?;
    writeln!(file, "{}", kernel::hex(&random_bytes::<32>()))?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&draft, path);
    std::fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => {
            tracing::info!(path = %path.display(), "the master key is kept here: back it up");
            Ok(())
        }
    }
}

fn create_private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_short_or_placeholder_secret_is_refused() {
        for (text, why) in [
            ("", "empty"),
            ("   ", "empty"),
            ("changeme", "a placeholder"),
            ("ChangeMe-ChangeMe-ChangeMe-ChangeMe", "a placeholder"),
            ("0123456789abcdef0123456789abcde", "shorter than 32 bytes"),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "one character repeated"),
        ] {
            let refused = MasterKey::from_secret(&Secret::new(text.to_owned())).err();
            assert!(
                matches!(refused, Some(VaultError::UnsafeSecret(found)) if found == why),
                "{text}"
            );
        }
        let random = Secret::new("0123456789abcdef0123456789abcdef".to_owned());
        assert!(MasterKey::from_secret(&random).is_ok());
    }

    #[test]
    fn a_missing_key_file_is_made_once_and_readable_by_its_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let first = MasterKey::from_file(dir.path()).unwrap();
        let again = MasterKey::from_file(dir.path()).unwrap();
        assert_eq!(first.derive("p"), again.derive("p"));

        let files: Vec<_> = std::fs::read_dir(dir.path()).unwrap().collect();
        assert_eq!(files.len(), 1, "no draft stays");
        #[cfg(unix)]
        {
            let file = std::fs::metadata(dir.path().join(FILE_NAME)).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn two_servers_have_two_keys() {
        let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let key = |dir: &tempfile::TempDir| MasterKey::from_file(dir.path()).unwrap().derive("p");
        assert_ne!(key(&a), key(&b));
    }

    #[test]
    fn a_truncated_key_file_stops_the_start_instead_of_making_a_new_key() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FILE_NAME), "").unwrap();
        let refused = MasterKey::from_file(dir.path()).err();
        assert!(matches!(refused, Some(VaultError::BrokenKeyFile { what: "empty", .. })));
    }
}
