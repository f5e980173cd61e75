use std::collections::BTreeMap;

use entitlements::{Allowance, Meter, Plan};
use kernel::{Payer, RunId, Timestamp};
use store::{Engine, StoreResult, Tx};

use crate::at_once::{AtOnce, hold_at_once};
use crate::buckets::{self, Bucket, BucketKey};
use crate::budgets::{Budget, room_in_budget};
use crate::caps::room_under_caps;
use crate::entries::{self, NewEntry, Reason};
use crate::holds;
use crate::{Charge, Ledger, ReserveError, rules};

/// The amount to hold for a run.
#[derive(Debug, Clone, Copy)]
pub struct Reservation<'a> {
    /// Id of a new run: its hold is made once.
    pub run_id: RunId,
    pub payer: &'a Payer,
    pub charge: Charge,
    /// The payer's plan, where it has just been read.
    pub plan: Option<&'a Plan>,
    /// The budget it counts towards besides its payer.
    pub budget: Option<Budget>,
    /// Name of the feature in the usage record.
    pub feature: &'a str,
    pub detail: &'a str,
}

impl Ledger {
    /// Holds the maximum cost of a run, in the caller's transaction: with the message and the run, before the provider
    /// is called (promise P2). If the balance is too low, nothing is held.
    ///
    /// # Errors
    ///
    /// The balance is too low, or the run already has a hold: then the transaction fails as a whole.
    pub async fn reserve(&self, tx: &mut Tx, wanted: &Reservation<'_>) -> Result<(), ReserveError> {
        self.reserve_up_to(tx, wanted, wanted.charge.amount).await.map(|_| ())
    }

    /// Like [`Ledger::reserve`], for work that can be made cheaper: holds as much of its charge as is available, but at
    /// least `least`. Returns the held amount.
    ///
    /// # Errors
    ///
    /// Those of [`Ledger::reserve`], if less than `least` is available.
    pub async fn reserve_up_to(
        &self,
        tx: &mut Tx,
        wanted: &Reservation<'_>,
        least: i64,
    ) -> Result<i64, ReserveError> {
        self.hold_up_to(tx, wanted, least).await.map_err(ReserveError::counted)
    }

    async fn hold_up_to(
        &self,
        tx: &mut Tx,
        wanted: &Reservation<'_>,
        least: i64,
    ) -> Result<i64, ReserveError> {
        let now = self.clock.now();
        let Reservation { run_id, payer, charge, .. } = *wanted;
        let Some(meter) = charge.meter.filter(|_| charge.amount > 0) else {
            holds::add_hold(tx, wanted, now).await?;
            return Ok(charge.amount);
        };
        let read;
        let plan = match wanted.plan {
            Some(plan) => plan,
            None => {
                read = self.entitlements.plan_of(tx, payer.workspace_id, now).await?;
                &*read
            }
        };
        if plan.is_locked() {
            return Err(ReserveError::Locked);
        }
        let allowance = plan.allowance(meter);
        let key = allowance.map(|it| BucketKey::of_plan(payer.workspace_id, &plan.id, it, now));
        let is_direct = tx.engine_kind() == Engine::Postgres && wanted.budget.is_none();
        let at_once = match is_direct {
            true => {
                let plan = key.as_ref().zip(allowance);
                hold_at_once(tx, wanted, meter.as_str(), plan, now).await?
            }
            false => AtOnce::Unknown,
        };
        let (buckets, is_capped) = match at_once {
            AtOnce::Held => return Ok(charge.amount),
            AtOnce::Unknown => spendable_buckets(tx, payer, plan, meter, now).await?,
            AtOnce::From(first) => {
                let workspace_id = payer.workspace_id;
                let locked =
                    buckets::lock_buckets_from(tx, workspace_id, meter, first, now).await?;
                (spendable_under(locked, key.as_ref()), false)
            }
        };
        let mut room = match is_capped {
            true => room_under_caps(tx, payer, meter, (least, plan.per_seat), now).await?,
            false => i64::MAX,
        };
        // After the buckets, as everywhere: locks are taken in one order.
        if let Some(budget) = wanted.budget {
            room = room.min(room_in_budget(tx, budget, least, now).await?);
        }
        let balances: Vec<i64> = buckets.iter().map(Bucket::balance).collect();

        let amount = rules::portion(charge.amount, least, room, &balances);
        let Some(taken) = rules::take(amount, &balances) else {
            return Err(ReserveError::Insufficient {
                meter,
                needed: amount,
                left: balances.iter().sum(),
                resets_at: resets_at(plan.allowance(meter), now),
            });
        };
        let charge = Charge { amount, ..charge };
        holds::add_hold(tx, &Reservation { charge, ..*wanted }, now).await?;
        let lines = buckets.iter().zip(taken).filter(|(_, amount)| *amount > 0);
        for (position, (bucket, amount)) in (0i64..).zip(lines) {
            buckets::add_held(tx, bucket.id, amount).await?;
            holds::add_line(tx, run_id, position, bucket.id, amount).await?;
        }
        Ok(charge.amount)
    }

