-- Boards: the named groups in which people keep images.
CREATE TABLE image_boards (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX image_boards_list ON image_boards (user_id, workspace_id, created_at, id);

-- Images that were made or brought, each with how it was made. Its bytes are an upload.
CREATE TABLE images (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    file_id {uuid} NOT NULL,
    -- The task that made it; null: it was uploaded, or the task is deleted for good.
    task_id {uuid} REFERENCES tasks (id) ON DELETE SET NULL,
    board_id {uuid} REFERENCES image_boards (id) ON DELETE SET NULL,
    -- The image that it was made from, which may be gone.
    parent_id {uuid},
    origin TEXT NOT NULL,
    prompt TEXT NOT NULL,
    model TEXT,
    tool TEXT,
    -- The work that made it, as JSON, to do it again.
    work TEXT,
    seed BIGINT,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
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
CREATE INDEX images_list ON images (user_id, workspace_id, created_at, id);
CREATE INDEX images_of_board ON images (board_id, created_at, id);
CREATE INDEX images_of_task ON images (task_id);
CREATE INDEX images_trash ON images (deleted_at);
CREATE UNIQUE INDEX images_file ON images (file_id);
