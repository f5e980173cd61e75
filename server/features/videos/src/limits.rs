kernel::limits! { "videos";
    /// Longest prompt, and longest negative prompt.
    PROMPT_MAX_CHARS: usize = 4_000, "characters", "ours (decision 1040)";
    /// Largest cfg scale.
    CFG_SCALE_MAX: f64 = 10.0, "", "spec §5";
    /// Shortest video. "Video duration under 1 second is an error."
    SECONDS_MIN: u32 = 1, "seconds", "spec §5";
    /// Length of a video where nothing is said.
    SECONDS_USUAL: u32 = 5, "seconds", "spec §9";
    /// Most reference images.
    REFERENCES_MAX: usize = 8, "images", "ours (decision 1040)";
    /// Largest file of a video.
    VIDEO_MAX_BYTES: usize = 134_217_728, "bytes", "ours (decision 1040)";
    /// Video tasks of a person that may be open at a time.
    OPEN_MAX: i64 = 10, "tasks", "ours (decision 1040)";
    /// Tasks a person can start in a burst; then one every [`BEGIN_EVERY_MS`].
    BEGIN_BURST: u32 = 20, "tasks", "ours (decision 1040)";
    BEGIN_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 1040)";
    /// Longest time that a provider may work on one video.
    PROVIDER_MAX_MINUTES: i64 = 60, "minutes", "ours (decision 1040)";
    /// Time during which deleted videos can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 1040)";
}
