CREATE TABLE prompts (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    content TEXT NOT NULL,
    kind TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    -- Name and description in lower case: what is searched.
    words TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX prompts_by_user ON prompts (user_id, updated_at DESC);
CREATE INDEX prompts_public ON prompts (created_at DESC, id DESC) WHERE public AND deleted_at IS NULL;
CREATE INDEX prompts_deleted ON prompts (deleted_at) WHERE deleted_at IS NOT NULL;

-- Every text a prompt ever had, the present one too.
CREATE TABLE prompt_versions (
    prompt_id {uuid} NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (prompt_id, version)
);

-- Also of prompts that come with the product, which are no rows.
CREATE TABLE prompt_favorites (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    prompt_id {uuid} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, prompt_id)
);

CREATE TABLE quick_actions (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    icon TEXT NOT NULL,
    prompt TEXT NOT NULL,
    behavior TEXT NOT NULL,
    scene TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    description TEXT NOT NULL,
    category TEXT NOT NULL,
    language TEXT,
    pinned BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX quick_actions_by_user ON quick_actions (user_id, created_at, id);
CREATE INDEX quick_actions_public ON quick_actions (created_at DESC) WHERE public;
