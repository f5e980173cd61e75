//! Teams of this server, and the operator's monthly caps on them.

mod store;

use ::store::{Cursor, Page, StoreResult};
use area::Services;
use audit::{Actor, Event, Kind};
use entitlements::Meter;
use kernel::{Fallible, Timestamp, WorkspaceId};
use ledger::{CappedUse, use_under_caps};

pub(crate) use store::Team;

use crate::caps::check_amount;
use crate::problems::TEAM_NOT_FOUND;

/// Lists the teams whose name contains `search`, newest first.
pub(crate) async fn list(
    services: &Services,
    search: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Team>> {
    let mut conn = services.db.read().await?;
    store::list_teams(&mut conn, search, cursor, limit).await
}

/// Returns the start of the month, and a team's use of each meter since.
///
/// Problems: [`TEAM_NOT_FOUND`].
pub(crate) async fn read_caps(
    services: &Services,
    id: WorkspaceId,
) -> Fallible<(Timestamp, Vec<CappedUse>)> {
    let mut conn = services.db.read().await?;
    store::find_team(&mut conn, id).await?.ok_or(TEAM_NOT_FOUND)?;
    let (since, used) = services.ledger.member_use(&mut conn, id).await?;
    let caps = services.ledger.list_operator_caps(&mut conn, id).await?;
    Ok((since, use_under_caps(None, &used, &caps).collect()))
}

/// Sets a team's monthly cap for a meter; `None`: limited by its plan and its admins only.
///
/// Problems: those of [`check_amount`], [`TEAM_NOT_FOUND`].
pub(crate) async fn set_cap(
    services: &Services,
    by: Actor,
    id: WorkspaceId,
    meter: Meter,
    amount: Option<i64>,
) -> Fallible<()> {
    check_amount(amount)?;
    let mut tx = services.db.begin().await?;
    store::find_team(&mut tx, id).await?.ok_or(TEAM_NOT_FOUND)?;
    services.ledger.set_operator_cap(&mut tx, id, meter, amount).await?;
    let changed = Event::new(Kind::LimitChanged, by).in_workspace(id).detail(meter.as_str());
    services.audit.record(&mut tx, changed.amount(amount)).await?;
    tx.commit().await?;
    tracing::info!(workspace.id = %id, meter = meter.as_str(), ?amount, "limit of a team changed");
    Ok(())
}
