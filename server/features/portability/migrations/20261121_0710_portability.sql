-- Archives that people brought, and what became of them. Their bytes lie in the files, in pieces.
CREATE TABLE imports (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    name TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    -- 'uploading', 'checking', 'checked', 'importing', 'done', 'failed'
    state TEXT NOT NULL,
    -- What was found, and then what was added, as JSON.
    report TEXT,
    problem TEXT,
    -- Conversations that were read, and how many there are when that is known.
    done BIGINT NOT NULL,
    total BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX imports_by_user ON imports (user_id, created_at DESC, id DESC);
