use kernel::problems;

problems! {
    NOT_FOUND: "memory.not_found", 404, "Memory not found", "ours";
    SUGGESTION_NOT_FOUND: "memory.suggestion_not_found", 404, "Suggestion not found", "ours";
    ANSWER_NOT_FOUND: "memory.answer_not_found", 404, "Answer not found", "ours";
    SCOPE_NOT_FOUND: "memory.scope_not_found", 404, "Bot or group not found", "ours";
    NEEDS_CONTENT: "memory.needs_content", 422, "Please write what is to be remembered", "ours, after spec §5";
    TEXT_TOO_LONG: "memory.text_too_long", 422, "Text too long", "spec §8";
    EXISTS: "memory.exists", 409, "This memory already exists", "ours";
    ID_TAKEN: "memory.id_taken", 409, "Couldn't save this memory", "ours";
    CHANGED_ELSEWHERE: "memory.changed_elsewhere", 412, "This was changed in another window", "ours";
    FULL: "memory.full", 409, "Memory storage full", "spec §8";
    DECIDED: "memory.decided", 409, "You've already reviewed this suggestion", "ours";
    NEEDS_MODEL: "memory.needs_model", 409, "This requires a model. Connect one first.", "ours";
    NOTHING_NEW: "memory.nothing_new", 502, "The model had nothing new to suggest", "ours";
}
