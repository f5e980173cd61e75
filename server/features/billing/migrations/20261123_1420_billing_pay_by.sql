-- Until when what was credited is about what it was: an upgrade is paid by then, or ordered anew. Empty: nothing was credited.
ALTER TABLE billing_orders ADD COLUMN pay_by BIGINT;
