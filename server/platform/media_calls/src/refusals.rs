//! The meaning of a failure that a provider describes in words.

use providers::ModelError;

/// Returns the error of a job that failed, for a reason in the provider's words.
pub fn failure(message: Option<&str>) -> ModelError {
    let message = message.map(str::trim).filter(|message| !message.is_empty());
    let Some(message) = message else {
        return ModelError::NoAnswer { message: "The job failed without a reason.".to_owned() };
    };
    let words = kernel::collapse_whitespace(message);
    let shown: String = words.chars().take(MESSAGE_MAX_CHARS).collect();
    match is_moderation(message) {
        true => ModelError::Moderated { message: shown },
        false => ModelError::NoAnswer { message: shown },
    }
}

/// Longest message that is passed on.
const MESSAGE_MAX_CHARS: usize = 300;

/// Returns true if the words say that the subject is not wanted.
pub fn is_moderation(message: &str) -> bool {
    let message = message.to_lowercase();
    MODERATION_WORDS.iter().any(|word| message.contains(word))
}

/// Words of refusals: no word of other failures, such as `unsafe` of a program's.
const MODERATION_WORDS: [&str; 12] = [
    "moderat",
    "nsfw",
    "content policy",
    "content_policy",
    "safety filter",
    "safety system",
    "safety.",
    "flagged",
    "sensitive content",
    "flagged as sensitive",
    "prohibited content",
    "inappropriate content",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_subject_is_told_from_other_failures() {
        for words in [
            "NSFW content detected in all images. Try running it again, or try a different prompt.",
            "The input or output was flagged as sensitive. Please try again. (E005)",
            "Content Moderated",
            "Your request was rejected by the safety system.",
            "SAFETY.INPUT.TEXT",
        ] {
            let message = words.to_owned();
            assert_eq!(failure(Some(words)), ModelError::Moderated { message }, "{words}");
        }
        for words in ["CUDA out of memory", "unsafe tensor file", "Prediction interrupted (E123)"] {
            let message = words.to_owned();
            assert_eq!(failure(Some(words)), ModelError::NoAnswer { message }, "{words}");
        }
        assert!(matches!(failure(Some(" ")), ModelError::NoAnswer { .. }));
        let long = "x".repeat(1_000);
        let ModelError::NoAnswer { message } = failure(Some(&long)) else { panic!("no failure") };
        assert_eq!(message.len(), 300);
    }
}
