use kernel::{Failure, Fallible, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::wire::{ImportBody, ImportState, Report};

/// An archive that a person uploaded.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Import {
    pub id: Uuid,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub name: String,
    pub size_bytes: i64,
    /// Bytes of the pieces it is sent in: fewer than in earlier versions, which may have begun it.
    pub piece_bytes: i64,
    pub state: String,
    pub report: Option<String>,
    pub problem: Option<String>,
    pub done: i64,
    pub total: Option<i64>,
    pub created_at: Timestamp,
}

impl Import {
    pub fn state(&self) -> ImportState {
        ImportState::parse(&self.state)
    }

    pub fn size(&self) -> u64 {
        u64::try_from(self.size_bytes).unwrap_or(0)
    }

    pub fn piece_bytes(&self) -> u64 {
        u64::try_from(self.piece_bytes).unwrap_or(0).max(1)
    }

    /// Returns the number of its pieces.
    pub fn pieces(&self) -> u64 {
        self.size().div_ceil(self.piece_bytes())
    }

    pub fn into_body(self) -> Fallible<ImportBody> {
        let report = self.report.as_deref().map(serde_json::from_str::<Report>).transpose();
        let problem = self.problem.as_deref().map(serde_json::from_str).transpose();
        Ok(ImportBody {
            id: self.id,
            size_bytes: self.size(),
            state: self.state(),
            piece_bytes: self.piece_bytes(),
            report: report.map_err(Failure::internal)?,
            problem: problem.map_err(Failure::internal)?,
            name: self.name,
            done: self.done,
            total: self.total,
            created_at: self.created_at,
        })
    }
}

pub(crate) async fn insert(tx: &mut Tx, import: &Import) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO imports (id, user_id, workspace_id, name, size_bytes, piece_bytes, state, done,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8)",
        import.id,
        import.user_id,
        import.workspace_id,
        import.name.as_str(),
        import.size_bytes,
        import.piece_bytes,
        import.state.as_str(),
        import.created_at
    )?;
    Ok(())
}

/// Returns an import of `user_id`'s.
pub(crate) async fn find(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<Import>> {
    sql!(conn, optional Import, "SELECT * FROM imports WHERE id = $1 AND user_id = $2", id, user_id)
}

/// Finds an import, whoever uploaded it.
pub(crate) async fn find_any(conn: &mut Conn, id: Uuid) -> StoreResult<Option<Import>> {
    sql!(conn, optional Import, "SELECT * FROM imports WHERE id = $1", id)
}

/// Returns the newest imports of a person.
pub(crate) async fn list(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Import>> {
    sql!(
        conn,
        all Import,
        "SELECT * FROM imports WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50",
        user_id
    )
}

/// Returns the sizes of a person's archives that are stored here, in bytes.
pub(crate) async fn unfinished_sizes(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<i64>> {
    let rows = sql!(
        conn,
        all(i64,),
        "SELECT size_bytes FROM imports WHERE user_id = $1 AND state <> 'done'",
        user_id
    )?;
    Ok(rows.into_iter().map(|(bytes,)| bytes).collect())
}

/// Imports that nothing has happened to since `before`.
pub(crate) async fn list_old(conn: &mut Conn, before: Timestamp) -> StoreResult<Vec<Import>> {
    sql!(
        conn,
        all Import,
        "SELECT * FROM imports WHERE updated_at < $1 AND state IN ('uploading', 'checked', 'failed')
         LIMIT 100",
        before
    )
}

/// Records the number of chunks while it is sent; `false`: it is in another state.
pub(crate) async fn note_piece(
    tx: &mut Tx,
    id: Uuid,
    pieces: i64,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE imports SET done = $2, updated_at = $3 WHERE id = $1 AND state = 'uploading'",
        id,
        pieces,
        now
    )?;
    Ok(done == 1)
}

/// Moves on to another state; `false`, and nothing is changed, if it is not in one of `from`.
pub(crate) async fn step(
    tx: &mut Tx,
    id: Uuid,
    from: &[ImportState],
    to: ImportState,
    now: Timestamp,
) -> StoreResult<bool> {
    for state in from {
        let done = sql!(
            tx,
            execute,
            "UPDATE imports SET state = $3, done = 0, problem = NULL, updated_at = $4
             WHERE id = $1 AND state = $2",
            id,
            state.as_str(),
            to.as_str(),
            now
        )?;
        if done == 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Records the progress.
pub(crate) async fn note_progress(
    tx: &mut Tx,
    id: Uuid,
    done: i64,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE imports SET done = $2, updated_at = $3 WHERE id = $1",
        id,
        done,
        now
    )?;
    Ok(())
}

/// The end of a step.
pub(crate) struct End<'a> {
    pub state: ImportState,
    pub report: Option<&'a Report>,
    pub problem: Option<&'a api::ProblemBody>,
    pub done: i64,
}

/// Ends a running step. A report is kept if there is no newer one.
pub(crate) async fn end_step(tx: &mut Tx, id: Uuid, end: End<'_>, now: Timestamp) -> Fallible<()> {
    let report = end.report.map(serde_json::to_string).transpose().map_err(Failure::internal)?;
    let problem = end.problem.map(serde_json::to_string).transpose().map_err(Failure::internal)?;
    sql!(
        tx,
        execute,
        "UPDATE imports SET state = $2, report = COALESCE($3, report), problem = $4, done = $5,
             total = COALESCE($6, total), updated_at = $7
         WHERE id = $1 AND state IN ('checking', 'importing')",
        id,
        end.state.as_str(),
        report,
        problem,
        end.done,
        end.report.map(|_| end.done),
        now
    )?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM imports WHERE id = $1", id)?;
    Ok(())
}

/// Returns the conversation's ids of messages, for what an import would add.
pub(crate) async fn message_ids(conn: &mut Conn, conversation_id: Uuid) -> StoreResult<Vec<Uuid>> {
    let rows = sql!(
        conn,
        all(Uuid,),
        "SELECT id FROM messages WHERE conversation_id = $1",
        conversation_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
