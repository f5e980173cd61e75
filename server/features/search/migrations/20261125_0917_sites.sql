-- Sites that a person has come first in what is found, or never: one row each.
CREATE TABLE search_sites (
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    site TEXT NOT NULL,
    -- 'first' or 'never'.
    place TEXT NOT NULL,
    PRIMARY KEY (user_id, site)
);
