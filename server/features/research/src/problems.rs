use kernel::problems;

problems! {
    NOT_FOUND: "research.not_found", 404, "Research not found", "ours";
    ID_TAKEN: "research.id_taken", 409, "This research already exists", "ours";
    QUESTION_EMPTY: "research.question_empty", 422, "Enter what you want to research", "ours";
    QUESTION_TOO_LONG: "research.question_too_long", 422, "The question is too long", "ours";
    ANSWER_TOO_LONG: "research.answer_too_long", 422, "An answer is too long", "ours";
    PLAN_EMPTY: "research.plan_empty", 422, "The plan needs at least one topic", "ours";
    PLAN_TOO_LONG: "research.plan_too_long", 422, "The plan has too many topics", "ours";
    TOPIC_TOO_LONG: "research.topic_too_long", 422, "A topic in the plan is too long", "ours";
    BOUND_INVALID: "research.bound_invalid", 422, "The step or spending limit is out of range", "ours";
    SOURCE_UNAVAILABLE: "research.source_unavailable", 409, "No search engine is enabled for this source", "ours";
    NOT_NOW: "research.not_now", 409, "This isn't possible in the research's current state", "ours";
    TOO_MANY: "research.too_many", 409, "Too much research is running. Please wait for some to finish.", "ours";
    TOO_MANY_SCHEDULED: "research.too_many_scheduled", 409, "You've reached the maximum number of scheduled research runs", "ours";
    CAP_REACHED: "research.cap_reached", 402, "This research has reached its monthly limit for automatic runs", "ours (decision 0779)";
    CAP_INVALID: "research.cap_invalid", 422, "The limit must cover at least one run", "ours (decision 0779)";
    PAGE_NOT_READ: "research.page_not_read", 404, "This page wasn't read", "ours";
    NO_REPORT: "research.no_report", 409, "There's no report yet", "ours";
    INTERRUPTED: "research.interrupted", 503, "The research was interrupted. Continue it to finish.", "ours";
}
