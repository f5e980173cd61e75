-- What a person allowed a program of ours to sign in by: a code that works once, for a minute.
CREATE TABLE account_device_grants (
    code_hash {bytes} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The session of the browser in which it was allowed: the code works no longer than that.
    granted_by {uuid} NOT NULL,
    client_type TEXT NOT NULL,
    redirect_url TEXT NOT NULL,
    -- PKCE: the SHA-256 of what only the program knows, as it sent it.
    challenge TEXT NOT NULL,
    device_name TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- The session that came of it; a code that comes again ends it.
    session_id {uuid}
);
CREATE INDEX account_device_grants_by_expiry ON account_device_grants (expires_at);
CREATE INDEX account_device_grants_by_user ON account_device_grants (user_id);
