use kernel::problems;

problems! {
    INVITATION_UNKNOWN: "rewards.invitation_unknown", 404, "There is no such invitation", "ours";
    OWN_INVITATION: "rewards.own_invitation", 409, "This is your own invitation", "ours";
    ALREADY_INVITED: "rewards.already_invited", 409, "You came by another invitation", "ours";
    TOO_LATE: "rewards.too_late", 409, "An invitation counts for new accounts only", "ours (decision 0830)";
    NOTHING_REWARDED: "rewards.nothing_rewarded", 404, "Everything is free here: there is nothing to win", "ours";
}
