-- The model that was asked last what is to be seen in a picture, and what that cost (JSON).
ALTER TABLE memos ADD COLUMN summary_model TEXT;
ALTER TABLE memos ADD COLUMN summary_receipt TEXT;

-- The memos that the text of a memo leads to, as they are named there: they may be gone, or to come.
CREATE TABLE memo_links (
    memo_id {uuid} NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
    to_id {uuid} NOT NULL,
    PRIMARY KEY (memo_id, to_id)
);
CREATE INDEX memo_links_by_target ON memo_links (to_id, memo_id);
