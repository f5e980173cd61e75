-- Where here a memo comes from, as a path: the page of a document, an answer in a chat.
ALTER TABLE memos ADD COLUMN source_path TEXT;
-- The picture that a memo is.
ALTER TABLE memos ADD COLUMN file_id {uuid};
CREATE INDEX memos_by_file ON memos (file_id) WHERE file_id IS NOT NULL;
