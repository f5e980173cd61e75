//! The table of tasks. Nothing here knows a kind.

use kernel::{Payer, RunId, Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, StoreResult, Tx, is_in_workspace, like_pattern, sql, to_json};

use crate::TaskId;
use crate::task::{Content, Head, Row};

/// Adds a task; returns false, and changes nothing, if the id is taken.
pub(crate) async fn insert(tx: &mut Tx, head: &Head, content: &Content) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, percent, expected_seconds, run_id, input,
             output, label, problem, cause, hold_id, meter, price, delivered, charged, daily_use, has_result, steps,
             version, created_at, begun_at, updated_at, ended_at, deleted_at, parent_id, parent_kind)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $23, $24, $25, $26, $27, $28, $29, $30, $31) ON CONFLICT (id) DO NOTHING",
        head.id,
        head.kind.as_str(),
        head.user_id,
        head.workspace_id,
        head.title.as_str(),
        head.state.as_str(),
        head.stage.as_str(),
        head.percent,
        head.expected_seconds,
        head.run_id,
        content.input.as_str(),
        content.output.as_str(),
        to_json(&head.label)?,
        head.problem.as_ref().map(to_json).transpose()?,
        head.cause.as_ref().map(to_json).transpose()?,
        head.hold_id,
        head.price.meter.map(|meter| meter.as_str()),
        head.price.amount,
        head.delivered,
        head.charged,
        head.daily_use.as_deref(),
        head.has_result,
        head.steps,
        head.version,
        head.created_at,
        head.begun_at,
        head.updated_at,
        head.ended_at,
        head.deleted_at,
        head.parent.as_ref().map(|parent| parent.id),
        head.parent.as_ref().map(|parent| parent.kind.as_str())
    )?;
    Ok(added == 1)
}

/// Writes everything of a task that can change. The caller has locked it.
pub(crate) async fn update(tx: &mut Tx, head: &Head, content: &Content) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE tasks SET input = $2, output = $3 WHERE id = $1",
        head.id,
        content.input.as_str(),
        content.output.as_str()
    )?;
    update_head(tx, head).await
}

/// Writes what of a task's life cycle can change. The caller has locked it.
pub(crate) async fn update_head(tx: &mut Tx, head: &Head) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE tasks SET title = $2, state = $3, stage = $4, percent = $5, run_id = $6, label = $7, problem = $8,
             cause = $9, hold_id = $10, delivered = $11, charged = $12, daily_use = $13, has_result = $14,
             steps = $15, version = $16, begun_at = $17, updated_at = $18, ended_at = $19, deleted_at = $20
         WHERE id = $1",
        head.id,
        head.title.as_str(),
        head.state.as_str(),
        head.stage.as_str(),
        head.percent,
        head.run_id,
        to_json(&head.label)?,
        head.problem.as_ref().map(to_json).transpose()?,
        head.cause.as_ref().map(to_json).transpose()?,
        head.hold_id,
        head.delivered,
        head.charged,
        head.daily_use.as_deref(),
        head.has_result,
        head.steps,
        head.version,
        head.begun_at,
        head.updated_at,
        head.ended_at,
        head.deleted_at
    )?;
    Ok(())
}

/// Finds a task of a kind, deleted or not.
pub(crate) async fn find(conn: &mut Conn, kind: &str, id: TaskId) -> StoreResult<Option<Row>> {
    sql!(conn, optional Row, "SELECT * FROM tasks WHERE id = $1 AND kind = $2", id, kind)
}

/// Finds a task, deleted or not, and holds it until the transaction ends.
pub(crate) async fn lock(tx: &mut Tx, id: TaskId) -> StoreResult<Option<Row>> {
    sql!(
        tx,
        optional Row,
        {
            sqlite: "SELECT * FROM tasks WHERE id = $1",
            postgres: "SELECT * FROM tasks WHERE id = $1 FOR UPDATE",
        },
        id
    )
}

/// Finds a task of `user_id`'s, deleted or not, if they are still in its workspace.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: TaskId,
) -> StoreResult<Option<Row>> {
    sql!(
        conn,
        optional Row,
        concat!(
            "SELECT t.* FROM tasks t WHERE t.id = $1 AND t.user_id = $2 AND ",
            is_in_workspace!("t"),
        ),
        id,
        user_id
    )
}

/// Returns true if there is a task with this id that is `user_id`'s, wherever it is.
pub(crate) async fn is_own(conn: &mut Conn, user_id: UserId, id: TaskId) -> StoreResult<bool> {
    let find = "SELECT id FROM tasks WHERE id = $1 AND user_id = $2";
    Ok(sql!(conn, optional(TaskId,), find, id, user_id)?.is_some())
}

