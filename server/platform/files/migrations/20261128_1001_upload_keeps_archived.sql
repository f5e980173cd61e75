-- True if the person's archive has the file among those of their chats; images are there anyway.
ALTER TABLE upload_keeps ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE;
