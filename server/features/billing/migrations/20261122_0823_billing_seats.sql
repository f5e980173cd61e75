-- Of a team's plan: how many seats. Everything else is of one.
ALTER TABLE billing_subscriptions ADD COLUMN seats BIGINT NOT NULL DEFAULT 1 CHECK (seats > 0);
ALTER TABLE billing_subscriptions ADD COLUMN next_seats BIGINT NOT NULL DEFAULT 1 CHECK (next_seats > 0);
ALTER TABLE billing_orders ADD COLUMN seats BIGINT NOT NULL DEFAULT 1 CHECK (seats > 0);

-- That a team's credits are ordered by themselves when few are left.
CREATE TABLE billing_auto_deductions (
    workspace_id {uuid} PRIMARY KEY,
    -- Who set it.
    user_id {uuid} NOT NULL,
    enabled BOOLEAN NOT NULL,
    -- What one order is of, and what all of a calendar month may come to, in the currency's smallest unit.
    amount BIGINT NOT NULL CHECK (amount > 0),
    -- What one order gives, at the prices when it was set.
    credits BIGINT NOT NULL CHECK (credits > 0),
    monthly_limit BIGINT NOT NULL CHECK (monthly_limit >= amount),
    currency TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
