-- Work for later. A job that is done is deleted; one that used up its attempts stays as dead.
CREATE TABLE jobs (
    id {uuid} PRIMARY KEY,
    name TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'dead')),
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    lease_owner TEXT,
    lease_until BIGINT,
    last_error TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX jobs_by_state ON jobs (state, run_at);

-- When each schedule last fired: moving it forward is what one process wins.
CREATE TABLE job_schedules (
    name TEXT PRIMARY KEY,
    fired_at BIGINT NOT NULL
);
