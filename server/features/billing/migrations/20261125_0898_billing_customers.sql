-- Who a workspace is at a payment provider, which keeps its cards and billing details: one customer at each provider. The row
-- is there before the customer is, so that one who was made and never heard of is still found, and deleted.
CREATE TABLE billing_customers (
    workspace_id {uuid} NOT NULL,
    provider TEXT NOT NULL,
    -- The provider's id of it; empty while it is made.
    customer TEXT NOT NULL DEFAULT '',
    -- How many were made before that the provider no longer has.
    attempt BIGINT NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, provider)
);
