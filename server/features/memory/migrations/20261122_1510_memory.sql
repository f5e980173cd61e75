-- How a person has their memory, and what they wrote for every answer.
CREATE TABLE memory_profiles (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Whether answers draw on it.
    recall BOOLEAN NOT NULL,
    -- What suggestions are made of: off, statements, model.
    learn TEXT NOT NULL,
    model TEXT,
    about TEXT NOT NULL,
    about_at BIGINT,
    respond TEXT NOT NULL,
    respond_at BIGINT
);

-- What is remembered. Only its person puts anything here.
CREATE TABLE memory_items (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    -- The text as it is compared.
    text_key TEXT NOT NULL,
    -- everywhere, bot, group.
    scope TEXT NOT NULL,
    scope_id {uuid},
    -- The message that it was learned from.
    conversation_id {uuid},
    message_id {uuid} REFERENCES messages (id) ON DELETE SET NULL,
    version BIGINT NOT NULL,
    added_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    forgotten_at BIGINT
);
CREATE UNIQUE INDEX memory_items_by_text ON memory_items (user_id, text_key);
CREATE INDEX memory_items_by_message ON memory_items (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX memory_items_forgotten ON memory_items (forgotten_at) WHERE forgotten_at IS NOT NULL;

-- What was learned and waits for its person's word. It goes with the message that it is from.
CREATE TABLE memory_suggestions (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    text_key TEXT NOT NULL,
    -- The person's own words in the message.
    quote TEXT NOT NULL,
    conversation_id {uuid} NOT NULL,
    message_id {uuid} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- The item that it would take the place of.
    replaces_id {uuid},
    -- pending, adopted, rejected.
    state TEXT NOT NULL,
    -- The model that wrote it; none: it stands in the message like this.
    model_name TEXT,
    rewriting BOOLEAN NOT NULL,
    -- Why it could not be written again, as JSON.
    problem TEXT,
    item_id {uuid},
    created_at BIGINT NOT NULL,
    decided_at BIGINT
);
CREATE UNIQUE INDEX memory_suggestions_by_text ON memory_suggestions (user_id, text_key);
CREATE INDEX memory_suggestions_by_user ON memory_suggestions (user_id, state, created_at DESC, id DESC);
CREATE INDEX memory_suggestions_by_message ON memory_suggestions (message_id);
CREATE INDEX memory_suggestions_decided ON memory_suggestions (decided_at) WHERE decided_at IS NOT NULL;

-- Messages that a model is still to learn from.
CREATE TABLE memory_lessons (
    message_id {uuid} PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    conversation_id {uuid} NOT NULL,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX memory_lessons_by_conversation ON memory_lessons (conversation_id);
CREATE INDEX memory_lessons_by_user ON memory_lessons (user_id);

-- What each answer was given of it.
CREATE TABLE memory_uses (
    message_id {uuid} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    item_id {uuid} NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (message_id, item_id)
);
