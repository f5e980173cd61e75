use kernel::problems;

problems! {
    NOT_FOUND: "videos.not_found", 404, "Video not found", "ours";
    TASK_NOT_FOUND: "videos.task_not_found", 404, "Video task not found", "ours";
    ID_TAKEN: "videos.id_taken", 409, "This video task already exists", "ours";
    /// Too many tasks of one person are open. `max`: how many may be.
    TASK_FAILED: "videos.task_failed", 409, "Task creation failed", "spec §8";
    PROMPT_EMPTY: "videos.prompt_empty", 422, "Describe the video first", "ours";
    /// A text is too long. `max_chars`: the longest.
    PROMPT_TOO_LONG: "videos.prompt_too_long", 422, "The prompt is too long", "ours";
    /// A setting is out of its range. `setting`: its name.
    SETTING_INVALID: "videos.setting_invalid", 422, "A setting is out of range", "ours";
    REMIX_UNAVAILABLE: "videos.remix_unavailable", 422, "This video can't be remixed by its model", "ours";
    GENERATION_FAILED: "videos.generation_failed", 502, "Failed to generate video, please retry later.", "spec §8";
    CANCELLED: "videos.cancelled", 409, "The video was canceled", "ours";
    INTERRUPTED: "videos.interrupted", 503, "The video was interrupted. Try again.", "ours";
}
