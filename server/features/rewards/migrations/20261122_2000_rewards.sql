-- The code by which somebody invites others: one for ever.
CREATE TABLE rewards_codes (
    user_id {uuid} PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);

-- Who came by whose invitation. Each person came once; what they are worth is given once.
CREATE TABLE rewards_friends (
    id {uuid} PRIMARY KEY,
    inviter_id {uuid} NOT NULL,
    -- Empty: the account is gone.
    user_id {uuid} UNIQUE,
    registered_at BIGINT NOT NULL,
    claimed_at BIGINT NOT NULL,
    -- 'pending', 'approved', 'refused'
    registration TEXT NOT NULL,
    -- 'none', 'approved'
    subscription TEXT NOT NULL
);
CREATE INDEX rewards_friends_inviter ON rewards_friends (inviter_id, registered_at, id);
CREATE INDEX rewards_friends_waiting ON rewards_friends (claimed_at) WHERE registration = 'pending';
CREATE INDEX rewards_friends_unpaid ON rewards_friends (id) WHERE subscription = 'none';
