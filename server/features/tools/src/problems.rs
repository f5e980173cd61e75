use kernel::problems;

problems! {
    SERVER_NOT_FOUND: "tools.server_not_found", 404, "Server not found", "ours";
    TOOL_NOT_FOUND: "tools.tool_not_found", 404, "Tool not found", "ours";
    CHAT_NOT_FOUND: "tools.chat_not_found", 404, "Chat not found", "ours";
    ADDRESS_REFUSED: "tools.address_refused", 422,
        "The URL must start with https:// and be publicly reachable", "ours";
    NAME_EMPTY: "tools.name_empty", 422, "Enter a name for the server", "ours";
    NAME_TOO_LONG: "tools.name_too_long", 422, "The name is too long", "ours";
    NAME_TAKEN: "tools.name_taken", 409, "You already have a server with this name", "ours";
    TOKEN_INVALID: "tools.token_invalid", 422, "The token contains unsupported characters", "ours";
    TOO_MANY_SERVERS: "tools.too_many_servers", 409, "You've reached the maximum number of servers", "ours";
    OWN_SERVERS_OFF: "tools.own_servers_off", 403,
        "Only the server admin can connect MCP servers here", "ours";
    NOT_OWN: "tools.not_own", 403, "The server admin added this server", "ours";
    SIGN_IN_NOT_OFFERED: "tools.sign_in_not_offered", 409,
        "This server doesn't offer a sign-in", "ours";
    SIGN_IN_FAILED: "tools.sign_in_failed", 502, "Sign-in failed", "ours";
}
