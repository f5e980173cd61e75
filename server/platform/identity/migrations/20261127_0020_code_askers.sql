-- A keyed fingerprint of who asked for the code: a network, a known device or an account. Null: it was not noted.
ALTER TABLE codes ADD COLUMN asker_mac {bytes};
-- True if a device asked that is known to the account, or the account itself: strangers cannot use up its codes.
ALTER TABLE codes ADD COLUMN is_asker_known BOOLEAN NOT NULL DEFAULT FALSE;
