use kernel::problems;

problems! {
    NOT_FOUND: "prompts.not_found", 404, "Prompt not found", "ours";
    NAME_EMPTY: "prompts.name_empty", 422, "Please input name", "spec §5";
    NAME_TOO_LONG: "prompts.name_too_long", 422, "The name is too long", "ours, after spec §5";
    DESCRIPTION_TOO_LONG: "prompts.description_too_long", 422, "The description is too long", "ours, after spec §5";
    CONTENT_EMPTY: "prompts.content_empty", 422, "Please input prompt content", "spec §5";
    CONTENT_TOO_LONG: "prompts.content_too_long", 422, "The prompt is too long", "ours, after spec §5";
    TOO_MANY: "prompts.too_many", 409, "You've reached the maximum number of prompts", "ours";
    CHANGED_ELSEWHERE: "prompts.changed_elsewhere", 412, "This prompt was changed in another window", "ours";
    ACTION_NOT_FOUND: "prompts.action_not_found", 404, "Quick action not found", "ours";
    LAST_ACTION: "prompts.last_action", 409, "Please create a new one before delete the last one", "spec §5";
    TOO_MANY_PINNED: "prompts.too_many_pinned", 409, "You can only pin up to 6 quick actions.", "ours, after spec §5";
    TOO_MANY_ACTIONS: "prompts.too_many_actions", 409, "You've reached the maximum number of quick actions", "ours";
    LANGUAGE_INVALID: "prompts.language_invalid", 422, "Unknown language", "ours";
}
