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
    TOO_MANY: "bots.too_many", 409, "You have as many bots as are allowed", "ours";
    CHANGED_ELSEWHERE: "bots.changed_elsewhere", 412, "This bot was changed in another window", "ours";
    MODEL_UNKNOWN: "bots.model_unknown", 422, "There is no such model", "ours";
    ICON_TOO_LARGE: "bots.icon_too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    ICON_TYPE: "bots.icon_type", 415, "File type not supported", "spec §8";
    ICON_BROKEN: "bots.icon_broken", 422, "Failed to load image", "spec §8";
    ICON_DIMENSIONS: "bots.icon_dimensions", 422, "The image of this size cannot be parsed.", "spec §8";
    ICON_NOT_FOUND: "bots.icon_not_found", 404, "This bot has no picture", "ours";
    REASON_TOO_LONG: "bots.reason_too_long", 422, "The reason is too long", "ours";
    REASON_EMPTY: "bots.reason_empty", 422, "Please say what is wrong", "ours";
    OWN_BOT: "bots.own_bot", 409, "This bot is your own", "ours";
    NOT_COPYABLE: "bots.not_copyable", 403, "Its author does not let others copy this bot", "ours";
    REPORT_NOT_FOUND: "bots.report_not_found", 404, "There is no such report", "ours";
    REVIEW_NOT_FOUND: "bots.review_not_found", 404, "This bot does not wait to be looked at", "ours (decision 0899)";
    REVIEW_CHANGED: "bots.review_changed", 409, "This bot was changed since you looked at it", "ours (decision 0899)";
    CAP_REACHED: "bots.cap_reached", 402, "This bot has used as much this month as its author allows", "ours (decision 0779)";
    CAP_INVALID: "bots.cap_invalid", 422, "The limit must be a whole number above zero", "ours (decision 0779)";
    CONVERSATION_ID_TAKEN: "bots.conversation_id_taken", 409, "Another conversation has this id", "ours";
}
