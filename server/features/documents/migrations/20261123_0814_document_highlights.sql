-- What a person marked in the pages of a document.
CREATE TABLE document_highlights (
    id {uuid} PRIMARY KEY,
    document_id {uuid} NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    page BIGINT NOT NULL,
    color TEXT NOT NULL,
    -- JSON: where it is on the page, each box as fractions of the page.
    boxes TEXT NOT NULL,
    quote TEXT NOT NULL,
    note TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX document_highlights_by_document ON document_highlights (document_id, page);
