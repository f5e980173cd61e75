-- Rewritten texts are tasks like all others.
INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, run_id, input, output, label,
    problem, price, delivered, charged, has_result, steps, version, created_at, begun_at, updated_at, ended_at)
SELECT id, 'humanization', user_id, workspace_id, SUBSTR(original, 1, 400),
    CASE state WHEN 'running' THEN 'running' WHEN 'completed' THEN 'succeeded' WHEN 'stopped' THEN 'cancelled'
        ELSE 'failed' END,
    '', 30, run_id,
-- only sqlite
    json_object('tone', tone, 'text', original, 'words', words, 'model_name', model_name),
    json_object('written', written, 'interrupted', json(CASE state WHEN 'interrupted' THEN 'true' ELSE 'false' END)),
    json_object('tone', tone, 'interrupted', json(CASE state WHEN 'interrupted' THEN 'true' ELSE 'false' END)),
-- end
-- only postgres
    CAST(json_build_object('tone', tone, 'text', original, 'words', words, 'model_name', model_name) AS TEXT),
    CAST(json_build_object('written', written, 'interrupted', state = 'interrupted') AS TEXT),
    CAST(json_build_object('tone', tone, 'interrupted', state = 'interrupted') AS TEXT),
-- end
    problem, 0, 0, credits, written IS NOT NULL, 1, 1, created_at, created_at, created_at,
    CASE state WHEN 'running' THEN NULL ELSE created_at END
FROM humanizations;
DROP TABLE humanizations;
UPDATE jobs SET name = 'humanization.step', payload = REPLACE(payload, 'humanization_id', 'task_id')
WHERE name = 'writing.keep_rewritten';
