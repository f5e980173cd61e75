//! Token counts of OpenAI's two APIs, and of the many servers that speak them.

use serde::Deserialize;

use crate::Usage;
use crate::answer::lenient::{lenient, number};
use crate::answer::tokens;

/// Some servers send both spellings at once, so they are fields of their own.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct PieceUsage {
    #[serde(deserialize_with = "number")]
    prompt_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    input_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    completion_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    output_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    total_tokens: Option<f64>,
    #[serde(deserialize_with = "lenient")]
    prompt_tokens_details: InputDetails,
    #[serde(deserialize_with = "lenient")]
    input_tokens_details: InputDetails,
    #[serde(deserialize_with = "lenient")]
    completion_tokens_details: OutputDetails,
    #[serde(deserialize_with = "lenient")]
    output_tokens_details: OutputDetails,
    /// Moonshot's place for it.
    #[serde(deserialize_with = "number")]
    cached_tokens: Option<f64>,
    /// DeepSeek's name for it.
    #[serde(deserialize_with = "number")]
    prompt_cache_hit_tokens: Option<f64>,
    /// Anthropic's names, from servers that translate.
    #[serde(deserialize_with = "number")]
    cache_read_input_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    cache_creation_input_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    reasoning_tokens: Option<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct InputDetails {
    #[serde(deserialize_with = "number")]
    cached_tokens: Option<f64>,
    /// OpenRouter's and LiteLLM's names for what was written to the cache.
    #[serde(deserialize_with = "number")]
    cache_write_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    cache_creation_tokens: Option<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct OutputDetails {
    #[serde(deserialize_with = "number")]
    reasoning_tokens: Option<f64>,
}

impl PieceUsage {
    /// Returns the number of tokens that were written, if the server counts them.
    pub fn written(&self) -> Option<f64> {
        self.completion_tokens.or(self.output_tokens)
    }

    /// Returns the counts; `None` if there are none.
    pub fn usage(&self) -> Option<Usage> {
        let (input, written) = (self.prompt_tokens.or(self.input_tokens), self.written());
        if input.is_none() && written.is_none() {
            return None;
        }
        let (prompt, also) = (&self.prompt_tokens_details, &self.input_tokens_details);
        let read = prompt.cached_tokens.or(also.cached_tokens).or(self.cached_tokens);
        let read = read.or(self.prompt_cache_hit_tokens).or(self.cache_read_input_tokens);
        let wrote = prompt.cache_write_tokens.or(also.cache_write_tokens);
        let wrote = wrote.or(prompt.cache_creation_tokens).or(also.cache_creation_tokens);
        let (completion, output) = (&self.completion_tokens_details, &self.output_tokens_details);
        let reasoning = completion.reasoning_tokens.or(output.reasoning_tokens);
        let (input, reasoning) = (tokens(input), tokens(reasoning.or(self.reasoning_tokens)));
        let mut output = tokens(written);
        // xAI counts reasoning beside the answer, all others as a part of it.
        let sum = input.saturating_add(output).saturating_add(reasoning);
        if self.total_tokens.is_some() && tokens(self.total_tokens) == sum {
            output = output.saturating_add(reasoning);
        }
        Some(Usage {
            input_tokens: input,
            output_tokens: output,
            cache_read_tokens: tokens(read).min(input),
            cache_write_tokens: tokens(wrote.or(self.cache_creation_input_tokens)),
            reasoning_tokens: reasoning.min(output),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::lenient::parse;

    use super::*;

    fn counts(json: &str) -> [u32; 5] {
        let usage = parse::<PieceUsage>(json.as_bytes()).unwrap().usage().unwrap_or_default();
        let Usage { input_tokens, output_tokens, cache_read_tokens, .. } = usage;
        let (written, thought) = (usage.cache_write_tokens, usage.reasoning_tokens);
        [input_tokens, output_tokens, cache_read_tokens, written, thought]
    }

    #[test]
    fn cached_and_reasoning_tokens_are_read_wherever_a_server_puts_them() {
        for (json, expected) in [
            (
                r#"{"prompt_tokens":9,"completion_tokens":7,"total_tokens":16,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":5}}"#,
                [9, 7, 4, 0, 5],
            ),
            (
                r#"{"input_tokens":9,"output_tokens":7,"input_tokens_details":{"cached_tokens":4},"output_tokens_details":{"reasoning_tokens":5}}"#,
                [9, 7, 4, 0, 5],
            ),
            (
                r#"{"prompt_tokens":9,"input_tokens":9,"completion_tokens":7,"output_tokens":7,"prompt_tokens_details":null,"input_tokens_details":{"cached_tokens":"4"}}"#,
                [9, 7, 4, 0, 0],
            ),
            (
                r#"{"prompt_tokens":9,"completion_tokens":7,"prompt_cache_hit_tokens":4,"prompt_cache_miss_tokens":5}"#,
                [9, 7, 4, 0, 0],
            ),
            (r#"{"prompt_tokens":9,"completion_tokens":7,"cached_tokens":4}"#, [9, 7, 4, 0, 0]),
            (
                r#"{"prompt_tokens":9,"completion_tokens":7,"cache_read_input_tokens":4,"cache_creation_input_tokens":2}"#,
                [9, 7, 4, 2, 0],
            ),
            (
                r#"{"prompt_tokens":9,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":1,"cache_write_tokens":3}}"#,
                [9, 7, 1, 3, 0],
            ),
            (
                r#"{"prompt_tokens":9,"completion_tokens":7,"total_tokens":21,"completion_tokens_details":{"reasoning_tokens":5}}"#,
                [9, 12, 0, 0, 5],
            ),
            (
                r#"{"prompt_tokens":9,"completion_tokens":7,"completion_tokens_details":7,"prompt_tokens_details":"x"}"#,
                [9, 7, 0, 0, 0],
            ),
            (r#"{"prompt_tokens_details":{"cached_tokens":4}}"#, [0; 5]),
        ] {
            assert_eq!(counts(json), expected, "{json}");
        }
    }
}
