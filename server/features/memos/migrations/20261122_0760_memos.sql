-- What people keep: notes, and what they met elsewhere.
CREATE TABLE memos (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    -- Markdown.
    body TEXT NOT NULL,
    source_url TEXT,
    -- What stood in the source when it was kept.
    quote TEXT,
    -- What it was imported from, so that it is imported once.
    origin TEXT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX memos_by_user ON memos (user_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX memos_by_origin ON memos (user_id, origin);
CREATE INDEX memos_deleted ON memos (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE memo_tags (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- The name as it is compared: in lower case.
    tag_key TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX memo_tags_by_key ON memo_tags (user_id, tag_key);

CREATE TABLE memo_tagged (
    memo_id {uuid} NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
    tag_id {uuid} NOT NULL REFERENCES memo_tags (id) ON DELETE CASCADE,
    PRIMARY KEY (memo_id, tag_id)
);
CREATE INDEX memo_tagged_by_tag ON memo_tagged (tag_id, memo_id);

-- What each memo says, in pieces: what questions find, and what is cited. The first piece of each has the words
-- of the whole memo besides.
CREATE TABLE memo_passages (
    row_id {serial},
    memo_id {uuid} NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE UNIQUE INDEX memo_passages_by_memo ON memo_passages (memo_id, position);

-- only sqlite
CREATE VIRTUAL TABLE memo_words USING fts5 (
    owner, words, whole, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
CREATE TRIGGER memo_passages_gone AFTER DELETE ON memo_passages BEGIN
    DELETE FROM memo_words WHERE rowid = old.row_id;
END;
-- end
-- only postgres
ALTER TABLE memo_passages ADD COLUMN words TSVECTOR;
ALTER TABLE memo_passages ADD COLUMN whole TSVECTOR;
CREATE INDEX memo_passages_words ON memo_passages USING gin (words) WITH (fastupdate = off);
CREATE INDEX memo_passages_whole ON memo_passages USING gin (whole) WITH (fastupdate = off);
-- end
