-- Origins that its preview may reach, as JSON.
ALTER TABLE artifacts ADD COLUMN hosts TEXT NOT NULL DEFAULT '[]';
-- False if its owner has not agreed to them yet: a remix brings them along.
ALTER TABLE artifacts ADD COLUMN hosts_agreed BOOLEAN NOT NULL DEFAULT FALSE;
