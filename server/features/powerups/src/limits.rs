kernel::limits! { "powerups";
    NAME_MAX_CHARS: usize = 80, "characters", "ours (decision 1080)";
    /// Maximum length of an icon, which is an emoji.
    ICON_MAX_CHARS: usize = 16, "characters", "ours (decision 1080)";
    DESCRIPTION_MAX_CHARS: usize = 320, "characters", "ours (decision 1080)";
    PROMPT_MAX_CHARS: usize = 10_000, "characters", "ours (decision 1080)";
    PARAMETERS_MAX: usize = 10, "parameters", "ours (decision 1080)";
    /// Maximum length of the name by which a prompt refers to a parameter.
    FIELD_MAX_CHARS: usize = 40, "characters", "ours (decision 1080)";
    /// Maximum length of a parameter's display name, and of one of its options.
    LABEL_MAX_CHARS: usize = 80, "characters", "ours (decision 1080)";
    OPTIONS_MAX: usize = 20, "options", "ours (decision 1080)";
    /// Maximum length of a text that fills a parameter.
    VALUE_MAX_CHARS: usize = 2_000, "characters", "ours (decision 1080)";
    SKILLS_MAX: usize = 3, "skills", "ours (decision 1080)";
    /// Languages beside the one that a PowerUP is written in.
    TRANSLATIONS_MAX: usize = 10, "languages", "ours (decision 1080)";
    /// Patterns of pages that a PowerUP runs on.
    PATTERNS_MAX: usize = 10, "patterns", "ours (decision 1081)";
    PATTERN_MAX_CHARS: usize = 500, "characters", "ours (decision 1081)";
    /// Memory of a compiled regular expression, and of the states found while it matches.
    REGEX_MAX_BYTES: usize = 256 * 1024, "bytes", "ours (decision 1081)";
    /// A longer URL matches no pattern.
    URL_MAX_CHARS: usize = 8_000, "characters", "ours (decision 1081)";
    /// Longest pasted text; a longer page is cut.
    CONTENT_MAX_CHARS: usize = 50_000, "characters", "ours (decision 1082)";
    /// Time in which a page must be read.
    READING_MAX_SECONDS: u64 = 20, "seconds", "ours (decision 1082)";
    /// PowerUPs that one person may have.
    POWERUPS_MAX: i64 = 500, "PowerUPs", "ours (decision 1080)";
    /// Runs that a person can start in a burst; then one every [`RUN_EVERY_MS`].
    RUN_BURST: u32 = 10, "runs", "ours (decision 1082)";
    RUN_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 1082)";
    /// Results of runs that one person keeps; older ones are deleted.
    RESULTS_MAX: i64 = 200, "results", "ours (decision 1092)";
    /// Maximum length of the name of a page or text in the history; a longer one is cut.
    TITLE_MAX_CHARS: usize = 200, "characters", "ours (decision 1092)";
    /// Maximum length of why one was rejected or removed.
    REASON_MAX_CHARS: usize = 1_000, "characters", "ours (decision 1083)";
    /// Time in which a deleted one can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 1080)";
}
