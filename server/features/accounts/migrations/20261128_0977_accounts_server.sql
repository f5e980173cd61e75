-- What the operator chose for this server in the app; one row. A null is what the settings in the file say.
CREATE TABLE account_server (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    name TEXT,
    sign_up TEXT CHECK (sign_up IN ('open', 'invitation', 'closed')),
    changed_at BIGINT NOT NULL
);

-- People whom an operator invited, until they have an account. The link works once.
CREATE TABLE account_invitations (
    id {uuid} PRIMARY KEY,
    code_hash {bytes} NOT NULL UNIQUE,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    invited_by {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
