//! Monthly caps on people's own workspaces, set by the operator.

use area::Services;
use audit::{Actor, Event, Kind};
use entitlements::{AMOUNT_MAX, Meter};
use identity::User;
use kernel::{Fallible, Timestamp, UserId};
use ledger::{CappedUse, use_under_caps};
use store::Conn;

use crate::problems::{CAP_OUT_OF_RANGE, USER_NOT_FOUND};

/// Returns the start of the month, and the use of each meter since.
///
/// Problems: [`USER_NOT_FOUND`].
pub(crate) async fn read(services: &Services, id: UserId) -> Fallible<(Timestamp, Vec<CappedUse>)> {
    let mut conn = services.db.read().await?;
    let user = find(services, &mut conn, id).await?;
    let (since, used) = services.ledger.member_use(&mut conn, user.workspace_id).await?;
    let caps = services.ledger.list_caps(&mut conn, user.workspace_id).await?;
    Ok((since, use_under_caps(None, &used, &caps).collect()))
}

/// Sets a person's monthly cap for a meter; `None`: limited by the plan only.
///
/// Problems: [`CAP_OUT_OF_RANGE`], [`USER_NOT_FOUND`].
pub(crate) async fn set(
    services: &Services,
    by: Actor,
    id: UserId,
    meter: Meter,
    amount: Option<i64>,
) -> Fallible<()> {
    check_amount(amount)?;
    let mut tx = services.db.begin().await?;
    let user = find(services, &mut tx, id).await?;
    services.ledger.set_cap(&mut tx, user.workspace_id, (None, meter), amount).await?;
    let changed = Event::new(Kind::LimitChanged, by).about(id).detail(meter.as_str());
    services.audit.record(&mut tx, changed.amount(amount)).await?;
    tx.commit().await?;
    tracing::info!(user.id = %id, meter = meter.as_str(), ?amount, "limit of an account changed");
    Ok(())
}

async fn find(services: &Services, conn: &mut Conn, id: UserId) -> Fallible<User> {
    Ok(services.identity.find_user(conn, id).await?.ok_or(USER_NOT_FOUND)?)
}

/// Checks the amount of a cap; `None`: none.
///
/// Problems: [`CAP_OUT_OF_RANGE`].
pub(crate) fn check_amount(amount: Option<i64>) -> Fallible<()> {
    match amount {
        Some(amount) if !(0..=AMOUNT_MAX).contains(&amount) => {
            Err(CAP_OUT_OF_RANGE.with("max", AMOUNT_MAX).into())
        }
        _ => Ok(()),
    }
}
