-- Videos that programs asked for: each is a task, and its video one of its person's.
CREATE TABLE gateway_videos (
    id {uuid} PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    -- As the program wrote it; null: it wrote none.
    size TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX gateway_videos_list ON gateway_videos (user_id, workspace_id, created_at, id);
