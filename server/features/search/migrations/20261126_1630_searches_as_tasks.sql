-- Searches are tasks like all others.
INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, run_id, input, output, label,
    problem, price, delivered, daily_use, has_result, steps, version, created_at, begun_at, updated_at, ended_at,
    deleted_at)
SELECT id, 'search', user_id, workspace_id, title,
    CASE state WHEN 'searching' THEN 'running' WHEN 'reading' THEN 'running' WHEN 'answering' THEN 'running'
        WHEN 'completed' THEN 'succeeded' WHEN 'cancelled' THEN 'cancelled' ELSE 'failed' END,
    CASE state WHEN 'reading' THEN 'reading' ELSE '' END, 30, run_id,
-- only sqlite
    json_object('wish', json(wish), 'locale', locale, 'model', model),
    json_object('results', json(results), 'reports', json(reports), 'answer', answer, 'cites', json(cites)),
-- end
-- only postgres
    CAST(json_build_object('wish', CAST(wish AS JSON), 'locale', locale, 'model', model) AS TEXT),
    CAST(json_build_object('results', CAST(results AS JSON), 'reports', CAST(reports AS JSON), 'answer', answer,
        'cites', CAST(cites AS JSON)) AS TEXT),
-- end
    'null', problem, 0, 0, 'search', results <> '[]' OR answer IS NOT NULL, 1, 1, created_at, created_at, created_at,
    CASE WHEN state IN ('completed', 'failed', 'cancelled') THEN created_at END, deleted_at
FROM searches;

-- In SQLite, dropping a table empties those that refer to it.
CREATE TABLE search_texts (
    search_id {uuid} NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (search_id, number)
);
INSERT INTO search_texts (search_id, number, text) SELECT search_id, number, text FROM search_pages;
DROP TABLE search_pages;
ALTER TABLE search_texts RENAME TO search_pages;

DROP TABLE searches;
UPDATE jobs SET name = 'search.step', payload = REPLACE(payload, 'search_id', 'task_id')
WHERE name IN ('search.do_search', 'search.keep_answer');
