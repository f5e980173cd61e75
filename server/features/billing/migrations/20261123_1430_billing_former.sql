-- Of an upgrade that was paid: the period whose days it credited, as JSON. It goes on when the money is given back.
ALTER TABLE billing_orders ADD COLUMN former TEXT NOT NULL DEFAULT '';
