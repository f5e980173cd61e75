-- Pieces are smaller than they were: what was begun before goes on in those it began with.
ALTER TABLE imports ADD COLUMN piece_bytes BIGINT NOT NULL DEFAULT 8388608;
