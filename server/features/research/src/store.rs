//! Researches in the database. Whoever changes one has locked it in the same transaction.

mod parts;

use kernel::{Payer, RunId, Timestamp, UserId, WorkspaceId};
use store::{
    Conn, Cursor, StoreResult, Tx, from_json, from_word, is_in_workspace, sql, to_json, to_word,
};

use crate::research::{Every, Pause, Research, ResearchId, State};

pub(crate) use parts::{
    Kept, Section, add_step, find_source, list_report_texts, list_sections, list_sources,
    list_statements, list_steps, save_section, save_source, save_statements, update_step,
};

#[derive(::store::FromRow)]
struct Row {
    id: ResearchId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    title: String,
    wish: String,
    locale: Option<String>,
    model: Option<String>,
    state: String,
    pause: Option<String>,
    paused_in: Option<String>,
    clarifications: String,
    plan: String,
    bounds: String,
    steps_before: i64,
    gaps: String,
    changes: Option<String>,
    previous_id: Option<ResearchId>,
    root_id: ResearchId,
    every: Option<String>,
    next_at: Option<Timestamp>,
    left_out_at: Option<Timestamp>,
    of_schedule: bool,
    problem: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Row {
    fn into_research(self) -> StoreResult<Research> {
        Ok(Research {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            title: self.title,
            wish: from_json(&self.wish)?,
            locale: self.locale,
            model: self.model,
            state: State::parse(&self.state),
            pause: self.pause.as_deref().map(from_word::<Pause>).transpose()?,
            paused_in: self.paused_in.as_deref().map(State::parse),
            clarifications: from_json(&self.clarifications)?,
            plan: from_json(&self.plan)?,
            bounds: from_json(&self.bounds)?,
            steps_before: self.steps_before,
            gaps: from_json(&self.gaps)?,
            changes: self.changes.as_deref().map(from_json).transpose()?,
            previous_id: self.previous_id,
            root_id: self.root_id,
            every: self.every.as_deref().and_then(Every::parse),
            next_at: self.next_at,
            left_out_at: self.left_out_at,
            of_schedule: self.of_schedule,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// Adds a research; `false`, and nothing is changed, when the id is taken.
pub(crate) async fn insert_research(tx: &mut Tx, one: &Research) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO researches (id, user_id, workspace_id, title, wish, locale, model, state, pause, paused_in,
             clarifications, plan, bounds, steps_before, gaps, changes, previous_id, root_id, every, next_at,
             problem, created_at, updated_at, of_schedule)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, $24) ON CONFLICT (id) DO NOTHING",
        one.id,
        one.user_id,
        one.workspace_id,
        one.title.as_str(),
        to_json(&one.wish)?,
        one.locale.as_deref(),
        one.model.as_deref(),
        one.state.as_str(),
        one.pause.map(to_word).transpose()?,
        one.paused_in.map(State::as_str),
        to_json(&one.clarifications)?,
        to_json(&one.plan)?,
        to_json(&one.bounds)?,
        one.steps_before,
        to_json(&one.gaps)?,
        one.changes.as_ref().map(to_json).transpose()?,
        one.previous_id,
        one.root_id,
        one.every.map(Every::as_str),
        one.next_at,
        one.problem.as_ref().map(to_json).transpose()?,
        one.created_at,
        one.updated_at,
        one.of_schedule
    )?;
    Ok(added == 1)
}

/// Writes what of a research may change.
pub(crate) async fn save_research(tx: &mut Tx, one: &Research) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE researches SET title = $2, state = $3, pause = $4, paused_in = $5, clarifications = $6,
             plan = $7, bounds = $8, steps_before = $9, gaps = $10, changes = $11, every = $12, next_at = $13,
             problem = $14, updated_at = $15, left_out_at = $16
         WHERE id = $1",
        one.id,
        one.title.as_str(),
        one.state.as_str(),
        one.pause.map(to_word).transpose()?,
        one.paused_in.map(State::as_str),
        to_json(&one.clarifications)?,
        to_json(&one.plan)?,
        to_json(&one.bounds)?,
        one.steps_before,
        to_json(&one.gaps)?,
        one.changes.as_ref().map(to_json).transpose()?,
        one.every.map(Every::as_str),
        one.next_at,
        one.problem.as_ref().map(to_json).transpose()?,
        one.updated_at,
        one.left_out_at
    )
}

