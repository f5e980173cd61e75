-- Texts that people had rewritten so that they read naturally.
CREATE TABLE humanizations (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    tone TEXT NOT NULL,
    original TEXT NOT NULL,
    words BIGINT NOT NULL,
    model_name TEXT NOT NULL,
    -- The run that writes. Its journal is dropped a day after its end, and what it wrote stands here by then.
    run_id {uuid} NOT NULL,
    state TEXT NOT NULL,
    written TEXT,
    -- What it cost; null while it is open.
    credits BIGINT,
    -- JSON.
    problem TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX humanizations_by_user ON humanizations (user_id, created_at DESC, id DESC);
CREATE INDEX humanizations_by_run ON humanizations (run_id);
CREATE INDEX humanizations_going_on ON humanizations (created_at) WHERE state = 'running';
