-- Sessions that an identity provider began: it may end them.
CREATE TABLE account_oidc_sessions (
    session_id {uuid} PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider_id TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- The session at the provider, where it says one.
    sid TEXT
);
CREATE INDEX account_oidc_sessions_by_subject ON account_oidc_sessions (issuer, subject);
CREATE INDEX account_oidc_sessions_by_user ON account_oidc_sessions (user_id);

-- Logout tokens of providers that came: each counts once.
CREATE TABLE account_oidc_logouts (
    token_hash {bytes} PRIMARY KEY,
    came_at BIGINT NOT NULL
);
