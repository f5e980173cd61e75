-- Requests that programs named by an Idempotency-Key, and what the first of each came to.
CREATE TABLE gateway_repeats (
    key_id {uuid} NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    -- As the program calls it.
    name TEXT NOT NULL,
    body_hash {bytes} NOT NULL,
    -- The run that answers it; for vectors their hold.
    run_id {uuid} NOT NULL,
    -- Vectors, once they are there: 32-bit floats, one after the other.
    vectors {bytes},
    input_tokens BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (key_id, name)
);
CREATE INDEX gateway_repeats_by_age ON gateway_repeats (created_at);
