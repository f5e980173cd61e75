//! Refusals of providers, in the statuses and codes that OpenAI's API has for them.

use http::StatusCode;

/// OpenAI's code for a model that there is not.
pub(crate) const MODEL_NOT_FOUND: &str = "model_not_found";
pub(crate) const CONTEXT_TOO_LONG: &str = "context_length_exceeded";
pub(crate) const OUT_OF_QUOTA: &str = "insufficient_quota";
/// OpenAI's code for an image that a provider refuses to make.
const MODERATED: &str = "moderation_blocked";
pub(crate) const TOO_MANY_REQUESTS: &str = "rate_limit_exceeded";

/// Returns the status and the code of a provider's refusal by our problem and the provider's words; `None` for other
/// problems.
pub(crate) fn refusal(code: &str, words: &str) -> Option<(StatusCode, Option<&'static str>)> {
    match code {
        "providers.request_refused" => Some(refused_request(&words.to_lowercase())),
        "providers.moderated" => Some((StatusCode::BAD_REQUEST, Some(MODERATED))),
        "providers.busy" => Some((StatusCode::TOO_MANY_REQUESTS, Some(TOO_MANY_REQUESTS))),
        "providers.out_of_quota" => Some((StatusCode::TOO_MANY_REQUESTS, Some(OUT_OF_QUOTA))),
        _ => None,
    }
}

/// What providers say of a conversation that is too long.
const TOO_LONG: [&str; 12] = [
    "context length",
    "context_length",
    "context window",
    "context size",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "input token count",
    "maximum prompt length",
    "too many tokens",
    "exceeds the maximum number of tokens",
    "reduce the length of",
];
const FILTERED: [&str; 3] =
    ["content management policy", "content_policy_violation", "flagged as potentially violating"];

fn refused_request(words: &str) -> (StatusCode, Option<&'static str>) {
    let says = |phrase: &&str| words.contains(*phrase);
    if TOO_LONG.iter().any(&says) {
        return (StatusCode::BAD_REQUEST, Some(CONTEXT_TOO_LONG));
    }
    if FILTERED.iter().any(&says) {
        return (StatusCode::BAD_REQUEST, Some("content_filter"));
    }
    let is_unknown = ["does not exist", "not found", "not_found", "is not a valid model"];
    if words.contains("model") && is_unknown.iter().any(says) {
        return (StatusCode::NOT_FOUND, Some(MODEL_NOT_FOUND));
    }
    (StatusCode::BAD_REQUEST, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_have_the_status_and_the_code_that_clients_know() {
        let refused = "providers.request_refused";
        for (code, words, status, expected) in [
            (
                refused,
                "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
                400,
                Some(CONTEXT_TOO_LONG),
            ),
            (
                refused,
                "prompt is too long: 210000 tokens > 200000 maximum",
                400,
                Some(CONTEXT_TOO_LONG),
            ),
            (
                refused,
                "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
                400,
                Some(CONTEXT_TOO_LONG),
            ),
            (
                refused,
                "the request exceeds the available context size",
                400,
                Some(CONTEXT_TOO_LONG),
            ),
            (refused, "The model `gpt-9` does not exist", 404, Some(MODEL_NOT_FOUND)),
            (
                refused,
                "model \"qwen9\" not found, try pulling it first",
                404,
                Some(MODEL_NOT_FOUND),
            ),
            (refused, "temperature must be at most 2", 400, None),
            (refused, "", 400, None),
            ("providers.busy", "", 429, Some(TOO_MANY_REQUESTS)),
            ("providers.out_of_quota", "You exceeded your quota", 429, Some(OUT_OF_QUOTA)),
        ] {
            let (found, code) = refusal(code, words).unwrap();
            assert_eq!((found.as_u16(), code), (status, expected), "{words}");
        }
        assert!(refusal("providers.overloaded", "context length").is_none());
    }
}
