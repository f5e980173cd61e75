use entitlements::Meter;
use kernel::RunId;
use store::{StoreResult, Tx};

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

    /// Like [`Ledger::settle`], but also returns the cost to book with [`Ledger::book_cost`]: `None` if the run was
    /// settled before.
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
        holds::close_hold(tx, run_id, hold.charged).await?;
        self.give_back_to_key(tx, &hold).await?;
        self.post(tx, run_id, &hold, &lines).await?;
        let open = OpenCost { run_id, begun_at: hold.created_at, held: hold.cost_held };
        Ok((settled(&hold), Some(open)))
    }

    /// Releases the hold of a run that delivered nothing: [`Ledger::settle`] with 0.
    pub async fn release(&self, tx: &mut Tx, run_id: RunId) -> StoreResult<Settled> {
        self.settle(tx, run_id, 0).await
    }

    async fn post(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        hold: &Hold,
        lines: &[HoldLine],
    ) -> StoreResult<()> {
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

fn settled(hold: &Hold) -> Settled {
    Settled { meter: hold.meter.as_deref().and_then(Meter::from_name), charged: hold.charged }
}
