-- Answers for which a person gave things of their own, until what they say is held against these.
CREATE TABLE chat_given (
    message_id {uuid} PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    -- JSON: number, kind, id and title of each thing that the model was given.
    things TEXT NOT NULL
);
