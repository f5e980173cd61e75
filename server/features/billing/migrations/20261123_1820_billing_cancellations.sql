-- That somebody cancelled, or thought of it and took something less: one row each time. Kept for counting, without the person
-- and their words, when the account goes.
CREATE TABLE billing_cancellations (
    id {uuid} PRIMARY KEY,
    workspace_id {uuid},
    user_id {uuid},
    -- What they had then, and in which phase.
    plan TEXT NOT NULL,
    cycle TEXT NOT NULL,
    phase TEXT NOT NULL,
    reason TEXT NOT NULL,
    feedback TEXT NOT NULL,
    -- Whether something less was offered: 'none', 'refused', 'taken'.
    offered TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When they had a plan again that goes on.
    returned_at BIGINT
);
CREATE INDEX billing_cancellations_time ON billing_cancellations (created_at, id);
CREATE INDEX billing_cancellations_gone ON billing_cancellations (workspace_id) WHERE returned_at IS NULL;

-- Until now the last one of each workspace was kept with its subscription, and what was offered was not.
INSERT INTO billing_cancellations
    (id, workspace_id, user_id, plan, cycle, phase, reason, feedback, offered, created_at)
SELECT workspace_id, workspace_id, user_id, plan, cycle, 'active', cancel_reason, cancel_feedback, 'none', updated_at
FROM billing_subscriptions WHERE cancel_reason <> '';
ALTER TABLE billing_subscriptions DROP COLUMN cancel_reason;
ALTER TABLE billing_subscriptions DROP COLUMN cancel_feedback;
