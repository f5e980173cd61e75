use kernel::{RunId, Timestamp, UserId};
use store::{Conn, Cursor, Page, StoreResult, Tx, is_in_workspace, sql};

use crate::schedule::{Schedule, ScheduleId, ScheduleRun, ScheduleRunId};

/// Adds a schedule. Returns false if the id is taken.
pub(crate) async fn insert_schedule(tx: &mut Tx, new: &Schedule) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO schedules (id, user_id, workspace_id, title, kind, input, rule, starts_on, zone, missed,
             only_changes, by_mail, by_push, run_cap, month_cap, paused_for, failures, next_at, version,
             created_at, updated_at, deleted_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
         ON CONFLICT (id) DO NOTHING",
        new.id,
        new.user_id,
        new.workspace_id,
        new.title.as_str(),
        new.kind.as_str(),
        new.input.as_str(),
        new.rule.as_deref(),
        new.starts_on.as_str(),
        new.zone.as_str(),
        new.missed.as_str(),
        new.only_changes,
        new.by_mail,
        new.by_push,
        new.run_cap,
        new.month_cap,
        new.paused_for.as_deref(),
        new.failures,
        new.next_at,
        new.version,
        new.created_at,
        new.updated_at,
        new.deleted_at
    )?;
    Ok(added == 1)
}

/// Saves all that may change of a schedule.
pub(crate) async fn save_schedule(tx: &mut Tx, known: &Schedule) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE schedules SET title = $2, kind = $3, input = $4, rule = $5, starts_on = $6, zone = $7, missed = $8,
             only_changes = $9, by_mail = $10, by_push = $11, run_cap = $12, month_cap = $13, paused_for = $14,
             failures = $15, next_at = $16, version = version + 1, updated_at = $17, deleted_at = $18
         WHERE id = $1",
        known.id,
        known.title.as_str(),
        known.kind.as_str(),
        known.input.as_str(),
        known.rule.as_deref(),
        known.starts_on.as_str(),
        known.zone.as_str(),
        known.missed.as_str(),
        known.only_changes,
        known.by_mail,
        known.by_push,
        known.run_cap,
        known.month_cap,
        known.paused_for.as_deref(),
        known.failures,
        known.next_at,
        known.updated_at,
        known.deleted_at
    )?;
    Ok(())
}

/// Finds a schedule of the user's, in a workspace that they are in. `deleted`: one in the trash.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: ScheduleId,
    deleted: bool,
) -> StoreResult<Option<Schedule>> {
    sql!(
        conn,
        optional Schedule,
        concat!(
            "SELECT s.* FROM schedules s
             WHERE s.id = $1 AND s.user_id = $2 AND (s.deleted_at IS NOT NULL) = $3 AND ",
            is_in_workspace!("s"),
        ),
        id,
        user_id,
        deleted
    )
}

/// Finds a schedule, whoever has it.
pub(crate) async fn find_schedule(
    conn: &mut Conn,
    id: ScheduleId,
) -> StoreResult<Option<Schedule>> {
    sql!(conn, optional Schedule, "SELECT * FROM schedules WHERE id = $1", id)
}

/// Finds a schedule, and holds it until the transaction ends.
pub(crate) async fn lock_schedule(tx: &mut Tx, id: ScheduleId) -> StoreResult<Option<Schedule>> {
    sql!(
        tx,
        optional Schedule,
        {
            sqlite: "SELECT * FROM schedules WHERE id = $1",
            postgres: "SELECT * FROM schedules WHERE id = $1 FOR UPDATE",
        },
        id
    )
}

/// Returns true if the person of a schedule is still in the workspace that pays for it.
pub(crate) async fn has_access(conn: &mut Conn, id: ScheduleId) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        concat!("SELECT COUNT(*) FROM schedules s WHERE s.id = $1 AND ", is_in_workspace!("s")),
        id
    )?;
    Ok(count > 0)
}

