-- Documents that are asked about together.
CREATE TABLE document_collections (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX document_collections_by_user ON document_collections (user_id, created_at DESC, id DESC);
CREATE INDEX document_collections_deleted ON document_collections (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE document_collection_items (
    collection_id {uuid} NOT NULL REFERENCES document_collections (id) ON DELETE CASCADE,
    document_id {uuid} NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, document_id)
);
CREATE INDEX document_collection_items_by_document ON document_collection_items (document_id);
