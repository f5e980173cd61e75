-- What a workspace was given of one meter for one period, and what of it is used and held.
-- The balance is granted - used - held. An unlimited bucket only counts.
CREATE TABLE ledger_buckets (
    id {uuid} PRIMARY KEY,
    workspace_id {uuid} NOT NULL,
    meter TEXT NOT NULL,
    -- What gave it: 'plan:free', or 'reward:…' and the like with the reference in `period`.
    source TEXT NOT NULL,
    -- The UTC date or month of a plan's allowance; the reference of a grant.
    period TEXT NOT NULL,
    is_unlimited BOOLEAN NOT NULL,
    granted BIGINT NOT NULL DEFAULT 0,
    used BIGINT NOT NULL DEFAULT 0,
    held BIGINT NOT NULL DEFAULT 0,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT,
    created_at BIGINT NOT NULL,
    UNIQUE (workspace_id, meter, source, period, is_unlimited),
    CHECK (granted >= 0 AND used >= 0 AND held >= 0),
    CHECK (is_unlimited OR used + held <= granted)
);

-- What a run may use, from before its first provider call until it is settled.
CREATE TABLE ledger_holds (
    run_id {uuid} PRIMARY KEY,
    workspace_id {uuid} NOT NULL,
    user_id {uuid} NOT NULL,
    -- NULL where the operation is free.
    meter TEXT,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    charged BIGINT NOT NULL DEFAULT 0 CHECK (charged >= 0 AND charged <= amount),
    state TEXT NOT NULL CHECK (state IN ('open', 'settled')),
    feature TEXT NOT NULL,
    detail TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When the sweep asks whether the run still lives.
    expires_at BIGINT NOT NULL
);
CREATE INDEX ledger_holds_open ON ledger_holds (expires_at) WHERE state = 'open';
CREATE INDEX ledger_holds_workspace ON ledger_holds (workspace_id);

-- From which buckets a hold was taken, in this order.
CREATE TABLE ledger_hold_lines (
    run_id {uuid} NOT NULL REFERENCES ledger_holds (run_id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    bucket_id {uuid} NOT NULL REFERENCES ledger_buckets (id) ON DELETE CASCADE,
    amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (run_id, position)
);
CREATE INDEX ledger_hold_lines_bucket ON ledger_hold_lines (bucket_id);

-- Every change of a balance, never changed itself. The sum of a bucket's entries is granted - used.
CREATE TABLE ledger_entries (
    id {uuid} PRIMARY KEY,
    bucket_id {uuid} NOT NULL REFERENCES ledger_buckets (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    meter TEXT NOT NULL,
    change BIGINT NOT NULL,
    -- 'allowance' (a plan's, not shown), 'grant' or 'usage'.
    reason TEXT NOT NULL,
    -- The run, the grant's reference, or what the allowance was raised to: each counts once.
    reference TEXT NOT NULL,
    feature TEXT NOT NULL,
    detail TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (bucket_id, reason, reference)
);
CREATE INDEX ledger_entries_shown ON ledger_entries (workspace_id, created_at, id)
    WHERE reason <> 'allowance';
