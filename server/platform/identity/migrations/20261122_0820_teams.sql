-- When a team's workspace is deleted with all that is in it; NULL: it stays. From the moment it is set nobody works
-- in it.
ALTER TABLE workspaces ADD COLUMN closing_at BIGINT;
