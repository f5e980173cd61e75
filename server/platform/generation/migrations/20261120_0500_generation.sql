-- Server processes and how long each is known to live: the lease under which it writes its runs.
CREATE TABLE processes (
    id {uuid} PRIMARY KEY,
    alive_until BIGINT NOT NULL
);

CREATE TABLE runs (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    conversation_id {uuid} REFERENCES conversations (id) ON DELETE CASCADE,
    message_id {uuid},
    feature TEXT NOT NULL,
    model TEXT NOT NULL,
    state TEXT NOT NULL,
    -- The process that writes it.
    owner {uuid} NOT NULL,
    cancel_requested BOOLEAN NOT NULL,
    -- What it may cost at most, in units of its meter.
    price BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX runs_running ON runs (owner) WHERE state = 'running';
CREATE INDEX runs_by_user ON runs (user_id);
CREATE INDEX runs_by_conversation ON runs (conversation_id);
CREATE INDEX runs_finished ON runs (finished_at) WHERE finished_at IS NOT NULL;

-- What each run wrote, in order. No client sees an event that is not here.
CREATE TABLE run_events (
    run_id {uuid} NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
-- only sqlite
) WITHOUT ROWID;
-- end
-- only postgres
);
-- end
