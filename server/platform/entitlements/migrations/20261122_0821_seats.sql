-- That a workspace is a team's, and its seats.
CREATE TABLE entitlements_teams (
    workspace_id {uuid} PRIMARY KEY,
    -- What its plan gives the amounts of.
    seats BIGINT NOT NULL CHECK (seats >= 0),
    -- How many of them may be taken.
    open_seats BIGINT NOT NULL CHECK (open_seats >= 0),
    changed_at BIGINT NOT NULL
);
