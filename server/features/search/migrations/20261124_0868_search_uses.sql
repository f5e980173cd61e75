-- For which messages the web was searched, of people whose plan limits how many that are in a day: each counts once.
CREATE TABLE search_uses (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    -- The person's, which may not be kept yet.
    message_id {uuid} NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, message_id)
);
CREATE INDEX search_uses_by_time ON search_uses (used_at);
