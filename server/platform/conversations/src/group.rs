use kernel::{GroupId, Timestamp, UserId};
use store::{Conn, StoreResult, Tx, sql};

/// A place for conversations that belong together, under a name of the person's.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct Group {
    pub id: GroupId,
    pub user_id: UserId,
    pub name: String,
    pub created_at: Timestamp,
    /// Live conversations in it.
    pub count: i64,
}

/// Returns a person's groups, in the order they were made.
pub async fn list_groups(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Group>> {
    sql!(
        conn,
        all Group,
        "SELECT g.*, (SELECT COUNT(*) FROM conversations c
             WHERE c.group_id = g.id AND c.deleted_at IS NULL) AS count
         FROM conversation_groups g WHERE g.user_id = $1 ORDER BY g.created_at, g.id",
        user_id
    )
}

/// Returns true if `id` is a group of `user_id`'s.
pub async fn owns_group(conn: &mut Conn, user_id: UserId, id: GroupId) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(i64,),
        "SELECT created_at FROM conversation_groups WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    Ok(found.is_some())
}

/// Adds a group; `false`, and nothing is changed, when the id is taken.
pub async fn insert_group(tx: &mut Tx, group: &Group) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO conversation_groups (id, user_id, name, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO NOTHING",
        group.id,
        group.user_id,
        group.name.as_str(),
        group.created_at
    )?;
    Ok(added == 1)
}

/// Renames a group of `user_id`'s.
pub async fn rename_group(
    tx: &mut Tx,
    user_id: UserId,
    id: GroupId,
    name: &str,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversation_groups SET name = $3 WHERE id = $1 AND user_id = $2",
        id,
        user_id,
        name
    )?;
    Ok(done == 1)
}

/// Removes a group of `user_id`'s. Its conversations stay, in no group.
pub async fn delete_group(tx: &mut Tx, user_id: UserId, id: GroupId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "DELETE FROM conversation_groups WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    if done == 1 {
        sql!(tx, execute, "UPDATE conversations SET group_id = NULL WHERE group_id = $1", id)?;
    }
    Ok(done == 1)
}
