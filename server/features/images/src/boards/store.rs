//! The SQL of boards.

use ::store::{Conn, StoreResult, Tx, is_in_workspace, sql};
use kernel::{Payer, Timestamp, UserId, WorkspaceId};

use crate::boards::BoardId;
use crate::image::ImageId;

/// A board with what it holds.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Board {
    pub id: BoardId,
    pub name: String,
    pub image_count: i64,
    pub cover_id: Option<ImageId>,
    pub created_at: Timestamp,
}

/// A board as it is archived.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct PlainBoard {
    pub id: BoardId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub name: String,
    pub created_at: Timestamp,
}

macro_rules! board_columns {
    () => {
        "b.id, b.name, b.created_at,
         (SELECT COUNT(*) FROM images i WHERE i.board_id = b.id AND i.deleted_at IS NULL) AS image_count,
         (SELECT i.id FROM images i WHERE i.board_id = b.id AND i.deleted_at IS NULL
          ORDER BY i.created_at DESC, i.id DESC LIMIT 1) AS cover_id"
    };
}

/// Adds a board; returns false, and changes nothing, if its id is taken.
pub(crate) async fn insert_board(
    tx: &mut Tx,
    whose: &Payer,
    id: BoardId,
    name: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO image_boards (id, user_id, workspace_id, name, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING",
        id,
        whose.user_id,
        whose.workspace_id,
        name,
        now
    )?;
    Ok(added == 1)
}

/// Finds a board of a person's in a workspace.
pub(crate) async fn find_own(
    conn: &mut Conn,
    whose: &Payer,
    id: BoardId,
) -> StoreResult<Option<Board>> {
    sql!(
        conn,
        optional Board,
        concat!(
            "SELECT ",
            board_columns!(),
            " FROM image_boards b WHERE b.id = $1 AND b.user_id = $2 AND b.workspace_id = $3",
        ),
        id,
        whose.user_id,
        whose.workspace_id
    )
}

/// Lists a person's boards in a workspace, oldest first.
pub(crate) async fn list_boards(conn: &mut Conn, whose: &Payer) -> StoreResult<Vec<Board>> {
    sql!(
        conn,
        all Board,
        concat!(
            "SELECT ",
            board_columns!(),
            " FROM image_boards b WHERE b.user_id = $1 AND b.workspace_id = $2 ORDER BY b.created_at, b.id",
        ),
        whose.user_id,
        whose.workspace_id
    )
}

/// Lists a person's boards for their archive, in the order of their ids.
pub(crate) async fn list_after(
    conn: &mut Conn,
    user_id: UserId,
    after: Option<BoardId>,
    limit: i64,
) -> StoreResult<Vec<PlainBoard>> {
    let after = after.unwrap_or(BoardId(kernel::Uuid::nil()));
    sql!(
        conn,
        all PlainBoard,
        concat!(
            "SELECT b.* FROM image_boards b WHERE b.user_id = $1 AND b.id > $2 AND ",
            is_in_workspace!("b"),
            " ORDER BY b.id LIMIT $3",
        ),
        user_id,
        after,
        limit
    )
}

/// Finds a board, whoever's it is.
pub(crate) async fn find_any(conn: &mut Conn, id: BoardId) -> StoreResult<Option<PlainBoard>> {
    sql!(conn, optional PlainBoard, "SELECT * FROM image_boards WHERE id = $1", id)
}

/// Counts a person's boards in a workspace.
pub(crate) async fn count_boards(conn: &mut Conn, whose: &Payer) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM image_boards WHERE user_id = $1 AND workspace_id = $2",
        whose.user_id,
        whose.workspace_id
    )?;
    Ok(count)
}

pub(crate) async fn rename_board(tx: &mut Tx, id: BoardId, name: &str) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE image_boards SET name = $2 WHERE id = $1", id, name)?;
    Ok(())
}

/// Deletes a board; its images lose it.
pub(crate) async fn delete_board(tx: &mut Tx, id: BoardId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM image_boards WHERE id = $1", id)?;
    Ok(())
}
