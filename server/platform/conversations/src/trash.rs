use kernel::{ConversationId, Payer, Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

/// A conversation in the trash.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct Deleted {
    pub id: ConversationId,
    pub title: String,
    pub updated_at: Timestamp,
    pub deleted_at: Timestamp,
}

/// Lists the conversations that a person deleted in a workspace and can restore, the newest first.
pub async fn list_deleted(
    conn: &mut Conn,
    whose: &Payer,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Deleted>> {
    let rows = sql!(
        conn,
        all Deleted,
        "SELECT id, title, updated_at, deleted_at FROM conversations
         WHERE user_id = $1 AND deleted_at IS NOT NULL AND NOT temporary
           AND (deleted_at < $2 OR (deleted_at = $2 AND id < $3)) AND workspace_id = $5
         ORDER BY deleted_at DESC, id DESC LIMIT $4",
        whose.user_id,
        cursor.at,
        cursor.id,
        limit as i64 + 1,
        whose.workspace_id
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.deleted_at, id: row.id.0 }))
}

/// Moves a live conversation to the trash.
pub async fn delete_conversation(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET deleted_at = $3 WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL",
        id,
        user_id,
        now
    )?;
    Ok(done == 1)
}

/// Restores a conversation from the trash. A temporary one stays deleted.
pub async fn restore_conversation(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET deleted_at = NULL WHERE id = $1 AND user_id = $2
         AND deleted_at IS NOT NULL AND NOT temporary",
        id,
        user_id
    )?;
    Ok(done == 1)
}

/// Restores all of a person's conversations in a workspace from the trash. Returns their number.
pub async fn restore_all(tx: &mut Tx, whose: &Payer) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "UPDATE conversations SET deleted_at = NULL
         WHERE user_id = $1 AND workspace_id = $2 AND deleted_at IS NOT NULL AND NOT temporary",
        whose.user_id,
        whose.workspace_id
    )
}

/// Removes all that is in a workspace for good, its words first.
pub async fn purge_workspace(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM search_rows WHERE conversation_id IN
             (SELECT id FROM conversations WHERE workspace_id = $1)",
        workspace_id
    )?;
    sql!(tx, execute, "DELETE FROM conversations WHERE workspace_id = $1", workspace_id)?;
    Ok(())
}

/// Deletes permanently what has been in the trash since before `before`. Returns the number.
pub async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<u64> {
    // The words go first and by name, whatever the engine makes of triggers under a cascade.
    sql!(
        tx,
        execute,
        "DELETE FROM search_rows WHERE conversation_id IN
             (SELECT id FROM conversations WHERE deleted_at < $1)",
        before
    )?;
    sql!(tx, execute, "DELETE FROM conversations WHERE deleted_at < $1", before)
}

/// Deletes a person's whole trash in a workspace permanently, except conversations that a run still writes into.
/// Returns the number.
pub async fn purge_trash(tx: &mut Tx, whose: &Payer) -> StoreResult<u64> {
    let ids = sql!(
        tx,
        all(ConversationId,),
        "SELECT id FROM conversations
         WHERE user_id = $1 AND workspace_id = $2 AND deleted_at IS NOT NULL AND NOT temporary",
        whose.user_id,
        whose.workspace_id
    )?;
    let mut gone = 0;
    for (id,) in ids {
        gone += u64::from(purge_one(tx, whose.user_id, id).await?);
    }
    Ok(gone)
}

/// Removes one conversation from the trash for good; `false` when it is not there, or while a run still
/// writes into it.
pub async fn purge_one(tx: &mut Tx, user_id: UserId, id: ConversationId) -> StoreResult<bool> {
    // The tokens are deleted first, as in `purge_deleted`; messages still being written keep them.
    sql!(
        tx,
        execute,
        "DELETE FROM search_rows WHERE conversation_id = $1 AND EXISTS
             (SELECT 1 FROM conversations WHERE id = $1 AND user_id = $2 AND deleted_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = $1 AND state = 'running')",
        id,
        user_id
    )?;
    let done = sql!(
        tx,
        execute,
        "DELETE FROM conversations WHERE id = $1 AND user_id = $2 AND deleted_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = $1 AND state = 'running')",
        id,
        user_id
    )?;
    Ok(done == 1)
}

/// Lists temporary conversations that were closed, or without messages since before `before`, and that no run writes
/// into.
pub async fn list_expired_temporary(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<(ConversationId, UserId)>> {
    sql!(
        conn,
        all(ConversationId, UserId),
        "SELECT id, user_id FROM conversations c
         WHERE temporary AND (deleted_at IS NOT NULL OR updated_at < $1)
           AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.state = 'running')",
        before
    )
}

/// Returns true if this is a temporary conversation that its person has closed.
pub async fn is_abandoned(conn: &mut Conn, id: ConversationId) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(UserId,),
        "SELECT user_id FROM conversations WHERE id = $1 AND temporary AND deleted_at IS NOT NULL",
        id
    )?;
    Ok(found.is_some())
}
