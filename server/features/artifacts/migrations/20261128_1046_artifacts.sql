-- The artifacts that models write in answers, or that people keep as their own.
CREATE TABLE artifacts (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    -- The chat in which it is written; it outlives the chat.
    conversation_id {uuid} REFERENCES conversations (id) ON DELETE SET NULL,
    -- The name by which the model refers to it in that chat.
    identifier TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    -- Number of the newest version.
    version BIGINT NOT NULL,
    starred BOOLEAN NOT NULL,
    -- True if it may call a model, with the quota of who looks at it.
    prompts BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX artifacts_list ON artifacts (user_id, workspace_id, updated_at, id);
CREATE INDEX artifacts_in_conversation ON artifacts (conversation_id, identifier);

CREATE TABLE artifact_versions (
    artifact_id {uuid} NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    -- model, person, restored, copied
    source TEXT NOT NULL,
    language TEXT NOT NULL,
    content TEXT NOT NULL,
    -- False if the model was stopped before the end.
    complete BOOLEAN NOT NULL,
    -- The answer that wrote it, and its block there, counted from 0. No foreign key: answers are deleted with their chat.
    message_id {uuid},
    block BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (artifact_id, number)
);
CREATE UNIQUE INDEX artifact_versions_of_answers ON artifact_versions (message_id, block);

CREATE TABLE artifact_settings (
    user_id {uuid} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    in_chats TEXT NOT NULL
);

-- What a running artifact keeps, for each person who runs it.
CREATE TABLE artifact_data (
    artifact_id {uuid} NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Texts by their keys, as JSON.
    entries TEXT NOT NULL,
    PRIMARY KEY (artifact_id, user_id)
);
CREATE INDEX artifact_data_of_person ON artifact_data (user_id);
