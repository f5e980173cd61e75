use kernel::problems;

problems! {
    NOT_FOUND: "images.not_found", 404, "Image not found", "ours";
    TASK_NOT_FOUND: "images.task_not_found", 404, "Image task not found", "ours";
    BOARD_NOT_FOUND: "images.board_not_found", 404, "Board not found", "ours";
    ID_TAKEN: "images.id_taken", 409, "This image task already exists", "ours";
    BOARD_ID_TAKEN: "images.board_id_taken", 409, "This board already exists", "ours";
    /// Too many tasks of one person are open. `max`: how many may be.
    TASK_FAILED: "images.task_failed", 409, "Task creation failed", "spec §8";
    TOO_MANY_BOARDS: "images.too_many_boards", 409, "You've reached the maximum number of boards", "ours";
    BOARD_NAME_INVALID: "images.board_name_invalid", 422, "Enter a name of at most 100 characters", "ours";
    PROMPT_EMPTY: "images.prompt_empty", 422, "Describe the image first", "ours";
    /// A text is too long. `max_chars`: the longest.
    PROMPT_TOO_LONG: "images.prompt_too_long", 422, "The prompt is too long", "ours";
    /// A setting is out of its range. `setting`: its name.
    SETTING_INVALID: "images.setting_invalid", 422, "A setting is out of range", "ours";
    /// A file is no image that can be used.
    IMAGE_BROKEN: "images.broken", 422, "Failed to load image", "spec §8";
    /// The sides of an image are too short, too long or too different. `min`, `max`: pixels.
    IMAGE_SIZE: "images.size", 422, "The image of this size cannot be parsed.", "spec §8";
    TOO_MANY_FILES: "images.too_many_files", 422, "Too many images at once", "ours";
    /// Something else keeps this file: a memo, a document.
    FILE_IN_USE: "images.file_in_use", 409, "This file belongs to something else", "ours";
    NOTHING_CHOSEN: "images.nothing_chosen", 422, "Choose at least one image", "ours";
    NEEDS_MODEL: "images.needs_model", 422, "Connect a model to use this", "ours";
    /// The chosen model does not take images.
    MODEL_SEES_NOTHING: "images.model_sees_nothing", 422, "The current model is not supported", "spec §8";
    /// A model wrote nothing. `message`: why, in its provider's words.
    WORDS_FAILED: "images.words_failed", 502, "Couldn't write a prompt. Try again.", "ours";
    GENERATION_FAILED: "images.generation_failed", 502, "Failed to generate image, please retry later.", "spec §8";
    INTERRUPTED: "images.interrupted", 503, "The image was interrupted. Try again.", "ours";
}
