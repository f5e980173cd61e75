-- What the operator says of a service of his own (JSON), and where each stands among all; null: as it comes.
ALTER TABLE search_finders ADD COLUMN own TEXT;
ALTER TABLE search_finders ADD COLUMN place BIGINT;

-- Feeds that news are searched in.
CREATE TABLE search_feeds (
    id {uuid} PRIMARY KEY,
    -- Null: the operator's, for everybody.
    user_id {uuid} REFERENCES users (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    -- JSON: what it said when it was read.
    entries TEXT NOT NULL,
    -- Why it could not be read the last time.
    fault TEXT,
    read_at BIGINT,
    added_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX search_feeds_of_person ON search_feeds (user_id, url);
CREATE UNIQUE INDEX search_feeds_of_all ON search_feeds (url) WHERE user_id IS NULL;
