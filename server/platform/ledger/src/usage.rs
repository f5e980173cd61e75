use std::sync::Arc;

use entitlements::{Allowance, Meter, Plan, Window};
use kernel::{Payer, Timestamp};
use store::{Conn, Cursor, Page, StoreResult};

use crate::buckets::{self, Bucket, BucketKey};
use crate::{Ledger, Posting, entries};

/// How much of one meter a payer has and used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeterUsage {
    pub meter: Meter,
    /// `None` is unlimited.
    pub granted: Option<i64>,
    /// With what running answers hold.
    pub used: i64,
    /// `None` is unlimited.
    pub left: Option<i64>,
    /// How often the plan gives it anew; `None` where only grants give it.
    pub window: Option<Window>,
    pub resets_at: Option<Timestamp>,
}

impl Ledger {
    /// What a payer may use and has used, for every meter that is not locked.
    pub async fn usage(&self, conn: &mut Conn, payer: &Payer) -> StoreResult<Vec<MeterUsage>> {
        let now = self.clock.now();
        let plan = self.entitlements.plan_of(conn, payer.workspace_id, now).await?;
        let buckets = buckets::list_buckets(conn, payer.workspace_id, now).await?;
        let usage_of = |meter: Meter| {
            let of_meter = buckets.iter().filter(|bucket| bucket.meter == meter.as_str());
            meter_usage(payer, &plan, meter, &of_meter.collect::<Vec<_>>(), now)
        };
        Ok(Meter::ALL.into_iter().filter_map(usage_of).collect())
    }

    /// The credit usage record, newest first.
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
    let (given, used) = match allowance {
        Some(allowance) => of_allowance(payer, plan, allowance, buckets, now),
        None => (Some(0), 0),
    };
    let granted = given.map(|given| given + extra.iter().map(|bucket| bucket.granted).sum::<i64>());
    let used = used + extra.iter().map(|bucket| bucket.used + bucket.held).sum::<i64>();
    let window = allowance.map(|allowance| allowance.window);
    Some(MeterUsage {
        meter,
        granted,
        used,
        left: granted.map(|granted| granted - used),
        window,
        resets_at: granted.and(allowance).and_then(|allowance| allowance.period(now).ends_at),
    })
}

/// What the plan gave in this window, `None` for unlimited, and what of it is used or held. Its
/// bucket is made by the first use, so without one everything is left.
fn of_allowance(
    payer: &Payer,
    plan: &Plan,
    allowance: Allowance,
    buckets: &[&Bucket],
    now: Timestamp,
) -> (Option<i64>, i64) {
    let key = BucketKey::of_plan(payer.workspace_id, &plan.id, allowance, now);
    let bucket = buckets.iter().find(|bucket| bucket.is_of(&key));
    // The operator may have lowered the plan since: what was given for this window stays given.
    let granted = bucket.map_or(0, |bucket| bucket.granted);
    let given = allowance.amount.map(|amount| amount.max(granted));
    (given, bucket.map_or(0, |bucket| bucket.used + bucket.held))
}
