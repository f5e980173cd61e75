-- What stands for the older turns of a conversation where they do not fit. The turns themselves stay.
CREATE TABLE conversation_summaries (
    id {uuid} PRIMARY KEY,
    conversation_id {uuid} NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    -- The last message it covers, with all before it on its branch.
    until_message_id {uuid} NOT NULL,
    text TEXT NOT NULL,
    -- Whether a person changed it.
    edited BOOLEAN NOT NULL,
    model TEXT NOT NULL,
    model_name TEXT NOT NULL,
    -- writing, ready, failed
    state TEXT NOT NULL,
    run_id {uuid},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (conversation_id, until_message_id)
);
