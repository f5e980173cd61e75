-- What the operator made of the plans in the app: each time, what all of them give. The newest one counts; older ones say
-- what was sold before.
CREATE TABLE entitlements_changes (
    version BIGINT PRIMARY KEY,
    -- JSON: what each plan gives, by its id.
    body TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
