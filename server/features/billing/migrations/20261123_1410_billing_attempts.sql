-- How often the payment of an order was begun in vain: a bill of a period outlives the page where it is paid.
ALTER TABLE billing_orders ADD COLUMN attempt BIGINT NOT NULL DEFAULT 0 CHECK (attempt >= 0);
