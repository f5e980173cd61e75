-- Researches are tasks like all others.
INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, input, output, label, problem,
    price, delivered, charged, has_result, steps, version, created_at, begun_at, updated_at, ended_at, deleted_at)
SELECT id, 'research', user_id, workspace_id, title,
    CASE WHEN state IN ('clarifying', 'planning', 'researching', 'writing') THEN 'running'
        WHEN state = 'completed' THEN 'succeeded' WHEN state = 'cancelled' THEN 'cancelled' ELSE 'paused' END,
    stage, 300,
-- only sqlite
    json_object('wish', json(wish), 'locale', locale, 'model', model,
        'previous_id', CASE WHEN previous_id IS NOT NULL THEN lower(hex(previous_id)) END,
        'root_id', lower(hex(root_id)), 'of_schedule', json(CASE WHEN of_schedule THEN 'true' ELSE 'false' END)),
    json_object('stage', stage, 'pause', pause, 'unattended', json(CASE WHEN unattended THEN 'true' ELSE 'false' END),
        'clarifications', json(clarifications), 'plan', json(plan), 'bounds', json(bounds),
        'steps_before', steps_before, 'gaps', json(gaps), 'changes', json(changes)),
    json_object('stage', stage, 'pause', pause,
        'again', json(CASE WHEN previous_id IS NOT NULL THEN 'true' ELSE 'false' END),
        'changed', json(CASE WHEN json_array_length(changes, '$.new_statements') > 0
            OR json_array_length(changes, '$.gone_statements') > 0 THEN 'true' WHEN changes IS NOT NULL THEN 'false' END)),
-- end
-- only postgres
    CAST(json_build_object('wish', CAST(wish AS JSON), 'locale', locale, 'model', model, 'previous_id', previous_id,
        'root_id', root_id, 'of_schedule', of_schedule) AS TEXT),
    CAST(json_build_object('stage', stage, 'pause', pause, 'unattended', unattended,
        'clarifications', CAST(clarifications AS JSON), 'plan', CAST(plan AS JSON), 'bounds', CAST(bounds AS JSON),
        'steps_before', steps_before, 'gaps', CAST(gaps AS JSON), 'changes', CAST(changes AS JSON)) AS TEXT),
    CAST(json_build_object('stage', stage, 'pause', pause, 'again', previous_id IS NOT NULL,
        'changed', CASE WHEN json_array_length(CAST(changes AS JSON) -> 'new_statements') > 0
            OR json_array_length(CAST(changes AS JSON) -> 'gone_statements') > 0 THEN TRUE
            WHEN changes IS NOT NULL THEN FALSE END) AS TEXT),
-- end
    problem, 0, 0, charged, plan <> '[]', 1, 1, created_at, created_at, updated_at,
    CASE WHEN state IN ('completed', 'cancelled') THEN updated_at END, deleted_at
FROM (SELECT r.*,
    CASE WHEN r.state = 'paused' THEN COALESCE(r.paused_in, 'researching')
        WHEN r.state IN ('completed', 'cancelled') THEN 'researching' ELSE r.state END AS stage,
    EXISTS (SELECT 1 FROM research_unattended u WHERE u.research_id = r.id) AS unattended,
    (SELECT CAST(SUM(s.charged) AS BIGINT) FROM research_steps s WHERE s.research_id = r.id) AS charged
    FROM researches r) AS old;

-- Researches that do the same: those that were done again have the id of the first.
CREATE TABLE research_versions (
    research_id {uuid} PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    root_id {uuid} NOT NULL
);
CREATE INDEX research_versions_by_root ON research_versions (root_id);
INSERT INTO research_versions (research_id, root_id) SELECT id, root_id FROM researches;

-- How often the first of them is done again by itself, and when next.
CREATE TABLE research_schedules (
    research_id {uuid} PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    every TEXT NOT NULL,
    next_at BIGINT NOT NULL,
    -- When a time was left out that could have gone beyond the budget, until it is done again.
    left_out_at BIGINT
);
CREATE INDEX research_schedules_next ON research_schedules (next_at);
INSERT INTO research_schedules (research_id, every, next_at, left_out_at)
SELECT id, every, next_at, left_out_at FROM researches WHERE every IS NOT NULL AND next_at IS NOT NULL;

-- In SQLite, dropping a table empties those that refer to it.
CREATE TABLE new_research_steps (
    research_id {uuid} NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
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
INSERT INTO new_research_steps (research_id, number, kind, topic, state, run_id, attempts, held, meter, charged, outcome,
    problem, started_at, ended_at)
SELECT research_id, number, kind, topic, state, run_id, attempts, held, meter, charged, outcome, problem, started_at,
    ended_at FROM research_steps;
DROP TABLE research_steps;
ALTER TABLE new_research_steps RENAME TO research_steps;
CREATE UNIQUE INDEX research_steps_once ON research_steps (research_id, kind, topic);
CREATE INDEX research_steps_by_run ON research_steps (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE new_research_sources (
    research_id {uuid} NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    -- What tells it from other pages.
    page_key TEXT NOT NULL,
    -- JSON: what services say about it, and whether it was read.
    about TEXT NOT NULL,
    text TEXT,
    PRIMARY KEY (research_id, number)
);
INSERT INTO new_research_sources (research_id, number, page_key, about, text)
SELECT research_id, number, page_key, about, text FROM research_sources;
DROP TABLE research_sources;
ALTER TABLE new_research_sources RENAME TO research_sources;
CREATE UNIQUE INDEX research_sources_once ON research_sources (research_id, page_key);

CREATE TABLE new_research_statements (
    research_id {uuid} NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    topic BIGINT NOT NULL,
    place BIGINT NOT NULL,
    -- JSON.
    statement TEXT NOT NULL,
    PRIMARY KEY (research_id, topic, place)
);
INSERT INTO new_research_statements (research_id, topic, place, statement)
SELECT research_id, topic, place, statement FROM research_statements;
DROP TABLE research_statements;
ALTER TABLE new_research_statements RENAME TO research_statements;

-- Topic 0 is the summary.
CREATE TABLE new_research_sections (
    research_id {uuid} NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    topic BIGINT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    -- JSON.
    cites TEXT NOT NULL,
    PRIMARY KEY (research_id, topic)
);
INSERT INTO new_research_sections (research_id, topic, title, text, cites)
SELECT research_id, topic, title, text, cites FROM research_sections;
DROP TABLE research_sections;
ALTER TABLE new_research_sections RENAME TO research_sections;

DROP TABLE research_unattended;
DROP TABLE researches;

UPDATE jobs SET name = 'research.do_step', payload = COALESCE((
-- only sqlite
    SELECT json_object('research_id', json_extract(jobs.payload, '$.research_id'), 'number', s.number)
    FROM research_steps s WHERE lower(hex(s.run_id)) = replace(json_extract(jobs.payload, '$.run_id'), '-', '')
-- end
-- only postgres
    SELECT CAST(json_build_object('research_id', CAST(jobs.payload AS JSON) ->> 'research_id', 'number', s.number) AS TEXT)
    FROM research_steps s WHERE s.run_id = CAST(CAST(jobs.payload AS JSON) ->> 'run_id' AS UUID)
-- end
), '{"research_id":"00000000-0000-0000-0000-000000000000","number":0}')
WHERE name = 'research.keep_step';
