use kernel::problems;

problems! {
    DOMAIN_INVALID: "search.domain_invalid", 422, "This is not the name of a site", "ours";
    TOO_MANY_DOMAINS: "search.too_many_domains", 422, "There are too many names of sites", "ours";
    SEARCH_ENGINE_NOT_FOUND: "search.finder_not_found", 404, "There is no such search engine", "ours";
    ADDRESS_INVALID: "search.address_invalid", 422, "Invalid URL", "spec §5";
    KEY_TOO_LONG: "search.key_too_long", 422, "The key is too long", "ours";
    SEARCH_ENGINE_INVALID: "search.finder_invalid", 422, "What is said of the search engine cannot be", "ours";
    TOO_MANY_SEARCH_ENGINES: "search.too_many_finders", 409, "There are too many search engines of your own", "ours";
    FEED_NOT_FOUND: "search.feed_not_found", 404, "There is no such feed", "ours";
    NO_FEED: "search.no_feed", 422, "There is no feed at this address", "ours";
    TOO_MANY_FEEDS: "search.too_many_feeds", 409, "There are too many feeds", "ours";
    OPML_INVALID: "search.opml_invalid", 422, "This is no list of feeds (OPML)", "ours";
}
