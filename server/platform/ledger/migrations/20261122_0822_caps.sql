-- Most that one member of a team, or all of it, may use of a meter in a month.
CREATE TABLE ledger_caps (
    workspace_id {uuid} NOT NULL,
    -- The member; the nil id: all of them together.
    user_id {uuid} NOT NULL,
    meter TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (workspace_id, user_id, meter)
);

-- What each member used is summed up from what they held.
DROP INDEX ledger_holds_workspace;
CREATE INDEX ledger_holds_workspace ON ledger_holds (workspace_id, user_id, created_at);
