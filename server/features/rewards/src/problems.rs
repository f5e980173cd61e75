use kernel::problems;

problems! {
    INVITATION_UNKNOWN: "rewards.invitation_unknown", 404, "Invitation not found", "ours";
    OWN_INVITATION: "rewards.own_invitation", 409, "This is your own invitation", "ours";
    ALREADY_INVITED: "rewards.already_invited", 409, "You've already accepted another invitation", "ours";
    TOO_LATE: "rewards.too_late", 409, "Invitations are only for new accounts", "ours (decision 0830)";
    NOTHING_REWARDED: "rewards.nothing_rewarded", 404, "Everything on this server is free, so there are no invite rewards", "ours";
}
