-- Sign-ins through an identity provider that came back: each may once.
CREATE TABLE account_oidc_returns (
    state_hash {bytes} PRIMARY KEY,
    returned_at BIGINT NOT NULL
);
