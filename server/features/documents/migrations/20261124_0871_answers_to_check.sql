-- Answers that draw on files, until their places are held against what the files say.
CREATE TABLE document_answers (
    message_id {uuid} PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    -- JSON: id and name of each file that the model was given.
    files TEXT NOT NULL
);
