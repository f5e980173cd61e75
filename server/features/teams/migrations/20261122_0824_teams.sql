-- What a team is besides its workspace and its members.
CREATE TABLE teams (
    workspace_id {uuid} PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    -- The name of its picture's blob; NULL: it has none.
    avatar_id {uuid},
    -- What its invitation link says. A reset makes another one, and the old link leads nowhere.
    invite_code TEXT NOT NULL UNIQUE,
    invite_open BOOLEAN NOT NULL,
    invite_expires_at BIGINT NOT NULL
);
