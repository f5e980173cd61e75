-- When a feed was taken away; it can be brought back for a while. One that is added again takes its place.
ALTER TABLE search_feeds ADD COLUMN deleted_at BIGINT;
