use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use toml::{Table, Value};

/// The place where a value was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "name")]
pub enum Origin {
    /// The compiled-in defaults.
    Default,
    /// A settings file, by its path.
    File(String),
    /// An environment variable, by its name.
    Variable(String),
    /// A credential of systemd, by its name.
    Credential(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("the compiled-in defaults"),
            Self::File(path) => f.write_str(path),
            Self::Variable(name) => write!(f, "the variable {name}"),
            Self::Credential(name) => write!(f, "the credential {name}"),
        }
    }
}

/// One setting: its value, and where that comes from.
#[derive(Clone, PartialEq)]
pub struct Entry {
    pub value: Value,
    pub origin: Origin,
}

impl fmt::Debug for Entry {
    // It may be a secret, and must not reach a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry(… of {})", self.origin)
    }
}

/// The places where values were set that are not defaults, by key.
pub(crate) type Origins = BTreeMap<String, Origin>;

/// Returns all settings by their keys. A section that is empty in the reference and in the file has none.
pub(crate) fn entries(table: &Table, origins: &Origins) -> BTreeMap<String, Entry> {
    let mut all = BTreeMap::new();
    collect(table, "", &Origin::Default, origins, &mut all);
    all
}

fn collect(
    table: &Table,
    path: &str,
    outer: &Origin,
    origins: &Origins,
    all: &mut BTreeMap<String, Entry>,
) {
    for (name, value) in table {
        let key = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let origin = origins.get(&key).unwrap_or(outer);
        match value {
            Value::Table(inner) => collect(inner, &key, origin, origins, all),
            _ => _ = all.insert(key, Entry { value: value.clone(), origin: origin.clone() }),
        }
    }
}
