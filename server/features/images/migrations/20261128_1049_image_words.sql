-- What people chose about their images. Nobody has a row before they change something.
CREATE TABLE image_settings (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- True: files of new images say the prompt and its settings.
    embed_prompt BOOLEAN NOT NULL,
    -- The model that says what new images show; null: none does.
    describe_model TEXT
);
-- What a model says that the image shows.
ALTER TABLE images ADD COLUMN description TEXT;
