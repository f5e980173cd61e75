//! Actions of people on tasks of any kind.

use area::Services;
use jobs::Queue;
use kernel::{Fallible, Payer, ProblemKind, UserId};
use serde_json::json;
use store::{Conn, Cursor, Page, StoreResult, Tx};

use crate::children::list_open_children;
use crate::hold;
use crate::state::Event;
use crate::store::{self as table, ListFilter, list_open, lock, update_head};
use crate::task::{Head, Row};
use crate::wire::TaskPageQuery;
use crate::work::{end, touch};
use crate::{NOT_FINISHED, State, TaskId, TaskKind, TaskOf};

/// Returns a task of a person's that is not deleted.
///
/// Problems: [`TaskKind::NOT_FOUND`].
pub async fn find<K: TaskKind>(
    conn: &mut Conn,
    user_id: UserId,
    id: TaskId,
) -> Fallible<TaskOf<K>> {
    Ok(find_own::<K>(conn, user_id, id).await?.ok_or(K::NOT_FOUND)?)
}

/// Finds a task of a person's that is not deleted, if they are still in its workspace.
pub async fn find_own<K: TaskKind>(
    conn: &mut Conn,
    user_id: UserId,
    id: TaskId,
) -> StoreResult<Option<TaskOf<K>>> {
    let row = find_row(conn, user_id, id, false).await?;
    row.filter(|row| row.kind == K::NAME).map(Row::into_task).transpose()
}

/// Finds the head of a task of a person's that is not deleted, of any kind.
pub async fn find_head(conn: &mut Conn, user_id: UserId, id: TaskId) -> StoreResult<Option<Head>> {
    find_row(conn, user_id, id, false).await?.map(Row::into_head).transpose()
}

async fn find_row(
    conn: &mut Conn,
    user_id: UserId,
    id: TaskId,
    is_deleted: bool,
) -> StoreResult<Option<Row>> {
    let row = table::find_own(conn, user_id, id).await?;
    Ok(row.filter(|row| row.deleted_at.is_some() == is_deleted))
}

/// Lists a person's newest tasks of a kind with their content, in all workspaces that they are in.
pub async fn list_newest<K: TaskKind>(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<TaskOf<K>>> {
    let rows = table::list_newest(conn, K::NAME, user_id, limit).await?;
    rows.into_iter().map(Row::into_task).collect()
}

/// Lists a person's tasks in a workspace, newest first, without their content.
pub async fn list(
    services: &Services,
    whose: &Payer,
    filter: &ListFilter,
    (cursor, limit): (Cursor, usize),
) -> Fallible<Page<Head>> {
    let mut conn = services.db.read().await?;
    let rows = table::list(&mut conn, whose, filter, cursor, limit).await?;
    let heads = rows.into_iter().map(Row::into_head).collect::<StoreResult<Vec<_>>>()?;
    Ok(Page::of(heads, limit, |head| Cursor { at: head.created_at, id: head.id.0 }))
}

/// Lists a person's tasks of one kind in a workspace as a client asks for them, newest first, without their content.
///
/// Problems: those of the page's bounds.
pub async fn list_page<K: TaskKind>(
    services: &Services,
    whose: &Payer,
    query: &TaskPageQuery,
) -> Fallible<Page<Head>> {
    let (filter, bounds) = query.of_kind(Some(K::NAME.to_owned()))?;
    list(services, whose, &filter, bounds).await
}

/// Returns the kind's own task of `head`'s, or the problem that it is not there.
async fn lock_own(
    tx: &mut Tx,
    user_id: UserId,
    id: TaskId,
    is_deleted: bool,
    not_found: ProblemKind,
) -> Fallible<Head> {
    find_row(tx, user_id, id, is_deleted).await?.ok_or(not_found)?;
    let row = lock(tx, id).await?.ok_or(not_found)?;
    Ok(row.into_head()?)
}

/// Stops a task, with those that its tools started. What it has is kept; one that is final stays as it is.
///
/// Problems: `not_found`.
pub async fn cancel(
    services: &Services,
    user_id: UserId,
    id: TaskId,
    not_found: ProblemKind,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let head = lock_own(&mut tx, user_id, id, false, not_found).await?;
    let children = cancel_locked(services, tx, head).await?;
    cancel_each(services, children).await
}

/// Stops all open tasks of a person, in whatever workspace they are.
pub async fn cancel_all(services: &Services, user_id: UserId) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let open = list_open(&mut conn, user_id).await?;
    drop(conn);
    cancel_each(services, open).await
}

