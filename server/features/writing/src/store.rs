use api::ProblemBody;
use kernel::{Payer, RunId, Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};

use crate::wire::{State, Tone};

kernel::id! {
    /// A text that a person has rewritten.
    HumanizationId
}

/// A rewriting, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Humanization {
    pub id: HumanizationId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub tone: Tone,
    pub text: String,
    pub words: i64,
    pub model_name: String,
    pub run_id: RunId,
    pub state: State,
    pub written: Option<String>,
    pub credits: Option<i64>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

/// A line of the list.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Entry {
    pub id: HumanizationId,
    pub beginning: String,
    pub state: String,
    pub tone: String,
    pub created_at: Timestamp,
}

#[derive(::store::FromRow)]
struct Row {
    id: HumanizationId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    tone: String,
    original: String,
    words: i64,
    model_name: String,
    run_id: RunId,
    state: String,
    written: Option<String>,
    credits: Option<i64>,
    problem: Option<String>,
    created_at: Timestamp,
}

impl Row {
    fn read(self) -> StoreResult<Humanization> {
        Ok(Humanization {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            tone: Tone::parse(&self.tone),
            text: self.original,
            words: self.words,
            model_name: self.model_name,
            run_id: self.run_id,
            state: State::parse(&self.state),
            written: self.written,
            credits: self.credits,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            created_at: self.created_at,
        })
    }
}

/// Adds a rewriting; `false`, and nothing is changed, when the id is taken.
pub(crate) async fn insert(tx: &mut Tx, one: &Humanization) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO humanizations (id, user_id, workspace_id, tone, original, words, model_name, run_id, state, written,
             credits, problem, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (id) DO NOTHING",
        one.id,
        one.user_id,
        one.workspace_id,
        one.tone.as_str(),
        one.text.as_str(),
        one.words,
        one.model_name.as_str(),
        one.run_id,
        one.state.as_str(),
        one.written.as_deref(),
        one.credits,
        one.problem.as_ref().map(to_json).transpose()?,
        one.created_at
    )?;
    Ok(added == 1)
}

/// Keeps how a rewriting ended; one that is over stays as it is.
pub(crate) async fn conclude(tx: &mut Tx, one: &Humanization) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE humanizations SET state = $2, written = $3, credits = $4, problem = $5
         WHERE id = $1 AND state = 'running'",
        one.id,
        one.state.as_str(),
        one.written.as_deref(),
        one.credits,
        one.problem.as_ref().map(to_json).transpose()?
    )?;
    Ok(())
}

pub(crate) async fn find(conn: &mut Conn, id: HumanizationId) -> StoreResult<Option<Humanization>> {
    let row = sql!(conn, optional Row, "SELECT * FROM humanizations WHERE id = $1", id)?;
    row.map(Row::read).transpose()
}

/// A rewriting, if it is `user_id`'s and they are still in the workspace that it belongs to.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: HumanizationId,
) -> StoreResult<Option<Humanization>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT h.* FROM humanizations h WHERE h.id = $1 AND h.user_id = $2 AND ",
            is_in_workspace!("h"),
        ),
        id,
        user_id
    )?;
    row.map(Row::read).transpose()
}

/// Whether there is one with this id that is `user_id`'s, wherever it is.
pub(crate) async fn is_own(
    conn: &mut Conn,
    user_id: UserId,
    id: HumanizationId,
) -> StoreResult<bool> {
    let find = "SELECT id FROM humanizations WHERE id = $1 AND user_id = $2";
    Ok(sql!(conn, optional(HumanizationId,), find, id, user_id)?.is_some())
}

pub(crate) async fn find_by_run(
    conn: &mut Conn,
    run_id: RunId,
) -> StoreResult<Option<HumanizationId>> {
    let find = "SELECT id FROM humanizations WHERE run_id = $1 AND state = 'running'";
    Ok(sql!(conn, optional(HumanizationId,), find, run_id)?.map(|(id,)| id))
}

/// Those that nobody has kept the end of, begun before `before`.
pub(crate) async fn list_going_on(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<HumanizationId>> {
    let find = "SELECT id FROM humanizations WHERE state = 'running' AND created_at < $1";
    let rows = sql!(conn, all(HumanizationId,), find, before)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// A person's rewritings in a workspace, newest first.
pub(crate) async fn list_entries(
    conn: &mut Conn,
    whose: &Payer,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Vec<Entry>> {
    sql!(
        conn,
        all Entry,
        "SELECT id, SUBSTR(original, 1, 400) AS beginning, state, tone, created_at FROM humanizations
         WHERE user_id = $1 AND workspace_id = $2 AND (created_at, id) < ($3, $4)
         ORDER BY created_at DESC, id DESC LIMIT $5",
        whose.user_id,
        whose.workspace_id,
        cursor.at,
        cursor.id,
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )
}

/// A person's rewritings in the order of their ids, after `after`.
pub(crate) async fn list_after(
    conn: &mut Conn,
    user_id: UserId,
    after: HumanizationId,
    limit: i64,
) -> StoreResult<Vec<Humanization>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM humanizations WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3",
        user_id,
        after,
        limit
    )?;
    rows.into_iter().map(Row::read).collect()
}

pub(crate) async fn delete(tx: &mut Tx, id: HumanizationId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM humanizations WHERE id = $1", id)?;
    Ok(())
}

pub(crate) async fn delete_of_workspace(tx: &mut Tx, id: WorkspaceId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM humanizations WHERE workspace_id = $1", id)?;
    Ok(())
}
