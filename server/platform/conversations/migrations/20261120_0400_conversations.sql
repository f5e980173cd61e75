CREATE TABLE conversations (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    title TEXT NOT NULL,
    model TEXT,
    leaf_id {uuid},
    pinned BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When something was last said: what the list is sorted by.
    updated_at BIGINT NOT NULL,
    answered_at BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX conversations_by_user ON conversations (user_id, updated_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX conversations_deleted ON conversations (deleted_at) WHERE deleted_at IS NOT NULL;

-- Append-only but for the one message a run is writing: no call replaces a conversation.
CREATE TABLE messages (
    id {uuid} PRIMARY KEY,
    conversation_id {uuid} NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id {uuid},
    role TEXT NOT NULL,
    parts TEXT NOT NULL,
    model TEXT,
    model_name TEXT,
    state TEXT NOT NULL,
    run_id {uuid},
    problem TEXT,
    receipt TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX messages_by_conversation ON messages (conversation_id, created_at, id);
CREATE INDEX messages_running ON messages (conversation_id) WHERE state = 'running';

-- What search finds: one row per message, and one per title (message_id null).
CREATE TABLE search_rows (
    row_id {serial},
    user_id {uuid} NOT NULL,
    conversation_id {uuid} NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    message_id {uuid}
);
CREATE INDEX search_rows_by_conversation ON search_rows (conversation_id);
CREATE UNIQUE INDEX search_rows_by_message ON search_rows (message_id);
CREATE UNIQUE INDEX search_rows_by_title ON search_rows (conversation_id) WHERE message_id IS NULL;

-- only sqlite
CREATE VIRTUAL TABLE search_words USING fts5 (
    owner, words, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
CREATE TRIGGER search_rows_gone AFTER DELETE ON search_rows BEGIN
    DELETE FROM search_words WHERE rowid = old.row_id;
END;
-- end
-- only postgres
ALTER TABLE search_rows ADD COLUMN words TSVECTOR;
-- Without a list of pending words, which every search would have to read through.
CREATE INDEX search_rows_words ON search_rows USING gin (words) WITH (fastupdate = off);
-- end
