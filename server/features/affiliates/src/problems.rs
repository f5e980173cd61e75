use kernel::problems;

problems! {
    NOT_OFFERED: "affiliates.not_offered", 404, "There's no affiliate program on this server", "ours (decision 0834)";
    AFFILIATE_UNKNOWN: "affiliates.unknown", 404, "Affiliate not found", "ours";
    REFUSED: "affiliates.refused", 409, "Your application was rejected", "ours (decision 0834)";
    ABOUT_INVALID: "affiliates.about_invalid", 422, "Describe how you'll promote Ensemble in up to 1,000 characters", "ours";
    PAYOUT_INVALID: "affiliates.payout_invalid", 422, "Enter your payout details in up to 300 characters", "ours";
    NO_CLICK: "affiliates.no_click", 404, "You didn't come through an affiliate link", "ours (decision 0835)";
    OWN_LINK: "affiliates.own_link", 409, "This is your own link", "ours (decision 0835)";
    ALREADY_BROUGHT: "affiliates.already_brought", 409, "You already came through another link", "ours (decision 0835)";
    TOO_LATE: "affiliates.too_late", 409, "Affiliate links only count for new accounts", "ours (decision 0835)";
    SUM_CHANGED: "affiliates.sum_changed", 409, "The amount due has changed. Please review it.", "ours (decision 0836)";
}
