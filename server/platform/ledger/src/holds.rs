//! Holds: what a run may use, and from which buckets that was taken.

use kernel::{Payer, RunId, Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::Charge;
use crate::rules::HOLD_MICROS;

/// A hold to be written.
pub(crate) struct NewHold<'a> {
    pub run_id: RunId,
    pub payer: &'a Payer,
    pub charge: Charge,
    pub feature: &'a str,
    pub detail: &'a str,
}

#[derive(Debug, sqlx::FromRow)]
pub(crate) struct Hold {
    pub workspace_id: WorkspaceId,
    pub meter: Option<String>,
    pub amount: i64,
    pub charged: i64,
    pub state: String,
    pub feature: String,
    pub detail: String,
}

impl Hold {
    pub fn is_open(&self) -> bool {
        self.state == "open"
    }
}

#[derive(Debug, sqlx::FromRow)]
pub(crate) struct HoldLine {
    pub bucket_id: Uuid,
    pub amount: i64,
}

/// Writes an open hold. Returns `false`, and changes nothing, when the run has one.
pub(crate) async fn add_hold(tx: &mut Tx, hold: &NewHold<'_>, now: Timestamp) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO ledger_holds (run_id, workspace_id, user_id, meter, amount, state, feature,
             detail, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9)
         ON CONFLICT (run_id) DO NOTHING",
        hold.run_id,
        hold.payer.workspace_id,
        hold.payer.user_id,
        hold.charge.meter.map(|meter| meter.as_str()),
        hold.charge.amount.max(0),
        hold.feature,
        hold.detail,
        now,
        now.plus(HOLD_MICROS)
    )?;
    Ok(added == 1)
}

pub(crate) async fn find_hold(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<Hold>> {
    sql!(
        conn,
        optional Hold,
        "SELECT workspace_id, meter, amount, charged, state, feature, detail
         FROM ledger_holds WHERE run_id = $1",
        run_id
    )
}

/// Takes back a hold that could not be filled.
pub(crate) async fn delete_hold(tx: &mut Tx, run_id: RunId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM ledger_holds WHERE run_id = $1", run_id)?;
    Ok(())
}

pub(crate) async fn add_line(
    tx: &mut Tx,
    run_id: RunId,
    position: i64,
    bucket_id: Uuid,
    amount: i64,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO ledger_hold_lines (run_id, position, bucket_id, amount)
         VALUES ($1, $2, $3, $4)",
        run_id,
        position,
        bucket_id,
        amount
    )?;
    Ok(())
}

/// The lines of a hold, in the order in which they are used up.
pub(crate) async fn list_lines(conn: &mut Conn, run_id: RunId) -> StoreResult<Vec<HoldLine>> {
    sql!(
        conn,
        all HoldLine,
        "SELECT bucket_id, amount FROM ledger_hold_lines WHERE run_id = $1 ORDER BY position",
        run_id
    )
}

/// Closes an open hold with what is charged of it: `used`, made to lie between nothing and what was held.
///
/// Returns the hold as it then is; `None`, and changes nothing, when it was closed before: of any number of
/// callers exactly one is told.
pub(crate) async fn close_hold(tx: &mut Tx, run_id: RunId, used: i64) -> StoreResult<Option<Hold>> {
    sql!(
        tx,
        optional Hold,
        {
            sqlite: "UPDATE ledger_holds SET state = 'settled', charged = MAX(0, MIN($2, amount))
                     WHERE run_id = $1 AND state = 'open'
                     RETURNING workspace_id, meter, amount, charged, state, feature, detail",
            postgres: "UPDATE ledger_holds SET state = 'settled', charged = GREATEST(0, LEAST($2, amount))
                       WHERE run_id = $1 AND state = 'open'
                       RETURNING workspace_id, meter, amount, charged, state, feature, detail",
        },
        run_id,
        used
    )
}

/// Open holds whose time is over, oldest first.
pub(crate) async fn list_expired(
    conn: &mut Conn,
    now: Timestamp,
    limit: i64,
) -> StoreResult<Vec<RunId>> {
    let rows = sql!(
        conn,
        all(RunId,),
        "SELECT run_id FROM ledger_holds WHERE state = 'open' AND expires_at <= $1
         ORDER BY expires_at LIMIT $2",
        now,
        limit
    )?;
    Ok(rows.into_iter().map(|(run_id,)| run_id).collect())
}

/// Gives the hold of a run that still lives another while.
pub(crate) async fn extend_hold(tx: &mut Tx, run_id: RunId, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE ledger_holds SET expires_at = $2 WHERE run_id = $1 AND state = 'open'",
        run_id,
        now.plus(HOLD_MICROS)
    )?;
    Ok(())
}
