kernel::limits! { "search";
    /// Longest text that is searched for.
    QUERY_MAX_CHARS: usize = 400, "characters", "ours (decision 0764)";
    /// Searches one person may begin at once, and then one every [`SEARCH_EVERY_MS`].
    SEARCH_BURST: u32 = 10, "searches", "ours (decision 0764)";
    SEARCH_EVERY_MS: u64 = 3_000, "milliseconds", "ours (decision 0764)";
    /// How long a deleted search, or a feed that was taken away, can be brought back.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0764)";
    /// A search that is not done after this was left by a process that died.
    ABANDONED_MINUTES: i64 = 30, "minutes", "ours (decision 0764)";
}
