use kernel::problems;

problems! {
    NOT_OFFERED: "affiliates.not_offered", 404, "There is no affiliate program here", "ours (decision 0834)";
    AFFILIATE_UNKNOWN: "affiliates.unknown", 404, "There is no such affiliate", "ours";
    REFUSED: "affiliates.refused", 409, "Your application was refused", "ours (decision 0834)";
    ABOUT_INVALID: "affiliates.about_invalid", 422, "Please tell in at most 1,000 characters how you will bring people", "ours";
    PAYOUT_INVALID: "affiliates.payout_invalid", 422, "Please tell in at most 300 characters where you are paid", "ours";
    NO_CLICK: "affiliates.no_click", 404, "You did not come by an affiliate's link", "ours (decision 0835)";
    OWN_LINK: "affiliates.own_link", 409, "This is your own link", "ours (decision 0835)";
    ALREADY_BROUGHT: "affiliates.already_brought", 409, "You came by another link", "ours (decision 0835)";
    TOO_LATE: "affiliates.too_late", 409, "A link counts for new accounts only", "ours (decision 0835)";
    SUM_CHANGED: "affiliates.sum_changed", 409, "This is not what is to be paid. Please look at it again.", "ours (decision 0836)";
}
