//! The numbers of this crate.

use kernel::limits;

limits! { "media_calls";
    /// Largest answer of a provider with images in it.
    ANSWER_MAX_BYTES: usize = 134_217_728, "bytes", "ours (decision 1020)";
    /// Longest wait for images that come at once.
    ANSWER_SECONDS: u64 = 180, "seconds", "ours (decision 1020)";
    /// The same for the operator's own machine, which may have to load the model first.
    LOCAL_ANSWER_SECONDS: u64 = 600, "seconds", "ours (decision 1020)";
    /// Largest image behind a link.
    IMAGE_MAX_BYTES: usize = 33_554_432, "bytes", "ours (decision 1020)";
    /// Longest wait for an image behind a link.
    IMAGE_LINK_SECONDS: u64 = 30, "seconds", "ours (decision 1020)";
    /// Largest video behind a link.
    VIDEO_MAX_BYTES: usize = 134_217_728, "bytes", "ours (decision 1020)";
    /// Longest wait for a video behind a link.
    VIDEO_LINK_SECONDS: u64 = 300, "seconds", "ours (decision 1020)";
    /// Files above this size are uploaded before a request to Replicate instead of being a part of it.
    INLINE_FILE_MAX_BYTES: usize = 262_144, "bytes", "Replicate's own limit";
    /// Time between two looks at a job that makes images.
    IMAGE_POLL_SECONDS: u64 = 1, "seconds", "ours (decision 1020)";
    /// Time between two looks at a job that makes a video.
    VIDEO_POLL_SECONDS: u64 = 5, "seconds", "ours (decision 1020)";
    /// Longest wait for a provider that is busy.
    BUSY_MAX_SECONDS: i64 = 60, "seconds", "ours (decision 1040)";
    /// Most attempts at a provider that is busy.
    BUSY_MAX_ATTEMPTS: u32 = 5, "attempts", "ours (decision 1040)";
}