/// Finds the open task of a kind that waits for a run.
pub(crate) async fn find_by_run(
    conn: &mut Conn,
    kind: &str,
    run_id: RunId,
) -> StoreResult<Option<TaskId>> {
    let find = "SELECT id FROM tasks WHERE run_id = $1 AND kind = $2 AND state = 'running'";
    Ok(sql!(conn, optional(TaskId,), find, run_id, kind)?.map(|(id,)| id))
}

/// Writes down that its person saw a task.
pub(crate) async fn set_seen(tx: &mut Tx, id: TaskId, now: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE tasks SET seen_at = $2 WHERE id = $1", id, now)?;
    Ok(())
}

/// Returns true if its person saw a task at `since` or later.
pub(crate) async fn is_seen(conn: &mut Conn, id: TaskId, since: Timestamp) -> StoreResult<bool> {
    let find = "SELECT id FROM tasks WHERE id = $1 AND seen_at >= $2";
    Ok(sql!(conn, optional(TaskId,), find, id, since)?.is_some())
}

/// Lists a person's open tasks, in whatever workspace.
pub(crate) async fn list_open(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<TaskId>> {
    let find =
        "SELECT id FROM tasks WHERE user_id = $1 AND state IN ('queued', 'running', 'paused')";
    Ok(sql!(conn, all(TaskId,), find, user_id)?.into_iter().map(|(id,)| id).collect())
}

/// Returns true if an open task has this hold.
pub(crate) async fn is_held(conn: &mut Conn, hold_id: RunId) -> StoreResult<bool> {
    let find =
        "SELECT id FROM tasks WHERE hold_id = $1 AND state IN ('queued', 'running', 'paused')";
    Ok(sql!(conn, optional(TaskId,), find, hold_id)?.is_some())
}

/// The tasks that a list shows.
#[derive(Debug, Clone, Default)]
pub struct ListFilter {
    /// One kind only.
    pub kind: Option<String>,
    /// Tasks whose title says this.
    pub query: Option<String>,
    /// The trash instead.
    pub deleted: bool,
}

/// Lists a person's tasks in a workspace without their content, newest first: one more than `limit`, if there are more.
pub(crate) async fn list(
    conn: &mut Conn,
    whose: &Payer,
    filter: &ListFilter,
    before: Cursor,
    limit: usize,
) -> StoreResult<Vec<Row>> {
    sql!(
        conn,
        all Row,
        "SELECT id, kind, user_id, workspace_id, title, state, stage, percent, expected_seconds, run_id, 'null' AS input,
             'null' AS output, label, problem, cause, hold_id, meter, price, delivered, charged, daily_use, has_result,
             steps, version, created_at, begun_at, updated_at, ended_at, deleted_at, parent_id, parent_kind
         FROM tasks
         WHERE user_id = $1 AND workspace_id = $2 AND (deleted_at IS NOT NULL) = $3
             AND ($4 = '' OR kind = $4) AND ($5 = '%%' OR LOWER(title) LIKE $5 ESCAPE '\\')
             AND (created_at < $6 OR (created_at = $6 AND id < $7))
         ORDER BY created_at DESC, id DESC LIMIT $8",
        whose.user_id,
        whose.workspace_id,
        filter.deleted,
        filter.kind.as_deref().unwrap_or_default(),
        like_pattern(filter.query.as_deref().unwrap_or_default()),
        before.at,
        before.id,
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )
}

/// Lists a person's newest tasks of a kind, in all workspaces that they are in.
pub(crate) async fn list_newest(
    conn: &mut Conn,
    kind: &str,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<Row>> {
    sql!(
        conn,
        all Row,
        concat!(
            "SELECT t.* FROM tasks t WHERE t.user_id = $1 AND t.kind = $2 AND t.deleted_at IS NULL AND ",
            is_in_workspace!("t"),
            " ORDER BY t.created_at DESC, t.id DESC LIMIT $3",
        ),
        user_id,
        kind,
        limit
    )
}

/// Lists a person's tasks of a kind in the order of their ids, after `after`.
pub(crate) async fn list_after(
    conn: &mut Conn,
    kind: &str,
    user_id: UserId,
    after: TaskId,
    limit: i64,
) -> StoreResult<Vec<Row>> {
    sql!(
        conn,
        all Row,
        "SELECT * FROM tasks WHERE user_id = $1 AND kind = $2 AND id > $3 AND deleted_at IS NULL ORDER BY id LIMIT $4",
        user_id,
        kind,
        after,
        limit
    )
}

/// Counts a person's open tasks of a kind.
pub(crate) async fn count_open(conn: &mut Conn, kind: &str, user_id: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM tasks WHERE user_id = $1 AND kind = $2 AND deleted_at IS NULL
             AND state IN ('queued', 'running')",
        user_id,
        kind
    )?;
    Ok(count)
}

/// Counts the tasks that use a daily limit since, deleted ones with them: those that did not fail, and that did not end
/// with nothing to show.
pub(crate) async fn count_daily(
    conn: &mut Conn,
    whose: &Payer,
    daily_use: &str,
    since: Timestamp,
) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM tasks
         WHERE user_id = $1 AND workspace_id = $2 AND daily_use = $3 AND begun_at >= $4 AND state <> 'failed'
             AND (has_result OR state IN ('queued', 'running', 'paused'))",
        whose.user_id,
        whose.workspace_id,
        daily_use,
        since
    )?;
    Ok(count)
}

