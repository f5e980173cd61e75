use api::ProblemBody;
use kernel::{ConversationId, FileId, MessageId, Payer, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Cursor, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};

use super::document::{Document, DocumentId};

#[derive(::store::FromRow)]
pub(crate) struct Row {
    id: DocumentId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    name: String,
    url: Option<String>,
    file_id: Option<FileId>,
    problem: Option<String>,
    page_count: Option<i64>,
    pages_kept: Option<i64>,
    recognised_pages: i64,
    ignored: bool,
    created_at: Timestamp,
}

impl Row {
    fn into_document(self) -> StoreResult<Document> {
        Ok(Document {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            name: self.name,
            url: self.url,
            file_id: self.file_id,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            page_count: self.page_count,
            pages_kept: self.pages_kept,
            recognised_pages: self.recognised_pages,
            ignored: self.ignored,
            created_at: self.created_at,
        })
    }
}

pub(crate) fn documents(rows: Vec<Row>) -> StoreResult<Vec<Document>> {
    rows.into_iter().map(Row::into_document).collect()
}

/// Adds a document; `false`, and nothing is changed, when the id is taken.
pub(crate) async fn insert_document(tx: &mut Tx, document: &Document) -> StoreResult<bool> {
    let problem = document.problem.as_ref().map(to_json).transpose()?;
    let added = sql!(
        tx,
        execute,
        "INSERT INTO documents (id, user_id, workspace_id, name, url, file_id, problem, page_count,
             pages_kept, ignored, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING",
        document.id,
        document.user_id,
        document.workspace_id,
        document.name.as_str(),
        document.url.as_deref(),
        document.file_id,
        problem,
        document.page_count,
        document.pages_kept,
        document.ignored,
        document.created_at
    )?;
    Ok(added == 1)
}

/// Finds a document that is not deleted, whoever asks: for jobs.
pub(crate) async fn find_document(
    conn: &mut Conn,
    id: DocumentId,
) -> StoreResult<Option<Document>> {
    let row = sql!(
        conn,
        optional Row,
        "SELECT * FROM documents WHERE id = $1 AND deleted_at IS NULL",
        id
    )?;
    row.map(Row::into_document).transpose()
}

/// Returns a document of `user_id`'s that is not deleted, if they are still in the workspace that it belongs to.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: DocumentId,
) -> StoreResult<Option<Document>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT d.* FROM documents d WHERE d.id = $1 AND d.user_id = $2 AND d.deleted_at IS NULL AND ",
            is_in_workspace!("d"),
        ),
        id,
        user_id
    )?;
    row.map(Row::into_document).transpose()
}

/// Returns the document that has a file, deleted or not.
pub(crate) async fn find_by_file(
    conn: &mut Conn,
    file_id: FileId,
) -> StoreResult<Option<Document>> {
    let row = sql!(conn, optional Row, "SELECT * FROM documents WHERE file_id = $1", file_id)?;
    row.map(Row::into_document).transpose()
}

/// Lists a person's documents in a workspace, newest first: one more than `limit`, if there are more.
pub(crate) async fn list_documents(
    conn: &mut Conn,
    whose: &Payer,
    before: Cursor,
    limit: usize,
) -> StoreResult<Vec<Document>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM documents
         WHERE user_id = $1 AND workspace_id = $5 AND deleted_at IS NULL
             AND (created_at < $2 OR (created_at = $2 AND id < $3))
         ORDER BY created_at DESC, id DESC LIMIT $4",
        whose.user_id,
        before.at,
        before.id,
        limit as i64 + 1,
        whose.workspace_id
    )?;
    documents(rows)
}

/// Returns a person's newest documents, in all workspaces that they are in.
pub(crate) async fn list_newest(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<Document>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT s.* FROM documents s WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY s.created_at DESC, s.id DESC LIMIT $2",
        ),
        user_id,
        limit
    )?;
    documents(rows)
}

/// Returns how many documents a person keeps in a workspace, and how many of all they had there were added since
/// `since`. Failed ones do not count.
pub(crate) async fn count_documents(
    conn: &mut Conn,
    whose: &Payer,
    since: Timestamp,
) -> StoreResult<(i64, i64)> {
    sql!(
        conn,
        one(i64, i64),
        "SELECT CAST(COALESCE(SUM(CASE WHEN d.deleted_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN d.created_at >= $3 THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM documents d LEFT JOIN uploads u ON u.id = d.file_id
         WHERE d.user_id = $1 AND d.workspace_id = $2 AND d.problem IS NULL
             AND (u.state IS NULL OR u.state <> 'failed')",
        whose.user_id,
        whose.workspace_id,
        since
    )
}

pub(crate) async fn rename(tx: &mut Tx, id: DocumentId, name: &str) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE documents SET name = $2 WHERE id = $1", id, name)?;
    Ok(())
}

pub(crate) async fn set_ignored(tx: &mut Tx, id: DocumentId, ignored: bool) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE documents SET ignored = $2 WHERE id = $1", id, ignored)?;
    Ok(())
}

/// Records why a document was not fetched, or that it is retried: then it is no longer ignored, until the person
/// ignores it again.
pub(crate) async fn set_problem(
    tx: &mut Tx,
    id: DocumentId,
    problem: Option<&ProblemBody>,
) -> StoreResult<()> {
    let problem = problem.map(to_json).transpose()?;
    sql!(
        tx,
        execute,
        "UPDATE documents SET problem = $2, ignored = (ignored AND $2 IS NOT NULL) WHERE id = $1",
        id,
        problem
    )?;
    Ok(())
}

