-- What a hold counts to the limit of an API key, which gets back what is not charged.
ALTER TABLE ledger_holds ADD COLUMN key_id {uuid};
ALTER TABLE ledger_holds ADD COLUMN key_counted BIGINT NOT NULL DEFAULT 0;
