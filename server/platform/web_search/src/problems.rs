use kernel::problems;

problems! {
    DOMAIN_INVALID: "search.domain_invalid", 422, "Enter a valid site name", "ours";
    TOO_MANY_DOMAINS: "search.too_many_domains", 422, "Too many sites", "ours";
    SEARCH_ENGINE_NOT_FOUND: "search.finder_not_found", 404, "Search engine not found", "ours";
    ADDRESS_INVALID: "search.address_invalid", 422, "Invalid URL", "spec §5";
    KEY_TOO_LONG: "search.key_too_long", 422, "The API key is too long", "ours";
    SEARCH_ENGINE_INVALID: "search.finder_invalid", 422, "The search engine settings aren't valid", "ours";
    TOO_MANY_SEARCH_ENGINES: "search.too_many_finders", 409, "You've reached the maximum number of custom search engines", "ours";
    FEED_NOT_FOUND: "search.feed_not_found", 404, "Feed not found", "ours";
    NO_FEED: "search.no_feed", 422, "No feed found at this URL", "ours";
    TOO_MANY_FEEDS: "search.too_many_feeds", 409, "You've reached the maximum number of feeds", "ours";
    OPML_INVALID: "search.opml_invalid", 422, "This isn't a valid feed list (OPML)", "ours";
}
