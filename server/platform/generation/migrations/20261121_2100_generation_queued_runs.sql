-- Runs that wait for a place: all that any process needs to begin them.
CREATE TABLE queued_runs (
    run_id {uuid} PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL,
    -- The connection that its model is of.
    connection TEXT NOT NULL,
    queued_at BIGINT NOT NULL,
    -- Its provider does not want it before.
    not_before BIGINT NOT NULL,
    -- How often its provider was too busy.
    tries BIGINT NOT NULL,
    -- What its reader was told last, and the last event of its log.
    position BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    -- What the model is asked, as JSON.
    progress TEXT NOT NULL
);
CREATE INDEX queued_runs_by_time ON queued_runs (queued_at, run_id);
