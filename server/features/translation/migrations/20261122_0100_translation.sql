CREATE TABLE glossary_terms (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    original TEXT NOT NULL,
    translation TEXT NOT NULL,
    -- '': whatever the text is in.
    source_language TEXT NOT NULL,
    target_language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX glossary_terms_by_original
    ON glossary_terms (user_id, target_language, source_language, original);

-- What was translated once. The text itself is not kept: its hash finds it.
CREATE TABLE translation_memory (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash {bytes} NOT NULL,
    translation TEXT NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, hash)
);
CREATE INDEX translation_memory_by_use ON translation_memory (user_id, used_at);
