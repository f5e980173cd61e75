use kernel::problems;

problems! {
    NOT_FOUND: "memory.not_found", 404, "This is not remembered", "ours";
    SUGGESTION_NOT_FOUND: "memory.suggestion_not_found", 404, "There is no such suggestion", "ours";
    ANSWER_NOT_FOUND: "memory.answer_not_found", 404, "There is no such answer", "ours";
    SCOPE_NOT_FOUND: "memory.scope_not_found", 404, "There is no such bot or folder", "ours";
    NEEDS_CONTENT: "memory.needs_content", 422, "Please write what is to be remembered", "ours, after spec §5";
    TEXT_TOO_LONG: "memory.text_too_long", 422, "Text too long", "spec §8";
    EXISTS: "memory.exists", 409, "This is remembered already", "ours";
    ID_TAKEN: "memory.id_taken", 409, "This could not be remembered", "ours";
    CHANGED_ELSEWHERE: "memory.changed_elsewhere", 412, "This was changed in another window", "ours";
    FULL: "memory.full", 409, "Memory storage full", "spec §8";
    DECIDED: "memory.decided", 409, "You have decided on this suggestion already", "ours";
    NEEDS_MODEL: "memory.needs_model", 409, "This needs a model: connect one first", "ours";
    NOTHING_NEW: "memory.nothing_new", 502, "The model found no other words", "ours";
}
