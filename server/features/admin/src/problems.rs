use kernel::problems;

problems! {
    USER_NOT_FOUND: "admin.user_not_found", 404, "There is no such person", "ours";
    LAST_OPERATOR: "admin.last_operator", 409, "Somebody must remain who runs this server", "ours";
    /// The reason is missing or too long. `field` names it: `reason`.
    BAN_INVALID: "admin.ban_invalid", 422, "Please say why, in at most 200 characters", "ours (decision 0844)";
    CAP_OUT_OF_RANGE: "admin.cap_out_of_range", 422, "This limit is out of range", "ours (decision 0900)";
    RECIPIENT_NOT_FOUND: "admin.recipient_not_found", 404, "There is nobody to give this to", "ours (decision 0842)";
    GRANT_NOT_FOUND: "admin.grant_not_found", 404, "There is no such grant", "ours (decision 0842)";
    /// The grant is invalid. `field` names the part: `amount`, `ends_at` or `reason`.
    GRANT_INVALID: "admin.grant_invalid", 422, "This cannot be granted", "ours (decision 0842)";
    GRANT_ID_TAKEN: "admin.grant_id_taken", 409, "There is another grant with this id", "ours (decision 0842)";
    /// The notice is invalid. `field` names the part: `text`, `starts_at` or `ends_at`.
    NOTICE_INVALID: "admin.notice_invalid", 422, "This notice cannot be shown", "ours (decision 0843)";
}
