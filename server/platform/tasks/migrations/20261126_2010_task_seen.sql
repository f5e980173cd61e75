-- When its person last saw a task that is over or waits for them.
ALTER TABLE tasks ADD COLUMN seen_at BIGINT;
