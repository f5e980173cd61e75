//! Names of settings: the one that was meant by a wrong one.

use toml::{Table, Value};

use crate::{LOOSE_PREFIX, VARIABLE_PREFIX};

/// Endings of variables that Kubernetes and Docker set for a service that is called like a section: none of ours.
const OF_SERVICES: [&str; 3] = ["_PORT", "_SERVICE_HOST", "_SERVICE_PORT"];
const OF_SERVICES_WITHIN: [&str; 3] = ["_PORT_", "_SERVICE_PORT_", "_ENV_"];
/// Most letters in which a name may differ from the one that was meant.
const DISTANCE_MAX: usize = 2;

/// Returns the variable that was meant by one that begins like ours and is none: with one underscore, or in small letters.
pub(crate) fn meant_variable(reference: &Table, name: &str) -> Option<String> {
    let upper = name.to_uppercase();
    let rest = upper.strip_prefix(LOOSE_PREFIX).filter(|_| !name.starts_with(VARIABLE_PREFIX))?;
    let is_of_service = OF_SERVICES.iter().any(|ending| rest.ends_with(ending))
        || OF_SERVICES_WITHIN.iter().any(|part| rest.contains(part));
    if is_of_service && !known_variables(reference).any(|(_, flat)| flat == rest) {
        return None;
    }
    let rest = rest.trim_start_matches('_');
    let of_file = || {
        let meant = nearest_variable(reference, rest.strip_suffix("_FILE")?)?;
        Some(format!("{meant}_FILE"))
    };
    nearest_variable(reference, rest).or_else(of_file)
}

/// Returns the variable whose name is nearest to `rest` (`SERVER_LISTN`), however many underscores it has.
pub(crate) fn nearest_variable(reference: &Table, rest: &str) -> Option<String> {
    let wanted = flatten(rest);
    let all = known_variables(reference);
    let (distance, _, name) =
        all.map(|(name, flat)| (distance(&flat, &wanted), flat, name)).min()?;
    // Two letters are much of a short name: `ENSEMBLE_LOG` would be everything.
    (distance <= DISTANCE_MAX.min(wanted.len() / 6)).then_some(name)
}

/// Returns the variables of all keys, each with its name as it is compared.
fn known_variables(reference: &Table) -> impl Iterator<Item = (String, String)> {
    let mut all = Vec::new();
    list(reference, "", &mut all);
    all.into_iter().map(|path| (format!("{VARIABLE_PREFIX}{path}"), flatten(&path)))
}

fn list(table: &Table, path: &str, all: &mut Vec<String>) {
    for (name, value) in table {
        let name = name.to_uppercase();
        let path = if path.is_empty() { name } else { format!("{path}__{name}") };
        match value {
            Value::Table(inner) => list(inner, &path, all),
            _ => all.push(path),
        }
    }
}

fn flatten(path: &str) -> String {
    path.replace("__", "_")
}

/// Returns the key that was probably meant: at most two letters away, or one that `wanted` is a prefix of.
pub(crate) fn nearest<'a>(table: &'a Table, wanted: &str) -> Option<&'a str> {
    let (distance, name) =
        table.keys().map(|name| (distance(name, wanted), name.as_str())).min()?;
    (distance <= DISTANCE_MAX || (wanted.len() >= 3 && name.starts_with(wanted))).then_some(name)
}

/// Returns the Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference() -> Table {
        let text = "[server]\nlisten = ''\ndata_dir = ''\n[vault]\nsecret = ''\n[search]\nengines_file = ''\n[plans]";
        text.parse().unwrap()
    }

    #[test]
    fn a_variable_with_one_underscore_or_small_letters_is_recognized() {
        for (name, meant) in [
            ("ENSEMBLE_SERVER_LISTEN", Some("ENSEMBLE__SERVER__LISTEN")),
            ("ENSEMBLE_SERVER__LISTEN", Some("ENSEMBLE__SERVER__LISTEN")),
            ("ENSEMBLE_SERVER_DATA_DIR", Some("ENSEMBLE__SERVER__DATA_DIR")),
            ("ENSEMBLE_SERVER_DATADIR", Some("ENSEMBLE__SERVER__DATA_DIR")),
            ("ensemble__server__listen", Some("ENSEMBLE__SERVER__LISTEN")),
            ("Ensemble_Server_Listen", Some("ENSEMBLE__SERVER__LISTEN")),
            ("ENSEMBLE_VAULT_SECRET_FILE", Some("ENSEMBLE__VAULT__SECRET_FILE")),
            ("ENSEMBLE_SEARCH_ENGINES_FILE", Some("ENSEMBLE__SEARCH__ENGINES_FILE")),
            ("ENSEMBLE_VAULT_SECERT", Some("ENSEMBLE__VAULT__SECRET")),
            ("ENSEMBLE__SERVER__LISTEN", None),
            ("ENSEMBLE_HOME", None),
            ("ENSEMBLE_PROVIDER_API_KEY", None),
            ("HOME", None),
        ] {
            assert_eq!(meant_variable(&reference(), name).as_deref(), meant, "{name}");
        }
    }

    #[test]
    fn variables_of_a_service_called_like_this_program_are_not_ours() {
        for name in [
            "ENSEMBLE_PORT",
            "ENSEMBLE_SERVICE_HOST",
            "ENSEMBLE_SERVER_PORT",
            "ENSEMBLE_SERVER_SERVICE_PORT_HTTP",
            "ENSEMBLE_SERVER_PORT_7070_TCP_ADDR",
        ] {
            assert_eq!(meant_variable(&reference(), name), None, "{name}");
        }
    }
}
