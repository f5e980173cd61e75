-- Whether the payment of an order is disputed: until that is decided nobody knows who will have the money.
ALTER TABLE billing_orders ADD COLUMN disputed BOOLEAN NOT NULL DEFAULT FALSE;
