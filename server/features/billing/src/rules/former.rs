//! The period that an upgrade replaced. Its days were credited: when the upgrade is refunded, they are restored.

use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};

use super::{Phase, Subscription, Terms};

/// A period that was running, with all that was to come after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FormerPeriod {
    /// The order that it was paid with last.
    pub paid_by: Uuid,
    terms: Terms,
    anchor_at: Timestamp,
    period_start: Timestamp,
    period_end: Timestamp,
    period_price: i64,
    cancel_at_end: bool,
    next: Option<Terms>,
    reminded_of: Option<Timestamp>,
}

impl FormerPeriod {
    /// Returns the running period; `None`: nothing that was paid is running.
    pub fn of(subscription: &Subscription, paid_by: Uuid) -> Option<Self> {
        let terms = subscription.terms.clone().filter(|_| subscription.phase == Phase::Active)?;
        Some(Self {
            paid_by,
            terms,
            anchor_at: subscription.anchor_at,
            period_start: subscription.period_start,
            period_end: subscription.period_end,
            period_price: subscription.period_price,
            cancel_at_end: subscription.cancel_at_end,
            next: subscription.next.clone(),
            reminded_of: subscription.reminded_of,
        })
    }

    /// Returns the subscription as if there had been no upgrade; `None`: the period would be over by now. A person who
    /// cancelled since gets no further period.
    pub fn restored(self, now: Timestamp, subscription: &Subscription) -> Option<Subscription> {
        let is_cancelled = subscription.cancel_at_end;
        (now < self.period_end).then(|| Subscription {
            phase: Phase::Active,
            terms: Some(self.terms),
            anchor_at: self.anchor_at,
            period_start: self.period_start,
            period_end: self.period_end,
            period_price: self.period_price,
            grace_end: None,
            cancel_at_end: self.cancel_at_end || is_cancelled,
            next: self.next.filter(|_| !is_cancelled),
            reminded_of: self.reminded_of,
            ..subscription.clone()
        })
    }
}
