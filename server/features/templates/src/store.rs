//! The SQL of templates.

use kernel::{FileId, Timestamp, UserId, Uuid};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::definition::Definition;

/// A row of `templates`.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Template {
    pub id: Uuid,
    pub user_id: UserId,
    definition: String,
    pub file_id: Option<FileId>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Template {
    pub fn new(
        id: Uuid,
        user_id: UserId,
        definition: &Definition,
        file_id: Option<FileId>,
        now: Timestamp,
    ) -> StoreResult<Self> {
        let definition = to_json(definition)?;
        Ok(Self { id, user_id, definition, file_id, version: 1, created_at: now, updated_at: now })
    }

    pub fn definition(&self) -> StoreResult<Definition> {
        from_json(&self.definition)
    }
}

/// Adds a template. Returns false, and changes nothing, if the id is taken.
pub(crate) async fn insert_template(tx: &mut Tx, template: &Template) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO templates (id, user_id, definition, file_id, version, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
        template.id,
        template.user_id,
        template.definition.as_str(),
        template.file_id,
        template.version,
        template.created_at,
        template.updated_at
    )?;
    Ok(added == 1)
}

/// Finds a template of a person's.
pub(crate) async fn find_template(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<Template>> {
    sql!(
        conn,
        optional Template,
        "SELECT * FROM templates WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )
}

/// Lists a person's templates, the last changed first.
pub(crate) async fn list_templates(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Template>> {
    sql!(
        conn,
        all Template,
        "SELECT * FROM templates WHERE user_id = $1 ORDER BY updated_at DESC, id DESC",
        user_id
    )
}

pub(crate) async fn count_templates(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (count,) =
        sql!(conn, one(i64,), "SELECT COUNT(*) FROM templates WHERE user_id = $1", user_id)?;
    Ok(count)
}

/// Stores another definition. Returns false if somebody else did since `version`.
pub(crate) async fn update_template(
    tx: &mut Tx,
    id: Uuid,
    version: i64,
    definition: &Definition,
    now: Timestamp,
) -> StoreResult<bool> {
    let changed = sql!(
        tx,
        execute,
        "UPDATE templates SET definition = $3, version = version + 1, updated_at = $4 WHERE id = $1 AND version = $2",
        id,
        version,
        to_json(definition)?,
        now
    )?;
    Ok(changed == 1)
}

/// Deletes a template. Documents that were made of it stay.
pub(crate) async fn delete_template(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM templates WHERE id = $1", id)?;
    Ok(())
}

/// Returns true if a template or a document still is this Word file.
pub(crate) async fn is_file_used(conn: &mut Conn, file_id: FileId) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT (SELECT COUNT(*) FROM templates WHERE file_id = $1)
             + (SELECT COUNT(*) FROM template_documents WHERE file_id = $1)",
        file_id
    )?;
    Ok(count > 0)
}
