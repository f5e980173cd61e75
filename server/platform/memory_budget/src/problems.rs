use kernel::problems;

problems! {
    /// Heavy work finds no memory in time, or too much of it waits. `retry_after_seconds`: when to try again.
    BUSY: "memory_budget.busy", 503, "The server is busy. Please try again in a moment.", "ours";
    /// One piece of work would take more memory than a person may use. `max`: bytes.
    TOO_HEAVY: "memory_budget.too_heavy", 413, "This is too large to process", "ours";
}
