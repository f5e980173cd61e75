use kernel::problems;

problems! {
    SHARE_NOT_FOUND: "sharing.share_not_found", 404, "Shared page not found", "ours";
    SHARE_ENDED: "sharing.share_ended", 410, "This page is no longer shared", "ours";
    KIND_UNKNOWN: "sharing.kind_unknown", 422, "This can't be shared", "ours";
    EXPIRY_WRONG: "sharing.expiry_wrong", 422, "Choose between 1 and 365 days", "ours";
    TOO_LARGE: "sharing.too_large", 422, "This is too long to share as one page", "ours";
    TOO_MANY_SHARES: "sharing.too_many_shares", 409,
        "You've reached the maximum number of shared pages. Stop sharing some first.", "ours";
}