/// Lists a user's schedules, newest first. There are at most as many as one may have.
pub(crate) async fn list_schedules(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Schedule>> {
    sql!(
        conn,
        all Schedule,
        concat!(
            "SELECT s.* FROM schedules s WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY s.created_at DESC, s.id DESC",
        ),
        user_id
    )
}

/// Counts a user's schedules, wherever they are.
pub(crate) async fn count_schedules(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let count = "SELECT COUNT(*) FROM schedules WHERE user_id = $1 AND deleted_at IS NULL";
    Ok(sql!(conn, one(i64,), count, user_id)?.0)
}

/// Lists schedules that are due, the longest first.
pub(crate) async fn list_due(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> StoreResult<Vec<Schedule>> {
    sql!(
        conn,
        all Schedule,
        "SELECT * FROM schedules WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2",
        now,
        limit
    )
}

/// Moves a schedule to its next time, if it still is at `due_at`: only one process does.
pub(crate) async fn advance(
    tx: &mut Tx,
    id: ScheduleId,
    due_at: Timestamp,
    next_at: Option<Timestamp>,
) -> StoreResult<bool> {
    let moved = sql!(
        tx,
        execute,
        "UPDATE schedules SET next_at = $3 WHERE id = $1 AND next_at = $2",
        id,
        due_at,
        next_at
    )?;
    Ok(moved == 1)
}

/// Deletes schedules that were moved to the trash before `before`; returns their ids.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<Vec<ScheduleId>> {
    let purge = "DELETE FROM schedules WHERE deleted_at < $1 RETURNING id";
    Ok(sql!(tx, all(ScheduleId,), purge, before)?.into_iter().map(|(id,)| id).collect())
}

/// Adds a run. Returns false if there is one for this time, or the id is taken.
pub(crate) async fn insert_run(tx: &mut Tx, new: &ScheduleRun) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO schedule_runs (id, schedule_id, due_at, by_hand, missed, state, attempts, charged, problem, created_at,
             ended_at)
         VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8, $9)
         ON CONFLICT DO NOTHING",
        new.id,
        new.schedule_id,
        new.due_at,
        new.by_hand,
        new.missed,
        new.state.as_str(),
        new.problem.as_deref(),
        new.created_at,
        new.ended_at
    )?;
    Ok(added == 1)
}

/// Saves all that may change of a run.
pub(crate) async fn save_run(tx: &mut Tx, run: &ScheduleRun) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE schedule_runs SET state = $2, attempts = $3, retry_at = $4, work_id = $5, path = $6, run_id = $7,
             problem = $8, result = $9, started_at = $10, ended_at = $11, charged = $12
         WHERE id = $1",
        run.id,
        run.state.as_str(),
        run.attempts,
        run.retry_at,
        run.work_id,
        run.path.as_deref(),
        run.run_id,
        run.problem.as_deref(),
        run.result.as_deref(),
        run.started_at,
        run.ended_at,
        run.charged
    )?;
    Ok(())
}

/// Finds a run.
pub(crate) async fn find_run(
    conn: &mut Conn,
    id: ScheduleRunId,
) -> StoreResult<Option<ScheduleRun>> {
    sql!(conn, optional ScheduleRun, "SELECT * FROM schedule_runs WHERE id = $1", id)
}

/// Finds a run, and holds it until the transaction ends.
pub(crate) async fn lock_run(tx: &mut Tx, id: ScheduleRunId) -> StoreResult<Option<ScheduleRun>> {
    sql!(
        tx,
        optional ScheduleRun,
        {
            sqlite: "SELECT * FROM schedule_runs WHERE id = $1",
            postgres: "SELECT * FROM schedule_runs WHERE id = $1 FOR UPDATE",
        },
        id
    )
}

/// Finds the run that waits for this run of a model.
pub(crate) async fn find_by_model_run(
    conn: &mut Conn,
    run_id: RunId,
) -> StoreResult<Option<ScheduleRunId>> {
    let find = "SELECT id FROM schedule_runs WHERE run_id = $1";
    Ok(sql!(conn, optional(ScheduleRunId,), find, run_id)?.map(|(id,)| id))
}

/// Returns true if an earlier run of a schedule goes on.
pub(crate) async fn has_open_run(conn: &mut Conn, id: ScheduleId) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM schedule_runs
         WHERE schedule_id = $1 AND state IN ('due', 'running', 'waiting')",
        id
    )?;
    Ok(count > 0)
}

