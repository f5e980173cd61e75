use entitlements::Meter;
use kernel::RunId;
use store::{Engine, StoreResult, Tx};

use crate::at_once::settle_at_once;
use crate::entries::{self, NewEntry, Reason};
use crate::holds::{self, Hold, HoldLine};
use crate::{Ledger, OpenCost, buckets, rules};

/// The charge of a settled run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// The meter; `None` if the operation was free.
    pub meter: Option<Meter>,
    pub charged: i64,
}

/// The changed balances of a settlement, which are written last.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Settlement {
    hold: Hold,
    lines: Vec<HoldLine>,
}

impl Ledger {
    /// Charges a run for what it used and releases the rest of its hold, including what it counts towards an API key.
    ///
    /// Only the first call has an effect; later ones return what that one charged. Amounts out of range are clamped:
    /// below 0 to 0, above the hold to the hold. A run without a hold is free.
    ///
    /// What it held of the operator's limits is released, because its cost is unknown. If the cost is known, call
    /// [`Ledger::settle_open`] instead.
    pub async fn settle(&self, tx: &mut Tx, run_id: RunId, used: i64) -> StoreResult<Settled> {
        let (settled, open) = self.settle_open(tx, run_id, used).await?;
        if let Some(open) = open {
            self.book_cost(tx, open, None).await?;
        }
        Ok(settled)
    }

    /// Like [`Ledger::settle`], but leaves to [`Ledger::book_cost`] what others wait for: the balances and the cost. `None`
    /// if the run was settled before.
    pub async fn settle_open(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        used: i64,
    ) -> StoreResult<(Settled, Option<OpenCost>)> {
        let Some((mut hold, lines)) = holds::lock_hold(tx, run_id).await? else {
            return Ok((Settled { meter: None, charged: 0 }, None));
        };
        if !hold.is_open() {
            return Ok((settled(&hold), None));
        }
        hold.charged = used.clamp(0, hold.amount);
        if hold.charged != used {
            let held = hold.amount;
            tracing::warn!(run.id = %run_id, used, held, "a run reported a use that it cannot have had");
        }
        if !is_posted_at_once(tx, &lines) {
            holds::close_hold(tx, run_id, hold.charged).await?;
        }
        self.give_back_to_key(tx, &hold).await?;
        let (settled, begun_at, held) = (settled(&hold), hold.created_at, hold.cost_held);
        let settlement = Some(Settlement { hold, lines });
        Ok((settled, Some(OpenCost { run_id, begun_at, held, settlement })))
    }

    /// Releases the hold of a run that delivered nothing: [`Ledger::settle`] with 0.
    pub async fn release(&self, tx: &mut Tx, run_id: RunId) -> StoreResult<Settled> {
        self.settle(tx, run_id, 0).await
    }

    /// Changes the balances of a settled run. Others wait for them until the transaction ends.
    pub(crate) async fn post(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        settlement: &Settlement,
    ) -> StoreResult<()> {
        let Settlement { hold, lines } = settlement;
        if let ([line], true) = (lines.as_slice(), is_posted_at_once(tx, lines)) {
            return settle_at_once(tx, run_id, hold, line, self.clock.now()).await;
        }
        let amounts: Vec<i64> = lines.iter().map(|line| line.amount).collect();
        for (line, used) in lines.iter().zip(rules::spread(hold.charged, &amounts)) {
            buckets::settle_bucket(tx, line.bucket_id, line.amount, used).await?;
            if used == 0 {
                continue;
            }
            let entry = NewEntry {
                bucket_id: line.bucket_id,
                workspace_id: hold.workspace_id,
                meter: hold.meter.as_deref().unwrap_or_default(),
                change: -used,
                reason: Reason::Usage,
                reference: &run_id.to_string(),
                feature: &hold.feature,
                detail: &hold.detail,
            };
            entries::add_entry(tx, &entry, self.clock.now()).await?;
        }
        Ok(())
    }
}

/// Returns true if a settlement is one statement, which closes the hold as well.
fn is_posted_at_once(tx: &Tx, lines: &[HoldLine]) -> bool {
    tx.engine_kind() == Engine::Postgres && lines.len() == 1
}

fn settled(hold: &Hold) -> Settled {
    Settled { meter: hold.meter.as_deref().and_then(Meter::from_name), charged: hold.charged }
}
