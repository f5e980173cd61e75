-- A value that is sealed with the master key of this installation, and says at each start if the key is still the same.
CREATE TABLE vault_check (
    id BIGINT PRIMARY KEY,
    sealed {bytes} NOT NULL,
    made_at BIGINT NOT NULL
);
