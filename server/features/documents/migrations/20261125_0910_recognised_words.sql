-- Where what was read on a page stands: JSON, lines of words with their boxes. Null: it was read before these were kept.
ALTER TABLE recognised_pages ADD COLUMN words TEXT;
