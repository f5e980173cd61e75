use std::path::PathBuf;
use std::time::Duration;

use live_settings::{Field, Section};
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

/// Longest wait for search engines, in milliseconds.
const CHAT_WAIT_MAX_MS: i64 = 60_000;

impl Settings {
    /// Returns the settings, of which the operator changes those besides files while the server runs.
    pub(crate) fn section(self) -> Section<Self> {
        let wait =
            Field::number("search.chat_wait_ms", (500, CHAT_WAIT_MAX_MS), |it: &mut Self| {
                &mut it.chat_wait_ms
            });
        Section::new(self, vec![wait])
    }

    pub(crate) fn chat_wait(&self) -> Duration {
        Duration::from_millis(self.chat_wait_ms)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { engines_file: None, chat_wait_ms: 4_000 }
    }
}
