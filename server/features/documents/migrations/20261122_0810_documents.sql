-- PDFs that people keep, to read them and to ask about them.
CREATE TABLE documents (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    name TEXT NOT NULL,
    -- Where it is fetched from; null: it is uploaded.
    url TEXT,
    -- Its bytes and its text; null: it is not fetched yet.
    file_id {uuid},
    -- JSON: why it was not fetched.
    problem TEXT,
    -- How many pages it has, and how many of them were read.
    page_count BIGINT,
    pages_kept BIGINT,
    -- It failed, and its person wants to hear no more of it.
    ignored BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX documents_by_user ON documents (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX documents_by_file ON documents (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX documents_deleted ON documents (deleted_at) WHERE deleted_at IS NOT NULL;

-- What a conversation is about: a document, or a collection. It is written before the conversation's first message.
CREATE TABLE document_chats (
    conversation_id {uuid} NOT NULL,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    subject_id {uuid} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, conversation_id)
);
CREATE INDEX document_chats_by_subject ON document_chats (subject_id);

-- Questions about documents that were answered, or begun to be: what a day's number is counted by.
CREATE TABLE document_questions (
    message_id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asked_at BIGINT NOT NULL
);
CREATE INDEX document_questions_by_user ON document_questions (user_id, asked_at);
