use kernel::problems;

problems! {
    NOT_FOUND: "research.not_found", 404, "There is no such research", "ours";
    ID_TAKEN: "research.id_taken", 409, "This research was begun before", "ours";
    QUESTION_EMPTY: "research.question_empty", 422, "Please write what is to be researched", "ours";
    QUESTION_TOO_LONG: "research.question_too_long", 422, "The question is too long", "ours";
    ANSWER_TOO_LONG: "research.answer_too_long", 422, "An answer is too long", "ours";
    PLAN_EMPTY: "research.plan_empty", 422, "A plan needs a topic", "ours";
    PLAN_TOO_LONG: "research.plan_too_long", 422, "The plan has too many topics", "ours";
    TOPIC_TOO_LONG: "research.topic_too_long", 422, "A topic of the plan is too long", "ours";
    BOUND_INVALID: "research.bound_invalid", 422, "Steps and cost must lie within their limits", "ours";
    SOURCE_UNAVAILABLE: "research.source_unavailable", 409, "No search engine is on for what was chosen", "ours";
    NOT_NOW: "research.not_now", 409, "This cannot be done with the research as it is now", "ours";
    TOO_MANY: "research.too_many", 409, "Other researches still go on. Please wait for one of them.", "ours";
    TOO_MANY_SCHEDULED: "research.too_many_scheduled", 409, "Too many researches are done again by themselves", "ours";
    CAP_REACHED: "research.cap_reached", 402, "This research has used as much this month as it may use by itself", "ours (decision 0779)";
    CAP_INVALID: "research.cap_invalid", 422, "The limit must be at least what doing it once can cost", "ours (decision 0779)";
    PAGE_NOT_READ: "research.page_not_read", 404, "This page was not read", "ours";
    NO_REPORT: "research.no_report", 409, "There is no report yet", "ours";
    INTERRUPTED: "research.interrupted", 503, "The research was interrupted. Continue it, please.", "ours";
}