/// Returns how many tasks of its kind stand before a queued task, and how long the last of them took, in microseconds.
pub(crate) async fn queue_before(conn: &mut Conn, head: &Head) -> StoreResult<(i64, i64)> {
    sql!(
        conn,
        one(i64, i64),
        "SELECT (SELECT COUNT(*) FROM tasks WHERE kind = $1 AND state = 'queued' AND deleted_at IS NULL
                 AND (begun_at < $2 OR (begun_at = $2 AND id < $3))),
             (SELECT CAST(COALESCE(AVG(took), 0) AS BIGINT) FROM (SELECT ended_at - begun_at AS took FROM tasks
                 WHERE kind = $1 AND state = 'succeeded' ORDER BY ended_at DESC LIMIT 20) AS last)",
        head.kind.as_str(),
        head.begun_at,
        head.id
    )
}

/// Lists the open tasks of a kind whose run is over, or gone, and on which nothing happened since `before`.
pub(crate) async fn list_with_ended_run(
    conn: &mut Conn,
    kind: &str,
    before: Timestamp,
) -> StoreResult<Vec<TaskId>> {
    let rows = sql!(
        conn,
        all(TaskId,),
        "SELECT t.id FROM tasks t WHERE t.kind = $1 AND t.state = 'running' AND t.run_id IS NOT NULL AND t.updated_at < $2
             AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = t.run_id
                 AND (r.finished_at IS NULL OR r.finished_at >= $2))",
        kind,
        before
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Lists the open tasks of a kind without a run on which nothing happened since `before`.
pub(crate) async fn list_abandoned(
    conn: &mut Conn,
    kind: &str,
    before: Timestamp,
) -> StoreResult<Vec<TaskId>> {
    let rows = sql!(
        conn,
        all(TaskId,),
        "SELECT id FROM tasks WHERE kind = $1 AND state IN ('queued', 'running') AND updated_at < $2
             AND (run_id IS NULL OR state = 'queued')",
        kind,
        before
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Lists the tasks of a kind that were deleted before `before`.
pub(crate) async fn list_deleted(
    conn: &mut Conn,
    kind: &str,
    before: Timestamp,
) -> StoreResult<Vec<TaskId>> {
    let find = "SELECT id FROM tasks WHERE kind = $1 AND deleted_at < $2";
    let rows = sql!(conn, all(TaskId,), find, kind, before)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Lists the tasks of a kind in a workspace, deleted ones with them.
pub(crate) async fn list_of_workspace(
    conn: &mut Conn,
    kind: &str,
    workspace_id: WorkspaceId,
) -> StoreResult<Vec<TaskId>> {
    let find = "SELECT id FROM tasks WHERE kind = $1 AND workspace_id = $2";
    let rows = sql!(conn, all(TaskId,), find, kind, workspace_id)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Lists the tasks of a kind of a person's, deleted ones with them.
pub(crate) async fn list_of_person(
    conn: &mut Conn,
    kind: &str,
    user_id: UserId,
) -> StoreResult<Vec<TaskId>> {
    let find = "SELECT id FROM tasks WHERE kind = $1 AND user_id = $2";
    let rows = sql!(conn, all(TaskId,), find, kind, user_id)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Deletes a task for good. Its cost stays in that of the task whose tools started it.
pub(crate) async fn delete(tx: &mut Tx, id: TaskId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE tasks SET charged = COALESCE(charged, 0) + (SELECT c.charged FROM tasks c WHERE c.id = $1)
         WHERE id = (SELECT c.parent_id FROM tasks c WHERE c.id = $1 AND c.charged > 0)",
        id
    )?;
    sql!(tx, execute, "DELETE FROM tasks WHERE id = $1", id)?;
    Ok(())
}