    /// Locks the buckets of all that is reserved next, in a fixed order, for callers that reserve several in one
    /// transaction: a run that ends waits for the operator's day while it holds its bucket, and the first of several
    /// holds that day.
    pub async fn wait_for_buckets(
        &self,
        tx: &mut Tx,
        payer: &Payer,
        wanted: impl IntoIterator<Item = (Charge, &Plan)>,
    ) -> StoreResult<()> {
        let now = self.clock.now();
        let of_meter =
            |(charge, plan): (Charge, _)| charge.meter.map(|it| (it.as_str(), (it, plan)));
        let meters: BTreeMap<_, _> = wanted.into_iter().filter_map(of_meter).collect();
        for (meter, plan) in meters.into_values() {
            spendable_buckets(tx, payer, plan, meter, now).await?;
        }
        Ok(())
    }
}

/// Returns when the plan refills a meter that is used up.
fn resets_at(allowance: Option<Allowance>, now: Timestamp) -> Option<Timestamp> {
    allowance.filter(|it| it.amount.is_some_and(|amount| amount > 0))?.period(now).ends_at
}

/// Returns the buckets from which `payer` may spend `meter` now, locked: that of the plan's allowance, created if
/// missing, and those of other grants. The flag is true if there may be caps.
async fn spendable_buckets(
    tx: &mut Tx,
    payer: &Payer,
    plan: &Plan,
    meter: Meter,
    now: Timestamp,
) -> StoreResult<(Vec<Bucket>, bool)> {
    let workspace_id = payer.workspace_id;
    let allowance = plan.allowance(meter);
    let key = allowance.map(|it| BucketKey::of_plan(workspace_id, &plan.id, it, now));
    let mut locked = buckets::lock_buckets(tx, workspace_id, meter, key.as_ref(), now).await?;
    if let (Some(allowance), Some(key)) = (allowance, &key) {
        match locked.iter_mut().map(|it| &mut it.bucket).find(|bucket| bucket.is_of(key)) {
            // Not read again: a grant made meanwhile would be locked out of order.
            Some(given) => {
                given.granted = give_allowance(tx, key, allowance, Some(&*given), now).await?;
            }
            None => {
                give_allowance(tx, key, allowance, None, now).await?;
                locked = buckets::lock_buckets(tx, workspace_id, meter, Some(key), now).await?;
            }
        }
    }
    // If nothing is locked the flag is unknown: then the caps are queried.
    let is_capped = locked.first().is_none_or(|it| it.is_capped);
    let buckets = locked.into_iter().map(|it| it.bucket).collect();
    Ok((spendable_under(buckets, key.as_ref()), is_capped))
}

/// Returns the buckets that are spent under the plan of `key`: another plan's grant of today is not.
fn spendable_under(mut buckets: Vec<Bucket>, key: Option<&BucketKey>) -> Vec<Bucket> {
    buckets.retain(|bucket| !bucket.is_plans() || key.is_some_and(|key| bucket.is_of(key)));
    buckets
}

/// Creates the bucket of an allowance, or raises it if the operator raised the plan meanwhile. Returns the amount
/// granted by now, as far as this transaction sees it.
async fn give_allowance(
    tx: &mut Tx,
    key: &BucketKey,
    allowance: Allowance,
    given: Option<&Bucket>,
    now: Timestamp,
) -> StoreResult<i64> {
    let (bucket_id, granted) = match given {
        Some(bucket) => (bucket.id, bucket.granted),
        // If two create it at once, the other one grants the amount.
        None => match buckets::add_bucket(tx, key, now).await? {
            Some(id) => (id, 0),
            None => return Ok(0),
        },
    };
    let amount = allowance.amount.unwrap_or(0);
    if amount <= granted {
        return Ok(granted);
    }
    buckets::add_granted(tx, bucket_id, amount - granted).await?;
    let entry = NewEntry {
        bucket_id,
        workspace_id: key.workspace_id,
        meter: key.meter.as_str(),
        change: amount - granted,
        reason: Reason::Allowance,
        reference: &amount.to_string(),
        feature: "plan",
        detail: &key.source,
    };
    entries::add_entry(tx, &entry, now).await?;
    Ok(amount)
}
