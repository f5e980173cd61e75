-- What passages mean to an embedding model: 32-bit numbers, the lowest byte first, of length 1 together.
CREATE TABLE passage_vectors (
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    -- `<connection>/<model>`: vectors of different models say nothing to each other.
    model TEXT NOT NULL,
    vector {bytes} NOT NULL,
    PRIMARY KEY (file_id, position)
);
