-- What the operator tells everybody, or that the server is closed for work. One row, or none.
CREATE TABLE admin_notice (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    level TEXT NOT NULL CHECK (level IN ('notice', 'closed')),
    -- Plain text. Empty: what clients say by themselves.
    text TEXT NOT NULL,
    starts_at BIGINT,
    ends_at BIGINT,
    changed_at BIGINT NOT NULL
);
