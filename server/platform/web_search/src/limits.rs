kernel::limits! { "search";
    /// Maximum number of sites that a search is limited to, and maximum number that it excludes.
    DOMAINS_MAX: usize = 20, "names", "ours (decision 0764)";
    /// Maximum number of sites that a person can rank.
    SITES_MAX: usize = 200, "names", "ours (decision 0917)";
    /// Largest answer of a service that is taken.
    ENGINE_ANSWER_MAX_BYTES: usize = 3_000_000, "bytes", "ours (decision 0764)";
    /// Maximum number of services that an operator may describe, followed by the maximum lengths of their fields.
    CUSTOM_ENGINES_MAX: usize = 50, "search engines", "ours (decision 0911)";
    ENGINE_NAME_MAX_CHARS: usize = 60, "characters", "ours (decision 0911)";
    ENGINE_URL_MAX_CHARS: usize = 1_000, "characters", "ours (decision 0911)";
    ENGINE_BODY_MAX_CHARS: usize = 4_000, "characters", "ours (decision 0911)";
    ENGINE_PLACE_MAX_CHARS: usize = 200, "characters", "ours (decision 0911)";
    ENGINE_HEADERS_MAX: usize = 10, "headers", "ours (decision 0911)";
    ENGINE_SECONDS_MAX: u64 = 20, "seconds", "ours (decision 0911)";
    ENGINE_PER_MINUTE_MAX: u32 = 600, "questions", "ours (decision 0911)";
    /// Maximum number of feeds of a person, and of the operator for everybody.
    FEEDS_MAX: usize = 30, "feeds", "ours (decision 0911)";
    SHARED_FEEDS_MAX: usize = 100, "feeds", "ours (decision 0911)";
    FEED_URL_MAX_CHARS: usize = 1_000, "characters", "ours (decision 0911)";
    /// Largest feed that is taken, and how long reading it may take.
    FEED_MAX_BYTES: usize = 2_000_000, "bytes", "ours (decision 0911)";
    FEED_SECONDS: u64 = 6, "seconds", "ours (decision 0911)";
    /// Maximum time a search waits for all feeds that have to be refreshed.
    ALL_FEEDS_SECONDS: u64 = 10, "seconds", "ours (decision 0911)";
    /// Maximum number of entries kept per feed, the first ones.
    FEED_ENTRIES_MAX: usize = 50, "entries", "ours (decision 0911)";
    /// Time for which the cached content of a feed counts as current.
    FEED_FRESH_MINUTES: i64 = 15, "minutes", "ours (decision 0911)";
    /// Longest list of feeds (OPML) that is read.
    OPML_MAX_CHARS: usize = 500_000, "characters", "ours (decision 0911)";
    /// Maximum number of characters of a page that are kept and compared with citations.
    SNAPSHOT_MAX_CHARS: usize = 60_000, "characters", "ours (decision 0764)";
    /// Longest text that a service says about a result.
    SNIPPET_MAX_CHARS: usize = 1_200, "characters", "ours (decision 0764)";
    /// Maximum time for reading one page.
    PAGE_SECONDS: u64 = 12, "seconds", "ours (decision 0764)";
}
