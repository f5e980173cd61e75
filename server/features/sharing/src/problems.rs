use kernel::problems;

problems! {
    SHARE_NOT_FOUND: "sharing.share_not_found", 404, "There is no shared page at this address", "ours";
    SHARE_ENDED: "sharing.share_ended", 410, "This page is no longer shared", "ours";
    KIND_UNKNOWN: "sharing.kind_unknown", 422, "This cannot be shared", "ours";
    EXPIRY_WRONG: "sharing.expiry_wrong", 422, "Choose between 1 day and 365 days", "ours";
    TOO_LARGE: "sharing.too_large", 422, "This is too long to be shared in one page", "ours";
    TOO_MANY_SHARES: "sharing.too_many_shares", 409,
        "You share very many pages: stop sharing some first", "ours";
}
