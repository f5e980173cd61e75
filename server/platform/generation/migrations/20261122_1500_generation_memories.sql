-- How many memories of its person's a run was given: its receipt says so.
ALTER TABLE runs ADD COLUMN memories BIGINT NOT NULL DEFAULT 0;
