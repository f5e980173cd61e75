//! The SQL of the videos that programs asked for.

use ::store::{Conn, StoreResult, Tx, sql};
use identity::KeyCaller;
use kernel::{Timestamp, Uuid};

/// A video that a program asked for, as it was asked for.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Asked {
    /// Its task.
    pub id: Uuid,
    pub model: String,
    pub prompt: String,
    pub size: Option<String>,
    /// The video that it changes.
    pub remixed_from: Option<Uuid>,
    pub created_at: Timestamp,
}

/// Remembers a video; one that is remembered stays as it is.
pub(super) async fn insert_asked(
    tx: &mut Tx,
    caller: &KeyCaller,
    asked: &Asked,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO gateway_videos (id, user_id, workspace_id, model, prompt, size, created_at, remixed_from)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
        asked.id,
        caller.user_id,
        caller.workspace_id,
        asked.model.as_str(),
        asked.prompt.as_str(),
        asked.size.as_deref(),
        asked.created_at,
        asked.remixed_from
    )?;
    Ok(())
}

/// Finds a video that programs of the caller's person asked for in its workspace.
pub(super) async fn find_asked(
    conn: &mut Conn,
    caller: &KeyCaller,
    id: Uuid,
) -> StoreResult<Option<Asked>> {
    sql!(
        conn,
        optional Asked,
        "SELECT id, model, prompt, size, remixed_from, created_at FROM gateway_videos
         WHERE id = $1 AND user_id = $2 AND workspace_id = $3",
        id,
        caller.user_id,
        caller.workspace_id
    )
}

/// Lists the videos behind `after`, one more than `limit` if there are more. Those whose task is deleted are left out.
pub(super) async fn list_asked(
    conn: &mut Conn,
    caller: &KeyCaller,
    after: Option<&Asked>,
    is_ascending: bool,
    limit: u32,
) -> StoreResult<Vec<Asked>> {
    macro_rules! text {
        ($order:literal, $than:literal) => {
            concat!(
                "SELECT g.id, g.model, g.prompt, g.size, g.remixed_from, g.created_at FROM gateway_videos g
                 JOIN tasks t ON t.id = g.id
                 WHERE g.user_id = $1 AND g.workspace_id = $2 AND t.deleted_at IS NULL
                     AND ($3 IS NULL OR g.created_at ",
                $than,
                " $3 OR (g.created_at = $3 AND g.id ",
                $than,
                " $4)) ORDER BY g.created_at ",
                $order,
                ", g.id ",
                $order,
                " LIMIT $5",
            )
        };
    }
    let (user_id, workspace_id) = (caller.user_id, caller.workspace_id);
    let (at, id) = (after.map(|it| it.created_at), after.map(|it| it.id));
    let limit = i64::from(limit) + 1;
    match is_ascending {
        true => {
            sql!(conn, all Asked, text!("ASC", ">"), user_id, workspace_id, at, id, limit)
        }
        false => {
            sql!(conn, all Asked, text!("DESC", "<"), user_id, workspace_id, at, id, limit)
        }
    }
}

pub(super) async fn delete_asked(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM gateway_videos WHERE id = $1", id)?;
    Ok(())
}
