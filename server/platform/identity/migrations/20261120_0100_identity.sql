CREATE TABLE users (
    id {uuid} PRIMARY KEY,
    email TEXT NOT NULL,
    -- What two addresses are compared by.
    email_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('operator', 'member')),
    -- Null: signs in through an identity provider only.
    password_hash TEXT,
    settings TEXT NOT NULL,
    -- Raised when everything that was signed in before must end.
    security_epoch BIGINT NOT NULL DEFAULT 0,
    suspended BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT
);
CREATE INDEX users_by_created ON users (created_at, id);

CREATE TABLE workspaces (
    id {uuid} PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('personal', 'team')),
    name TEXT NOT NULL,
    -- The person whose own space it is; null for a team's.
    owner_user_id {uuid} UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);

CREATE TABLE workspace_members (
    workspace_id {uuid} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    -- Only a confirmed member has any right.
    status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed')),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

CREATE TABLE sessions (
    id {uuid} PRIMARY KEY,
    token_hash {bytes} NOT NULL UNIQUE,
    -- Null once the account is deleted: the row stays a while to tell the device why it was ended.
    user_id {uuid} REFERENCES users (id) ON DELETE SET NULL,
    workspace_id {uuid} REFERENCES workspaces (id) ON DELETE SET NULL,
    client_type TEXT NOT NULL,
    device_name TEXT NOT NULL,
    browser_name TEXT NOT NULL,
    os_name TEXT NOT NULL,
    os_version TEXT NOT NULL,
    ip TEXT NOT NULL,
    security_epoch BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    ended_at BIGINT,
    ended_reason TEXT
);
CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at);

CREATE TABLE codes (
    id {uuid} PRIMARY KEY,
    purpose TEXT NOT NULL,
    email_key TEXT NOT NULL,
    -- SHA-256 of the cookie of the browser that asked.
    flow_hash {bytes} NOT NULL,
    -- A keyed fingerprint; the code itself is nowhere.
    code_mac {bytes} NOT NULL,
    -- JSON that waits for the right code.
    payload TEXT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Used, or replaced by a newer one.
    ended_at BIGINT
);
CREATE INDEX codes_by_email ON codes (email_key, created_at);

CREATE TABLE user_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX user_identities_by_user ON user_identities (user_id);

CREATE TABLE api_keys (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- The first characters, to tell keys apart.
    prefix TEXT NOT NULL,
    secret_hash {bytes} NOT NULL UNIQUE,
    -- Most that may be charged through the key; null: no limit of its own.
    cap BIGINT,
    spent BIGINT NOT NULL DEFAULT 0 CHECK (spent >= 0),
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX api_keys_by_user ON api_keys (user_id, created_at);
