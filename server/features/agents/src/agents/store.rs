use kernel::{Timestamp, UserId, Uuid};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::agents::definition::Definition;

/// An agent that somebody made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OwnAgent {
    pub id: Uuid,
    pub definition: Definition,
    pub version: i64,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

#[derive(::store::FromRow)]
struct Row {
    id: Uuid,
    definition: String,
    version: i64,
    created_at: Timestamp,
    deleted_at: Option<Timestamp>,
}

impl Row {
    fn into_agent(self) -> StoreResult<OwnAgent> {
        let Self { id, definition, version, created_at, deleted_at } = self;
        Ok(OwnAgent { id, definition: from_json(&definition)?, version, created_at, deleted_at })
    }
}

/// Finds an agent of a person's, deleted or not.
pub(crate) async fn find_agent(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<OwnAgent>> {
    let row = sql!(
        conn,
        optional Row,
        "SELECT id, definition, version, created_at, deleted_at FROM agents
         WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    row.map(Row::into_agent).transpose()
}

/// Lists a person's agents that are not deleted, the newest first.
pub(crate) async fn list_agents(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<OwnAgent>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT id, definition, version, created_at, deleted_at FROM agents
         WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC",
        user_id
    )?;
    rows.into_iter().map(Row::into_agent).collect()
}

pub(crate) async fn count_agents(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let count = "SELECT COUNT(*) FROM agents WHERE user_id = $1 AND deleted_at IS NULL";
    Ok(sql!(conn, one(i64,), count, user_id)?.0)
}

/// Adds an agent; returns false if its id is taken.
pub(crate) async fn insert_agent(
    tx: &mut Tx,
    user_id: UserId,
    agent: &OwnAgent,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO agents (id, user_id, definition, version, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (id) DO NOTHING",
        agent.id,
        user_id,
        to_json(&agent.definition)?,
        agent.version,
        agent.created_at
    )?;
    Ok(added == 1)
}

pub(crate) async fn update_agent(
    tx: &mut Tx,
    id: Uuid,
    definition: &Definition,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE agents SET definition = $2, version = version + 1, updated_at = $3 WHERE id = $1",
        id,
        to_json(definition)?,
        now
    )?;
    Ok(())
}

pub(crate) async fn set_deleted(tx: &mut Tx, id: Uuid, at: Option<Timestamp>) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE agents SET deleted_at = $2 WHERE id = $1", id, at)?;
    Ok(())
}

/// Lists agents that were deleted before `before`, with their files.
pub(crate) async fn list_old_trash(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<OwnAgent>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT id, definition, version, created_at, deleted_at FROM agents
         WHERE deleted_at < $1 LIMIT 200",
        before
    )?;
    rows.into_iter().map(Row::into_agent).collect()
}

pub(crate) async fn delete_agent(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM agents WHERE id = $1", id)?;
    Ok(())
}
