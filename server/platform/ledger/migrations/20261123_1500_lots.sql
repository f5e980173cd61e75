-- The lots that were given, newest first, as the operator reads them; and those that are no plan's.
CREATE INDEX ledger_buckets_given ON ledger_buckets (created_at, id);
CREATE INDEX ledger_buckets_granted ON ledger_buckets (created_at, id) WHERE source NOT LIKE 'plan:%';
