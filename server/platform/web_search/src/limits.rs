kernel::limits! { "search";
    /// Most names of sites that a search is limited to, and most that it leaves out.
    DOMAINS_MAX: usize = 20, "names", "ours (decision 0764)";
    /// Largest answer of a service that is taken.
    FINDER_ANSWER_MAX_BYTES: usize = 3_000_000, "bytes", "ours (decision 0764)";
    /// How much of a page is kept and held against citations.
    SNAPSHOT_MAX_CHARS: usize = 60_000, "characters", "ours (decision 0764)";
    /// Longest text that a service says about a result.
    SNIPPET_MAX_CHARS: usize = 1_200, "characters", "ours (decision 0764)";
    /// How long reading one page may take.
    PAGE_SECONDS: u64 = 12, "seconds", "ours (decision 0764)";
}
