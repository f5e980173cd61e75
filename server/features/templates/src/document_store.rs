//! The SQL of documents that are filled.

use kernel::{FileId, Timestamp, UserId, Uuid};
use store::{Conn, Cursor, Page, StoreResult, Tx, from_json, lock, sql, to_json};

use crate::definition::Definition;
use crate::filling::Values;

/// A row of `template_documents`.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Document {
    pub id: Uuid,
    pub user_id: UserId,
    pub template: String,
    pub title: String,
    pub definition: String,
    pub file_id: Option<FileId>,
    pub locale: Option<String>,
    pub filled: String,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Document {
    pub fn definition(&self) -> StoreResult<Definition> {
        from_json(&self.definition)
    }

    pub fn values(&self) -> StoreResult<Values> {
        from_json(&self.filled)
    }
}

/// A file that was made of a document.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct MadeFile {
    pub format: String,
    pub file_id: FileId,
    pub created_at: Timestamp,
}

/// Adds a document. Returns false, and changes nothing, if the id is taken.
pub(crate) async fn insert_document(tx: &mut Tx, document: &Document) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO template_documents (id, user_id, template, title, definition, file_id, locale, filled, version,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING",
        document.id,
        document.user_id,
        document.template.as_str(),
        document.title.as_str(),
        document.definition.as_str(),
        document.file_id,
        document.locale.as_deref(),
        document.filled.as_str(),
        document.version,
        document.created_at,
        document.updated_at
    )?;
    Ok(added == 1)
}

/// Finds a document of a person's.
pub(crate) async fn find_document(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<Document>> {
    sql!(
        conn,
        optional Document,
        "SELECT * FROM template_documents WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )
}

/// Lists a person's documents, the last changed first.
pub(crate) async fn list_documents(
    conn: &mut Conn,
    user_id: UserId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Document>> {
    let rows = sql!(
        conn,
        all Document,
        "SELECT * FROM template_documents WHERE user_id = $1 AND (updated_at, id) < ($2, $3)
         ORDER BY updated_at DESC, id DESC LIMIT $4",
        user_id,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.updated_at, id: row.id }))
}

pub(crate) async fn count_documents(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM template_documents WHERE user_id = $1",
        user_id
    )?;
    Ok(count)
}

/// Stores another title and other values. Returns false if somebody else did since `version`.
pub(crate) async fn update_document(
    tx: &mut Tx,
    id: Uuid,
    version: i64,
    title: &str,
    values: &Values,
    now: Timestamp,
) -> StoreResult<bool> {
    let changed = sql!(
        tx,
        execute,
        "UPDATE template_documents SET title = $3, filled = $4, version = version + 1, updated_at = $5
         WHERE id = $1 AND version = $2",
        id,
        version,
        title,
        to_json(values)?,
        now
    )?;
    Ok(changed == 1)
}

/// Deletes a document. Its files are released before.
pub(crate) async fn delete_document(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM template_documents WHERE id = $1", id)?;
    Ok(())
}

/// Lists the files that were made of a document, newest first.
pub(crate) async fn list_files(conn: &mut Conn, document_id: Uuid) -> StoreResult<Vec<MadeFile>> {
    sql!(
        conn,
        all MadeFile,
        "SELECT format, file_id, created_at FROM template_files WHERE document_id = $1
         ORDER BY created_at DESC, format",
        document_id
    )
}

/// Records the newest file of a format. Returns the one before.
pub(crate) async fn save_file(
    tx: &mut Tx,
    document_id: Uuid,
    format: &str,
    file_id: FileId,
    now: Timestamp,
) -> StoreResult<Option<FileId>> {
    // Two at a time would both take the place of the same one.
    lock(tx, &format!("templates.{document_id}")).await?;
    let before = sql!(
        tx,
        optional(FileId,),
        "SELECT file_id FROM template_files WHERE document_id = $1 AND format = $2",
        document_id,
        format
    )?;
    sql!(
        tx,
        execute,
        "INSERT INTO template_files (document_id, format, file_id, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (document_id, format) DO UPDATE SET file_id = excluded.file_id, created_at = excluded.created_at",
        document_id,
        format,
        file_id,
        now
    )?;
    Ok(before.map(|(file_id,)| file_id))
}
