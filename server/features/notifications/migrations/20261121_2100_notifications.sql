-- What push services know this server by.
CREATE TABLE push_keys (
    -- There is one.
    id BIGINT PRIMARY KEY CHECK (id = 1),
    -- A point on P-256, not compressed: browsers subscribe with it.
    public_key {bytes} NOT NULL,
    -- PKCS #8, sealed.
    private_key {bytes} NOT NULL,
    created_at BIGINT NOT NULL
);

-- A device that wants to be told. It has none when it is signed out.
CREATE TABLE push_subscriptions (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id {uuid} NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    -- SHA-256 of the address: a browser has one, whoever uses it.
    endpoint_hash {bytes} NOT NULL UNIQUE,
    -- Sealed JSON: the address and the browser's keys. Who has it can write to the device.
    target {bytes} NOT NULL,
    -- Whether its messages carry the title of a conversation.
    with_title BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);
