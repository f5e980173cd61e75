-- Who serves models. The key is sealed by the vault, bound to its row.
CREATE TABLE provider_connections (
    id {uuid} PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    protocol TEXT NOT NULL,
    base_url TEXT NOT NULL,
    api_key {bytes},
    key_hint TEXT,
    enabled BOOLEAN NOT NULL,
    -- What the provider listed last, and what the operator changed about it: JSON.
    models TEXT NOT NULL,
    overrides TEXT NOT NULL,
    models_fetched_at BIGINT,
    -- Code and parameters of the problem that the last listing met: JSON.
    last_problem TEXT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Local servers that were once connected without being asked: never a second time.
CREATE TABLE provider_discoveries (
    base_url TEXT PRIMARY KEY,
    found_at BIGINT NOT NULL
);
