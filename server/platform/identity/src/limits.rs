use kernel::{DAY, MINUTE, limits};

limits! { "identity";
    /// Devices that one person may be signed in on; the one not used for longest is signed out.
    DEVICES_MAX: usize = 10, "devices", "ours, after spec §8 (device limit)";
    /// A session that is not used ends after this.
    SESSION_IDLE_MICROS: i64 = 30 * DAY, "microseconds", "ours (security §4.2)";
    /// A session ends after this however much it is used.
    SESSION_MAX_MICROS: i64 = 90 * DAY, "microseconds", "ours (security §4.2)";
    /// Lifetime of a code.
    CODE_LIFE_MICROS: i64 = 30 * MINUTE, "microseconds", "spec §5";
    /// Digits of a code.
    CODE_DIGITS: usize = 6, "digits", "spec §5";
    /// Guesses at one code.
    CODE_TRIES_MAX: i64 = 5, "tries", "ours (security §0)";
    /// Wrong codes in a row that a process takes from everybody together.
    WRONG_GUESSES: i64 = 500, "guesses", "ours (security AU4)";
    /// Interval after which one more wrong guess is accepted, once those are used up.
    WRONG_GUESS_SECONDS: i64 = 1, "seconds", "ours (security AU4)";
    /// Codes sent to one address in an hour for one browser that asks again.
    CODES_PER_HOUR: usize = 3, "codes", "ours (security §0)";
    /// Codes sent to one address in an hour for one network, or for one device that its account knows.
    CODES_PER_ASKER_PER_HOUR: usize = 5, "codes", "ours (decision 0941)";
    /// Codes sent to one address in an hour for strangers together.
    CODES_OF_STRANGERS_PER_HOUR: usize = 20, "codes", "ours (decision 0941)";
    /// Time for which a browser is known to an account that was signed in on it.
    DEVICE_KNOWN_MICROS: i64 = 400 * DAY, "microseconds", "RFC 6265bis §5.5";
    /// Accounts that one browser is known to.
    KNOWN_ACCOUNTS_MAX: usize = 5, "accounts", "ours";
    /// Minimum time before another code can be requested.
    CODE_RESEND_SECONDS: i64 = 60, "seconds", "ours";
    /// Longest e-mail address (RFC 5321).
    EMAIL_MAX_CHARS: usize = 254, "characters", "RFC 5321 §4.5.3.1";
    /// Shortest last part of an e-mail's domain.
    EMAIL_SUFFIX_MIN: usize = 2, "letters", "spec §5";
    /// Longest last part of an e-mail's domain.
    EMAIL_SUFFIX_MAX: usize = 12, "letters", "spec §5";
    /// Longest name of a person.
    NAME_MAX_CHARS: usize = 80, "characters", "ours";
    /// Shortest password.
    PASSWORD_MIN_CHARS: usize = 8, "characters", "ours (ASVS 5, 6.2.1)";
    /// Longest password.
    PASSWORD_MAX_CHARS: usize = 128, "characters", "ours (ASVS 5, 6.2.9)";
    /// Least that a person can limit a conversation's context to.
    CONTEXT_MIN_TOKENS: i64 = 4_000, "tokens", "spec §9";
    /// Default number of tokens of a conversation that a model is given.
    CONTEXT_DEFAULT_TOKENS: i64 = 20_000, "tokens", "spec §9";
    /// Maximum to which a person can set a conversation's context.
    CONTEXT_MAX_TOKENS: i64 = 9_999_000, "tokens", "spec §9";
    /// Between two limits that can be set.
    CONTEXT_STEP_TOKENS: i64 = 1_000, "tokens", "spec §9";
    /// API keys of one person.
    KEYS_MAX: i64 = 50, "keys", "ours";
    /// Longest name of an API key.
    KEY_NAME_MAX_CHARS: usize = 80, "characters", "ours";
}
