-- How long a run waited for its person, which is no time that it took to answer.
ALTER TABLE runs ADD COLUMN waited BIGINT NOT NULL DEFAULT 0;

-- Runs that wait for their person's word on a tool: all that another process needs to go on with them.
CREATE TABLE paused_runs (
    run_id {uuid} PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    paused_at BIGINT NOT NULL,
    -- What the model was asked and what it wants used, as JSON.
    progress TEXT NOT NULL
);
CREATE INDEX paused_runs_by_time ON paused_runs (paused_at);
