ALTER TABLE conversations ADD COLUMN favorited BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE conversations ADD COLUMN group_id {uuid};
ALTER TABLE conversations ADD COLUMN bot_id {uuid};
ALTER TABLE conversations ADD COLUMN temporary BOOLEAN NOT NULL DEFAULT FALSE;
-- What a person set for one conversation, as JSON.
ALTER TABLE conversations ADD COLUMN settings TEXT;

ALTER TABLE messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'plain';
-- The answers that several models give to one message at once share it.
ALTER TABLE messages ADD COLUMN batch_id {uuid};
ALTER TABLE messages ADD COLUMN bot_id {uuid};
