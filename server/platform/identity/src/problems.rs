use kernel::problems;

problems! {
    LOGIN_REQUIRED: "identity.login_required", 401, "Please login to use this feature", "spec §8";
    /// The session ended. `reason` is one of [`crate::EndReason`]; `note` is the operator's message to a suspended
    /// person.
    SESSION_ENDED: "identity.session_ended", 401, "You have been logged out", "ours, after spec §8";
    OPERATOR_ONLY: "identity.operator_only", 403, "Only the server admin can do this", "ours";
    TEAM_ADMIN_ONLY: "identity.team_admin_only", 403, "Please switch workspace or contact the admin", "ours, after spec §6";
    DEVICE_MAY_NOT: "identity.device_may_not", 403, "This device isn't allowed to do this. Please use the web app.", "ours (security §4.2)";
    KEY_UNKNOWN: "identity.key_unknown", 401, "This API key isn't valid", "ours";
    TWO_CREDENTIALS: "identity.two_credentials", 400, "Send either a session or an API key, not both", "ours";
    KEY_NOT_FOUND: "identity.key_not_found", 404, "API key not found", "ours";
    KEY_SCOPE_MISSING: "identity.key_scope_missing", 403, "This API key doesn't have permission to do this", "ours";
    KEY_CAP_REACHED: "identity.key_cap_reached", 402, "This API key has reached its limit", "ours";
}
