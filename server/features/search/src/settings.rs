use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

/// The settings section `[search]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// A list of search engines in place of the one that is compiled in.
    pub engines_file: Option<PathBuf>,
    /// How long an answer in a chat waits for search engines, and then again for the pages that they found.
    pub chat_wait_ms: u64,
}

impl Settings {
    pub(crate) fn chat_wait(&self) -> Duration {
        Duration::from_millis(self.chat_wait_ms)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { engines_file: None, chat_wait_ms: 4_000 }
    }
}
