//! What was read for a reading, as it is kept: its places, and the PDF that they are on.

use kernel::{FileId, UserId};
use store::{Conn, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};
use tasks::TaskId;

use crate::places::Place;

/// Stores the text of a reading.
pub(crate) async fn save_places(tx: &mut Tx, id: TaskId, places: &[Place]) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO reading_snapshots (reading_id, places) VALUES ($1, $2)
         ON CONFLICT (reading_id) DO UPDATE SET places = excluded.places",
        id,
        to_json(places)?
    )?;
    Ok(())
}

/// Returns the text of a reading; `None` if it was not kept.
pub(crate) async fn find_places(conn: &mut Conn, id: TaskId) -> StoreResult<Option<Vec<Place>>> {
    let found = sql!(
        conn,
        optional(String,),
        "SELECT places FROM reading_snapshots WHERE reading_id = $1",
        id
    )?;
    found.map(|(places,)| from_json(&places)).transpose()
}

/// Returns true if the text of a reading is kept.
pub(crate) async fn has_places(conn: &mut Conn, id: TaskId) -> StoreResult<bool> {
    let (count,) =
        sql!(conn, one(i64,), "SELECT count(*) FROM reading_snapshots WHERE reading_id = $1", id)?;
    Ok(count > 0)
}

pub(crate) async fn forget_places(tx: &mut Tx, id: TaskId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM reading_snapshots WHERE reading_id = $1", id)?;
    Ok(())
}

/// Returns the kept texts of a person's newest readings.
pub(crate) async fn list_newest_places(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<(TaskId, Vec<Place>)>> {
    let rows = sql!(
        conn,
        all(TaskId, String),
        concat!(
            "SELECT s.id, kept.places FROM tasks s
             JOIN reading_snapshots kept ON kept.reading_id = s.id
             WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY s.created_at DESC, s.id DESC LIMIT $2",
        ),
        user_id,
        limit
    )?;
    rows.into_iter().map(|(id, places)| Ok((id, from_json(&places)?))).collect()
}

/// Stores the id of the PDF that was fetched for a reading.
pub(crate) async fn set_file(tx: &mut Tx, id: TaskId, file_id: FileId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO reading_files (reading_id, file_id) VALUES ($1, $2)
         ON CONFLICT (reading_id) DO UPDATE SET file_id = excluded.file_id",
        id,
        file_id
    )?;
    Ok(())
}

/// Returns the PDF that was fetched for a reading.
pub(crate) async fn find_file(conn: &mut Conn, id: TaskId) -> StoreResult<Option<FileId>> {
    let found = sql!(
        conn,
        optional(FileId,),
        "SELECT file_id FROM reading_files WHERE reading_id = $1",
        id
    )?;
    Ok(found.map(|(file_id,)| file_id))
}

/// Detaches and returns the PDF of a reading.
pub(crate) async fn take_file(tx: &mut Tx, id: TaskId) -> StoreResult<Option<FileId>> {
    let found = sql!(
        tx,
        optional(FileId,),
        "DELETE FROM reading_files WHERE reading_id = $1 RETURNING file_id",
        id
    )?;
    Ok(found.map(|(file_id,)| file_id))
}
