-- What was read on pages that are pictures: each page once, however often its file is read.
CREATE TABLE recognised_pages (
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    page BIGINT NOT NULL,
    -- Empty: nothing is on the page, or nothing that can be read.
    text TEXT NOT NULL,
    PRIMARY KEY (file_id, page)
);
-- Pages whose text is such: it may have mistakes.
ALTER TABLE documents ADD COLUMN recognised_pages BIGINT NOT NULL DEFAULT 0;
