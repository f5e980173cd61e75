use entitlements::{AMOUNT_MAX, Meter};
use kernel::{Timestamp, WorkspaceId};
use store::{StoreResult, Tx};

use crate::buckets::{self, BucketKey};
use crate::entries::{self, NewEntry, Reason};
use crate::{Ledger, rules};

/// Source of purchases on top of a plan.
pub const ADD_ON: &str = "add_on";

/// An amount granted on top of the plan: a reward, a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub meter: Meter,
    /// Amount from 0 to [`AMOUNT_MAX`]; clamped to that range.
    pub amount: i64,
    /// Source of the grant: `reward`, [`ADD_ON`]. Never `plan`.
    pub source: &'static str,
    /// Identifies the grant within its source. A workspace is granted the same source and reference only once.
    pub reference: String,
    /// The first moment at which it can no longer be spent.
    pub ends_at: Option<Timestamp>,
    /// Text for the usage record.
    pub detail: String,
}

impl Ledger {
    /// Grants a workspace an amount. Returns `false`, and changes nothing, if the same was granted before.
    pub async fn grant(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        grant: &Grant,
    ) -> StoreResult<bool> {
        let now = self.clock.now();
        let amount = grant.amount.clamp(0, AMOUNT_MAX);
        let key = BucketKey {
            workspace_id,
            meter: grant.meter,
            source: grant.source.to_owned(),
            period: grant.reference.clone(),
            is_unlimited: false,
            starts_at: now,
            ends_at: grant.ends_at,
        };
        let Some(bucket_id) = buckets::add_bucket(tx, &key, now).await? else { return Ok(false) };
        buckets::add_granted(tx, bucket_id, amount).await?;
        let entry = NewEntry {
            bucket_id,
            workspace_id,
            meter: grant.meter.as_str(),
            change: amount,
            reason: Reason::Grant,
            reference: &grant.reference,
            feature: grant.source,
            detail: &rules::clip(&grant.detail),
        };
        entries::add_entry(tx, &entry, now).await?;
        Ok(true)
    }

    /// Takes back what is left of a grant, because a purchase was refunded. Running answers may still use what they
    /// hold of it. Returns the amount taken; 0 if it was taken back before, or never granted.
    pub async fn take_back(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        meter: Meter,
        source: &str,
        reference: &str,
    ) -> StoreResult<i64> {
        let now = self.clock.now();
        let found = buckets::lock_grant(tx, workspace_id, meter, source, reference).await?;
        let Some(bucket) = found else { return Ok(0) };
        let left = bucket.balance();
        // An expired bucket is left as it is.
        if !buckets::end_bucket(tx, bucket.id, now).await? || left <= 0 {
            return Ok(0);
        }
        buckets::add_granted(tx, bucket.id, -left).await?;
        let entry = NewEntry {
            bucket_id: bucket.id,
            workspace_id,
            meter: meter.as_str(),
            change: -left,
            reason: Reason::TakenBack,
            reference,
            feature: source,
            detail: "",
        };
        entries::add_entry(tx, &entry, now).await?;
        Ok(left)
    }
}
