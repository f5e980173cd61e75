-- Answers that are to be merged when the last of their batch is there.
CREATE TABLE chat_merges (
    batch_id {uuid} PRIMARY KEY,
    question_id {uuid} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- The message that the merged answer will be.
    answer_id {uuid} NOT NULL,
    user_id {uuid} NOT NULL,
    workspace_id {uuid} NOT NULL,
    locale TEXT,
    -- Who merges, <connection>/<model>.
    model TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX chat_merges_by_question ON chat_merges (question_id);
