use api::ProblemBody;
use kernel::{Payer, Problem, RunId, Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};

use crate::source::{Kind, Length, Source};
use crate::state::State;
use crate::summary::Summary;

kernel::id! {
    /// Something that a person has summed up.
    ReadingId
}

/// A reading, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reading {
    pub id: ReadingId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub source: Source,
    pub kind: Kind,
    pub title: String,
    pub locale: Option<String>,
    pub model: Option<String>,
    pub length: Length,
    pub keep_source: bool,
    pub state: State,
    pub run_id: Option<RunId>,
    pub summaries: Vec<Summary>,
    pub problem: Option<ProblemBody>,
    pub cause: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub begun_at: Timestamp,
}

impl Reading {
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }
}

/// A line of the list.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Entry {
    pub id: ReadingId,
    pub kind: String,
    pub title: String,
    pub source: String,
    pub state: String,
    pub created_at: Timestamp,
}

#[derive(::store::FromRow)]
struct Row {
    id: ReadingId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    source: String,
    kind: String,
    title: String,
    locale: Option<String>,
    model: Option<String>,
    length: String,
    keep_source: bool,
    state: String,
    run_id: Option<RunId>,
    summaries: String,
    problem: Option<String>,
    cause: Option<String>,
    created_at: Timestamp,
    begun_at: Timestamp,
}

impl Row {
    fn into_reading(self) -> StoreResult<Reading> {
        Ok(Reading {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            source: from_json(&self.source)?,
            kind: Kind::parse(&self.kind),
            title: self.title,
            locale: self.locale,
            model: self.model,
            length: Length::parse(&self.length),
            keep_source: self.keep_source,
            state: State::parse(&self.state),
            run_id: self.run_id,
            summaries: from_json(&self.summaries)?,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            cause: self.cause.as_deref().map(from_json).transpose()?,
            created_at: self.created_at,
            begun_at: self.begun_at,
        })
    }
}

/// Adds a reading; `false`, and nothing is changed, when the id is taken.
pub(crate) async fn insert_reading(tx: &mut Tx, reading: &Reading) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO readings (id, user_id, workspace_id, source, kind, title, locale, model, length, keep_source,
             state, summaries, created_at, begun_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '[]', $12, $12) ON CONFLICT (id) DO NOTHING",
        reading.id,
        reading.user_id,
        reading.workspace_id,
        to_json(&reading.source)?,
        reading.kind.as_str(),
        reading.title.as_str(),
        reading.locale.as_deref(),
        reading.model.as_deref(),
        reading.length.as_str(),
        reading.keep_source,
        reading.state.as_str(),
        reading.created_at
    )?;
    Ok(added == 1)
}

/// A reading that is not deleted.
pub(crate) async fn find_reading(conn: &mut Conn, id: ReadingId) -> StoreResult<Option<Reading>> {
    let row = sql!(conn, optional Row, "SELECT * FROM readings WHERE id = $1 AND deleted_at IS NULL", id)?;
    row.map(Row::into_reading).transpose()
}

/// The same, deleted or not: what a model writes for it is kept, as it may be brought back.
pub(crate) async fn find_even_deleted(
    conn: &mut Conn,
    id: ReadingId,
) -> StoreResult<Option<Reading>> {
    let row = sql!(conn, optional Row, "SELECT * FROM readings WHERE id = $1", id)?;
    row.map(Row::into_reading).transpose()
}

/// A reading that is not deleted, if it is `user_id`'s and they are still in the workspace that it belongs to.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: ReadingId,
) -> StoreResult<Option<Reading>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT s.* FROM readings s WHERE s.id = $1 AND s.user_id = $2 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
        ),
        id,
        user_id
    )?;
    row.map(Row::into_reading).transpose()
}

/// Whether there is one with this id that is `user_id`'s, wherever it is.
pub(crate) async fn find_any_own(
    conn: &mut Conn,
    user_id: UserId,
    id: ReadingId,
) -> StoreResult<bool> {
    let find = "SELECT id FROM readings WHERE id = $1 AND user_id = $2";
    Ok(sql!(conn, optional(ReadingId,), find, id, user_id)?.is_some())
}

/// A person's newest readings, in all workspaces that they are in.
pub(crate) async fn list_newest(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<Reading>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT s.* FROM readings s WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY s.created_at DESC, s.id DESC LIMIT $2",
        ),
        user_id,
        limit
    )?;
    rows.into_iter().map(Row::into_reading).collect()
}

/// A person's readings in the order of their ids, after `after`.
pub(crate) async fn list_after(
    conn: &mut Conn,
    user_id: UserId,
    after: ReadingId,
    limit: i64,
) -> StoreResult<Vec<Reading>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM readings WHERE user_id = $1 AND id > $2 AND deleted_at IS NULL ORDER BY id LIMIT $3",
        user_id,
        after,
        limit
    )?;
    rows.into_iter().map(Row::into_reading).collect()
}

