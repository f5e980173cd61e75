-- Codes with which programs that a person has allowed fetch their key.
CREATE TABLE gateway_oauth_codes (
    code_hash {bytes} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    client_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX gateway_oauth_codes_by_user ON gateway_oauth_codes (user_id);
CREATE INDEX gateway_oauth_codes_by_age ON gateway_oauth_codes (expires_at);
