use kernel::limits;

limits! { "memory_budget";
    /// Memory that heavy work of a process takes together.
    BUDGET_BYTES: usize = 224 * 1024 * 1024, "bytes", "promise UP4: at most 256 MB above rest";
    /// Memory that the heavy work of one person takes in a process.
    SHARE_BYTES: usize = 112 * 1024 * 1024, "bytes", "ours (decision 0960)";
    /// Longest wait for memory before the request is refused.
    WAIT_SECONDS: u64 = 10, "seconds", "ours (decision 0960)";
    /// Seconds after which a refused request may be tried again.
    RETRY_SECONDS: u64 = 5, "seconds", "ours (decision 0960)";
    /// Requests of one person, or of one address, that wait for memory.
    WAITING_PER_SHARE_MAX: usize = 32, "requests", "ours (decision 0960)";
    /// Requests of all that wait for memory.
    WAITING_MAX: usize = 256, "requests", "ours (decision 0960)";
}