/// The reading whose summary a run writes.
pub(crate) async fn find_by_run(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<ReadingId>> {
    let found =
        sql!(conn, optional(ReadingId,), "SELECT id FROM readings WHERE run_id = $1", run_id)?;
    Ok(found.map(|(id,)| id))
}

/// How many readings of a person's go on.
pub(crate) async fn count_going_on(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT count(*) FROM readings
         WHERE user_id = $1 AND deleted_at IS NULL AND state IN ('waiting', 'reading', 'summarizing')",
        user_id
    )?;
    Ok(count)
}

/// How many pages and PDFs, and how many videos, a person began to have summed up in a workspace since, deleted ones with them:
/// those that did not fail, and that were not stopped before anything stood there.
pub(crate) async fn count_begun(
    conn: &mut Conn,
    whose: &Payer,
    since: Timestamp,
) -> StoreResult<(i64, i64)> {
    sql!(
        conn,
        one(i64, i64),
        "SELECT CAST(COALESCE(SUM(CASE WHEN kind = 'video' THEN 0 ELSE 1 END), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN kind = 'video' THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM readings
         WHERE user_id = $1 AND workspace_id = $2 AND begun_at >= $3 AND state <> 'failed'
             AND NOT (state = 'cancelled' AND summaries = '[]')",
        whose.user_id,
        whose.workspace_id,
        since
    )
}

/// A person's readings in a workspace, newest first: one more than `limit`, where there are more.
pub(crate) async fn list_entries(
    conn: &mut Conn,
    whose: &Payer,
    before: Cursor,
    limit: usize,
) -> StoreResult<Vec<Entry>> {
    sql!(
        conn,
        all Entry,
        "SELECT id, kind, title, source, state, created_at FROM readings
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

/// Writes how far a reading is, with all that it has by then; `false`, and nothing is changed, when it is
/// in none of the states `from`, because it was stopped.
pub(crate) async fn update_reading(
    tx: &mut Tx,
    reading: &Reading,
    from: &[State],
) -> StoreResult<bool> {
    let from: String = from.iter().map(|state| format!("|{}|", state.as_str())).collect();
    let done = sql!(
        tx,
        execute,
        {
            sqlite: "UPDATE readings SET kind = $2, title = $3, model = $4, length = $5, state = $6, run_id = $7,
                         summaries = $8, problem = $9, cause = $10, begun_at = $11
                     WHERE id = $1 AND instr($12, '|' || state || '|') > 0",
            postgres: "UPDATE readings SET kind = $2, title = $3, model = $4, length = $5, state = $6, run_id = $7,
                           summaries = $8, problem = $9, cause = $10, begun_at = $11
                       WHERE id = $1 AND strpos($12, '|' || state || '|') > 0",
        },
        reading.id,
        reading.kind.as_str(),
        reading.title.as_str(),
        reading.model.as_deref(),
        reading.length.as_str(),
        reading.state.as_str(),
        reading.run_id,
        to_json(&reading.summaries)?,
        reading.problem.as_ref().map(to_json).transpose()?,
        reading.cause.as_ref().map(to_json).transpose()?,
        reading.begun_at,
        from
    )?;
    Ok(done == 1)
}

/// Stops a reading that no model sums up yet.
pub(crate) async fn cancel_reading(tx: &mut Tx, id: ReadingId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE readings SET state = 'cancelled' WHERE id = $1 AND state IN ('waiting', 'reading')",
        id
    )?;
    Ok(done == 1)
}

/// Says whether a reading's text stays.
pub(crate) async fn set_keep_source(tx: &mut Tx, id: ReadingId, keep: bool) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE readings SET keep_source = $2 WHERE id = $1", id, keep)?;
    Ok(())
}

/// Deletes all that is in a workspace, for good.
pub(crate) async fn delete_of_workspace(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM readings WHERE workspace_id = $1", workspace_id)?;
    Ok(())
}

/// Deletes a reading of `user_id`'s, or brings it back.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    user_id: UserId,
    id: ReadingId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE readings SET deleted_at = $3
         WHERE id = $1 AND user_id = $2 AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        user_id,
        at
    )?;
    Ok(done == 1)
}

/// Removes for good what was deleted before `before`.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM readings WHERE deleted_at < $1", before)?;
    Ok(())
}

/// Ends the readings that nobody goes on with since `before`: those that were not read by then, and those whose model
/// ended before and whose summary nobody kept.
pub(crate) async fn end_abandoned(
    tx: &mut Tx,
    before: Timestamp,
    problem: &Problem,
    cause: &Problem,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE readings SET state = 'failed', problem = $2, cause = $3
         WHERE begun_at < $1 AND (state IN ('waiting', 'reading')
             OR (state = 'summarizing' AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = readings.run_id
                 AND (r.finished_at IS NULL OR r.finished_at >= $1))))",
        before,
        to_json(&ProblemBody::from(problem))?,
        to_json(&ProblemBody::from(cause))?
    )?;
    Ok(())
}
