-- The person on whose behalf a job runs; none: it is the server's own work.
ALTER TABLE jobs ADD COLUMN share {uuid};
