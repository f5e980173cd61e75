-- What was found on the web for an answer in a chat, until what that says is held against it.
CREATE TABLE search_answer_pages (
    message_id {uuid} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- What the answer calls it.
    number BIGINT NOT NULL,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    -- Whose it is, where it stood, and of when.
    about TEXT NOT NULL,
    -- What a search engine says of it, and what stood there; null: it was not read.
    snippet TEXT NOT NULL,
    text TEXT,
    PRIMARY KEY (message_id, number)
);
