kernel::limits! { "reading";
    /// Most of a text that is kept and summed up; what comes after is left out, and that is said.
    TEXT_MAX_CHARS: usize = 300_000, "characters", "ours (decision 0780)";
    /// Longest place of a text that a number leads to.
    PLACE_MAX_CHARS: usize = 900, "characters", "ours (decision 0780)";
    /// Longest title; what is longer is cut.
    TITLE_MAX_CHARS: usize = 200, "characters", "ours (decision 0780)";
    /// Most tokens of a text that a model is given, however large its window is.
    GIVEN_MAX_TOKENS: usize = 24_000, "tokens", "ours (decision 0780)";
    /// A model whose window is smaller than this sums up no page.
    CONTEXT_MIN_TOKENS: u32 = 4_000, "tokens", "spec §9";
    /// Largest page or PDF that is fetched.
    FETCH_MAX_BYTES: usize = 20_000_000, "bytes", "spec §9";
    /// Pages of a PDF that are pictures, and are recognised for one summary.
    PICTURES_MAX: u32 = 200, "pages", "ours (decision 0919)";
    /// So many of these that cannot be read, and no more are tried.
    UNREADABLE_MAX: u32 = 10, "pages", "ours (decision 0919)";
    /// Readings of one person that go on at once.
    AT_ONCE_MAX: i64 = 10, "readings", "ours (decision 0780)";
    /// Readings one person may begin at once, and then one every [`BEGIN_EVERY_MS`].
    BEGIN_BURST: u32 = 20, "readings", "ours (decision 0780)";
    BEGIN_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 0780)";
    /// Largest file of captions that is fetched.
    CAPTIONS_MAX_BYTES: usize = 3_000_000, "bytes", "ours (decision 0782)";
    /// Most captions of one video that are read.
    CUES_MAX: usize = 20_000, "captions", "ours (decision 0782)";
    /// How long a deleted reading can be brought back.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0780)";
    /// A reading that no model answers yet after this was left by a process that died.
    ABANDONED_MINUTES: i64 = 30, "minutes", "ours (decision 0780)";
}
