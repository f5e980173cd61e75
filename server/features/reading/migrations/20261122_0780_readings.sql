-- What people had summed up: pages, videos, PDFs.
CREATE TABLE readings (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    -- JSON: where it is from, without the text that a client sent.
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    locale TEXT,
    -- `<connection>/<model>`; null: no model is connected, sentences are picked.
    model TEXT,
    -- Of the summary that is being made, or was made last.
    length TEXT NOT NULL,
    -- Whether the text stays when it was summed up.
    keep_source BOOLEAN NOT NULL,
    state TEXT NOT NULL,
    -- The run that writes the summary.
    run_id {uuid},
    -- JSON: one for each length at most.
    summaries TEXT NOT NULL,
    -- JSON.
    problem TEXT,
    cause TEXT,
    created_at BIGINT NOT NULL,
    -- When it was last begun: at its creation, or when it was summed up again.
    begun_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX readings_by_user ON readings (user_id, created_at DESC, id DESC);
CREATE INDEX readings_by_run ON readings (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX readings_going_on ON readings (begun_at) WHERE state IN ('waiting', 'reading', 'summarizing');
CREATE INDEX readings_deleted ON readings (deleted_at) WHERE deleted_at IS NOT NULL;

-- What stood there when it was read, in numbered places: what summaries are held against.
CREATE TABLE reading_snapshots (
    reading_id {uuid} PRIMARY KEY REFERENCES readings (id) ON DELETE CASCADE,
    -- JSON.
    places TEXT NOT NULL
);
