kernel::problems! {
    /// The contents of a plan are invalid. `field` names the plan and the part: `gives.pro.advanced_query`.
    PLAN_INVALID: "entitlements.plan_invalid", 422, "These plan limits aren't valid", "ours (decision 0788)";
    UPGRADE_TO_UNLOCK: "entitlements.upgrade_to_unlock", 403, "Upgrade to Unlock", "spec §6";
    TEAM_LOCKED: "entitlements.team_locked", 403, "Please switch workspace or contact the admin", "ours, after spec §6";
}

kernel::limits! { "entitlements";
    /// Largest amount that a plan or a grant may give of one meter.
    AMOUNT_MAX: i64 = 2_147_483_647, "units", "spec §9";
}
