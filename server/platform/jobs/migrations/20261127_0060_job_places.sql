-- The place of a job in the line of its person's jobs of its kind, from 0, when it was enqueued: who has the fewest before
-- it goes first.
ALTER TABLE jobs ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
CREATE INDEX jobs_by_share ON jobs (share, name) WHERE share IS NOT NULL;
