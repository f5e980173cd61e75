use kernel::problems;

problems! {
    DOMAIN_INVALID: "search.domain_invalid", 422, "This is not the name of a site", "ours";
    TOO_MANY_DOMAINS: "search.too_many_domains", 422, "There are too many names of sites", "ours";
    FINDER_NOT_FOUND: "search.finder_not_found", 404, "There is no such search engine", "ours";
    ADDRESS_INVALID: "search.address_invalid", 422, "Invalid URL", "spec §5";
    KEY_TOO_LONG: "search.key_too_long", 422, "The key is too long", "ours";
}
