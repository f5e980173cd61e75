use std::path::PathBuf;

use serde::Deserialize;

/// The settings section `[search]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// A list of search engines in place of the one that is compiled in.
    pub engines_file: Option<PathBuf>,
}
