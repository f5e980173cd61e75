-- The deletion that a team's admins were warned of: when it was to be.
ALTER TABLE teams ADD COLUMN warned_of BIGINT;
