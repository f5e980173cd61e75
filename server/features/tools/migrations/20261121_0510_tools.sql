-- Servers of tools that people connected themselves, with what each said of its tools the last time.
CREATE TABLE tool_servers (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    -- Sealed: what is sent as "Authorization: Bearer …" where there is no sign-in.
    token {bytes},
    state TEXT NOT NULL,
    problem TEXT,
    -- JSON.
    tools TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    checked_at BIGINT
);
CREATE INDEX tool_servers_by_user ON tool_servers (user_id);

-- What a person chose for a server, their own or the operator's. `server` is its key.
CREATE TABLE tool_server_choices (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    trust_read_only BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, server)
);

-- A person's standing word on a tool; `definition` is the fingerprint of what it was given for.
CREATE TABLE tool_rules (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    rule TEXT NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (user_id, server, tool)
);

-- Where a person is signed in; `data` is sealed.
CREATE TABLE tool_sign_ins (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    data {bytes} NOT NULL,
    PRIMARY KEY (user_id, server)
);

-- Sign-ins that were begun; `data` is sealed.
CREATE TABLE tool_sign_in_attempts (
    state_hash TEXT PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    data {bytes} NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Servers that a person switched off in one conversation, which may not be written yet.
CREATE TABLE tool_chats (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    conversation_id {uuid} NOT NULL,
    -- JSON: keys of servers.
    off TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, conversation_id)
);
