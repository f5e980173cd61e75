-- What people have started by itself, and when.
CREATE TABLE schedules (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The workspace that pays.
    workspace_id {uuid} NOT NULL,
    title TEXT NOT NULL,
    -- The kind of work, and what is to be started, as its area stores it (JSON).
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    -- RFC 5545; null: once.
    rule TEXT,
    -- The first time, as clocks in the zone show it: `2026-11-30T08:00`.
    starts_on TEXT NOT NULL,
    -- IANA.
    zone TEXT NOT NULL,
    -- `skip`, `run_once`.
    missed TEXT NOT NULL,
    only_changes BOOLEAN NOT NULL,
    by_mail BOOLEAN NOT NULL,
    by_push BOOLEAN NOT NULL,
    run_cap BIGINT,
    month_cap BIGINT,
    -- Why it is paused: `person`, `failures`, `access`.
    paused_for TEXT,
    -- Number of runs in a row that failed.
    failures BIGINT NOT NULL,
    -- Null: paused, ended, deleted.
    next_at BIGINT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX schedules_by_user ON schedules (user_id, created_at DESC, id DESC);
CREATE INDEX schedules_due ON schedules (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX schedules_deleted ON schedules (deleted_at) WHERE deleted_at IS NOT NULL;

-- One row for each time that came. It is written with the schedule's next time, in one transaction.
CREATE TABLE schedule_runs (
    id {uuid} PRIMARY KEY,
    schedule_id {uuid} NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL,
    -- True if its person started it.
    by_hand BOOLEAN NOT NULL,
    -- Number of earlier times that passed while no server ran.
    missed BIGINT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    -- When it is tried again.
    retry_at BIGINT,
    -- The work that it started: the area's own id, the path of its page, its run.
    work_id {uuid},
    path TEXT,
    run_id {uuid},
    -- Why it failed or was skipped, or its last attempt failed (JSON).
    problem TEXT,
    result TEXT,
    charged BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    seen_at BIGINT,
    UNIQUE (schedule_id, due_at)
);
CREATE INDEX schedule_runs_by_run ON schedule_runs (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX schedule_runs_open ON schedule_runs (created_at) WHERE state IN ('due', 'running', 'waiting');
CREATE INDEX schedule_runs_newest ON schedule_runs (schedule_id, created_at DESC, id DESC);
