-- Why somebody is suspended: what they are told. Empty: nobody said, or they are not.
ALTER TABLE users ADD COLUMN suspended_reason TEXT NOT NULL DEFAULT '';
