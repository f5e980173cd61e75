-- What operators gave workspaces of their own accord: why, and who did. The lot itself is the ledger's, of the source
-- 'operator' and with this id as its reference.
CREATE TABLE admin_grants (
    id {uuid} PRIMARY KEY,
    workspace_id {uuid} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    meter TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    ends_at BIGINT,
    reason TEXT NOT NULL,
    -- NULL: their account is gone.
    given_by {uuid} REFERENCES users (id) ON DELETE SET NULL,
    given_at BIGINT NOT NULL,
    -- When what was left of it was taken back, and by whom.
    taken_at BIGINT,
    taken_by {uuid} REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX admin_grants_workspace ON admin_grants (workspace_id);
CREATE INDEX admin_grants_given_by ON admin_grants (given_by);
CREATE INDEX admin_grants_taken_by ON admin_grants (taken_by);
