-- What people show to the world: a picture of what it was when they shared or renewed it.
CREATE TABLE shares (
    -- The address: whoever knows it may read.
    id TEXT PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    subject_id {uuid} NOT NULL,
    options TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    renewed_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    views BIGINT NOT NULL
);
CREATE UNIQUE INDEX shares_by_subject ON shares (user_id, kind, subject_id) WHERE revoked_at IS NULL;
