-- The authenticator apps of people (RFC 6238).
CREATE TABLE account_totp (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The secret that the app has too, sealed.
    secret {bytes} NOT NULL,
    -- The time step of the last code that was accepted: no code counts twice.
    last_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Codes by which people sign in without their app: each works once.
CREATE TABLE account_recovery_codes (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- A keyed fingerprint; the code itself is nowhere.
    code_mac {bytes} NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (user_id, code_mac)
);

CREATE TABLE account_passkeys (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The name that the authenticator has for it.
    credential_id {bytes} NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- Its public key and counter, as JSON.
    credential TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX account_passkeys_by_user ON account_passkeys (user_id, created_at, id);

-- What a browser began and has to finish: a sign-in of several steps, a new passkey. A ticket works once.
CREATE TABLE account_tickets (
    ticket_hash {bytes} PRIMARY KEY,
    purpose TEXT NOT NULL,
    -- Null: it turns out at the end who signs in.
    user_id {uuid} REFERENCES users (id) ON DELETE CASCADE,
    -- What the server has to know at the end, sealed.
    state {bytes} NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL
);
CREATE INDEX account_tickets_by_expiry ON account_tickets (expires_at);
CREATE INDEX account_tickets_by_user ON account_tickets (user_id);

-- Links by which people set their password. A newer one replaces that of before; each works once.
CREATE TABLE account_password_links (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    code_hash {bytes} NOT NULL UNIQUE,
    expires_at BIGINT NOT NULL
);
