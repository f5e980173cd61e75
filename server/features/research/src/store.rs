//! Versions and schedules of researches in the database. Whoever changes one has locked its task in the same transaction.

mod parts;

use kernel::{RunId, Timestamp, UserId};
use store::{Conn, StoreResult, Tx, from_word, sql, to_word};
use tasks::{find_any, find_own, lock_any};

use crate::research::{Every, Research, ResearchId};
use crate::work::ResearchTask;

pub(crate) use parts::{
    Kept, Section, add_step, find_source, list_report_texts, list_sections, list_sources,
    list_statements, list_steps, save_section, save_source, save_statements, update_step,
};

/// Locks a research that is not deleted.
pub(crate) async fn lock_research(tx: &mut Tx, id: ResearchId) -> StoreResult<Option<Research>> {
    Ok(lock_any::<ResearchTask>(tx, id).await?.filter(|one| one.head.deleted_at.is_none()))
}

/// Locks a research of `user_id`'s.
pub(crate) async fn lock_own(
    tx: &mut Tx,
    user_id: UserId,
    id: ResearchId,
) -> StoreResult<Option<Research>> {
    match find_own::<ResearchTask>(tx, user_id, id).await? {
        Some(_) => lock_research(tx, id).await,
        None => Ok(None),
    }
}

/// Writes a research that was changed outside of its task's own steps.
pub(crate) async fn save_research(
    tx: &mut Tx,
    research: &mut Research,
    now: Timestamp,
) -> StoreResult<()> {
    research.head.version += 1;
    research.head.updated_at = now;
    tasks::save::<ResearchTask>(tx, research).await
}

/// Finds the step that waits for a run.
pub(crate) async fn find_by_run(
    conn: &mut Conn,
    run_id: RunId,
) -> StoreResult<Option<(ResearchId, i64)>> {
    let find = "SELECT research_id, number FROM research_steps WHERE run_id = $1";
    sql!(conn, optional(ResearchId, i64), find, run_id)
}

/// Returns true if the run of a step goes on, or ended since.
pub(crate) async fn has_run(
    conn: &mut Conn,
    id: ResearchId,
    since: Timestamp,
) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM research_steps s JOIN runs r ON r.id = s.run_id
         WHERE s.research_id = $1 AND s.state = 'running' AND (r.finished_at IS NULL OR r.finished_at >= $2)",
        id,
        since
    )?;
    Ok(count > 0)
}

/// Adds a research to those that do the same as `root_id`.
pub(crate) async fn add_version(
    tx: &mut Tx,
    id: ResearchId,
    root_id: ResearchId,
) -> StoreResult<()> {
    let add = "INSERT INTO research_versions (research_id, root_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    sql!(tx, deferred, add, id, root_id)
}

/// Finds the newest one that is complete, of those that do the same.
pub(crate) async fn find_last_complete(
    conn: &mut Conn,
    user_id: UserId,
    root_id: ResearchId,
) -> StoreResult<Option<Research>> {
    let found = sql!(
        conn,
        optional(ResearchId,),
        "SELECT t.id FROM research_versions v JOIN tasks t ON t.id = v.research_id
         WHERE v.root_id = $1 AND t.user_id = $2 AND t.state = 'succeeded' AND t.deleted_at IS NULL
         ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
        root_id,
        user_id
    )?;
    match found {
        Some((id,)) => find_any::<ResearchTask>(conn, id).await,
        None => Ok(None),
    }
}

/// Returns true if one of those that do the same goes on.
pub(crate) async fn is_going(conn: &mut Conn, root_id: ResearchId) -> StoreResult<bool> {
    let (going,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM research_versions v JOIN tasks t ON t.id = v.research_id
         WHERE v.root_id = $1 AND t.deleted_at IS NULL AND t.state IN ('queued', 'running')",
        root_id
    )?;
    Ok(going > 0)
}

/// The schedule by which researches come again: the first of those that do the same has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Schedule {
    pub every: Every,
    pub next_at: Timestamp,
    /// The time that was left out because it could have gone beyond the budget, until it is done again.
    pub left_out_at: Option<Timestamp>,
}

/// Finds the schedule of a research of `user_id`'s that is not deleted.
pub(crate) async fn find_schedule(
    conn: &mut Conn,
    user_id: UserId,
    root_id: ResearchId,
) -> StoreResult<Option<Schedule>> {
    let row = sql!(
        conn,
        optional(String, Timestamp, Option<Timestamp>),
        "SELECT s.every, s.next_at, s.left_out_at FROM research_schedules s JOIN tasks t ON t.id = s.research_id
         WHERE s.research_id = $1 AND t.user_id = $2 AND t.deleted_at IS NULL",
        root_id,
        user_id
    )?;
    let schedule = |(every, next_at, left_out_at): (String, Timestamp, Option<Timestamp>)| {
        Ok(Schedule { every: from_word(&every)?, next_at, left_out_at })
    };
    row.map(schedule).transpose()
}

/// Writes the schedule of a research; `None` removes it.
pub(crate) async fn save_schedule(
    tx: &mut Tx,
    root_id: ResearchId,
    schedule: Option<Schedule>,
) -> StoreResult<()> {
    let Some(Schedule { every, next_at, left_out_at }) = schedule else {
        let delete = "DELETE FROM research_schedules WHERE research_id = $1";
        return sql!(tx, deferred, delete, root_id);
    };
    sql!(
        tx,
        deferred,
        "INSERT INTO research_schedules (research_id, every, next_at, left_out_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (research_id) DO UPDATE SET every = excluded.every, next_at = excluded.next_at,
             left_out_at = excluded.left_out_at",
        root_id,
        to_word(every)?,
        next_at,
        left_out_at
    )
}

/// Lists the researches of a person that come again by themselves.
pub(crate) async fn list_scheduled(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Vec<(ResearchId, Every)>> {
    let rows = sql!(
        conn,
        all(ResearchId, String),
        "SELECT s.research_id, s.every FROM research_schedules s JOIN tasks t ON t.id = s.research_id
         WHERE t.user_id = $1 AND t.deleted_at IS NULL",
        user_id
    )?;
    rows.into_iter().map(|(id, every)| Ok((id, from_word(&every)?))).collect()
}

/// Lists the researches that should have come again by themselves before `before`.
pub(crate) async fn list_overdue(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<ResearchId>> {
    let overdue =
        "SELECT s.research_id FROM research_schedules s JOIN tasks t ON t.id = s.research_id
        WHERE s.next_at < $1 AND t.deleted_at IS NULL";
    let rows = sql!(conn, all(ResearchId,), overdue, before)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
