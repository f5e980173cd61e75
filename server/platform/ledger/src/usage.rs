use std::sync::Arc;

use entitlements::{Allowance, Meter, Plan, REWARD, Window};
use kernel::{Payer, Timestamp};
use store::{Conn, Cursor, Page, StoreResult};

use crate::buckets::{self, Bucket, BucketKey};
use crate::{ADD_ON, Ledger, Posting, entries, holds};

/// Balance and use of one meter of a payer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeterUsage {
    pub meter: Meter,
    /// Granted amount; `None` is unlimited.
    pub granted: Option<i64>,
    /// Used amount, with what running answers hold.
    pub used: i64,
    /// Remaining amount; `None` is unlimited.
    pub left: Option<i64>,
    /// The interval at which the plan refills it; `None` if only grants provide it.
    pub window: Option<Window>,
    pub resets_at: Option<Timestamp>,
    /// The lots that make up `granted`, in the order in which they are spent. Empty if unlimited.
    pub lots: Vec<Lot>,
}

/// A grant of a meter from one source, with its own expiry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lot {
    pub source: LotSource,
    pub granted: i64,
    /// Used amount, with what running answers hold.
    pub used: i64,
    /// The first moment at which it can no longer be spent; `None`: it does not end.
    pub ends_at: Option<Timestamp>,
}

impl Lot {
    pub fn left(&self) -> i64 {
        self.granted - self.used
    }
}

/// The source of a lot (spec §3: monthly and add-on credits, rewarded queries).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LotSource {
    /// The plan, refilled in each window.
    Plan,
    /// A purchase.
    AddOn,
    /// An invitation.
    Reward,
    /// Any other source.
    Other,
}

impl LotSource {
    /// Returns the source of a lot by the `source` of a [`crate::Grant`].
    fn of_grant(source: &str) -> Self {
        match source {
            ADD_ON => Self::AddOn,
            REWARD => Self::Reward,
            _ => Self::Other,
        }
    }
}

impl Ledger {
    /// Returns the balance and use of a payer for every meter that is not locked.
    pub async fn usage(&self, conn: &mut Conn, payer: &Payer) -> StoreResult<Vec<MeterUsage>> {
        let now = self.clock.now();
        let plan = self.entitlements.plan_of(conn, payer.workspace_id, now).await?;
        let buckets = buckets::list_buckets(conn, payer.workspace_id, now).await?;
        let usage_of = |meter: Meter| {
            let of_meter = buckets.iter().filter(|bucket| bucket.meter == meter.as_str());
            meter_usage(payer, &plan, meter, &of_meter.collect::<Vec<_>>(), now)
        };
        let mut usage: Vec<_> = Meter::ALL.into_iter().filter_map(usage_of).collect();
        // A team's page shows what is left of the team's plan, with its caps beside it.
        if !plan.per_seat {
            self.lower_to_caps(conn, payer, &mut usage).await?;
        }
        Ok(usage)
    }

    /// Lowers the amounts to what the operator lets the person use this month.
    async fn lower_to_caps(
        &self,
        conn: &mut Conn,
        payer: &Payer,
        usage: &mut [MeterUsage],
    ) -> StoreResult<()> {
        let caps = self.list_caps(conn, payer.workspace_id).await?;
        if caps.is_empty() {
            return Ok(());
        }
        let (_, used) = self.member_use(conn, payer.workspace_id).await?;
        for cap in caps {
            let of_meter = used.iter().filter(|it| it.meter == cap.meter);
            let room = (cap.amount - of_meter.map(|it| it.used).sum::<i64>()).max(0);
            for meter in usage.iter_mut().filter(|it| it.meter == cap.meter) {
                meter.left = Some(meter.left.map_or(room, |left| left.min(room)));
            }
        }
        Ok(())
    }

    /// Returns true if a person has got something for which work was held, free or charged: an answer that failed is none.
    pub async fn has_used(&self, conn: &mut Conn, payer: &Payer) -> StoreResult<bool> {
        holds::has_used(conn, payer).await
    }

    /// Returns the credit usage record, newest first.
    pub async fn postings(
        &self,
        conn: &mut Conn,
        payer: &Payer,
        cursor: Cursor,
        limit: usize,
    ) -> StoreResult<Page<Posting>> {
        entries::list_postings(conn, payer.workspace_id, cursor, limit).await
    }
}

fn meter_usage(
    payer: &Payer,
    plan: &Arc<Plan>,
    meter: Meter,
    buckets: &[&Bucket],
    now: Timestamp,
) -> Option<MeterUsage> {
    let extra: Vec<_> = buckets.iter().copied().filter(|bucket| !bucket.is_plans()).collect();
    let allowance = plan.allowance(meter);
    if allowance.is_none() && extra.is_empty() {
        return None;
    }
    let (given, used_of_plan) = match allowance {
        Some(allowance) => of_allowance(payer, plan, allowance, buckets, now),
        None => (Some(0), 0),
    };
    let granted = given.map(|given| given + extra.iter().map(|bucket| bucket.granted).sum::<i64>());
    let used = used_of_plan + extra.iter().map(|bucket| bucket.used + bucket.held).sum::<i64>();
    let window = allowance.map(|allowance| allowance.window);
    let resets_at = granted.and(allowance).and_then(|allowance| allowance.period(now).ends_at);
    let of_plan = allowance.zip(given).map(|(_, granted)| Lot {
        source: LotSource::Plan,
        granted,
        used: used_of_plan,
        ends_at: resets_at,
    });
    let lots = granted.map(|_| in_order(of_plan, &extra)).unwrap_or_default();
    Some(MeterUsage {
        meter,
        granted,
        used,
        left: granted.map(|granted| granted - used),
        window,
        resets_at,
        lots,
    })
}

/// Sorts lots in the order of spending: those that expire first come first, those that never expire last.
fn in_order(of_plan: Option<Lot>, extra: &[&Bucket]) -> Vec<Lot> {
    let granted = extra.iter().map(|bucket| Lot {
        source: LotSource::of_grant(&bucket.source),
        granted: bucket.granted,
        used: bucket.used + bucket.held,
        ends_at: bucket.ends_at,
    });
    let mut lots: Vec<_> = of_plan.into_iter().chain(granted).collect();
    lots.sort_by_key(|lot| lot.ends_at.map_or(i64::MAX, Timestamp::micros));
    lots
}

/// Returns what the plan granted in this window, `None` for unlimited, and what of it is used or held. The bucket is
/// created on first use, so without one everything is left.
fn of_allowance(
    payer: &Payer,
    plan: &Plan,
    allowance: Allowance,
    buckets: &[&Bucket],
    now: Timestamp,
) -> (Option<i64>, i64) {
    let key = BucketKey::of_plan(payer.workspace_id, &plan.id, allowance, now);
    let bucket = buckets.iter().find(|bucket| bucket.is_of(&key));
    // The operator may have lowered the plan since: the grant of this window stays.
    let granted = bucket.map_or(0, |bucket| bucket.granted);
    let given = allowance.amount.map(|amount| amount.max(granted));
    (given, bucket.map_or(0, |bucket| bucket.used + bucket.held))
}
