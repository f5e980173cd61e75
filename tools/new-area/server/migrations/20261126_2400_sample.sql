-- The sample items that people keep.
CREATE TABLE sample_items (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX sample_items_list ON sample_items (user_id, created_at, id);
