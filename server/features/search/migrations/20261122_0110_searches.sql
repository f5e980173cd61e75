-- What people searched for, what was found, and what was answered from it.
CREATE TABLE searches (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    title TEXT NOT NULL,
    -- JSON: what was asked for, as it was sent.
    wish TEXT NOT NULL,
    locale TEXT,
    -- `<connection>/<model>`; null: no model is connected, sentences of the sources are picked.
    model TEXT,
    state TEXT NOT NULL,
    -- The run that writes the answer.
    run_id {uuid},
    -- JSON.
    results TEXT NOT NULL,
    reports TEXT NOT NULL,
    answer TEXT,
    cites TEXT NOT NULL,
    problem TEXT,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX searches_by_user ON searches (user_id, created_at DESC, id DESC);
CREATE INDEX searches_by_run ON searches (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX searches_going_on ON searches (created_at) WHERE state IN ('searching', 'reading', 'answering');
CREATE INDEX searches_deleted ON searches (deleted_at) WHERE deleted_at IS NOT NULL;

-- What stood in a page when it was read for a search: what citations are held against.
CREATE TABLE search_pages (
    search_id {uuid} NOT NULL REFERENCES searches (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (search_id, number)
);

-- What the operator set for a service that searches ask; null: as it comes.
CREATE TABLE search_finders (
    finder TEXT PRIMARY KEY,
    enabled BOOLEAN,
    address TEXT,
    -- Sealed.
    api_key {bytes}
);

-- How often each service was asked in the minute that it was asked last, by all processes together.
CREATE TABLE search_paces (
    finder TEXT PRIMARY KEY,
    minute BIGINT NOT NULL,
    asked BIGINT NOT NULL
);

-- How people have the web in chats: switched on, and when it is searched unasked.
CREATE TABLE search_in_chats (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    web_on BOOLEAN NOT NULL,
    trigger_mode TEXT NOT NULL
);
