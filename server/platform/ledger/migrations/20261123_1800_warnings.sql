-- When somebody was told that a lot ends with something left in it, or that little is left of a plan's month.
ALTER TABLE ledger_buckets ADD COLUMN warned_at BIGINT;
CREATE INDEX ledger_buckets_unwarned ON ledger_buckets (ends_at) WHERE warned_at IS NULL;
