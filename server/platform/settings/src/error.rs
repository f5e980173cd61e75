use std::path::PathBuf;

/// An invalid setting. The text names it, the mistake, and what to write.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("cannot read the settings file {path}: {source}")]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{origin} is not TOML: {message}")]
    NotToml { origin: String, message: String },
    #[error("{origin}: there is no setting {key}{}", hint(.nearest))]
    UnknownKey { origin: String, key: String, nearest: Option<String> },
    #[error("the variable {found} is not read: write {meant}")]
    WrongVariable { found: String, meant: String },
    #[error("{origin}: {key} names the file {}, which cannot be read: {problem}", .file.display())]
    SecretFile { origin: String, key: String, file: PathBuf, problem: String },
    #[error("{origin}: {key} is set twice, as itself and as a file: remove one of them")]
    SetTwice { origin: String, key: String },
    #[error("{origin}: {key} is {found}, but must be {expected}: write {example}")]
    WrongType {
        origin: String,
        key: String,
        found: String,
        expected: &'static str,
        example: String,
    },
    #[error("[{section}]: {message}")]
    Section { section: String, message: String },
    #[error("{key} = {found:?} {problem}: write {example}")]
    Invalid { key: &'static str, found: String, problem: String, example: &'static str },
}

impl SettingsError {
    /// Creates the error for a value that has the right type but cannot be used.
    pub fn invalid(
        key: &'static str,
        found: impl ToString,
        problem: impl ToString,
        example: &'static str,
    ) -> Self {
        Self::Invalid { key, found: found.to_string(), problem: problem.to_string(), example }
    }
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|key| format!(" (did you mean {key}?)")).unwrap_or_default()
}
