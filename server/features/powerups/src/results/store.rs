//! The SQL of results.

use ::store::{Conn, Cursor, Page, StoreResult, Tx, sql};
use kernel::{RunId, Timestamp, UserId};

use crate::store::PowerupId;

/// A result of its person's.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct ResultRow {
    pub run_id: RunId,
    pub powerup_id: PowerupId,
    pub name: String,
    pub icon: String,
    pub title: String,
    pub model_name: String,
    pub answer: String,
    pub created_at: Timestamp,
}

/// A result to keep once its run is over.
pub(crate) struct NewResult<'a> {
    pub run_id: RunId,
    pub user_id: UserId,
    pub powerup_id: PowerupId,
    pub name: &'a str,
    pub icon: &'a str,
    pub title: &'a str,
    pub model_name: &'a str,
    pub created_at: Timestamp,
}

pub(crate) async fn insert(tx: &mut Tx, new: &NewResult<'_>) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO powerup_results (run_id, user_id, powerup_id, name, icon, title, model_name, finished, answer,
             created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, '', $8)",
        new.run_id,
        new.user_id,
        new.powerup_id,
        new.name,
        new.icon,
        new.title,
        new.model_name,
        new.created_at
    )?;
    Ok(())
}

/// Deletes a person's results but the newest `kept`.
pub(crate) async fn delete_old(tx: &mut Tx, user_id: UserId, kept: i64) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM powerup_results WHERE user_id = $1 AND run_id NOT IN
             (SELECT run_id FROM powerup_results WHERE user_id = $1 ORDER BY created_at DESC, run_id DESC LIMIT $2)",
        user_id,
        kept
    )?;
    Ok(())
}

/// Returns the person whose result a run writes; `None`: it writes none, or it is stored already.
pub(crate) async fn find_writing(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<UserId>> {
    let row = sql!(
        conn,
        optional(UserId,),
        "SELECT user_id FROM powerup_results WHERE run_id = $1 AND NOT finished",
        run_id
    )?;
    Ok(row.map(|(user_id,)| user_id))
}

pub(crate) async fn finish(tx: &mut Tx, run_id: RunId, answer: &str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE powerup_results SET finished = TRUE, answer = $2 WHERE run_id = $1",
        run_id,
        answer
    )?;
    Ok(())
}

/// Lists a person's finished results, of one PowerUP or of all, newest first.
pub(crate) async fn list(
    conn: &mut Conn,
    user_id: UserId,
    powerup_id: Option<PowerupId>,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<ResultRow>> {
    let rows = sql!(
        conn,
        all ResultRow,
        "SELECT run_id, powerup_id, name, icon, title, model_name, answer, created_at FROM powerup_results
         WHERE user_id = $1 AND finished AND ($2 IS NULL OR powerup_id = $2)
             AND (created_at < $3 OR (created_at = $3 AND run_id < $4))
         ORDER BY created_at DESC, run_id DESC LIMIT $5",
        user_id,
        powerup_id,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.run_id.0 }))
}

/// Deletes a result of its person's; returns false if there is none. Of a run that goes on, nothing is kept then.
pub(crate) async fn delete(tx: &mut Tx, user_id: UserId, run_id: RunId) -> StoreResult<bool> {
    let deleted = sql!(
        tx,
        execute,
        "DELETE FROM powerup_results WHERE user_id = $1 AND run_id = $2",
        user_id,
        run_id
    )?;
    Ok(deleted == 1)
}

/// Deletes a person's results, of one PowerUP or of all.
pub(crate) async fn delete_all(
    tx: &mut Tx,
    user_id: UserId,
    powerup_id: Option<PowerupId>,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM powerup_results WHERE user_id = $1 AND ($2 IS NULL OR powerup_id = $2)",
        user_id,
        powerup_id
    )?;
    Ok(())
}

/// Deletes a result that came to nothing.
pub(crate) async fn discard(tx: &mut Tx, run_id: RunId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM powerup_results WHERE run_id = $1", run_id)?;
    Ok(())
}
