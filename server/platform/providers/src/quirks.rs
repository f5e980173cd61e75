//! Quirks: differences of servers and models from their protocol, as flags in `catalogue.toml`, never code per vendor.

use serde::Deserialize;

use crate::catalogue;

/// One difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Quirk {
    /// The longest answer is called `max_completion_tokens`; `max_tokens` is refused.
    MaxCompletionTokens,
    /// `stream_options` is refused; usage comes anyway, or never.
    NoStreamOptions,
    /// `temperature` and its like are refused.
    NoSampling,
    /// There is no `system` role: its text becomes the person's first message.
    NoSystemRole,
    /// Reasoning that preceded a tool call is sent back with its result, as `reasoning_content`.
    ReturnsReasoning,
    /// Ids of tool calls are nine letters and digits.
    ShortToolIds,
    /// A tool's result is taken only with the signature of the thought that led to its use.
    SignedCalls,
    /// The server has the responses API.
    HasResponses,
    /// The model answers better, or only, through the responses API.
    WantsResponses,
}

/// Some differences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Quirks(u16);

impl Quirks {
    /// Returns the quirks of the server at `base_url`.
    pub fn of_server(base_url: &str) -> Self {
        let host = reqwest::Url::parse(base_url).ok();
        host.as_ref()
            .and_then(|url| url.host_str())
            .map(catalogue::server_quirks)
            .unwrap_or_default()
    }

    /// Returns the quirks of the model with this name, on any server.
    pub fn of_model(name: &str) -> Self {
        catalogue::look_up(name).quirks
    }

    pub fn has(self, quirk: Quirk) -> bool {
        self.0 & bit(quirk) != 0
    }

    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

impl<T: IntoIterator<Item = Quirk>> From<T> for Quirks {
    fn from(quirks: T) -> Self {
        Self(quirks.into_iter().fold(0, |bits, quirk| bits | bit(quirk)))
    }
}

fn bit(quirk: Quirk) -> u16 {
    1 << quirk as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_known_by_its_host() {
        let mistral = Quirks::of_server("https://api.mistral.ai/v1");
        assert!(mistral.has(Quirk::ShortToolIds));
        assert!(!mistral.has(Quirk::HasResponses));
        assert!(Quirks::of_server("https://api.openai.com/v1").has(Quirk::HasResponses));
        assert_eq!(Quirks::of_server("http://127.0.0.1:8080/v1"), Quirks::default());
    }

    #[test]
    fn a_model_brings_its_own() {
        assert!(Quirks::of_model("gpt-5-mini").has(Quirk::NoSampling));
        assert!(!Quirks::of_model("gpt-4o").has(Quirk::NoSampling));
    }
}
