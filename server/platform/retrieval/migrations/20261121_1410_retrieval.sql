-- Passages of files, in order and without overlap: together they are the whole text.
CREATE TABLE passages (
    row_id {serial},
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    page BIGINT NOT NULL,
    -- Of the page: a sheet's name, a chapter's heading.
    title TEXT,
    text TEXT NOT NULL
);
CREATE UNIQUE INDEX passages_by_file ON passages (file_id, position);

-- only sqlite
CREATE VIRTUAL TABLE passage_words USING fts5 (
    file, words, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
CREATE TRIGGER passages_gone AFTER DELETE ON passages BEGIN
    DELETE FROM passage_words WHERE rowid = old.row_id;
END;
-- end
-- only postgres
ALTER TABLE passages ADD COLUMN words TSVECTOR;
CREATE INDEX passages_words ON passages USING gin (words) WITH (fastupdate = off);
-- end
