kernel::limits! { "images";
    /// Longest prompt, and longest negative prompt.
    PROMPT_MAX_CHARS: usize = 4_000, "characters", "ours (decision 1040)";
    /// Longest style that is none of the model's.
    STYLE_MAX_CHARS: usize = 100, "characters", "ours (decision 1040)";
    /// Largest cfg scale.
    CFG_SCALE_MAX: f64 = 10.0, "", "spec §5";
    /// Shortest side of an image.
    SIDE_MIN_PIXELS: u32 = 100, "pixels", "spec §5";
    /// Longest side of a file that people send.
    FILE_SIDE_MAX_PIXELS: u32 = 8_192, "pixels", "ours (decision 1040)";
    /// Largest file of an image.
    IMAGE_MAX_BYTES: usize = 33_554_432, "bytes", "ours (decision 1040)";
    /// Most files of one work.
    FILES_MAX: usize = 16, "files", "ours (decision 1040)";
    /// Image tasks of a person that may be open at a time.
    OPEN_MAX: i64 = 50, "tasks", "ours (decision 1040)";
    /// Tasks a person can start in a burst; then one every [`BEGIN_EVERY_MS`].
    BEGIN_BURST: u32 = 60, "tasks", "ours (decision 1040)";
    BEGIN_EVERY_MS: u64 = 1_000, "milliseconds", "ours (decision 1040)";
    /// Longest time that a provider may work on one image.
    PROVIDER_MAX_MINUTES: i64 = 20, "minutes", "ours (decision 1040)";
    /// Longest name of a board.
    BOARD_NAME_MAX_CHARS: usize = 100, "characters", "ours (decision 1040)";
    /// Most boards of a person in a workspace.
    BOARDS_MAX: i64 = 500, "boards", "ours (decision 1040)";
    /// Most images of one download.
    DOWNLOAD_MAX: usize = 500, "images", "ours (decision 1040)";
    /// Longest side of a thumbnail.
    THUMBNAIL_SIDE_PIXELS: u32 = 512, "pixels", "spec §9";
    /// Quality of a thumbnail as a JPEG.
    THUMBNAIL_QUALITY: u8 = 70, "percent", "spec §9";
    /// Drafts of an image that are asked for while it is made.
    DRAFTS_MAX: u32 = 2, "drafts", "ours (decision 1051)";
    /// Longest description of an image by a model.
    DESCRIPTION_MAX_CHARS: usize = 1_000, "characters", "ours (decision 1050)";
    /// Time during which deleted images can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 1040)";
}