/// Lists runs of a schedule, newest first.
pub(crate) async fn list_runs(
    conn: &mut Conn,
    id: ScheduleId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<ScheduleRun>> {
    let rows = sql!(
        conn,
        all ScheduleRun,
        "SELECT * FROM schedule_runs WHERE schedule_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        id,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

/// Lists runs of a person's schedules that ended, behind `after`, in the order of their ids.
pub(crate) async fn list_ended_runs(
    conn: &mut Conn,
    user_id: UserId,
    after: ScheduleRunId,
    limit: i64,
) -> StoreResult<Vec<ScheduleRun>> {
    sql!(
        conn,
        all ScheduleRun,
        concat!(
            "SELECT r.* FROM schedule_runs r JOIN schedules s ON s.id = r.schedule_id
             WHERE s.user_id = $1 AND s.deleted_at IS NULL AND r.ended_at IS NOT NULL AND r.id > $2 AND ",
            is_in_workspace!("s"),
            " ORDER BY r.id LIMIT $3",
        ),
        user_id,
        after,
        limit
    )
}

/// Returns what the runs of a schedule cost that began since `since`.
pub(crate) async fn charged_since(
    conn: &mut Conn,
    id: ScheduleId,
    since: Timestamp,
) -> StoreResult<i64> {
    let (charged,) = sql!(
        conn,
        one(i64,),
        "SELECT CAST(COALESCE(SUM(charged), 0) AS BIGINT) FROM schedule_runs
         WHERE schedule_id = $1 AND created_at >= $2",
        id,
        since
    )?;
    Ok(charged)
}

/// Returns the newest result of a schedule before `before`.
pub(crate) async fn last_result(
    conn: &mut Conn,
    id: ScheduleId,
    before: Timestamp,
) -> StoreResult<Option<String>> {
    let found = sql!(
        conn,
        optional(String,),
        "SELECT result FROM schedule_runs
         WHERE schedule_id = $1 AND result IS NOT NULL AND created_at < $2
         ORDER BY created_at DESC, id DESC LIMIT 1",
        id,
        before
    )?;
    Ok(found.map(|(result,)| result))
}

/// The newest run of a schedule, and the number of ended runs that its person has not seen.
pub(crate) async fn newest_runs(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Vec<(ScheduleId, String, i64)>> {
    sql!(
        conn,
        all(ScheduleId, String, i64),
        "SELECT r.schedule_id, r.state,
             (SELECT COUNT(*) FROM schedule_runs u WHERE u.schedule_id = r.schedule_id AND u.seen_at IS NULL
                  AND u.state IN ('succeeded', 'failed', 'skipped'))
         FROM schedule_runs r JOIN schedules s ON s.id = r.schedule_id
         WHERE s.user_id = $1 AND s.deleted_at IS NULL AND r.id = (SELECT n.id FROM schedule_runs n
             WHERE n.schedule_id = s.id ORDER BY n.created_at DESC, n.id DESC LIMIT 1)",
        user_id
    )
}

/// Writes down that a person saw the runs of a schedule.
pub(crate) async fn mark_seen(tx: &mut Tx, id: ScheduleId, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE schedule_runs SET seen_at = $2
         WHERE schedule_id = $1 AND seen_at IS NULL AND ended_at IS NOT NULL",
        id,
        now
    )?;
    Ok(())
}

/// Stores when the person of a run saw it.
pub(crate) async fn save_seen(
    tx: &mut Tx,
    id: ScheduleRunId,
    seen_at: Option<Timestamp>,
) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE schedule_runs SET seen_at = $2 WHERE id = $1", id, seen_at)?;
    Ok(())
}

/// Lists open runs on which nothing happened since `before`.
pub(crate) async fn list_stale_runs(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<ScheduleRun>> {
    sql!(
        conn,
        all ScheduleRun,
        "SELECT * FROM schedule_runs
         WHERE state IN ('due', 'running', 'waiting') AND created_at < $1
             AND COALESCE(started_at, retry_at, created_at) < $1
         ORDER BY created_at LIMIT 500",
        before
    )
}

/// Deletes old runs that ended.
pub(crate) async fn delete_old_runs(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM schedule_runs WHERE ended_at < $1", before)?;
    Ok(())
}
