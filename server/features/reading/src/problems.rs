use kernel::problems;

problems! {
    TASK_FAILED: "reading.task_creation_failed", 409, "Task creation failed", "spec §8";
    READING_FAILED: "reading.failed", 422, "Reading failed", "spec §8";
    SUMMARY_FAILED: "reading.summary_failed", 502, "Failed to summarize this page.", "spec §8";
    MODEL_NOT_SUPPORTED: "reading.model_not_supported", 422, "The current model is not supported", "spec §8";
    NOTHING_TO_READ: "reading.nothing_to_read", 422, "There's no text to read on this page", "ours";
    NO_CAPTIONS: "reading.no_captions", 422, "This video has no captions", "ours";
    NOT_A_PAGE: "reading.not_a_page", 422, "No page, video, or PDF found at this URL", "ours";
    NOT_FOUND: "reading.not_found", 404, "Reading not found", "ours";
    ID_TAKEN: "reading.id_taken", 409, "This reading already exists", "ours";
    GOES_ON: "reading.goes_on", 409, "This reading is still in progress", "ours";
    SOURCE_NOT_KEPT: "reading.source_not_kept", 409, "The text of this reading wasn't kept", "ours";
    TOO_MANY_READINGS: "reading.too_many_readings", 403,
        "You've reached today's limit for page and PDF summaries. Upgrade or come back tomorrow.", "ours, after spec §8";
    TOO_MANY_VIDEOS: "reading.too_many_videos", 403,
        "You've reached today's limit for video summaries. Upgrade or come back tomorrow.", "ours, after spec §8";
    INTERRUPTED: "reading.interrupted", 503, "The reading was interrupted. Please try again.", "ours";
}
