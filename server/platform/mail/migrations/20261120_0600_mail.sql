CREATE TABLE mails (
    id {uuid} PRIMARY KEY,
    to_address TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- Sealed: codes are in it. Emptied once the mail is sent.
    body {bytes} NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'kept', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- While a mail is being sent: when another process may take it over.
    next_attempt_at BIGINT NOT NULL,
    error TEXT,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX mails_by_created ON mails (created_at, id);
CREATE INDEX mails_waiting ON mails (next_attempt_at) WHERE state = 'waiting';
