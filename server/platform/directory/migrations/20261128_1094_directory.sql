-- What people have here because of their groups at a company's provider: it ends when they are not in the group any more.
CREATE TABLE directory_grants (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The id of the provider, or 'scim'.
    source TEXT NOT NULL,
    -- 'operator', or the id of a team.
    target TEXT NOT NULL,
    workspace_id {uuid} REFERENCES workspaces (id) ON DELETE CASCADE,
    team_role TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, source, target)
);
CREATE INDEX directory_grants_by_source ON directory_grants (source, user_id);

-- People whom a company's provider keeps here.
CREATE TABLE directory_people (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    external_id TEXT,
    user_name TEXT NOT NULL,
    -- What two names are compared by.
    user_name_key TEXT NOT NULL UNIQUE,
    -- What else the provider says of them, as JSON.
    attributes TEXT NOT NULL,
    -- The account was made for them: nobody had it before.
    is_made BOOLEAN NOT NULL,
    -- The provider, not an operator, suspended them.
    is_out BOOLEAN NOT NULL DEFAULT FALSE,
    -- When the provider removed them: it does not find them any more.
    removed_at BIGINT,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX directory_people_by_external ON directory_people (external_id);
