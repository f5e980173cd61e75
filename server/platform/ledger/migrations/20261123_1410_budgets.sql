-- Most that something may use in a UTC month, whoever asks it: a bot, or a research that comes again by itself.
CREATE TABLE ledger_budgets (
    -- Of the bot, or the research.
    id {uuid} PRIMARY KEY,
    -- In units of any meter.
    amount BIGINT NOT NULL CHECK (amount > 0)
);

-- What a run is counted to besides its payer. What that used is summed up from what it held.
ALTER TABLE ledger_holds ADD COLUMN budget_id {uuid};
CREATE INDEX ledger_holds_budget ON ledger_holds (budget_id, created_at) WHERE budget_id IS NOT NULL;
