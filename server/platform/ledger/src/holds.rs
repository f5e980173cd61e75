//! Holds: what a run may use, and the buckets that it was taken from.

use kernel::{Payer, RunId, Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::Reservation;
use crate::rules::{HOLD_MICROS, clip};

#[derive(Debug, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Hold {
    pub workspace_id: WorkspaceId,
    pub meter: Option<String>,
    pub amount: i64,
    pub charged: i64,
    pub state: String,
    pub feature: String,
    pub detail: String,
    pub created_at: Timestamp,
    /// Amount it holds of the operator's spending limits.
    pub cost_held: i64,
    /// The API key whose limit counts it.
    pub key_id: Option<Uuid>,
    pub key_counted: i64,
}

impl Hold {
    pub fn is_open(&self) -> bool {
        self.state == "open"
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HoldLine {
    pub bucket_id: Uuid,
    pub amount: i64,
}

/// Writes an open hold. When the run has one, the transaction fails.
pub(crate) async fn add_hold(
    tx: &mut Tx,
    wanted: &Reservation<'_>,
    now: Timestamp,
) -> StoreResult<()> {
    let detail = clip(wanted.detail);
    sql!(
        tx,
        deferred,
        "INSERT INTO ledger_holds (run_id, workspace_id, user_id, meter, amount, state, feature,
             detail, created_at, expires_at, budget_id)
         VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10)",
        wanted.run_id,
        wanted.payer.workspace_id,
        wanted.payer.user_id,
        wanted.charge.meter.map(|meter| meter.as_str()),
        wanted.charge.amount.max(0),
        wanted.feature,
        detail.as_str(),
        now,
        now.plus(HOLD_MICROS),
        wanted.budget.map(|budget| budget.id)
    )
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
        deferred,
        "INSERT INTO ledger_hold_lines (run_id, position, bucket_id, amount)
         VALUES ($1, $2, $3, $4)",
        run_id,
        position,
        bucket_id,
        amount
    )
}

/// Finds a hold with its lines in the order in which they are used up, and locks it until the transaction ends. `None`:
/// the run has none.
pub(crate) async fn lock_hold(
    tx: &mut Tx,
    run_id: RunId,
) -> StoreResult<Option<(Hold, Vec<HoldLine>)>> {
    let rows = sql!(
        tx,
        all LockedRow,
        {
            sqlite: "SELECT h.workspace_id, h.meter, h.amount, h.charged, h.state, h.feature, h.detail,
                         h.created_at, h.cost_held, h.key_id, h.key_counted, l.bucket_id, l.amount AS line_amount
                     FROM ledger_holds h LEFT JOIN ledger_hold_lines l ON l.run_id = h.run_id
                     WHERE h.run_id = $1 ORDER BY l.position",
            postgres: "SELECT h.workspace_id, h.meter, h.amount, h.charged, h.state, h.feature, h.detail,
                           h.created_at, h.cost_held, h.key_id, h.key_counted, l.bucket_id, l.amount AS line_amount
                       FROM ledger_holds h LEFT JOIN ledger_hold_lines l ON l.run_id = h.run_id
                       WHERE h.run_id = $1 ORDER BY l.position FOR UPDATE OF h",
        },
        run_id
    )?;
    let lines = rows.iter().filter_map(LockedRow::line).collect();
    Ok(rows.into_iter().next().map(|row| (row.hold, lines)))
}

#[derive(::store::FromRow)]
struct LockedRow {
    #[sqlx(flatten)]
    hold: Hold,
    bucket_id: Option<Uuid>,
    line_amount: Option<i64>,
}

impl LockedRow {
    fn line(&self) -> Option<HoldLine> {
        Some(HoldLine { bucket_id: self.bucket_id?, amount: self.line_amount? })
    }
}

/// Closes an open hold, of which `charged` is charged.
pub(crate) async fn close_hold(tx: &mut Tx, run_id: RunId, charged: i64) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE ledger_holds SET state = 'settled', charged = $2 WHERE run_id = $1 AND state = 'open'",
        run_id,
        charged
    )
}

/// Lists expired open holds, oldest first.
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

/// Extends the hold of a run that is still alive.
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

/// Returns true if a hold of a person's was settled for something that they got.
pub(crate) async fn has_used(conn: &mut Conn, payer: &Payer) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(i64,),
        "SELECT created_at FROM ledger_holds
         WHERE workspace_id = $1 AND user_id = $2 AND state = 'settled' AND (charged > 0 OR meter IS NULL)
         LIMIT 1",
        payer.workspace_id,
        payer.user_id
    )?;
    Ok(found.is_some())
}
