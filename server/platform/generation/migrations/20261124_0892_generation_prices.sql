-- What a thousand tokens of its model cost, in advanced credits; null: it costs by the answer.
ALTER TABLE runs ADD COLUMN credits_per_1k BIGINT;
