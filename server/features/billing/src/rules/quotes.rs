//! Quotes: the price of a change of plan, and when it takes effect.

use kernel::{DAY, ProblemKind, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cycle, Phase, Subscription, Terms};
use crate::problems::{ALREADY_HAVE_IT, CONTACT_SUPPORT};
use crate::promotions::{Kind, off};

/// The kind of a change of plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PlanChangeKind)]
pub(crate) enum ChangeKind {
    /// A first period, after none, after an end, or out of a free trial.
    Subscribe,
    /// More, at once.
    Upgrade,
    /// Less, from the next period on.
    Downgrade,
    /// The period that is past due.
    Renew,
}

impl ChangeKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Subscribe => "subscribe",
            Self::Upgrade => "upgrade",
            Self::Downgrade => "downgrade",
            Self::Renew => "renew",
        }
    }
}

/// The price of a change, and when it takes effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quote {
    pub kind: ChangeKind,
    pub terms: Terms,
    /// Whole days of the running period that are left and paid for.
    pub remaining_days: i64,
    /// The value of the remaining days, at the price that was paid for them.
    pub credit: i64,
    /// The amount a promotion takes off.
    pub discount: i64,
    /// Its id.
    pub promotion: Option<String>,
    /// The amount due now.
    pub amount: i64,
    /// Time until which it may be paid at this amount; `None`: it does not change with time.
    pub pay_by: Option<Timestamp>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

impl Quote {
    /// Applies a promotion to this one period: to one that begins at once, rounded down; to a renewal, if it applies to
    /// its person. Nothing is ever paid out: the value of remaining days is credited up to the amount due.
    #[must_use]
    pub fn with_promotion(self, id: &str, percent_off: u8) -> Self {
        let counts = match self.kind {
            ChangeKind::Subscribe | ChangeKind::Upgrade => true,
            ChangeKind::Renew => Kind::of_id(id) == Some(Kind::Education),
            ChangeKind::Downgrade => false,
        };
        if !counts {
            return self;
        }
        let price = self.terms.price;
        let discount = off(price, percent_off);
        let credit = self.credit.min(price - discount);
        let promotion = Some(id.to_owned());
        Self { credit, discount, promotion, amount: price - discount - credit, ..self }
    }
}

/// Returns the price of changing to `target` at `now`.
///
/// Problems: [`ALREADY_HAVE_IT`], [`CONTACT_SUPPORT`].
pub(crate) fn quote(
    now: Timestamp,
    subscription: &Subscription,
    target: &Terms,
) -> Result<Quote, ProblemKind> {
    match (subscription.phase, &subscription.terms) {
        (Phase::Active, Some(current)) => quote_change(now, subscription, current, target),
        (Phase::PastDue, Some(_)) => Ok(quote_renewal(now, subscription, target)),
        _ => Ok(at_once(ChangeKind::Subscribe, now, target, 0, 0)),
    }
}

fn quote_change(
    now: Timestamp,
    subscription: &Subscription,
    current: &Terms,
    target: &Terms,
) -> Result<Quote, ProblemKind> {
    if current.is_same_plan(target) {
        return Err(ALREADY_HAVE_IT);
    }
    let is_shorter = current.cycle == Cycle::Yearly && target.cycle == Cycle::Monthly;
    if is_shorter || current.currency != target.currency {
        return Err(CONTACT_SUPPORT);
    }
    if target.is_upgrade_of(current) {
        let days = remaining_days(now, subscription.period_start, subscription.period_end);
        let credit = credit_for(subscription.period_price, days, subscription);
        let pay_by = (credit > 0).then(|| last_moment_of_credit(days, subscription.period_end));
        return Ok(Quote { pay_by, ..at_once(ChangeKind::Upgrade, now, target, days, credit) });
    }
    let starts_at = subscription.period_end;
    let anchor = anchor_of(subscription, target, starts_at);
    Ok(Quote {
        kind: ChangeKind::Downgrade,
        terms: target.clone(),
        remaining_days: 0,
        credit: 0,
        discount: 0,
        promotion: None,
        amount: 0,
        pay_by: None,
        starts_at,
        ends_at: target.cycle.end_of_period(anchor, starts_at),
    })
}

/// Returns the period that is past due, of what its person chooses.
pub(crate) fn quote_renewal(now: Timestamp, subscription: &Subscription, target: &Terms) -> Quote {
    let (starts_at, anchor) = renewal_from(now, subscription, target);
    Quote {
        kind: ChangeKind::Renew,
        terms: target.clone(),
        remaining_days: 0,
        credit: 0,
        discount: 0,
        promotion: None,
        amount: target.price,
        pay_by: None,
        starts_at,
        ends_at: target.cycle.end_of_period(anchor, starts_at),
    }
}

fn at_once(
    kind: ChangeKind,
    now: Timestamp,
    target: &Terms,
    remaining_days: i64,
    credit: i64,
) -> Quote {
    let credit = credit.min(target.price);
    Quote {
        kind,
        terms: target.clone(),
        remaining_days,
        credit,
        discount: 0,
        promotion: None,
        amount: target.price - credit,
        pay_by: None,
        starts_at: now,
        ends_at: target.cycle.end_of_period(now, now),
    }
}

/// Returns the start of the past-due period, and the anchor for its end: the end of the last period, so that the days
/// of grace are paid too. If it would be over by now, as after a month of downtime, it begins now: nobody pays for a
/// period that is over.
pub(super) fn renewal_from(
    now: Timestamp,
    subscription: &Subscription,
    target: &Terms,
) -> (Timestamp, Timestamp) {
    let starts_at = subscription.period_end;
    let anchor = anchor_of(subscription, target, starts_at);
    let is_over = target.cycle.end_of_period(anchor, starts_at) <= now;
    if is_over { (now, now) } else { (starts_at, anchor) }
}

/// Returns the anchor from which the periods of `target` are counted when one begins at `starts_at`, after the running
/// period.
fn anchor_of(subscription: &Subscription, target: &Terms, starts_at: Timestamp) -> Timestamp {
    let is_as_often =
        subscription.terms.as_ref().is_some_and(|current| current.cycle == target.cycle);
    // After a free trial the months are counted from its end.
    if is_as_often && !subscription.is_end_of_trial() { subscription.anchor_at } else { starts_at }
}

impl Subscription {
    /// Returns true if the running period is not a whole period of its cycle, as in a free trial.
    fn is_end_of_trial(&self) -> bool {
        let Some(terms) = &self.terms else { return true };
        terms.cycle.end_of_period(self.anchor_at, self.period_start) != self.period_end
    }
}

/// Returns the whole days left in a period; one that has begun counts as used.
pub(crate) fn remaining_days(now: Timestamp, start: Timestamp, end: Timestamp) -> i64 {
    let left = end.since(now.max(start));
    (left / DAY).max(0)
}

/// Returns the time until which the value of `days` remaining days may be credited: while no more than one of them has
/// passed. The new period begins when it is paid, so later payers would have used the days that were credited.
fn last_moment_of_credit(days: i64, period_end: Timestamp) -> Timestamp {
    period_end.plus(-(days - 1) * DAY)
}

/// Returns the value of the remaining days, rounded down.
fn credit_for(price: i64, days: i64, subscription: &Subscription) -> i64 {
    let whole = subscription.period_end.since(subscription.period_start) / DAY;
    if whole <= 0 {
        return 0;
    }
    let worth = i128::from(price) * i128::from(days.min(whole)) / i128::from(whole);
    i64::try_from(worth).unwrap_or(0).clamp(0, price)
}
