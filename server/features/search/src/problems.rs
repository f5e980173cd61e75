use kernel::problems;

problems! {
    QUERY_EMPTY: "search.query_empty", 422, "Enter a search", "ours";
    QUERY_TOO_LONG: "search.query_too_long", 422, "The search is too long", "ours";
    SOURCE_UNAVAILABLE: "search.source_unavailable", 409, "No search engine is enabled for this source", "ours";
    NOT_FOUND: "search.not_found", 404, "Search not found", "ours";
    ID_TAKEN: "search.id_taken", 409, "This search already exists", "ours";
    INTERRUPTED: "search.interrupted", 503, "The search was interrupted. Please search again.", "ours";
    TOO_MANY_SEARCHES: "search.too_many_searches", 403,
        "You've reached today's search limit. Upgrade or come back tomorrow.", "ours, after spec §8";
    THING_NOT_FOUND: "search.thing_not_found", 404, "This no longer exists", "ours";
    PAGE_NOT_READ: "search.page_not_read", 404, "This page wasn't read", "ours";
}
