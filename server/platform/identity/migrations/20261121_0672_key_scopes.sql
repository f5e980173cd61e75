-- What a key opens, as words separated by spaces. Keys from before could ask models, and see which there are.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'models chat';
