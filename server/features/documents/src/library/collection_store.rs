use kernel::{Payer, Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, StoreResult, Tx, is_in_workspace, sql};

use super::document::{CollectionId, Document, DocumentId};
use super::store::{Row, documents};

/// Documents under one name.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Collection {
    pub id: CollectionId,
    pub name: String,
    pub created_at: Timestamp,
}

/// Adds a collection; `false`, and nothing is changed, when the id is taken.
pub(crate) async fn insert_collection(
    tx: &mut Tx,
    whose: &Payer,
    collection: &Collection,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO document_collections (id, user_id, workspace_id, name, created_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
        collection.id,
        whose.user_id,
        whose.workspace_id,
        collection.name.as_str(),
        collection.created_at
    )?;
    Ok(added == 1)
}

/// Returns a collection of `user_id`'s that is not deleted, if they are still in its workspace.
pub(crate) async fn find_collection(
    conn: &mut Conn,
    user_id: UserId,
    id: CollectionId,
) -> StoreResult<Option<Collection>> {
    sql!(
        conn,
        optional Collection,
        concat!(
            "SELECT c.id, c.name, c.created_at FROM document_collections c
             WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND ",
            is_in_workspace!("c"),
        ),
        id,
        user_id
    )
}

/// A line of the list of collections.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct CollectionEntry {
    pub id: CollectionId,
    pub name: String,
    /// Number of documents in it that are not deleted.
    pub documents: i64,
    pub created_at: Timestamp,
}

/// Lists a person's collections in a workspace, newest first: one more than `limit`, if there are more.
pub(crate) async fn list_collections(
    conn: &mut Conn,
    whose: &Payer,
    before: Cursor,
    limit: usize,
) -> StoreResult<Vec<CollectionEntry>> {
    sql!(
        conn,
        all CollectionEntry,
        "SELECT c.id, c.name, c.created_at,
             (SELECT COUNT(*) FROM document_collection_items i JOIN documents d ON d.id = i.document_id
              WHERE i.collection_id = c.id AND d.deleted_at IS NULL) AS documents
         FROM document_collections c
         WHERE user_id = $1 AND workspace_id = $5 AND deleted_at IS NULL
             AND (created_at < $2 OR (created_at = $2 AND id < $3))
         ORDER BY created_at DESC, id DESC LIMIT $4",
        whose.user_id,
        before.at,
        before.id,
        limit as i64 + 1,
        whose.workspace_id
    )
}

/// Returns the documents of a collection that are not deleted, newest first.
pub(crate) async fn list_items(
    conn: &mut Conn,
    user_id: UserId,
    id: CollectionId,
) -> StoreResult<Vec<Document>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT d.* FROM document_collection_items i JOIN documents d ON d.id = i.document_id
         WHERE i.collection_id = $2 AND d.user_id = $1 AND d.deleted_at IS NULL
         ORDER BY d.created_at DESC, d.id DESC",
        user_id,
        id
    )?;
    documents(rows)
}

/// Sets the documents of a collection, replacing the former ones.
pub(crate) async fn set_items(
    tx: &mut Tx,
    id: CollectionId,
    document_ids: &[DocumentId],
) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM document_collection_items WHERE collection_id = $1", id)?;
    for document_id in document_ids {
        sql!(
            tx,
            execute,
            "INSERT INTO document_collection_items (collection_id, document_id) VALUES ($1, $2)
             ON CONFLICT DO NOTHING",
            id,
            *document_id
        )?;
    }
    Ok(())
}

pub(crate) async fn rename_collection(
    tx: &mut Tx,
    id: CollectionId,
    name: &str,
) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE document_collections SET name = $2 WHERE id = $1", id, name)?;
    Ok(())
}

/// Deletes or restores a collection of `user_id`'s. Its documents stay.
pub(crate) async fn set_collection_deleted(
    tx: &mut Tx,
    user_id: UserId,
    id: CollectionId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE document_collections SET deleted_at = $3
         WHERE id = $1 AND user_id = $2 AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        user_id,
        at
    )?;
    Ok(done == 1)
}

/// Deletes permanently what was deleted before `before`, with its links to chats.
pub(crate) async fn purge_collections(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM document_chats WHERE subject_id IN
             (SELECT id FROM document_collections WHERE deleted_at < $1)",
        before
    )?;
    sql!(tx, execute, "DELETE FROM document_collections WHERE deleted_at < $1", before)?;
    Ok(())
}

pub(crate) async fn delete_collections_of_workspace(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM document_collections WHERE workspace_id = $1", workspace_id)?;
    Ok(())
}
