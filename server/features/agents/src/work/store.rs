use kernel::Timestamp;
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};
use tasks::TaskId;

use crate::work::entry::{Entry, EntryKind, StepEntry};

#[derive(::store::FromRow)]
struct Row {
    number: i64,
    body: String,
    created_at: Timestamp,
}

/// Lists what was said and done in a task, in order.
pub(crate) async fn list_entries(conn: &mut Conn, id: TaskId) -> StoreResult<Vec<Entry>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT number, body, created_at FROM agent_entries WHERE task_id = $1 ORDER BY number",
        id
    )?;
    let entry = |Row { number, body, created_at }: Row| {
        Ok(Entry { number, at: created_at, kind: from_json(&body)? })
    };
    rows.into_iter().map(entry).collect()
}

/// Finds a step of a task.
pub(crate) async fn find_step(
    conn: &mut Conn,
    id: TaskId,
    number: i64,
) -> StoreResult<Option<StepEntry>> {
    let find = "SELECT body FROM agent_entries WHERE task_id = $1 AND number = $2";
    let row = sql!(conn, optional(String,), find, id, number)?;
    let kind: Option<EntryKind> = row.map(|(body,)| from_json(&body)).transpose()?;
    Ok(match kind {
        Some(EntryKind::Step(step)) => Some(step),
        _ => None,
    })
}

/// Appends entries to a task that is locked.
pub(crate) async fn append_entries(
    tx: &mut Tx,
    id: TaskId,
    kinds: &[EntryKind],
    now: Timestamp,
) -> StoreResult<()> {
    let last = "SELECT COALESCE(MAX(number), 0) FROM agent_entries WHERE task_id = $1";
    let (mut number,) = sql!(tx, one(i64,), last, id)?;
    for kind in kinds {
        number += 1;
        insert_row(tx, id, number, to_json(kind)?, now).await?;
    }
    Ok(())
}

/// Inserts an entry at its place.
pub(crate) async fn insert_entry(tx: &mut Tx, id: TaskId, entry: &Entry) -> StoreResult<()> {
    insert_row(tx, id, entry.number, to_json(&entry.kind)?, entry.at).await
}

async fn insert_row(
    tx: &mut Tx,
    id: TaskId,
    number: i64,
    body: String,
    at: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO agent_entries (task_id, number, body, created_at) VALUES ($1, $2, $3, $4)",
        id,
        number,
        body,
        at
    )?;
    Ok(())
}

/// Replaces a step of a task that is locked.
pub(crate) async fn update_step(
    tx: &mut Tx,
    id: TaskId,
    number: i64,
    step: StepEntry,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE agent_entries SET body = $3 WHERE task_id = $1 AND number = $2",
        id,
        number,
        to_json(&EntryKind::Step(step))?
    )?;
    Ok(())
}
