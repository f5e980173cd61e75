-- What a workspace has subscribed to: one row each, made when it is first needed, and the lock on all that
-- changes its plan.
CREATE TABLE billing_subscriptions (
    workspace_id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL,
    -- 'none', 'trial', 'active', 'past_due', 'ended'
    phase TEXT NOT NULL,
    -- What it has, or had; '' while it never had anything.
    plan TEXT NOT NULL,
    cycle TEXT NOT NULL,
    -- For one period, in the currency's smallest unit: what it was subscribed at.
    price BIGINT NOT NULL CHECK (price >= 0),
    currency TEXT NOT NULL,
    -- Periods are counted from here.
    anchor_at BIGINT NOT NULL,
    period_start BIGINT NOT NULL,
    period_end BIGINT NOT NULL,
    -- Until when what is due may be paid; access lasts so long.
    grace_end BIGINT,
    cancel_at_end BOOLEAN NOT NULL,
    cancel_reason TEXT NOT NULL,
    cancel_feedback TEXT NOT NULL,
    -- What it has from the next period on; '' is the same.
    next_plan TEXT NOT NULL,
    next_cycle TEXT NOT NULL,
    next_price BIGINT NOT NULL CHECK (next_price >= 0),
    trial_used BOOLEAN NOT NULL,
    trial_extended BOOLEAN NOT NULL,
    -- The end that its person was reminded of.
    reminded_of BIGINT,
    -- When something happens by itself next.
    due_at BIGINT,
    -- Grows with each change.
    version BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX billing_subscriptions_due ON billing_subscriptions (due_at) WHERE due_at IS NOT NULL;

-- Something to be paid, once. Kept for the books, without the person, when the account goes.
CREATE TABLE billing_orders (
    id {uuid} PRIMARY KEY,
    workspace_id {uuid},
    user_id {uuid},
    -- 'subscribe', 'upgrade', 'renew', 'pack'
    kind TEXT NOT NULL,
    -- Of a plan: which, and how often it is paid. Of a pack: its name and ''.
    item TEXT NOT NULL,
    cycle TEXT NOT NULL,
    -- Of a pack.
    credits BIGINT NOT NULL,
    -- What one period, or the pack, costs; what of it is paid with the days that were left; what is to be paid.
    price BIGINT NOT NULL CHECK (price >= 0),
    credit BIGINT NOT NULL CHECK (credit >= 0),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    currency TEXT NOT NULL,
    -- 'open', 'paid', 'failed', 'cancelled', 'refunded'
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    provider TEXT NOT NULL,
    -- The provider's name for the payment, and its page.
    reference TEXT NOT NULL,
    page TEXT NOT NULL,
    -- Money came for an order that was no longer open: it is to be given back.
    refund_due BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    closed_at BIGINT,
    paid_at BIGINT
);
CREATE INDEX billing_orders_workspace ON billing_orders (workspace_id, created_at, id);
CREATE INDEX billing_orders_state ON billing_orders (state, created_at, id);
CREATE INDEX billing_orders_reference ON billing_orders (provider, reference);

-- The offer as the operator changed it; one row, or none.
CREATE TABLE billing_offer (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
