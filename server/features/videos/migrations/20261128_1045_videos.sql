-- Videos that were made, each with how it was made. Its bytes are an upload.
CREATE TABLE videos (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    file_id {uuid} NOT NULL,
    -- The task that made it; null: that is deleted for good.
    task_id {uuid} REFERENCES tasks (id) ON DELETE SET NULL,
    -- The video whose settings it was made with, which may be gone.
    parent_id {uuid},
    -- The work that made it, as JSON, to do it again.
    work TEXT NOT NULL,
    seed BIGINT,
    seconds BIGINT,
    media_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    -- Advanced credits.
    cost BIGINT NOT NULL,
    starred BOOLEAN NOT NULL DEFAULT FALSE,
    -- Lower-case words by which it is found.
    words TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX videos_list ON videos (user_id, workspace_id, created_at, id);
CREATE INDEX videos_of_task ON videos (task_id);
CREATE INDEX videos_trash ON videos (deleted_at);
CREATE UNIQUE INDEX videos_file ON videos (file_id);