/// Notes that nobody asked for a research just now: it began by itself.
pub(crate) async fn note_unattended(tx: &mut Tx, id: ResearchId) -> StoreResult<()> {
    sql!(tx, deferred, "INSERT INTO research_unattended (research_id) VALUES ($1)", id)
}

/// Removes that note; `false`: there was none.
pub(crate) async fn take_unattended(tx: &mut Tx, id: ResearchId) -> StoreResult<bool> {
    let taken = sql!(tx, execute, "DELETE FROM research_unattended WHERE research_id = $1", id)?;
    Ok(taken == 1)
}

/// A research that is not deleted.
pub(crate) async fn find_research(
    conn: &mut Conn,
    id: ResearchId,
) -> StoreResult<Option<Research>> {
    let row = sql!(
        conn,
        optional Row,
        "SELECT * FROM researches WHERE id = $1 AND deleted_at IS NULL",
        id
    )?;
    row.map(Row::into_research).transpose()
}

/// The same, held until the transaction ends: who else wants to change it waits.
pub(crate) async fn lock_research(tx: &mut Tx, id: ResearchId) -> StoreResult<Option<Research>> {
    let row = sql!(
        tx,
        optional Row,
        {
            sqlite: "SELECT * FROM researches WHERE id = $1 AND deleted_at IS NULL",
            postgres: "SELECT * FROM researches WHERE id = $1 AND deleted_at IS NULL FOR UPDATE",
        },
        id
    )?;
    row.map(Row::into_research).transpose()
}

/// A research of `user_id`'s, if they are still in the workspace that it belongs to.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: ResearchId,
) -> StoreResult<Option<Research>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT r.* FROM researches r WHERE r.id = $1 AND r.user_id = $2 AND r.deleted_at IS NULL AND ",
            is_in_workspace!("r"),
        ),
        id,
        user_id
    )?;
    row.map(Row::into_research).transpose()
}

/// Whether the person of a research is still in the workspace that pays for it.
pub(crate) async fn is_in_workspace(conn: &mut Conn, one: &Research) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM workspace_members
         WHERE workspace_id = $1 AND user_id = $2 AND status = 'confirmed'",
        one.workspace_id,
        one.user_id
    )?;
    Ok(count > 0)
}

/// A research of `user_id`'s, held until the transaction ends.
pub(crate) async fn lock_own(
    tx: &mut Tx,
    user_id: UserId,
    id: ResearchId,
) -> StoreResult<Option<Research>> {
    match find_own(tx, user_id, id).await? {
        Some(_) => lock_research(tx, id).await,
        None => Ok(None),
    }
}

/// The research one of whose steps waits for a run.
pub(crate) async fn find_by_run(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<ResearchId>> {
    let find = "SELECT research_id FROM research_steps WHERE run_id = $1";
    let found = sql!(conn, optional(ResearchId,), find, run_id)?;
    Ok(found.map(|(id,)| id))
}

/// The newest one that is complete, of those that do the same.
pub(crate) async fn find_last_complete(
    conn: &mut Conn,
    user_id: UserId,
    root_id: ResearchId,
) -> StoreResult<Option<Research>> {
    let row = sql!(
        conn,
        optional Row,
        "SELECT * FROM researches WHERE root_id = $1 AND user_id = $2 AND state = 'completed'
             AND deleted_at IS NULL
         ORDER BY created_at DESC, id DESC LIMIT 1",
        root_id,
        user_id
    )?;
    row.map(Row::into_research).transpose()
}

/// A line of the history.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Entry {
    pub id: ResearchId,
    pub title: String,
    pub state: String,
    pub changes: Option<String>,
    pub previous_id: Option<ResearchId>,
    pub every: Option<String>,
    pub created_at: Timestamp,
}

/// A person's researches in a workspace, newest first: one more than `limit`, where there are more.
pub(crate) async fn list_entries(
    conn: &mut Conn,
    whose: &Payer,
    before: Cursor,
    limit: usize,
) -> StoreResult<Vec<Entry>> {
    sql!(
        conn,
        all Entry,
        "SELECT id, title, state, changes, previous_id, every, created_at FROM researches
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

/// Deletes all that is in a workspace, for good.
pub(crate) async fn delete_of_workspace(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM researches WHERE workspace_id = $1", workspace_id)?;
    Ok(())
}

/// A person's newest researches, in all workspaces that they are in.
pub(crate) async fn list_newest(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<Research>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT s.* FROM researches s WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY s.created_at DESC, s.id DESC LIMIT $2",
        ),
        user_id,
        limit
    )?;
    rows.into_iter().map(Row::into_research).collect()
}