/// Stops tasks, whoever's they are, with those that their tools started.
pub(crate) async fn cancel_each(services: &Services, mut open: Vec<TaskId>) -> Fallible<()> {
    while let Some(id) = open.pop() {
        let mut tx = services.db.begin().await?;
        if let Some(row) = lock(&mut tx, id).await? {
            open.extend(cancel_locked(services, tx, row.into_head()?).await?);
        }
    }
    Ok(())
}

/// Stops a locked task. Returns the open ones that its tools started. Where the process dies before these are stopped, the
/// job of the task's end stops them.
async fn cancel_locked(services: &Services, mut tx: Tx, mut head: Head) -> Fallible<Vec<TaskId>> {
    if head.state.is_final() {
        return Ok(Vec::new());
    }
    let children = list_open_children(&mut tx, head.id).await?;
    if let Some(run_id) = head.open_run() {
        drop(tx);
        // The end of its run ends the task.
        services.generation.cancel(run_id).await?;
        return Ok(children);
    }
    let now = services.clock.now();
    end(&mut head, Event::Cancel, now);
    touch(&mut head, now);
    hold::settle(services, &mut tx, &mut head).await?;
    update_head(&mut tx, &head).await?;
    // Its kind may have a provider to stop.
    enqueue_step(&services.queue, &mut tx, &head).await?;
    tx.commit().await?;
    announce(services, &head);
    Ok(children)
}

/// Starts a task that ended once more, with the same input.
///
/// Problems: `not_found`, [`NOT_FINISHED`], its team is locked, those of the ledger.
pub async fn retry(
    services: &Services,
    user_id: UserId,
    id: TaskId,
    not_found: ProblemKind,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut head = lock_own(&mut tx, user_id, id, false, not_found).await?;
    check_workspace(services, &mut tx, &head).await?;
    put_retry(services, &mut tx, &mut head).await?;
    update_head(&mut tx, &head).await?;
    enqueue_step(&services.queue, &mut tx, &head).await?;
    tx.commit().await?;
    announce(services, &head);
    Ok(())
}

/// Puts a retry into a task that ended, and its price on hold.
///
/// Problems: [`NOT_FINISHED`], those of the ledger.
pub(crate) async fn put_retry(services: &Services, tx: &mut Tx, head: &mut Head) -> Fallible<()> {
    let now = services.clock.now();
    head.state = head.state.after(Event::Retry).ok_or(NOT_FINISHED)?;
    head.stage.clear();
    (head.percent, head.run_id, head.ended_at) = (None, None, None);
    (head.problem, head.cause) = (None, None);
    (head.hold_id, head.delivered, head.begun_at) = (None, 0, now);
    touch(head, now);
    let feature = head.kind.clone();
    hold::reserve(services, tx, head, &feature, None).await
}

/// Resumes a task that waits for its person. One that does not stays as it is.
///
/// Problems: `not_found`, its team is locked.
pub async fn resume(
    services: &Services,
    user_id: UserId,
    id: TaskId,
    not_found: ProblemKind,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut head = lock_own(&mut tx, user_id, id, false, not_found).await?;
    check_workspace(services, &mut tx, &head).await?;
    let Some(state) = head.state.after(Event::Resume) else { return Ok(()) };
    head.state = state;
    touch(&mut head, services.clock.now());
    update_head(&mut tx, &head).await?;
    enqueue_step(&services.queue, &mut tx, &head).await?;
    tx.commit().await?;
    announce(services, &head);
    Ok(())
}

