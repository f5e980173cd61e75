use std::collections::BTreeMap;

use kernel::{DAY, Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::grants::Span;
use crate::plans::Granted;
use crate::{PlanGives, PlanGrant, Seats};

/// The entitlement of a workspace at a moment.
#[derive(Debug, Default)]
pub(crate) struct Holding {
    plans: Vec<(String, Timestamp, Timestamp)>,
    /// Number of seats; `None`: it is no team's.
    pub seats: Option<i64>,
    /// Version of the plans, as edited by the operator; 0: never edited.
    pub version: i64,
}

impl Holding {
    pub fn plans(&self) -> impl Iterator<Item = Granted<'_>> {
        self.plans.iter().map(|(plan, since, sold_at)| Granted {
            plan,
            since: *since,
            sold_at: *sold_at,
        })
    }
}

/// Returns the plans that a workspace has at `now`, and since when; its seats, where it is a team's; and which version
/// of the plans counts.
pub(crate) async fn find_holding(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    now: Timestamp,
) -> StoreResult<Holding> {
    let rows = sql!(
        conn,
        all(String, Timestamp, Timestamp, Option<i64>, Option<i64>),
        "SELECT plan, starts_at, created_at, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
         FROM entitlements_plan_grants
         WHERE workspace_id = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)
         UNION ALL
         SELECT '', changed_at, changed_at, seats, CAST(NULL AS BIGINT)
         FROM entitlements_teams WHERE workspace_id = $1
         UNION ALL
         SELECT '', CAST(0 AS BIGINT), CAST(0 AS BIGINT), CAST(NULL AS BIGINT), MAX(version)
         FROM entitlements_changes",
        workspace_id,
        now
    )?;
    let mut holding = Holding::default();
    for (plan, since, sold_at, seats, version) in rows {
        if !plan.is_empty() {
            holding.plans.push((plan, since, sold_at));
        }
        holding.seats = holding.seats.or(seats);
        holding.version = holding.version.max(version.unwrap_or(0));
    }
    Ok(holding)
}

/// Returns the current version of the plans; 0: the operator edited nothing.
pub(crate) async fn find_version(conn: &mut Conn) -> StoreResult<i64> {
    let (version,) = sql!(
        conn,
        one(i64,),
        "SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM entitlements_changes"
    )?;
    Ok(version)
}

/// Lists the operator's edits of the plans, the oldest first.
pub(crate) async fn list_changes(
    conn: &mut Conn,
) -> StoreResult<Vec<(Timestamp, BTreeMap<String, PlanGives>)>> {
    let rows = sql!(
        conn,
        all(Timestamp, String),
        "SELECT changed_at, body FROM entitlements_changes ORDER BY version"
    )?;
    let mut changes = Vec::with_capacity(rows.len());
    for (changed_at, body) in rows {
        match from_json(&body) {
            Ok(gives) => changes.push((changed_at, gives)),
            // A newer version wrote it.
            Err(error) => tracing::warn!(%error, "a change of the plans cannot be read"),
        }
    }
    Ok(changes)
}

pub(crate) async fn add_change(
    tx: &mut Tx,
    version: i64,
    gives: &BTreeMap<String, PlanGives>,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO entitlements_changes (version, body, changed_at) VALUES ($1, $2, $3)",
        version,
        to_json(gives)?,
        now
    )
    .map(|_| ())
}

/// Writes how many seats a team has, and how many may be taken.
pub(crate) async fn set_seats(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    seats: Seats,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO entitlements_teams (workspace_id, seats, open_seats, changed_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (workspace_id) DO UPDATE SET seats = $2, open_seats = $3, changed_at = $4",
        workspace_id,
        seats.all,
        seats.open,
        now
    )
    .map(|_| ())
}

pub(crate) async fn find_seats(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<Seats>> {
    let row = sql!(
        conn,
        optional(i64, i64),
        "SELECT seats, open_seats FROM entitlements_teams WHERE workspace_id = $1",
        workspace_id
    )?;
    Ok(row.map(|(all, open)| Seats { all, open }))
}

/// Returns the end of the last grant; `None`: there never was one. A grant without an end never ends.
pub(crate) async fn last_end(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<Timestamp>> {
    let row = sql!(
        conn,
        optional(Timestamp,),
        "SELECT COALESCE(ends_at, 9223372036854775807) AS ended_at FROM entitlements_plan_grants
         WHERE workspace_id = $1 ORDER BY ended_at DESC LIMIT 1",
        workspace_id
    )?;
    Ok(row.map(|(end,)| end))
}

/// The shortest period that is sold: a month of February.
const SHORTEST_PERIOD: i64 = 28 * DAY;

/// Returns true if one grant from a payment has lasted for `held`, or for its whole period if that is shorter. Grants
/// of a trial or of days of grace have a reference of two words.
pub(crate) async fn kept_paid_plan(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    held: i64,
    now: Timestamp,
) -> StoreResult<bool> {
    let row = sql!(
        conn,
        optional(i64,),
        "SELECT count(*) FROM entitlements_plan_grants
         WHERE workspace_id = $1 AND source = 'subscription' AND reference NOT LIKE '% %'
             AND starts_at <= $2 AND (ends_at IS NULL OR ends_at - starts_at >= $3)",
        workspace_id,
        now.plus(-held),
        held.min(SHORTEST_PERIOD)
    )?;
    Ok(row.is_some_and(|(count,)| count > 0))
}

/// Writes a grant. Returns `false`, and changes nothing, when its source and reference gave one before.
pub(crate) async fn add_grant(
    tx: &mut Tx,
    grant: &PlanGrant,
    sold_at: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO entitlements_plan_grants
             (id, workspace_id, plan, source, reference, starts_at, ends_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (workspace_id, source, reference) DO NOTHING",
        kernel::uuid_v7(sold_at),
        grant.workspace_id,
        grant.plan.as_str(),
        grant.source.as_str(),
        grant.reference.as_str(),
        grant.starts_at,
        grant.ends_at,
        sold_at
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

/// Voids a grant, as if it had never been made.
pub(crate) async fn void_grant(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    source: &str,
    reference: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE entitlements_plan_grants SET ends_at = starts_at
         WHERE workspace_id = $1 AND source = $2 AND reference = $3",
        workspace_id,
        source,
        reference
    )
    .map(|_| ())
}

/// Lists the spans that `source` grants a workspace after `from`, the first one first. Spans without an end are left
/// out.
pub(crate) async fn list_spans(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    source: &str,
    from: Timestamp,
) -> StoreResult<Vec<Span>> {
    sql!(
        conn,
        all Span,
        "SELECT id, starts_at, ends_at FROM entitlements_plan_grants
         WHERE workspace_id = $1 AND source = $2 AND ends_at > $3 AND ends_at > starts_at
         ORDER BY starts_at, id",
        workspace_id,
        source,
        from
    )
}

pub(crate) async fn move_grant(tx: &mut Tx, span: Span) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE entitlements_plan_grants SET starts_at = $2, ends_at = $3 WHERE id = $1",
        span.id,
        span.starts_at,
        span.ends_at
    )
    .map(|_| ())
}

pub(crate) async fn delete_grants(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    let id: Uuid = workspace_id.0;
    sql!(tx, execute, "DELETE FROM entitlements_plan_grants WHERE workspace_id = $1", id)?;
    sql!(tx, execute, "DELETE FROM entitlements_teams WHERE workspace_id = $1", id)?;
    Ok(())
}
