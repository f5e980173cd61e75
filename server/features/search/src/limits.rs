kernel::limits! { "search";
    /// Longest text that is searched for.
    QUERY_MAX_CHARS: usize = 400, "characters", "ours (decision 0764)";
    /// Most names of sites that a search is limited to, and most that it leaves out.
    DOMAINS_MAX: usize = 20, "names", "ours (decision 0764)";
    /// Searches one person may begin at once, and then one every [`SEARCH_EVERY_MS`].
    SEARCH_BURST: u32 = 10, "searches", "ours (decision 0764)";
    SEARCH_EVERY_MS: u64 = 3_000, "milliseconds", "ours (decision 0764)";
    /// Largest answer of a service that is taken.
    FINDER_ANSWER_MAX_BYTES: usize = 3_000_000, "bytes", "ours (decision 0764)";
    /// How much of a page is kept and held against citations.
    SNAPSHOT_MAX_CHARS: usize = 60_000, "characters", "ours (decision 0764)";
    /// Longest text that a service says about a result.
    SNIPPET_MAX_CHARS: usize = 1_200, "characters", "ours (decision 0764)";
    /// How long reading one page may take.
    PAGE_SECONDS: u64 = 12, "seconds", "ours (decision 0764)";
    /// How long a deleted search can be brought back.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0764)";
    /// A search that is not done after this was left by a process that died.
    ABANDONED_MINUTES: i64 = 30, "minutes", "ours (decision 0764)";
}
