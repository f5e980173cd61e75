use std::collections::HashSet;

use kernel::{Timestamp, UserId, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

/// A team's setting to order credits automatically.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Deduction {
    pub workspace_id: WorkspaceId,
    /// The user who set it.
    pub user_id: UserId,
    pub enabled: bool,
    pub amount: i64,
    pub credits: i64,
    pub monthly_limit: i64,
    pub currency: String,
}

pub(crate) async fn find_deduction(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<Deduction>> {
    sql!(
        conn,
        optional Deduction,
        "SELECT workspace_id, user_id, enabled, amount, credits, monthly_limit, currency
         FROM billing_auto_deductions WHERE workspace_id = $1",
        workspace_id
    )
}

/// Lists the teams whose deduction is enabled.
pub(crate) async fn list_enabled(conn: &mut Conn) -> StoreResult<HashSet<WorkspaceId>> {
    let list = "SELECT workspace_id FROM billing_auto_deductions WHERE enabled";
    Ok(sql!(conn, all(WorkspaceId,), list)?.into_iter().map(|(id,)| id).collect())
}

pub(crate) async fn save_deduction(
    tx: &mut Tx,
    deduction: &Deduction,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO billing_auto_deductions
             (workspace_id, user_id, enabled, amount, credits, monthly_limit, currency, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (workspace_id) DO UPDATE SET user_id = $2, enabled = $3, amount = $4,
             credits = $5, monthly_limit = $6, currency = $7, changed_at = $8, limit_told_at = NULL",
        deduction.workspace_id,
        deduction.user_id,
        deduction.enabled,
        deduction.amount,
        deduction.credits,
        deduction.monthly_limit,
        deduction.currency.as_str(),
        now
    )
    .map(|_| ())
}

pub(crate) async fn switch_off(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_auto_deductions SET enabled = $2 WHERE workspace_id = $1",
        workspace_id,
        false
    )
    .map(|_| ())
}

/// Records that a team's admins are told that the limit of the month since `month` is reached. Returns `false` if they
/// already were.
pub(crate) async fn note_limit(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    month: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let noted = sql!(
        tx,
        execute,
        "UPDATE billing_auto_deductions SET limit_told_at = $3
         WHERE workspace_id = $1 AND (limit_told_at IS NULL OR limit_told_at < $2)",
        workspace_id,
        month,
        now
    )?;
    Ok(noted == 1)
}

/// Returns true if an auto-deduction order made since `since`, and since the deduction was last set, was not paid:
/// another one would fail the same way.
pub(crate) async fn has_failed(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    item: &str,
    since: Timestamp,
) -> StoreResult<bool> {
    let (has_failed,) = sql!(
        conn,
        one(bool,),
        "SELECT EXISTS (SELECT 1 FROM billing_orders
         WHERE workspace_id = $1 AND item = $2 AND kind = 'pack' AND state IN ('failed', 'cancelled') AND created_at >= $3
             AND created_at >= (SELECT changed_at FROM billing_auto_deductions WHERE workspace_id = $1))",
        workspace_id,
        item,
        since
    )?;
    Ok(has_failed)
}

/// Returns true if an order of a deduction is open or its payment disputed, together with the total of the orders since
/// `since` that are open or were paid. Refunded orders count, so that a refund makes no room for more.
pub(crate) async fn sum_deductions(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    item: &str,
    since: Timestamp,
) -> StoreResult<(bool, i64)> {
    let rows = sql!(
        conn,
        all(bool, i64, Timestamp),
        "SELECT state = 'open' OR disputed, amount, created_at FROM billing_orders
         WHERE workspace_id = $1 AND item = $2 AND kind = 'pack'
             AND (state = 'open' OR disputed OR (paid_at IS NOT NULL AND created_at >= $3))",
        workspace_id,
        item,
        since
    )?;
    let is_undecided = rows.iter().any(|(is_undecided, ..)| *is_undecided);
    let this_month = rows.iter().filter(|(_, _, created_at)| *created_at >= since);
    Ok((is_undecided, this_month.map(|(_, amount, _)| amount).sum()))
}
