-- What the operator chose in the app in place of values of the file, by key.
CREATE TABLE server_settings (
    key TEXT PRIMARY KEY,
    -- JSON: true, 5, "text", ["a", "b"].
    value TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- How often something was changed; one row, which changes lock.
CREATE TABLE server_settings_version (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL
);
INSERT INTO server_settings_version (id, version) VALUES (1, 0);
