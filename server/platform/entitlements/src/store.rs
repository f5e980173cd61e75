use kernel::{Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::PlanGrant;

/// The plans that a workspace has at `now`, and since when.
pub(crate) async fn list_granted_plans(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    now: Timestamp,
) -> StoreResult<Vec<(String, Timestamp)>> {
    sql!(
        conn,
        all(String, Timestamp),
        "SELECT plan, starts_at FROM entitlements_plan_grants
         WHERE workspace_id = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)",
        workspace_id,
        now
    )
}

/// Writes a grant. Returns `false`, and changes nothing, when its source and reference gave one before.
pub(crate) async fn add_grant(tx: &mut Tx, grant: &PlanGrant, now: Timestamp) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO entitlements_plan_grants
             (id, workspace_id, plan, source, reference, starts_at, ends_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (workspace_id, source, reference) DO NOTHING",
        kernel::uuid_v7(now),
        grant.workspace_id,
        grant.plan.as_str(),
        grant.source.as_str(),
        grant.reference.as_str(),
        grant.starts_at,
        grant.ends_at,
        now
    )?;
    Ok(added == 1)
}

/// Ends at `now` what `source` gave and still gives. Returns how many grants that were.
pub(crate) async fn end_grants(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    source: &str,
    now: Timestamp,
) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "UPDATE entitlements_plan_grants
         SET ends_at = CASE WHEN starts_at > $3 THEN starts_at ELSE $3 END
         WHERE workspace_id = $1 AND source = $2 AND (ends_at IS NULL OR ends_at > $3)",
        workspace_id,
        source,
        now
    )
}

pub(crate) async fn delete_grants(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    let id: Uuid = workspace_id.0;
    sql!(tx, execute, "DELETE FROM entitlements_plan_grants WHERE workspace_id = $1", id)?;
    Ok(())
}
