use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits::{
    CONTEXT_DEFAULT_TOKENS, CONTEXT_MAX_TOKENS, CONTEXT_MIN_TOKENS, CONTEXT_STEP_TOKENS,
};

/// Settings for how much of a conversation a model is given, and what happens to the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextSettings {
    pub mode: ContextMode,
    /// For `custom`: no limit but the model's own, or `tokens`.
    #[serde(default)]
    pub limit: ContextLimit,
    /// Number of tokens, in steps of 1,000. Kept while it is not in use.
    #[serde(default = "default_tokens")]
    pub tokens: i64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContextMode {
    /// The part that does not fit is summarized.
    #[default]
    Smart,
    /// The part that does not fit is left out.
    Custom,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContextLimit {
    /// No limit: as much as the model can read.
    None,
    /// The newest `tokens`.
    #[default]
    Crop,
}

/// Scrolling behavior of the window while an answer is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScrollBehaviour {
    /// Follows the text, until the person scrolls.
    #[default]
    Follow,
    /// Moves the question to the top and stays there.
    Pin,
    /// Stays where it is.
    Off,
}

fn default_tokens() -> i64 {
    CONTEXT_DEFAULT_TOKENS
}

impl Default for ContextSettings {
    fn default() -> Self {
        Self { mode: ContextMode::Smart, limit: ContextLimit::Crop, tokens: CONTEXT_DEFAULT_TOKENS }
    }
}

impl ContextSettings {
    /// Returns true if the number of tokens is a permitted one.
    pub fn is_valid(&self) -> bool {
        (CONTEXT_MIN_TOKENS..=CONTEXT_MAX_TOKENS).contains(&self.tokens)
            && self.tokens % CONTEXT_STEP_TOKENS == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(tokens: i64) -> ContextSettings {
        ContextSettings { tokens, ..ContextSettings::default() }
    }

    // spec §9: "Context token limit: minimum 4,000, default 20,000, maximum 9,999,000, step 1,000."
    #[test]
    fn the_limit_of_a_context_is_4_000_to_9_999_000_tokens_in_steps_of_1_000() {
        assert_eq!(ContextSettings::default().tokens, 20_000);
        for valid in [4_000, 5_000, 20_000, 9_999_000] {
            assert!(tokens(valid).is_valid(), "{valid}");
        }
        for wrong in [0, -4_000, 3_000, 3_999, 4_001, 4_500, 9_999_001, 10_000_000] {
            assert!(!tokens(wrong).is_valid(), "{wrong}");
        }
    }

    // spec §3: "Context limit mode: smart or custom, with no-limit or crop-to."
    #[test]
    fn a_context_is_smart_or_custom_with_no_limit_or_cropped() {
        let read = |json: &str| serde_json::from_str::<ContextSettings>(json);
        assert_eq!(read(r#"{"mode":"smart"}"#).unwrap(), ContextSettings::default());
        let cropped = read(r#"{"mode":"custom","limit":"crop","tokens":9000}"#).unwrap();
        assert_eq!((cropped.limit, cropped.tokens), (ContextLimit::Crop, 9_000));
        assert_eq!(read(r#"{"mode":"custom","limit":"none"}"#).unwrap().limit, ContextLimit::None);
        assert!(read(r#"{"mode":"clever"}"#).is_err());
    }
}
