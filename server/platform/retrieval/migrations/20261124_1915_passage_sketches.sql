-- The vectors of many passages in one row, with a byte for each number: which may be near is chosen by them, without
-- reading all of the vectors. A file that has vectors and none of these had its vectors made before there were any.
CREATE TABLE passage_sketches (
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    -- Which 256 passages.
    block BIGINT NOT NULL,
    model TEXT NOT NULL,
    sketches {bytes} NOT NULL,
    PRIMARY KEY (file_id, block, model)
);
