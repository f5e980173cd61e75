use kernel::problems;

problems! {
    SERVER_NOT_FOUND: "tools.server_not_found", 404, "There is no such server", "ours";
    TOOL_NOT_FOUND: "tools.tool_not_found", 404, "There is no such tool", "ours";
    CHAT_NOT_FOUND: "tools.chat_not_found", 404, "There is no such conversation", "ours";
    ADDRESS_REFUSED: "tools.address_refused", 422,
        "The address must begin with https:// and lead to the open web", "ours";
    NAME_EMPTY: "tools.name_empty", 422, "Give the server a name", "ours";
    NAME_TOO_LONG: "tools.name_too_long", 422, "The name is too long", "ours";
    NAME_TAKEN: "tools.name_taken", 409, "You have a server with this name", "ours";
    TOKEN_INVALID: "tools.token_invalid", 422, "The token has characters that cannot be sent", "ours";
    TOO_MANY_SERVERS: "tools.too_many_servers", 409, "You have as many servers as are allowed", "ours";
    OWN_SERVERS_OFF: "tools.own_servers_off", 403,
        "On this installation only the operator connects servers", "ours";
    NOT_OWN: "tools.not_own", 403, "The operator set this server up", "ours";
    SIGN_IN_NOT_OFFERED: "tools.sign_in_not_offered", 409,
        "This server does not say where to sign in", "ours";
    SIGN_IN_FAILED: "tools.sign_in_failed", 502, "The sign-in did not work", "ours";
}
