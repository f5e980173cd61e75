kernel::limits! { "reading";
    /// Longest text that is kept and summarized; the rest is cut, which is shown.
    TEXT_MAX_CHARS: usize = 300_000, "characters", "ours (decision 0780)";
    /// Longest place of a text.
    PLACE_MAX_CHARS: usize = 900, "characters", "ours (decision 0780)";
    /// Longest title; longer ones are cut.
    TITLE_MAX_CHARS: usize = 200, "characters", "ours (decision 0780)";
    /// Maximum number of tokens of a text sent to a model, regardless of its context window.
    GIVEN_MAX_TOKENS: usize = 24_000, "tokens", "ours (decision 0780)";
    /// Smallest context window of a model for summaries.
    CONTEXT_MIN_TOKENS: u32 = 4_000, "tokens", "spec §9";
    /// Maximum size of a fetched page or PDF.
    FETCH_MAX_BYTES: usize = 20_000_000, "bytes", "spec §9";
    /// Maximum number of words of a fetched page; of a longer text the beginning is kept.
    PAGE_WORDS_MAX: usize = 1_000_000, "words", "ours (decision 0979)";
    /// Maximum number of pages that lead on to another one by themselves.
    REFRESHES_MAX: usize = 3, "pages", "ours (decision 0979)";
    /// Maximum number of scanned pages recognized for one summary.
    PICTURES_MAX: u32 = 200, "pages", "ours (decision 0919)";
    /// Number of unreadable scanned pages after which recognition stops.
    UNREADABLE_MAX: u32 = 10, "pages", "ours (decision 0919)";
    /// Maximum number of concurrent readings of a person.
    AT_ONCE_MAX: i64 = 10, "readings", "ours (decision 0780)";
    /// Readings a person can start in a burst; then one every [`BEGIN_EVERY_MS`].
    BEGIN_BURST: u32 = 20, "readings", "ours (decision 0780)";
    BEGIN_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 0780)";
    /// Maximum size of a fetched caption file.
    CAPTIONS_MAX_BYTES: usize = 3_000_000, "bytes", "ours (decision 0782)";
    /// Maximum number of captions of a video.
    CUES_MAX: usize = 20_000, "captions", "ours (decision 0782)";
    /// Time during which a deleted reading can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0780)";
    /// Time after which a reading without a model's answer counts as abandoned by a crashed process.
    ABANDONED_MINUTES: i64 = 30, "minutes", "ours (decision 0780)";
}
