-- The templates that people write or upload.
CREATE TABLE templates (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Name, text and fields, as JSON.
    definition TEXT NOT NULL,
    -- The Word file that it is; null: its text is Markdown.
    file_id {uuid},
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX templates_of_person ON templates (user_id, updated_at DESC);

-- The documents that people fill.
CREATE TABLE template_documents (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The key of its template: an id, or the name of a preset. The template may be gone.
    template TEXT NOT NULL,
    title TEXT NOT NULL,
    -- The template as it was when the document was begun, as JSON.
    definition TEXT NOT NULL,
    file_id {uuid},
    -- BCP 47; null: English. Dates are written in it.
    locale TEXT,
    -- What fills the fields, as JSON.
    filled TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX template_documents_of_person ON template_documents (user_id, updated_at DESC, id DESC);

-- The files that were made of a document, the newest of each format.
CREATE TABLE template_files (
    document_id {uuid} NOT NULL REFERENCES template_documents (id) ON DELETE CASCADE,
    format TEXT NOT NULL,
    file_id {uuid} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (document_id, format)
);
