-- Who brings others by a link of theirs, and earns a part of what those pay.
CREATE TABLE affiliates (
    user_id {uuid} PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    -- 'applied', 'approved', 'refused'
    state TEXT NOT NULL,
    -- How they will bring others, and where the operator pays them, in their words.
    about TEXT NOT NULL,
    payout_to TEXT NOT NULL,
    -- All there ever were; clicks themselves are forgotten.
    clicks BIGINT NOT NULL,
    applied_at BIGINT NOT NULL,
    decided_at BIGINT
);
CREATE INDEX affiliates_applied ON affiliates (applied_at, user_id);

-- That somebody followed a link. Nothing in it says who.
CREATE TABLE affiliates_clicks (
    id {uuid} PRIMARY KEY,
    affiliate_id {uuid} NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX affiliates_clicks_age ON affiliates_clicks (created_at);
CREATE INDEX affiliates_clicks_affiliate ON affiliates_clicks (affiliate_id);

-- Who registered after a click. Each person came once.
CREATE TABLE affiliates_referrals (
    id {uuid} PRIMARY KEY,
    affiliate_id {uuid} NOT NULL,
    -- Empty: the account is gone.
    user_id {uuid} UNIQUE,
    registered_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX affiliates_referrals_affiliate ON affiliates_referrals (affiliate_id);

-- What is earned of one payment: at most one row each.
CREATE TABLE affiliates_commissions (
    id {uuid} PRIMARY KEY,
    affiliate_id {uuid} NOT NULL,
    order_id {uuid} NOT NULL UNIQUE,
    -- In the currency's smallest unit.
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    -- 'pending', 'approved', 'paid', 'clawed_back'
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When it is good unless the money was given back.
    due_at BIGINT NOT NULL,
    -- With what it was paid out, and from what it was taken again because the money was given back after that.
    payout_id {uuid},
    offset_id {uuid}
);
CREATE INDEX affiliates_commissions_affiliate ON affiliates_commissions (affiliate_id, created_at, id);
CREATE INDEX affiliates_commissions_due ON affiliates_commissions (due_at) WHERE state = 'pending';

-- What the operator paid out. Kept for the books, without the person, when the account goes.
CREATE TABLE affiliates_payouts (
    id {uuid} PRIMARY KEY,
    affiliate_id {uuid},
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX affiliates_payouts_affiliate ON affiliates_payouts (affiliate_id);
