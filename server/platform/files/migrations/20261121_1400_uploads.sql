-- A file of a person's: first what has arrived of it, then what was read in it.
CREATE TABLE uploads (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    received_bytes BIGINT NOT NULL,
    -- In hexadecimal; what the client promised until all has arrived.
    sha256 TEXT,
    state TEXT NOT NULL,
    problem TEXT,
    words BIGINT,
    pages BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX uploads_by_user ON uploads (user_id, created_at);
CREATE INDEX uploads_by_age ON uploads (updated_at);

-- What has arrived of a file, until it is whole: each piece is a blob of its own.
CREATE TABLE upload_pieces (
    upload_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    start_byte BIGINT NOT NULL,
    piece_id {uuid} NOT NULL,
    PRIMARY KEY (upload_id, start_byte)
);

-- The messages that a file belongs to. A file without any is a draft's.
CREATE TABLE upload_links (
    upload_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    message_id {uuid} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    PRIMARY KEY (upload_id, message_id)
);
CREATE INDEX upload_links_by_message ON upload_links (message_id);
