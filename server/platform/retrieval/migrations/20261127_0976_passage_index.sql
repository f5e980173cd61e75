-- The inverted index of each file's passages, written together with them. A file whose passages have none was read before
-- there were any: upkeep builds it.
CREATE TABLE passage_index (
    file_id {uuid} PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
    -- Version of the index; 0: its words have none.
    format BIGINT NOT NULL,
    passages BIGINT NOT NULL,
    -- Of the index.
    bytes BIGINT NOT NULL,
    -- What processes keep in memory is known by these: new whenever the index, or the sketches, are written.
    words_stamp {uuid} NOT NULL,
    -- NULL: there are no sketches, or they were made before there were stamps.
    sketches_stamp {uuid}
);

CREATE TABLE passage_postings (
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    -- Position of its first passage.
    first BIGINT NOT NULL,
    postings {bytes} NOT NULL,
    PRIMARY KEY (file_id, first)
);

-- only postgres
-- Numbers of few bits: compressed they are no smaller, and slower to read.
ALTER TABLE passage_postings ALTER COLUMN postings SET STORAGE EXTERNAL;
ALTER TABLE passage_sketches ALTER COLUMN sketches SET STORAGE EXTERNAL;
-- end
