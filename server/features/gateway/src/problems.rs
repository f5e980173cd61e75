use kernel::{limits, problems};

problems! {
    KEY_NAME_EMPTY: "gateway.key_name_empty", 422, "Enter a name", "ours";
    KEY_NAME_TOO_LONG: "gateway.key_name_too_long", 422, "The name is too long", "ours";
    KEY_CAP_TOO_SMALL: "gateway.key_cap_too_small", 422, "The limit must be at least 1", "ours";
    KEY_SCOPES_EMPTY: "gateway.key_scopes_empty", 422,
        "Select at least one permission", "ours";
    REPEAT_DIFFERS: "gateway.repeat_differs", 422,
        "This Idempotency-Key was already used with a different request", "ours (architecture 1.13a)";
    REPEAT_RUNNING: "gateway.repeat_running", 409,
        "The first request with this Idempotency-Key is still running", "ours (architecture 1.13a)";
    OAUTH_REFUSED: "gateway.oauth_refused", 422,
        "This app's connection request isn't valid. Try again from the app.", "ours (decision 0994)";
    TOO_MANY_KEYS: "gateway.too_many_keys", 409, "You've reached the maximum number of API keys", "ours";
}

limits! { "gateway";
    /// Longest name of a key.
    KEY_NAME_MAX_CHARS: usize = 80, "characters", "ours";
    /// Largest request of a program, with its pictures.
    REQUEST_MAX_BYTES: usize = 33_554_432, "bytes", "ours (decision 0672)";
    /// Maximum number of answers per request.
    CHOICES_MAX: usize = 8, "answers", "ours (decision 0992)";
    /// Largest picture in it.
    PICTURE_MAX_BYTES: usize = 4_194_304, "bytes", "spec §5: images up to 4 MB";
    /// Maximum number of files and of images at addresses per request.
    ATTACHMENTS_MAX: usize = 20, "parts", "ours (decision 0996)";
    /// Largest file in a request, or at an address that it names.
    FILE_MAX_BYTES: usize = 20_971_520, "bytes", "ours (decision 0996)";
    /// Largest recording in a request.
    AUDIO_MAX_BYTES: usize = 20_971_520, "bytes", "ours (decision 0996)";
    /// Maximum number of texts per request.
    EMBEDDED_TEXTS_MAX: usize = 2_048, "texts", "OpenAI's own limit";
    /// Longest of them.
    EMBEDDED_TEXT_MAX_CHARS: usize = 100_000, "characters", "ours (decision 0672)";
    /// Maximum length of an idempotency key.
    REPEAT_NAME_MAX_CHARS: usize = 255, "characters", "ours (decision 0881)";
    /// Time for which responses are kept.
    RESPONSES_KEPT_DAYS: i64 = 30, "days", "OpenAI's own limit";
    /// Longest chain of responses that continue each other.
    RESPONSE_CHAIN_MAX: usize = 200, "responses", "ours (decision 0993)";
    /// Maximum number of addresses that an app registers.
    OAUTH_REDIRECTS_MAX: usize = 10, "addresses", "ours (decision 0994)";
    /// Longest of them, and longest state.
    OAUTH_TEXT_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0994)";
    /// Results of each kind that one search of the library gives.
    LIBRARY_HITS_MAX: usize = 20, "results", "ours";
    /// Longest text of a conversation that is given at once.
    LIBRARY_TEXT_MAX_CHARS: usize = 40_000, "characters", "ours";
}
