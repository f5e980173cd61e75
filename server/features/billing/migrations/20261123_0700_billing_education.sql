-- Who proved to be of a school, by a code to an address of one: once a person, and one person an address.
CREATE TABLE billing_education (
    user_id {uuid} PRIMARY KEY,
    email TEXT NOT NULL,
    -- What all ways to write to one mailbox have in common.
    mailbox TEXT NOT NULL UNIQUE,
    -- What was promised then, until the end.
    percent_off BIGINT NOT NULL CHECK (percent_off BETWEEN 1 AND 90),
    proved_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
