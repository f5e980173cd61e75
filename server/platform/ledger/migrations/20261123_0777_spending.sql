-- What each run cost the operator, from when it was settled. Whose it was is not kept: the books outlive accounts.
CREATE TABLE ledger_costs (
    run_id {uuid} PRIMARY KEY,
    -- The UTC month in which it began: '2026-11'.
    month TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    model TEXT NOT NULL,
    input_tokens BIGINT NOT NULL CHECK (input_tokens >= 0),
    output_tokens BIGINT NOT NULL CHECK (output_tokens >= 0),
    -- Its provider did not count: the tokens are what such a text is likely to have.
    is_estimated BOOLEAN NOT NULL,
    -- In millionths of the currency; NULL where nobody said what the model costs.
    amount BIGINT CHECK (amount >= 0)
);
CREATE INDEX ledger_costs_month ON ledger_costs (month, model);

-- What was spent in a UTC day ('2026-11-23') or month ('2026-11') with a limit, and what running answers may still
-- cost. Made when the first limit is set; from then on each cost of the period is in it.
CREATE TABLE ledger_spending (
    period TEXT PRIMARY KEY,
    spent BIGINT NOT NULL CHECK (spent >= 0),
    held BIGINT NOT NULL DEFAULT 0 CHECK (held >= 0),
    -- NULL: no limit.
    most BIGINT CHECK (most >= 0),
    -- When the operator was told that most of it is spent, and that something was refused.
    warned_at BIGINT,
    tripped_at BIGINT
);

-- The operator's limits; one row, or none.
CREATE TABLE ledger_spending_limits (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    daily BIGINT,
    monthly BIGINT,
    changed_at BIGINT NOT NULL
);

-- What of the periods of its beginning a hold holds.
ALTER TABLE ledger_holds ADD COLUMN cost_held BIGINT NOT NULL DEFAULT 0;
