-- True if its author lists it in the gallery while it is published.
ALTER TABLE artifacts ADD COLUMN listed BOOLEAN NOT NULL DEFAULT FALSE;

-- The pages of published artifacts, for the gallery.
CREATE TABLE artifact_publications (
    artifact_id {uuid} PRIMARY KEY REFERENCES artifacts (id) ON DELETE CASCADE,
    -- Id of the shared page, which is its address.
    share_id TEXT NOT NULL,
    -- Of the version that is published.
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    -- Number of other people who remixed it.
    remixes BIGINT NOT NULL,
    published_at BIGINT NOT NULL,
    expires_at BIGINT
);
CREATE INDEX artifact_publications_newest ON artifact_publications (published_at, artifact_id);
CREATE INDEX artifact_publications_remixed ON artifact_publications (remixes, artifact_id);

CREATE TABLE artifact_remixes (
    artifact_id {uuid} NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (artifact_id, user_id)
);
CREATE INDEX artifact_remixes_of_person ON artifact_remixes (user_id);
