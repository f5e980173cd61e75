//! The operator's settings, in layers: compiled-in defaults, a TOML file, credentials of systemd, environment variables.
//!
//! The defaults contain every key, so a misspelled key is rejected with a suggestion, and a variable's text is parsed
//! as the type of its default. Each crate that needs settings defines its section as a struct and reads it from
//! [`Settings::section`]. Start at [`Settings::load`].

mod environment;
mod error;
mod layers;
mod names;
mod origin;
mod secret_files;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::{Table, Value};

pub use environment::{ServiceManager, credentials, environment, proxy_variables, service_manager};
pub use error::SettingsError;
use layers::Layer;
use origin::Origins;
pub use origin::{Entry, Origin};
pub use secret_files::is_secret;

/// Prefix of variables: `ENSEMBLE__SERVER__LISTEN` sets `server.listen`.
pub const VARIABLE_PREFIX: &str = "ENSEMBLE__";
/// Prefix of variables that are looked at: some are meant to be ours and are not.
const LOOSE_PREFIX: &str = "ENSEMBLE_";
/// Ending of a variable that names the file with its value.
const FILE_ENDING: &str = "_file";

/// The sources of settings. Later ones win.
#[derive(Debug, Default, Clone)]
pub struct Sources<'a> {
    /// The reference: every key with its default, as TOML.
    pub defaults: &'a str,
    /// The operator's file, if there is one.
    pub file: Option<PathBuf>,
    /// The folder of systemd's credentials, each named like a key (`vault.secret`).
    pub credentials: Option<PathBuf>,
    /// Environment variables; those with another prefix are ignored.
    pub variables: Vec<(String, String)>,
    /// Keys of secrets; `*` stands for any name. In the file each may be replaced by the path of a file with it
    /// (`secret_file`).
    pub secrets: &'a [&'a str],
}

/// All settings, merged and checked against the reference.
#[derive(Debug, Clone)]
pub struct Settings {
    table: Table,
    entries: BTreeMap<String, Entry>,
}

impl Settings {
    /// Merges `sources`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, an unknown key, a value of the wrong type; each error says where it is and what to
    /// write.
    pub fn load(sources: &Sources<'_>) -> Result<Self, SettingsError> {
        let reference = layers::parse(sources.defaults, &Origin::Default)?;
        let mut table = reference.clone();
        let mut origins = Origins::new();
        if let Some(path) = &sources.file {
            let mut layer = Layer::read(path)?;
            secret_files::resolve(&mut layer.table, sources.secrets, &layer.origin, "")?;
            layers::merge(&mut table, layer.table, &layer.origin, "", &mut origins)?;
        }
        if let Some(folder) = &sources.credentials {
            for (name, path) in secret_files::list(folder)? {
                let origin = Origin::Credential(name.clone());
                let text = secret_files::read(&origin, &name, &path)?;
                let names: Vec<String> = name.split('.').map(str::to_owned).collect();
                layers::set_from_text(&mut table, &reference, &origin, &names, &text)?;
                origins.insert(name, origin);
            }
        }
        for (name, text) in &sources.variables {
            set_variable(&mut table, &reference, &mut origins, sources.secrets, (name, text))?;
        }
        let entries = origin::entries(&table, &origins);
        Ok(Self { table, entries })
    }

    /// Returns every setting by its key (`server.listen`).
    pub fn entries(&self) -> &BTreeMap<String, Entry> {
        &self.entries
    }

    /// Removes a section and returns it as its own struct. `path` may lead into another section: `outer.inner`.
    ///
    /// # Errors
    ///
    /// Those of [`Settings::section`].
    pub fn take_section<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, SettingsError> {
        let mut table = &mut self.table;
        let mut names: Vec<&str> = path.split('.').collect();
        let name = names.pop().unwrap_or_default();
        for outer in names {
            let inner = table.entry(outer).or_insert_with(|| Value::Table(Table::new()));
            table = inner.as_table_mut().ok_or_else(|| SettingsError::Section {
                section: outer.to_owned(),
                message: "it is not a section".to_owned(),
            })?;
        }
        read(path, table.remove(name).as_ref())
    }

    /// Returns one section as its own struct. An empty text counts as not set, so it reads as `None`; an absent section
    /// is an empty one.
    pub fn section<T: DeserializeOwned>(&self, name: &str) -> Result<T, SettingsError> {
        read(name, self.table.get(name))
    }
}

fn read<T: DeserializeOwned>(name: &str, section: Option<&Value>) -> Result<T, SettingsError> {
    let mut section = match section {
        Some(Value::Table(section)) => section.clone(),
        _ => Table::new(),
    };
    section.retain(|_, value| value.as_str() != Some(""));
    Value::Table(section).try_into().map_err(|error: toml::de::Error| SettingsError::Section {
        section: name.to_owned(),
        message: error.to_string().trim().replace('\n', " "),
    })
}

/// Returns the file to use: the one the operator names, else `ensemble.toml` in the working directory if it is there.
pub fn find_file(named: Option<&Path>) -> Option<PathBuf> {
    match named {
        Some(path) => Some(path.to_owned()),
        None => Some(PathBuf::from("ensemble.toml")).filter(|path| path.exists()),
    }
}

/// Returns the value in a file that a variable with a name of other programs' (`AWS_…_FILE`) names.
///
/// # Errors
///
/// A file that cannot be read, or is empty.
pub fn value_of_file(variable: &str, file: &str) -> Result<String, SettingsError> {
    secret_files::read(&Origin::Variable(variable.to_owned()), variable, Path::new(file))
}

/// Sets what a variable says: its text, or that of the file that it names.
fn set_variable(
    table: &mut Table,
    reference: &Table,
    origins: &mut Origins,
    secrets: &[&str],
    (name, text): (&str, &str),
) -> Result<(), SettingsError> {
    let Some(path) = name.strip_prefix(VARIABLE_PREFIX) else {
        return match names::meant_variable(reference, name) {
            Some(meant) => Err(SettingsError::WrongVariable { found: name.to_owned(), meant }),
            None => Ok(()),
        };
    };
    let mut names: Vec<String> = path.split("__").map(str::to_lowercase).collect();
    let origin = Origin::Variable(name.to_owned());
    let Some(of_file) = named_by_file(reference, secrets, &names) else {
        layers::set_from_text(table, reference, &origin, &names, text)?;
        origins.insert(names.join("."), origin);
        return Ok(());
    };
    // Not set: images of containers often declare it so.
    if text.is_empty() {
        return Ok(());
    }
    names = of_file;
    let key = names.join(".");
    if matches!(origins.get(&key), Some(Origin::Variable(_))) {
        return Err(SettingsError::SetTwice { origin: origin.to_string(), key });
    }
    let text = secret_files::read(&origin, &key, Path::new(text))?;
    layers::set_from_text(table, reference, &origin, &names, &text)?;
    origins.insert(key, origin);
    Ok(())
}

/// Returns the key whose value is in the file that a variable names; `None` if the variable has a value itself.
fn named_by_file(reference: &Table, secrets: &[&str], names: &[String]) -> Option<Vec<String>> {
    let (last, sections) = names.split_last()?;
    let value = last.strip_suffix(FILE_ENDING)?.to_owned();
    let names_of_value: Vec<String> = sections.iter().cloned().chain([value]).collect();
    let is_secret = is_secret(secrets, &names_of_value.join("."));
    let is_known = layers::knows(reference, &names_of_value);
    (is_secret || (is_known && !layers::knows(reference, names))).then_some(names_of_value)
}
