use kernel::problems;

problems! {
    QUERY_EMPTY: "search.query_empty", 422, "Please input what to search for", "ours";
    QUERY_TOO_LONG: "search.query_too_long", 422, "What you search for is too long", "ours";
    SOURCE_UNAVAILABLE: "search.source_unavailable", 409, "No search engine is on for this source", "ours";
    NOT_FOUND: "search.not_found", 404, "There is no such search", "ours";
    ID_TAKEN: "search.id_taken", 409, "This search was begun before", "ours";
    INTERRUPTED: "search.interrupted", 503, "The search was interrupted. Please search again.", "ours";
    TOO_MANY_SEARCHES: "search.too_many_searches", 403,
        "Your plan has no more searches today. Upgrade, or come back tomorrow.", "ours, after spec §8";
    THING_NOT_FOUND: "search.thing_not_found", 404, "This is not there any more", "ours";
    PAGE_NOT_READ: "search.page_not_read", 404, "This page was not read", "ours";
}
