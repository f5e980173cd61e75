-- What a bot has besides its texts, as JSON: starters, files, tools.
ALTER TABLE bots ADD COLUMN extras TEXT NOT NULL DEFAULT '{}';
ALTER TABLE bot_reviews ADD COLUMN seen_extras TEXT NOT NULL DEFAULT '{}';
