//! Limits of runs that use tools, and of runs that wait.

kernel::limits! { "generation";
    /// Maximum number of times the model is asked again after tool results.
    STEPS_MAX: usize = 20, "steps", "ours";
    /// Calls of tools that one step may hold.
    CALLS_PER_STEP_MAX: usize = 16, "calls", "ours";
    /// Maximum duration of one tool call.
    TOOL_SECONDS_MAX: u64 = 120, "seconds", "ours";
    /// Questions that one call of a tool may ask its person.
    QUESTIONS_PER_CALL_MAX: usize = 5, "questions", "ours (decision 0974)";
    /// Maximum time that a question waits for its answer. The duration of the call does not count meanwhile.
    QUESTION_SECONDS_MAX: i64 = 600, "seconds", "ours (decision 0974)";
    /// Longest output of a tool that a model is given; the rest is cut.
    TOOL_OUTPUT_MAX_CHARS: usize = 40_000, "characters", "ours";
    /// Maximum time a run waits for approval of a tool before it is ended.
    PAUSED_DAYS_MAX: i64 = 7, "days", "ours";
    /// Answers that wait for a place at most, unless the operator says otherwise.
    WAITING_MAX: usize = 200, "answers", "ours (decision 0717)";
    /// The same, of one person.
    WAITING_PER_PERSON_MAX: usize = 8, "answers", "ours (decision 0717)";
    /// Longest time that a provider may ask a run to come again after; beyond that it fails.
    BUSY_WAIT_MAX_SECONDS: i64 = 300, "seconds", "ours (decision 0717)";
    /// Maximum number of times a run is retried because its provider was busy.
    BUSY_TRIES_MAX: i64 = 5, "tries", "ours (decision 0717)";
}

/// Returns an output as a model is given it: whole, or cut with a word on how much is missing.
pub(crate) fn bounded(output: String) -> String {
    let Some((end, _)) = output.char_indices().nth(TOOL_OUTPUT_MAX_CHARS) else { return output };
    let cut = output[end..].chars().count();
    format!("{}\n\n[The output was too long: {cut} more characters were cut.]", &output[..end])
}

/// Parses the arguments that a model wrote for a call: an object, or the reason why it is not one.
pub(crate) fn arguments_of(text: &str) -> Result<serde_json::Value, String> {
    if text.trim().is_empty() {
        return Ok(serde_json::json!({}));
    }
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if value.is_object() => Ok(value),
        Ok(_) => Err("The arguments must be a JSON object.".to_owned()),
        Err(error) => Err(format!("The arguments are not JSON: {error}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_may_have_40000_characters_and_one_more_is_cut() {
        let whole = "é".repeat(40_000);
        assert_eq!(bounded(whole.clone()), whole);
        let cut = bounded(format!("{whole}ab"));
        assert!(cut.starts_with(&whole));
        assert!(cut.ends_with("[The output was too long: 2 more characters were cut.]"), "{cut}");
    }

    #[test]
    fn arguments_are_an_object_or_none_at_all() {
        assert_eq!(arguments_of(" "), Ok(serde_json::json!({})));
        assert_eq!(arguments_of(r#"{"a":1}"#), Ok(serde_json::json!({ "a": 1 })));
        assert!(arguments_of("[1]").unwrap_err().contains("object"));
        assert!(arguments_of("{\"a\":").unwrap_err().contains("not JSON"));
    }
}