/// Checks that something may be used in the workspace of a task that is to go on.
///
/// Problems: it is a team's that nobody pays for.
pub async fn check_workspace(services: &Services, tx: &mut Tx, head: &Head) -> Fallible<()> {
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(tx, head.workspace_id, now).await?;
    Ok(plan.check_not_locked()?)
}

/// Moves a task to the trash.
///
/// Problems: `not_found`.
pub async fn delete(
    services: &Services,
    user_id: UserId,
    id: TaskId,
    not_found: ProblemKind,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut head = lock_own(&mut tx, user_id, id, false, not_found).await?;
    head.deleted_at = Some(services.clock.now());
    head.version += 1;
    update_head(&mut tx, &head).await?;
    tx.commit().await?;
    announce(services, &head);
    Ok(())
}

/// Writes down that its person saw a task as it is now.
///
/// Problems: `not_found`.
pub async fn mark_seen(
    services: &Services,
    user_id: UserId,
    id: TaskId,
    not_found: ProblemKind,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_row(&mut tx, user_id, id, false).await?.ok_or(not_found)?;
    table::set_seen(&mut tx, id, services.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Takes a task out of the trash. One that nobody worked on meanwhile goes on.
///
/// Problems: `not_found`.
pub async fn restore(
    services: &Services,
    user_id: UserId,
    id: TaskId,
    not_found: ProblemKind,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut head = lock_own(&mut tx, user_id, id, true, not_found).await?;
    head.deleted_at = None;
    touch(&mut head, services.clock.now());
    update_head(&mut tx, &head).await?;
    if !head.state.is_final() && head.open_run().is_none() {
        enqueue_step(&services.queue, &mut tx, &head).await?;
    }
    tx.commit().await?;
    announce(services, &head);
    Ok(())
}

/// Deletes tasks for good, with what their kind keeps elsewhere.
pub(crate) async fn erase<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    ids: &[TaskId],
) -> StoreResult<()> {
    K::erase(services, tx, ids).await?;
    for id in ids {
        table::delete(tx, *id).await?;
    }
    Ok(())
}

/// Enqueues the next step of a task whose kind only its name tells: kinds have jobs of the name `<kind>.step`.
async fn enqueue_step(queue: &Queue, tx: &mut Tx, head: &Head) -> StoreResult<()> {
    let payload = json!({ "task_id": head.id }).to_string();
    queue.enqueue_named(tx, &format!("{}.step", head.kind), &payload).await
}

/// Tells the person's open windows, and who follows the task, that it changed, and with it the cost of the one whose tools
/// started it.
pub fn announce(services: &Services, head: &Head) {
    tell(services, head.user_id, &head.kind, head.id);
    if let Some(parent) = &head.parent {
        tell(services, head.user_id, &parent.kind, parent.id);
    }
}

fn tell(services: &Services, user_id: UserId, kind: &str, id: TaskId) {
    let mut hint = json!({ "event": format!("{kind}.changed") });
    hint[format!("{kind}_id")] = json!(id);
    services.bus.notify_user(user_id, &hint.to_string());
    let hint = json!({ "event": "task.changed", "task_id": id, "kind": kind });
    services.bus.notify_user(user_id, &hint.to_string());
    services.bus.publish(&topic_of(id), "");
}

/// Returns the topic on which readers of a task are told that it changed.
pub(crate) fn topic_of(id: TaskId) -> String {
    format!("task:{id}")
}

/// Returns how many queued tasks stand before a queued one, and the estimated wait in seconds.
pub async fn place_in_queue(
    conn: &mut Conn,
    head: &Head,
    at_once: usize,
) -> StoreResult<Option<(i64, i64)>> {
    if head.state != State::Queued {
        return Ok(None);
    }
    let (before, usual) = table::queue_before(conn, head).await?;
    let usual = if usual > 0 { usual } else { head.expected_seconds * kernel::SECOND };
    Ok(Some((before + 1, crate::progress::estimated_wait_seconds(before, usual, at_once))))
}
