use kernel::problems;

problems! {
    USER_NOT_FOUND: "admin.user_not_found", 404, "User not found", "ours";
    TEAM_NOT_FOUND: "admin.team_not_found", 404, "Team not found", "ours (decision 1039)";
    MAIL_NOT_SENT: "admin.mail_not_sent", 502, "The test email couldn't be sent", "ours (decision 1122)";
    LAST_OPERATOR: "admin.last_operator", 409, "The server needs at least one admin", "ours";
    /// The reason is missing or too long. `field` names it: `reason`.
    BAN_INVALID: "admin.ban_invalid", 422, "Enter a reason of up to 200 characters", "ours (decision 0844)";
    CAP_OUT_OF_RANGE: "admin.cap_out_of_range", 422, "This limit is out of range", "ours (decision 0900)";
    RECIPIENT_NOT_FOUND: "admin.recipient_not_found", 404, "Recipient not found", "ours (decision 0842)";
    GRANT_NOT_FOUND: "admin.grant_not_found", 404, "Grant not found", "ours (decision 0842)";
    /// The grant is invalid. `field` names the part: `amount`, `ends_at` or `reason`.
    GRANT_INVALID: "admin.grant_invalid", 422, "This can't be granted", "ours (decision 0842)";
    GRANT_ID_TAKEN: "admin.grant_id_taken", 409, "Another grant already has this ID", "ours (decision 0842)";
    /// The notice is invalid. `field` names the part: `text`, `starts_at` or `ends_at`.
    NOTICE_INVALID: "admin.notice_invalid", 422, "This notice isn't valid", "ours (decision 0843)";
}
