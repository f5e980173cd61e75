use kernel::problems;

problems! {
    /// Also returned for a bot that does not exist, so that nobody learns which ids exist.
    NO_ACCESS: "bots.no_access", 404, "You don't have access to this bot.", "spec §6";
    DELETED: "bots.deleted", 409, "This bot has been deleted.", "spec §8";
    NAME_TOO_LONG: "bots.name_too_long", 422, "The name is too long", "ours, after spec §5";
    DESCRIPTION_TOO_LONG: "bots.description_too_long", 422, "The description is too long", "ours, after spec §5";
    PROMPT_TOO_LONG: "bots.prompt_too_long", 422, "The prompt is too long", "ours, after spec §5";
    PROMPT_EMPTY: "bots.prompt_empty", 422, "Please input prompt content", "spec §5";
    WELCOME_TOO_LONG: "bots.welcome_too_long", 422, "The welcome message is too long", "ours, after spec §5";
    TOO_MANY: "bots.too_many", 409, "You've reached the maximum number of bots", "ours";
    CHANGED_ELSEWHERE: "bots.changed_elsewhere", 412, "This bot was changed in another window", "ours";
    MODEL_UNKNOWN: "bots.model_unknown", 422, "Model not found", "ours";
    ICON_TOO_LARGE: "bots.icon_too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    ICON_TYPE: "bots.icon_type", 415, "File type not supported", "spec §8";
    ICON_BROKEN: "bots.icon_broken", 422, "Failed to load image", "spec §8";
    ICON_DIMENSIONS: "bots.icon_dimensions", 422, "The image of this size cannot be parsed.", "spec §8";
    ICON_NOT_FOUND: "bots.icon_not_found", 404, "This bot has no image", "ours";
    REASON_TOO_LONG: "bots.reason_too_long", 422, "The reason is too long", "ours";
    REASON_EMPTY: "bots.reason_empty", 422, "Tell us what's wrong", "ours";
    OWN_BOT: "bots.own_bot", 409, "You can't report your own bot", "ours";
    NOT_COPYABLE: "bots.not_copyable", 403, "The author doesn't allow this bot to be copied", "ours";
    REPORT_NOT_FOUND: "bots.report_not_found", 404, "Report not found", "ours";
    REVIEW_NOT_FOUND: "bots.review_not_found", 404, "This bot isn't waiting for review", "ours (decision 0899)";
    REVIEW_CHANGED: "bots.review_changed", 409, "This bot changed since you opened it", "ours (decision 0899)";
    CAP_REACHED: "bots.cap_reached", 402, "This bot has reached the monthly limit set by its author", "ours (decision 0779)";
    CAP_INVALID: "bots.cap_invalid", 422, "The limit must be a whole number greater than zero", "ours (decision 0779)";
    TOO_MANY_STARTERS: "bots.too_many_starters", 422, "Too many conversation starters", "ours (decision 1001)";
    STARTER_TOO_LONG: "bots.starter_too_long", 422, "A conversation starter is too long", "ours (decision 1001)";
    TOO_MANY_TOOLS: "bots.too_many_tools", 422, "Too many tools selected", "ours (decision 1001)";
    TOO_MANY_FILES: "bots.too_many_files", 422, "This bot has the maximum number of files", "ours (decision 1001)";
    FILE_WITHOUT_TEXT: "bots.file_without_text", 422, "Bots can only use files with text", "ours (decision 1001)";
    FILE_IN_USE: "bots.file_in_use", 409,
        "This file is already used elsewhere. Upload it again to add it here.", "ours (decision 1001)";
    FILE_NOT_FOUND: "bots.file_not_found", 404, "This bot doesn't have that file", "ours (decision 1001)";
    CONVERSATION_ID_TAKEN: "bots.conversation_id_taken", 409, "Another chat already has this ID", "ours";
}
