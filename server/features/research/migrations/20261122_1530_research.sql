-- What people have researched: a plan, steps, pages that were read, statements, and a report.
CREATE TABLE researches (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    title TEXT NOT NULL,
    -- JSON: what was asked for.
    wish TEXT NOT NULL,
    locale TEXT,
    -- `<connection>/<model>`; null: no model is connected, sentences of the sources are picked.
    model TEXT,
    state TEXT NOT NULL,
    pause TEXT,
    -- What it did when it was paused.
    paused_in TEXT,
    -- JSON.
    clarifications TEXT NOT NULL,
    plan TEXT NOT NULL,
    bounds TEXT NOT NULL,
    -- How many steps there were when it was last told to go on.
    steps_before BIGINT NOT NULL,
    gaps TEXT NOT NULL,
    changes TEXT,
    -- The one that this one does again, and the first of those that do the same.
    previous_id {uuid},
    root_id {uuid} NOT NULL,
    -- How often it is done again by itself, and when next.
    every TEXT,
    next_at BIGINT,
    problem TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX researches_by_user ON researches (user_id, created_at DESC, id DESC);
CREATE INDEX researches_by_root ON researches (root_id, created_at);
CREATE INDEX researches_deleted ON researches (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX researches_working ON researches (updated_at)
    WHERE state IN ('clarifying', 'planning', 'researching', 'writing');

-- Each is written before it begins.
CREATE TABLE research_steps (
    research_id {uuid} NOT NULL REFERENCES researches (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- The topic's number; 0: it is about all.
    topic BIGINT NOT NULL,
    state TEXT NOT NULL,
    -- The run that it waits for.
    run_id {uuid},
    attempts BIGINT NOT NULL,
    held BIGINT NOT NULL,
    meter TEXT,
    charged BIGINT NOT NULL,
    -- JSON.
    outcome TEXT NOT NULL,
    problem TEXT,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (research_id, number)
);
CREATE UNIQUE INDEX research_steps_once ON research_steps (research_id, kind, topic);
CREATE INDEX research_steps_by_run ON research_steps (run_id) WHERE run_id IS NOT NULL;

-- Pages that were found, with what stood in them when they were read.
CREATE TABLE research_sources (
    research_id {uuid} NOT NULL REFERENCES researches (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    -- What tells it from other pages.
    page_key TEXT NOT NULL,
    -- JSON: what services say about it, and whether it was read.
    about TEXT NOT NULL,
    text TEXT,
    PRIMARY KEY (research_id, number)
);
CREATE UNIQUE INDEX research_sources_once ON research_sources (research_id, page_key);

CREATE TABLE research_statements (
    research_id {uuid} NOT NULL REFERENCES researches (id) ON DELETE CASCADE,
    topic BIGINT NOT NULL,
    place BIGINT NOT NULL,
    -- JSON.
    statement TEXT NOT NULL,
    PRIMARY KEY (research_id, topic, place)
);

-- Topic 0 is the summary.
CREATE TABLE research_sections (
    research_id {uuid} NOT NULL REFERENCES researches (id) ON DELETE CASCADE,
    topic BIGINT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    -- JSON.
    cites TEXT NOT NULL,
    PRIMARY KEY (research_id, topic)
);
