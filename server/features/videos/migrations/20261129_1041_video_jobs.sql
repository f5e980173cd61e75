-- The provider's job that made a video, as JSON, by which the provider can change it; null: it is not known.
ALTER TABLE videos ADD COLUMN provider_job TEXT;
