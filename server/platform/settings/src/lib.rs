//! The operator's settings, in three layers: compiled-in defaults, a TOML file, environment variables.
//!
//! The defaults contain every key, so a misspelled key is rejected with a suggestion, and a variable's text is parsed
//! as the type of its default. Each crate that needs settings defines its section as a struct and reads it from
//! [`Settings::section`]. Start at [`Settings::load`].

mod error;
mod layers;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::{Table, Value};

pub use error::SettingsError;
use layers::{Layer, Origin};

/// Prefix of variables: `ENSEMBLE__SERVER__LISTEN` sets `server.listen`.
pub const VARIABLE_PREFIX: &str = "ENSEMBLE__";

/// The sources of settings. Later ones win.
#[derive(Debug, Default)]
pub struct Sources<'a> {
    /// The reference: every key with its default, as TOML.
    pub defaults: &'a str,
    /// The operator's file, if there is one.
    pub file: Option<PathBuf>,
    /// Environment variables; those with another prefix are ignored.
    pub variables: Vec<(String, String)>,
}

/// All settings, merged and checked against the reference.
#[derive(Debug, Clone)]
pub struct Settings(Table);

impl Settings {
    /// Merges `sources`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, an unknown key, a value of the wrong type; each error says where it is and what to
    /// write.
    pub fn load(sources: &Sources<'_>) -> Result<Self, SettingsError> {
        let reference = layers::parse(sources.defaults, &Origin::Defaults)?;
        let mut merged = reference.clone();
        if let Some(path) = &sources.file {
            let layer = Layer::read(path)?;
            layers::merge(&mut merged, layer.table, &layer.origin, "")?;
        }
        for (name, text) in &sources.variables {
            if let Some(path) = name.strip_prefix(VARIABLE_PREFIX) {
                layers::set_from_variable(&mut merged, &reference, name, path, text)?;
            }
        }
        Ok(Self(merged))
    }

    /// Removes a section and returns it as its own struct. `path` may lead into another section: `outer.inner`.
    ///
    /// # Errors
    ///
    /// Those of [`Settings::section`].
    pub fn take_section<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, SettingsError> {
        let mut table = &mut self.0;
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
        read(name, self.0.get(name))
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

/// Returns the variables of this process. The one place of the program that reads the environment.
pub fn environment() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
        .filter(|(name, _)| name.starts_with(VARIABLE_PREFIX))
        .collect()
}