/// A person's researches in the order of their ids, after `after`.
pub(crate) async fn list_after(
    conn: &mut Conn,
    user_id: UserId,
    after: ResearchId,
    limit: i64,
) -> StoreResult<Vec<Research>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM researches WHERE user_id = $1 AND id > $2 AND deleted_at IS NULL ORDER BY id LIMIT $3",
        user_id,
        after,
        limit
    )?;
    rows.into_iter().map(Row::into_research).collect()
}

/// How many of a person's go on by themselves now, and how many come again by themselves.
pub(crate) async fn count_going(conn: &mut Conn, user_id: UserId) -> StoreResult<(i64, i64)> {
    sql!(
        conn,
        one(i64, i64),
        "SELECT COUNT(CASE WHEN state IN ('clarifying', 'planning', 'researching', 'writing') THEN 1 END),
             COUNT(every)
         FROM researches WHERE user_id = $1 AND deleted_at IS NULL",
        user_id
    )
}

/// Whether one of those that do the same goes on.
pub(crate) async fn is_going(conn: &mut Conn, root_id: ResearchId) -> StoreResult<bool> {
    let (going,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM researches WHERE root_id = $1 AND deleted_at IS NULL
             AND state IN ('clarifying', 'planning', 'researching', 'writing')",
        root_id
    )?;
    Ok(going > 0)
}

/// Deletes a research of `user_id`'s, or brings it back.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    user_id: UserId,
    id: ResearchId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE researches SET deleted_at = $3
         WHERE id = $1 AND user_id = $2 AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        user_id,
        at
    )?;
    Ok(done == 1)
}

/// Whose researches are meant.
pub(crate) enum Whose {
    Person(UserId),
    Workspace(WorkspaceId),
    DeletedBefore(Timestamp),
}

/// Those of them that may use only so much in a month by themselves.
pub(crate) async fn list_limited(conn: &mut Conn, whose: Whose) -> StoreResult<Vec<ResearchId>> {
    let rows = match whose {
        Whose::Person(id) => sql!(
            conn,
            all(ResearchId,),
            "SELECT r.id FROM researches r JOIN ledger_budgets b ON b.id = r.id WHERE r.user_id = $1",
            id
        )?,
        Whose::Workspace(id) => sql!(
            conn,
            all(ResearchId,),
            "SELECT r.id FROM researches r JOIN ledger_budgets b ON b.id = r.id WHERE r.workspace_id = $1",
            id
        )?,
        Whose::DeletedBefore(at) => sql!(
            conn,
            all(ResearchId,),
            "SELECT r.id FROM researches r JOIN ledger_budgets b ON b.id = r.id WHERE r.deleted_at < $1",
            at
        )?,
    };
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Removes for good what was deleted before `before`.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM researches WHERE deleted_at < $1", before)?;
    Ok(())
}

/// Those that should go on by themselves and on which nothing happened since `before`, without a run that
/// writes, or that ended since.
pub(crate) async fn list_stuck(conn: &mut Conn, before: Timestamp) -> StoreResult<Vec<ResearchId>> {
    let rows = sql!(
        conn,
        all(ResearchId,),
        "SELECT id FROM researches r WHERE updated_at < $1 AND deleted_at IS NULL
             AND state IN ('clarifying', 'planning', 'researching', 'writing')
             AND NOT EXISTS (SELECT 1 FROM research_steps s JOIN runs g ON g.id = s.run_id
                 WHERE s.research_id = r.id AND s.state = 'running'
                     AND (g.finished_at IS NULL OR g.finished_at >= $1))",
        before
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Those that should have come again by themselves before `before`.
pub(crate) async fn list_overdue(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<ResearchId>> {
    let overdue = "SELECT id FROM researches WHERE next_at < $1 AND deleted_at IS NULL";
    let rows = sql!(conn, all(ResearchId,), overdue, before)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
