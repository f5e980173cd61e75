-- Questions that tools ask the person of a running answer, until the tool has the answer.
CREATE TABLE run_questions (
    id {uuid} PRIMARY KEY,
    run_id {uuid} NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    asked_at BIGINT NOT NULL,
    -- What the answer is checked against, as JSON.
    fields TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    -- The answer, as JSON.
    answer TEXT
);
CREATE INDEX run_questions_by_run ON run_questions (run_id);
CREATE INDEX run_questions_by_time ON run_questions (asked_at);
