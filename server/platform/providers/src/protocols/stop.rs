//! Reasons for stopping, in the words of all protocols: servers of one often say those of another.

use serde::de::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::FinishReason;

/// A reason for stopping, and the provider's words for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Stop(Option<(FinishReason, String)>);

impl Stop {
    /// Reads a reason; an empty one is none.
    pub fn read(word: &str) -> Self {
        let word = word.trim();
        Self(reason(word).map(|reason| (reason, word.to_owned())))
    }

    pub fn of(reason: FinishReason, words: impl Into<String>) -> Self {
        Self(Some((reason, words.into())))
    }

    pub fn reason(&self) -> Option<FinishReason> {
        self.0.as_ref().map(|(reason, _)| *reason)
    }

    pub fn words(&self) -> Option<String> {
        self.0.as_ref().map(|(_, words)| words.clone()).filter(|words| !words.is_empty())
    }

    /// Adds what the provider explains.
    pub fn explain(&mut self, explanation: Option<String>) {
        let explanation = explanation.filter(|text| !text.trim().is_empty());
        if let (Some((_, words)), Some(text)) = (&mut self.0, explanation) {
            *words = if words.is_empty() { text } else { format!("{words}: {text}") };
        }
    }

    /// Takes a later reason; one that is none changes nothing.
    pub fn or_later(&mut self, later: Self) {
        if later.0.is_some() {
            *self = later;
        }
    }

    /// Sets the usual reason if there is none.
    pub fn or_stop(&mut self) -> FinishReason {
        self.0.get_or_insert((FinishReason::Stop, String::new())).0
    }
}

impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(from)?;
        Ok(match serde_json::from_str(raw.get()) {
            Ok(Value::String(word)) => Self::read(&word),
            _ => Self::default(),
        })
    }
}

fn reason(word: &str) -> Option<FinishReason> {
    Some(match word.to_ascii_lowercase().replace('-', "_").as_str() {
        "" | "null" | "none" | "finish_reason_unspecified" | "block_reason_unspecified" => {
            return None;
        }
        "stop" | "end_turn" | "stop_sequence" | "eos" | "eos_token" | "end" | "complete"
        | "completed" | "finished" | "done" | "stop_token" | "finish" | "success" | "normal" => {
            FinishReason::Stop
        }
        "length"
        | "max_tokens"
        | "max_output_tokens"
        | "max_completion_tokens"
        | "model_length"
        | "model_context_window_exceeded"
        | "max_length"
        | "error_limit" => FinishReason::Length,
        "content_filter"
        | "content_filtered"
        | "safety"
        | "image_safety"
        | "recitation"
        | "blocklist"
        | "prohibited_content"
        | "spii"
        | "refusal"
        | "sensitive"
        | "jailbreak"
        | "guardrail_intervened"
        | "policy_violation" => FinishReason::ContentFilter,
        "tool_calls" | "tool_call" | "tool_use" | "tools" | "function_call" | "function_calls" => {
            FinishReason::ToolCalls
        }
        _ => FinishReason::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_in_the_words_of_all_protocols() {
        for (word, wanted) in [
            ("", None),
            (" ", None),
            ("null", None),
            ("FINISH_REASON_UNSPECIFIED", None),
            ("STOP", Some(FinishReason::Stop)),
            ("end_turn", Some(FinishReason::Stop)),
            ("MAX_TOKENS", Some(FinishReason::Length)),
            ("content-filter", Some(FinishReason::ContentFilter)),
            ("refusal", Some(FinishReason::ContentFilter)),
            ("tool_use", Some(FinishReason::ToolCalls)),
            ("MALFORMED_FUNCTION_CALL", Some(FinishReason::Other)),
        ] {
            assert_eq!(Stop::read(word).reason(), wanted, "{word:?}");
        }
        let mut stop = Stop::read("SAFETY");
        stop.explain(Some("No.".to_owned()));
        assert_eq!(stop.words().as_deref(), Some("SAFETY: No."));
        stop.or_later(Stop::read(""));
        assert_eq!(stop.reason(), Some(FinishReason::ContentFilter));
    }
}
