use kernel::problems;

problems! {
    USER_NOT_FOUND: "admin.user_not_found", 404, "There is no such person", "ours";
    LAST_OPERATOR: "admin.last_operator", 409, "Somebody must remain who runs this server", "ours";
}
