use kernel::{Timestamp, UserId, Uuid};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

/// A row of `sample_items`.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Item {
    pub id: Uuid,
    pub title: String,
    pub created_at: Timestamp,
}

/// Adds an item. Does nothing if the id is taken.
pub(crate) async fn add_item(tx: &mut Tx, user_id: UserId, item: &Item) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO sample_items (id, user_id, title, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO NOTHING",
        item.id,
        user_id,
        item.title.as_str(),
        item.created_at
    )?;
    Ok(())
}

/// Finds an item of the user's.
pub(crate) async fn find_item(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<Item>> {
    sql!(
        conn,
        optional Item,
        "SELECT id, title, created_at FROM sample_items WHERE id = $1 AND user_id = $2",
        id,
        user_id
    )
}

/// Lists a user's items, newest first.
pub(crate) async fn list_items(
    conn: &mut Conn,
    user_id: UserId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Item>> {
    let rows = sql!(
        conn,
        all Item,
        "SELECT id, title, created_at FROM sample_items
         WHERE user_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        user_id,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id }))
}

/// Deletes an item of the user's. Returns false if there is none.
pub(crate) async fn delete_item(tx: &mut Tx, user_id: UserId, id: Uuid) -> StoreResult<bool> {
    let deleted =
        sql!(tx, execute, "DELETE FROM sample_items WHERE id = $1 AND user_id = $2", id, user_id)?;
    Ok(deleted == 1)
}
