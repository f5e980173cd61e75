//! The price of a task itself, beside its runs: held before it starts, settled to what was delivered.

use area::Services;
use async_trait::async_trait;
use generation::Generation;
use identity::{ApiKeyId, KEY_CAP_REACHED};
use kernel::{Fallible, RunId, uuid_v7};
use ledger::{Reservation, RunFate, RunFates};
use store::{StoreResult, Tx};

use crate::State;
use crate::store::is_held;
use crate::task::Head;

/// Holds the price of a task that is about to start, and counts it to the limit of the API key `key_id`, which gets back
/// what is not charged.
///
/// Problems: [`KEY_CAP_REACHED`], those of [`ledger::Ledger::reserve`].
pub(crate) async fn reserve(
    services: &Services,
    tx: &mut Tx,
    head: &mut Head,
    feature: &str,
    key_id: Option<ApiKeyId>,
) -> Fallible<()> {
    let amount = head.price.amount;
    if amount <= 0 {
        return Ok(());
    }
    // The key before the balance, as everywhere.
    if let Some(key_id) = key_id
        && !services.identity.spend_key(tx, key_id, amount).await?
    {
        return Err(KEY_CAP_REACHED.into());
    }
    // A hold is made once, so each start has one of its own.
    let hold_id = RunId(uuid_v7(services.clock.now()));
    let wanted = Reservation {
        run_id: hold_id,
        payer: &head.payer(),
        charge: head.price,
        plan: None,
        budget: None,
        feature,
        detail: &head.title,
    };
    services.ledger.reserve(tx, &wanted).await?;
    if let Some(key_id) = key_id {
        services.ledger.count_to_key(tx, hold_id, key_id.0, amount).await?;
    }
    head.hold_id = Some(hold_id);
    Ok(())
}

/// Charges a task that ended what it delivered and frees the rest: all of its price where it succeeded and said nothing
/// else.
pub(crate) async fn settle(services: &Services, tx: &mut Tx, head: &mut Head) -> StoreResult<()> {
    let Some(hold_id) = head.hold_id else { return Ok(()) };
    let is_whole = head.state == State::Succeeded && head.delivered == 0;
    let used = if is_whole { head.price.amount } else { head.delivered.min(head.price.amount) };
    let settled = services.ledger.settle(tx, hold_id, used).await?;
    head.charged = Some(head.charged.unwrap_or(0) + settled.charged);
    Ok(())
}

/// Knows the holds of tasks and those of runs, for the ledger's sweep.
pub struct TaskFates<'a>(pub &'a Generation);

#[async_trait]
impl RunFates for TaskFates<'_> {
    async fn fate_of(&self, tx: &mut Tx, run_id: RunId) -> StoreResult<RunFate> {
        match is_held(tx, run_id).await? {
            true => Ok(RunFate::Alive),
            false => self.0.fate_of(tx, run_id).await,
        }
    }
}
