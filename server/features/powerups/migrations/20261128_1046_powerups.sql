-- The PowerUPs that people write: tools that they run on a page, a selection or a text.
CREATE TABLE powerups (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What its author has now, as JSON.
    definition TEXT NOT NULL,
    -- Number of that definition.
    version BIGINT NOT NULL,
    -- Who is to have it: private, link, public.
    scope TEXT NOT NULL,
    -- True if its author's name is not shown.
    anonymous BOOLEAN NOT NULL,
    -- unpublished, auditing, audit_rejected, shared, unshared, removed
    state TEXT NOT NULL,
    -- Why it was rejected or removed.
    reason TEXT NOT NULL,
    -- When it was sent to the reviewer.
    sent_at BIGINT,
    -- Who has it now, and what they have; null: nobody ever had it.
    shown_scope TEXT NOT NULL,
    shown_definition TEXT,
    shown_version BIGINT,
    -- Its names and descriptions in all languages in lower case, as others have it: what is searched.
    shown_words TEXT NOT NULL,
    -- What it is a copy of. No foreign key: the copy outlives it.
    origin_id {uuid},
    -- The definition that was copied.
    origin_definition TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX powerups_of_author ON powerups (user_id, updated_at DESC);
CREATE INDEX powerups_public ON powerups (created_at DESC, id DESC) WHERE shown_scope = 'public' AND deleted_at IS NULL;
CREATE INDEX powerups_waiting ON powerups (sent_at DESC, id DESC) WHERE state = 'auditing' AND deleted_at IS NULL;
CREATE INDEX powerups_deleted ON powerups (deleted_at) WHERE deleted_at IS NOT NULL;

-- Every definition a PowerUP ever had, the present one too.
CREATE TABLE powerup_versions (
    powerup_id {uuid} NOT NULL REFERENCES powerups (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    definition TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (powerup_id, number)
);

-- The artifact of a mini app as it was when it was saved, as JSON: the author's, and the one that others have.
CREATE TABLE powerup_apps (
    powerup_id {uuid} NOT NULL REFERENCES powerups (id) ON DELETE CASCADE,
    shown BOOLEAN NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (powerup_id, shown)
);

CREATE TABLE powerup_favorites (
    powerup_id {uuid} NOT NULL REFERENCES powerups (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (powerup_id, user_id)
);
CREATE INDEX powerup_favorites_of_person ON powerup_favorites (user_id, created_at DESC);
