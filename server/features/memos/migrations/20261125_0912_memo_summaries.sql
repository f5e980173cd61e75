-- What is to be seen in the picture of a memo, in a model's words: the last that were whole.
ALTER TABLE memos ADD COLUMN summary TEXT;
-- Null: nobody asked for one.
ALTER TABLE memos ADD COLUMN summary_state TEXT;
-- The run that writes it, until what it wrote is kept.
ALTER TABLE memos ADD COLUMN summary_run_id {uuid};
-- JSON: why it failed.
ALTER TABLE memos ADD COLUMN summary_problem TEXT;
CREATE INDEX memos_by_summary_run ON memos (summary_run_id) WHERE summary_run_id IS NOT NULL;
CREATE INDEX memos_summarizing ON memos (user_id) WHERE summary_run_id IS NOT NULL;