/// Records the file that a document was fetched into, unless it has another one.
pub(crate) async fn set_file(tx: &mut Tx, id: DocumentId, file_id: FileId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE documents SET file_id = $2 WHERE id = $1 AND (file_id IS NULL OR file_id = $2)",
        id,
        file_id
    )?;
    Ok(done == 1)
}

/// Records how many pages a document has, and how many of them were read.
pub(crate) async fn set_pages(
    tx: &mut Tx,
    file_id: FileId,
    page_count: Option<i64>,
    pages_kept: Option<i64>,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE documents SET page_count = $2, pages_kept = $3 WHERE file_id = $1",
        file_id,
        page_count,
        pages_kept
    )?;
    Ok(())
}

/// Deletes or restores a document of `user_id`'s.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    user_id: UserId,
    id: DocumentId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE documents SET deleted_at = $3
         WHERE id = $1 AND user_id = $2 AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        user_id,
        at
    )?;
    Ok(done == 1)
}

/// Lists documents that were deleted before `before`, with their files.
pub(crate) async fn list_deleted(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<(DocumentId, Option<FileId>)>> {
    sql!(
        conn,
        all(DocumentId, Option<FileId>),
        "SELECT id, file_id FROM documents WHERE deleted_at < $1 LIMIT 200",
        before
    )
}

/// Lists documents in a workspace, with their files.
pub(crate) async fn list_of_workspace(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Vec<(DocumentId, Option<FileId>)>> {
    sql!(
        conn,
        all(DocumentId, Option<FileId>),
        "SELECT id, file_id FROM documents WHERE workspace_id = $1",
        workspace_id
    )
}

pub(crate) async fn delete_document(tx: &mut Tx, id: DocumentId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM document_chats WHERE subject_id = $1", id)?;
    sql!(tx, execute, "DELETE FROM documents WHERE id = $1", id)?;
    Ok(())
}

/// Records what a conversation is about. `false` if it is about something else.
pub(crate) async fn tie_chat(
    tx: &mut Tx,
    user_id: UserId,
    conversation_id: ConversationId,
    subject_id: Uuid,
    now: Timestamp,
) -> StoreResult<bool> {
    sql!(
        tx,
        execute,
        "INSERT INTO document_chats (user_id, conversation_id, subject_id, created_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        user_id,
        conversation_id,
        subject_id,
        now
    )?;
    let (tied,) = sql!(
        tx,
        one(Uuid,),
        "SELECT subject_id FROM document_chats WHERE user_id = $1 AND conversation_id = $2",
        user_id,
        conversation_id
    )?;
    Ok(tied == subject_id)
}

/// A conversation about a document or a collection.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Chat {
    pub conversation_id: ConversationId,
    pub title: String,
    pub updated_at: Timestamp,
}

/// Returns the conversations about something that are there, the one that went on last first.
pub(crate) async fn list_chats(
    conn: &mut Conn,
    user_id: UserId,
    subject_id: Uuid,
    limit: i64,
) -> StoreResult<Vec<Chat>> {
    sql!(
        conn,
        all Chat,
        "SELECT c.id AS conversation_id, c.title, c.updated_at
         FROM document_chats t JOIN conversations c ON c.id = t.conversation_id
         WHERE t.user_id = $1 AND t.subject_id = $2 AND c.user_id = $1 AND c.deleted_at IS NULL
         ORDER BY c.updated_at DESC LIMIT $3",
        user_id,
        subject_id,
        limit
    )
}

/// Returns the documents that a conversation is about, deleted and ignored ones left out: one, or those of a
/// collection.
pub(crate) async fn documents_of_chat(
    conn: &mut Conn,
    user_id: UserId,
    conversation_id: ConversationId,
) -> StoreResult<Vec<Document>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT d.* FROM document_chats t JOIN documents d ON d.id = t.subject_id
             OR d.id IN (SELECT i.document_id FROM document_collection_items i
                 JOIN document_collections c ON c.id = i.collection_id
                 WHERE c.id = t.subject_id AND c.user_id = $1 AND c.deleted_at IS NULL)
         WHERE t.user_id = $1 AND t.conversation_id = $2 AND d.user_id = $1 AND d.deleted_at IS NULL
             AND NOT d.ignored
         ORDER BY d.created_at, d.id",
        user_id,
        conversation_id
    )?;
    documents(rows)
}

pub(crate) async fn insert_question(
    tx: &mut Tx,
    message_id: MessageId,
    user_id: UserId,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO document_questions (message_id, user_id, asked_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
        message_id,
        user_id,
        now
    )?;
    Ok(())
}

/// Returns the number of questions about documents that a person asked since `since`.
pub(crate) async fn count_questions(
    conn: &mut Conn,
    user_id: UserId,
    since: Timestamp,
) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM document_questions WHERE user_id = $1 AND asked_at >= $2",
        user_id,
        since
    )?;
    Ok(count)
}

/// Forgets questions of days that are over, and conversations that never began.
pub(crate) async fn forget_old(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM document_questions WHERE asked_at < $1", before)?;
    sql!(
        tx,
        execute,
        "DELETE FROM document_chats WHERE created_at < $1
             AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.id = document_chats.conversation_id)",
        before
    )?;
    Ok(())
}
