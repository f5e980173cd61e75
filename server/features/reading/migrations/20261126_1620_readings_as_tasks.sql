-- Readings are tasks like all others.
INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, run_id, input, output, label,
    problem, cause, price, delivered, daily_use, has_result, steps, version, created_at, begun_at, updated_at, ended_at,
    deleted_at)
SELECT id, 'reading', user_id, workspace_id, title,
    CASE state WHEN 'waiting' THEN 'queued' WHEN 'reading' THEN 'running' WHEN 'summarizing' THEN 'running'
        WHEN 'complete' THEN 'succeeded' WHEN 'cancelled' THEN 'cancelled' ELSE 'failed' END,
    '', 30, run_id,
-- only sqlite
    json_object('source', json(source), 'kind', kind, 'locale', locale, 'model', model, 'length', length,
        'keep_source', json(CASE WHEN keep_source THEN 'true' ELSE 'false' END)),
    json_object('summaries', json(summaries)),
    json_object('kind', kind, 'url', json_extract(source, '$.url')),
-- end
-- only postgres
    CAST(json_build_object('source', CAST(source AS JSON), 'kind', kind, 'locale', locale, 'model', model,
        'length', length, 'keep_source', keep_source) AS TEXT),
    CAST(json_build_object('summaries', CAST(summaries AS JSON)) AS TEXT),
    CAST(json_build_object('kind', kind, 'url', CAST(source AS JSON) ->> 'url') AS TEXT),
-- end
    problem, cause, 0, 0, CASE kind WHEN 'video' THEN 'video' ELSE 'reading' END, summaries <> '[]', 1, 1, created_at,
    begun_at, begun_at, CASE WHEN state IN ('complete', 'failed', 'cancelled') THEN begun_at END, deleted_at
FROM readings;

-- In SQLite, dropping a table empties those that refer to it.
CREATE TABLE reading_texts (
    reading_id {uuid} PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    -- JSON.
    places TEXT NOT NULL
);
INSERT INTO reading_texts (reading_id, places) SELECT reading_id, places FROM reading_snapshots;
DROP TABLE reading_snapshots;
ALTER TABLE reading_texts RENAME TO reading_snapshots;

CREATE TABLE reading_pdfs (
    reading_id {uuid} PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE
);
INSERT INTO reading_pdfs (reading_id, file_id) SELECT reading_id, file_id FROM reading_files;
DROP TABLE reading_files;
ALTER TABLE reading_pdfs RENAME TO reading_files;
CREATE INDEX reading_files_by_file ON reading_files (file_id);

DROP TABLE readings;
UPDATE jobs SET name = 'reading.step', payload = REPLACE(payload, 'reading_id', 'task_id')
WHERE name IN ('reading.do_reading', 'reading.keep_summary');
UPDATE jobs SET name = 'reading.slow_step', payload = REPLACE(payload, 'reading_id', 'task_id')
WHERE name = 'reading.read_scan';
