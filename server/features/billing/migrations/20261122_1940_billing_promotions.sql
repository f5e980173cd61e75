-- What promotions took off. What is left of a period is credited at what was paid for it, not at its price.
ALTER TABLE billing_orders ADD COLUMN discount BIGINT NOT NULL DEFAULT 0 CHECK (discount >= 0);
ALTER TABLE billing_orders ADD COLUMN promotion TEXT NOT NULL DEFAULT '';
ALTER TABLE billing_subscriptions ADD COLUMN period_price BIGINT NOT NULL DEFAULT 0 CHECK (period_price >= 0);
UPDATE billing_subscriptions SET period_price = price WHERE phase IN ('active', 'past_due');
