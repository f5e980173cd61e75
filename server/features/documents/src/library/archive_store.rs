//! Queries for documents and collections in a person's archive.

use identity::Person;
use kernel::{ConversationId, UserId, Uuid};
use store::{Conn, StoreResult, sql};

use super::collection_store::Collection;
use super::document::{CollectionId, Document, DocumentId};
use super::store::{Row, documents};

/// The documents `d` in an archive, with their files `u`: those of the person `$1` in their own workspace `$2`.
/// Unfinished uploads and deleted documents are left out; a document that is being read again is included.
macro_rules! in_archive {
    () => {
        "d.user_id = $1 AND d.workspace_id = $2 AND d.deleted_at IS NULL
             AND (d.problem IS NOT NULL OR u.state IN ('parsed', 'failed')
                 OR (u.state = 'waiting' AND d.page_count IS NOT NULL))"
    };
}
pub(crate) use in_archive;

/// Returns a person's documents in their own workspace, the next ones after `after`. See `in_archive!`.
pub(crate) async fn documents_after(
    conn: &mut Conn,
    person: Person,
    after: DocumentId,
    limit: i64,
) -> StoreResult<Vec<Document>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT d.* FROM documents d LEFT JOIN uploads u ON u.id = d.file_id WHERE d.id > $3 AND ",
            in_archive!(),
            " ORDER BY d.id LIMIT $4"
        ),
        person.user_id,
        person.workspace_id,
        after,
        limit
    )?;
    documents(rows)
}

/// Lists a person's collections in their own workspace, the next ones after `after`.
pub(crate) async fn collections_after(
    conn: &mut Conn,
    person: Person,
    after: CollectionId,
    limit: i64,
) -> StoreResult<Vec<Collection>> {
    sql!(
        conn,
        all Collection,
        "SELECT id, name, created_at FROM document_collections
         WHERE user_id = $1 AND workspace_id = $2 AND id > $3 AND deleted_at IS NULL
         ORDER BY id LIMIT $4",
        person.user_id,
        person.workspace_id,
        after,
        limit
    )
}

/// Lists the documents of a collection that [`documents_after`] returns.
pub(crate) async fn members_in_archive(
    conn: &mut Conn,
    person: Person,
    id: CollectionId,
) -> StoreResult<Vec<DocumentId>> {
    let rows = sql!(
        conn,
        all(DocumentId,),
        concat!(
            "SELECT d.id FROM document_collection_items i JOIN documents d ON d.id = i.document_id
                 LEFT JOIN uploads u ON u.id = d.file_id
             WHERE i.collection_id = $3 AND ",
            in_archive!(),
            " ORDER BY d.id"
        ),
        person.user_id,
        person.workspace_id,
        id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the conversations about something that an archive holds.
pub(crate) async fn chats_in_archive(
    conn: &mut Conn,
    user_id: UserId,
    subject_id: Uuid,
) -> StoreResult<Vec<ConversationId>> {
    let rows = sql!(
        conn,
        all(ConversationId,),
        "SELECT t.conversation_id FROM document_chats t JOIN conversations c ON c.id = t.conversation_id
         WHERE t.user_id = $1 AND t.subject_id = $2 AND c.user_id = $1 AND c.deleted_at IS NULL
             AND NOT c.temporary
         ORDER BY t.conversation_id",
        user_id,
        subject_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns true if a document of `user_id`'s exists, deleted or not.
pub(crate) async fn has_document(
    conn: &mut Conn,
    user_id: UserId,
    id: DocumentId,
) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(DocumentId,),
        "SELECT id FROM documents WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    Ok(found.is_some())
}

/// Returns true if a collection of `user_id`'s exists, deleted or not.
pub(crate) async fn has_collection(
    conn: &mut Conn,
    user_id: UserId,
    id: CollectionId,
) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(CollectionId,),
        "SELECT id FROM document_collections WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    Ok(found.is_some())
}
