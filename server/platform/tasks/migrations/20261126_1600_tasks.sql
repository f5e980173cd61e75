-- Long work that people start and wait for, whatever its kind.
CREATE TABLE tasks (
    id {uuid} PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    -- The kind's own word for the step that is being done.
    stage TEXT NOT NULL,
    -- As the provider reports it; null: it reports none.
    percent BIGINT,
    -- How long a task of this kind usually takes.
    expected_seconds BIGINT NOT NULL,
    -- The run that it waits for, or waited for last.
    run_id {uuid},
    -- JSON: what was asked for, what came of it, and what lists show.
    input TEXT NOT NULL,
    output TEXT NOT NULL,
    label TEXT NOT NULL,
    -- JSON: what stands against it, and what is behind that.
    problem TEXT,
    cause TEXT,
    -- The hold of its own, beside those of its runs.
    hold_id {uuid},
    meter TEXT,
    price BIGINT NOT NULL,
    delivered BIGINT NOT NULL,
    -- What it cost, with its runs; null while nothing is known.
    charged BIGINT,
    -- What of a plan's daily limits it uses, and whether something was delivered for it.
    daily_use TEXT,
    has_result BOOLEAN NOT NULL,
    -- How many steps were done; tells one step from the next.
    steps BIGINT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When it was last started: at its creation, or when it was retried.
    begun_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    ended_at BIGINT,
    deleted_at BIGINT
);
CREATE INDEX tasks_by_user ON tasks (user_id, created_at DESC, id DESC);
CREATE INDEX tasks_by_kind ON tasks (user_id, kind, created_at DESC, id DESC);
CREATE INDEX tasks_by_run ON tasks (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX tasks_by_hold ON tasks (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX tasks_open ON tasks (kind, begun_at) WHERE state IN ('queued', 'running', 'paused');
CREATE INDEX tasks_ended ON tasks (kind, ended_at DESC) WHERE state = 'succeeded';
CREATE INDEX tasks_deleted ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;
