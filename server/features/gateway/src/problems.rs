use kernel::{limits, problems};

problems! {
    KEY_NAME_EMPTY: "gateway.key_name_empty", 422, "Please enter a name", "ours";
    KEY_NAME_TOO_LONG: "gateway.key_name_too_long", 422, "The name is too long", "ours";
    KEY_CAP_TOO_SMALL: "gateway.key_cap_too_small", 422, "The limit must be at least 1", "ours";
    KEY_SCOPES_EMPTY: "gateway.key_scopes_empty", 422,
        "Choose at least one thing that the key may do", "ours";
    TOO_MANY_KEYS: "gateway.too_many_keys", 409, "You have as many API keys as are allowed", "ours";
}

limits! { "gateway";
    /// Longest name of a key.
    KEY_NAME_MAX_CHARS: usize = 80, "characters", "ours";
}
