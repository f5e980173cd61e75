-- The files that the text of a memo shows, and that it keeps.
CREATE TABLE memo_files (
    memo_id {uuid} NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
    file_id {uuid} NOT NULL,
    PRIMARY KEY (memo_id, file_id)
);
CREATE INDEX memo_files_by_file ON memo_files (file_id);
