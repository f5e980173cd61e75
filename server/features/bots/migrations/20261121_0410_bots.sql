CREATE TABLE bots (
    id {uuid} PRIMARY KEY,
    -- The author. A bot goes with their account.
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    welcome TEXT NOT NULL,
    prompt TEXT NOT NULL,
    model TEXT,
    accessibility TEXT NOT NULL,
    published BOOLEAN NOT NULL,
    icon_id {uuid},
    -- Name and description in lower case: what explore searches.
    words TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- It stays for those who talked with it, without its prompt after a while.
    deleted_at BIGINT
);
CREATE INDEX bots_by_user ON bots (user_id);
CREATE INDEX bots_public ON bots (created_at DESC, id DESC)
    WHERE published AND accessibility = 'public' AND deleted_at IS NULL;
CREATE INDEX bots_deleted ON bots (deleted_at) WHERE deleted_at IS NOT NULL;

-- What a bot is to a person: a favourite, pinned, talked with. Its author sees only how many they are.
CREATE TABLE bot_people (
    bot_id {uuid} NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    favorited BOOLEAN NOT NULL,
    pinned BOOLEAN NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (bot_id, user_id)
);
CREATE INDEX bot_people_by_user ON bot_people (user_id);

-- One report a person: reporting again replaces it.
CREATE TABLE bot_reports (
    id {uuid} PRIMARY KEY,
    bot_id {uuid} NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    details TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    resolved_at BIGINT,
    UNIQUE (bot_id, user_id)
);
CREATE INDEX bot_reports_open ON bot_reports (created_at DESC, id DESC) WHERE resolved_at IS NULL;
