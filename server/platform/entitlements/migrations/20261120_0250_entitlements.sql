-- That a workspace has a plan, from when until when. A row is never changed, except to end it sooner.
CREATE TABLE entitlements_plan_grants (
    id {uuid} PRIMARY KEY,
    workspace_id {uuid} NOT NULL,
    plan TEXT NOT NULL,
    -- What gave it, and which one of those: a role, a purchase, a reward. The same is given once.
    source TEXT NOT NULL,
    reference TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT,
    created_at BIGINT NOT NULL,
    UNIQUE (workspace_id, source, reference),
    CHECK (ends_at IS NULL OR ends_at >= starts_at)
);
