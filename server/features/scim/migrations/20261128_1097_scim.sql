-- Groups that a company's provider keeps here, and who is in them.
CREATE TABLE scim_groups (
    id {uuid} PRIMARY KEY,
    external_id TEXT,
    display_name TEXT NOT NULL,
    -- What two names are compared by.
    display_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE TABLE scim_group_members (
    group_id {uuid} NOT NULL REFERENCES scim_groups (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
);
CREATE INDEX scim_group_members_by_user ON scim_group_members (user_id);
