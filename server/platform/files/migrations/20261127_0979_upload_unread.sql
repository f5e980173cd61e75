-- Parts of a file that were not read, as JSON. None: everything was read.
ALTER TABLE uploads ADD COLUMN unread TEXT;
