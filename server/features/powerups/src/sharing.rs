//! Who has a PowerUP: its author chooses, and the reviewer agrees (decision 1083).

use area::Services;
use audit::{Event, Kind};
use identity::{Role, SignedIn};
use kernel::Fallible;
use store::Tx;

use crate::access::View;
use crate::hints::announce_change;
use crate::powerups::{get, lock_own};
use crate::states::{Next, Scope, State, share};
use crate::store::{self as rows, PowerupId};
use crate::wire::{DetailBody, SharingBody};

/// The word of PowerUPs in the audit log.
pub(crate) const AUDITED_AS: &str = "powerup";

/// Stores who is to have a PowerUP of the caller's, and sends it to the reviewer where that is needed.
///
/// Problems: `powerups.not_found`, `powerups.removed`.
pub(crate) async fn set_sharing(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    sharing: SharingBody,
) -> Fallible<DetailBody> {
    let mut tx = services.db.begin().await?;
    let View { row, .. } = lock_own(&mut tx, caller, id).await?;
    let is_trusted = caller.role == Role::Operator;
    let next = share(row.state()?, row.shown()?, row.version, sharing.scope, is_trusted)?;
    rows::set_wanted(&mut tx, id, sharing.scope, sharing.anonymous).await?;
    apply(services, &mut tx, caller, id, next).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, Some(caller.user_id), id).await
}

/// Writes what follows for a PowerUP of the caller's.
pub(crate) async fn apply(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
    id: PowerupId,
    next: Next,
) -> Fallible<()> {
    match next {
        Next::Keep { state, shown } => {
            // A removed one keeps its reason.
            if state != State::Removed {
                rows::set_state(tx, id, state, shown, "").await?;
            }
            if state == State::Unshared && shown == Scope::Private {
                let event = Event::new(Kind::ShareWithdrawn, caller.actor()).subject(id.0);
                services.audit.record(tx, event).await?;
            }
        }
        Next::Audit => {
            rows::send(tx, id, services.clock.now()).await?;
            tracing::info!(powerup.id = %id, "PowerUP sent to review");
        }
        Next::Show => show(services, tx, caller, id).await?,
    }
    Ok(())
}

/// Gives others what the author of a PowerUP has, by the word of `reviewer`.
pub(crate) async fn show(
    services: &Services,
    tx: &mut Tx,
    reviewer: &SignedIn,
    id: PowerupId,
) -> Fallible<()> {
    let row = rows::find(tx, None, id).await?;
    let Some(row) = row else { return Ok(()) };
    rows::show(tx, id, &row.definition()?.words()).await?;
    let event = Event::new(Kind::ShareMade, reviewer.actor()).about(row.user_id);
    services.audit.record(tx, event.subject(id.0).detail(AUDITED_AS)).await?;
    Ok(())
}
