//! Subscriptions as a state machine, without I/O: the price of a change and when it takes effect, and scheduled steps.
//! Amounts are in the currency's smallest unit; moments are UTC.

mod former;
mod lots;
mod quotes;
pub(crate) mod schools;

use entitlements::months_after;
use kernel::{DAY, ProblemKind, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use former::FormerPeriod;
pub(crate) use lots::{ends_soon, is_low};
use quotes::renewal_from;
pub(crate) use quotes::{ChangeKind, Quote, quote, quote_renewal, remaining_days};

use crate::problems::{
    FEEDBACK_MISSING, FEEDBACK_TOO_LONG, NO_SUBSCRIPTION, NOT_CANCELLED, REASON_MISSING,
    TRIAL_EXTENDED, TRIAL_NOT_RUNNING, TRIAL_USED,
};

kernel::limits! { "billing";
    /// Largest price.
    PRICE_MAX: i64 = 100_000_000_000, "smallest units", "ours (decision 0770)";
    /// Maximum number of credits in a pack.
    CREDITS_MAX: i64 = 1_000_000_000, "credits", "ours (decision 0770)";
    /// Maximum number of packs on offer.
    PACKS_MAX: usize = 20, "packs", "ours (decision 0770)";
    /// Longest free trial, and longest extension of one.
    TRIAL_MAX_DAYS: u16 = 365, "days", "ours (decision 0770)";
    /// Number of days before a free trial ends at which its owner is reminded.
    TRIAL_REMINDER_DAYS: i64 = 1, "days", "spec §4";
    /// Number of days before a period ends, or credits expire, at which their owner is reminded.
    EXPIRY_REMINDER_DAYS: i64 = 7, "days", "spec §9";
    /// Codes for education discounts that one person may ask for at once, and in an hour.
    EDUCATION_CODES_PER_HOUR: u32 = 5, "codes", "ours (decision 0833)";
    /// Maximum number of seats of a team.
    SEATS_MAX: i64 = 1_000, "seats", "ours (decision 0820)";
    /// Number of orders per workspace and hour that operators get mails about.
    ORDER_MAILS_PER_HOUR: i64 = 3, "mails", "ours (decision 0786)";
    /// Maximum length of the feedback on a cancellation.
    FEEDBACK_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0770)";
}

/// Billing cycle of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BillingCycle)]
pub enum Cycle {
    Monthly,
    Yearly,
}

impl Cycle {
    /// Returns the name in SQL and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Monthly, Self::Yearly].into_iter().find(|cycle| cycle.as_str() == name)
    }

    fn months(self) -> i32 {
        match self {
            Self::Monthly => 1,
            Self::Yearly => 12,
        }
    }

    /// Returns the end of the period that begins at `starts_at`, counted from `anchor`: if a month has no such day it
    /// ends on its last one, and the next one ends on that day again.
    pub fn end_of_period(self, anchor: Timestamp, starts_at: Timestamp) -> Timestamp {
        let mut end = anchor;
        let mut months = 0;
        while end <= starts_at {
            months += self.months();
            let next = months_after(anchor, months);
            if next <= end {
                // The end of the calendar.
                return starts_at.plus(30 * DAY);
            }
            end = next;
        }
        end
    }
}

/// A plan as it is sold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub plan: String,
    pub rank: u32,
    pub cycle: Cycle,
    /// Number of seats of a team plan; 1 for other plans.
    pub seats: i64,
    /// For one period, of all seats.
    pub price: i64,
    pub currency: String,
}

impl Terms {
    fn is_same_plan(&self, other: &Self) -> bool {
        self.plan == other.plan && self.cycle == other.cycle && self.seats == other.seats
    }

    /// Returns true if `self` is an upgrade of `other`: it takes effect at once, for a fee.
    fn is_upgrade_of(&self, other: &Self) -> bool {
        let is_longer = other.cycle == Cycle::Monthly && self.cycle == Cycle::Yearly;
        let has_more_seats = self.cycle == other.cycle && self.seats > other.seats;
        self.rank > other.rank || (self.rank == other.rank && (is_longer || has_more_seats))
    }
}

/// The phase of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SubscriptionPhase)]
pub(crate) enum Phase {
    /// There never was a subscription.
    None,
    Trial,
    Active,
    /// The next period is unpaid; the plan goes on for some days.
    PastDue,
    Ended,
}

impl Phase {
    pub const ALL: [Self; 5] = [Self::None, Self::Trial, Self::Active, Self::PastDue, Self::Ended];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Trial => "trial",
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Ended => "ended",
        }
    }

    /// Returns true if the phase grants a plan.
    pub fn is_running(self) -> bool {
        matches!(self, Self::Trial | Self::Active | Self::PastDue)
    }
}

/// A workspace's subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subscription {
    pub phase: Phase,
    /// Its current or last terms; `None` if there never was a subscription.
    pub terms: Option<Terms>,
    /// Periods are counted from here.
    pub anchor_at: Timestamp,
    pub period_start: Timestamp,
    pub period_end: Timestamp,
    /// The price paid for the running period: less than the price of its terms if a promotion applied.
    pub period_price: i64,
    /// While past due: until when it may be paid.
    pub grace_end: Option<Timestamp>,
    pub cancel_at_end: bool,
    /// The terms from the next period on, if they differ.
    pub next: Option<Terms>,
    pub trial_used: bool,
    pub trial_extended: bool,
    /// The end that its person was reminded of.
    pub reminded_of: Option<Timestamp>,
}

impl Subscription {
    pub fn none(now: Timestamp) -> Self {
        Self {
            phase: Phase::None,
            terms: None,
            anchor_at: now,
            period_start: now,
            period_end: now,
            period_price: 0,
            grace_end: None,
            cancel_at_end: false,
            next: None,
            trial_used: false,
            trial_extended: false,
            reminded_of: None,
        }
    }

    /// Returns the terms of the next period.
    pub fn renewal(&self) -> Option<&Terms> {
        self.next.as_ref().or(self.terms.as_ref())
    }
}

/// Returns the subscription after a paid period begins.
pub(crate) fn paid(now: Timestamp, subscription: &Subscription, terms: &Terms) -> Subscription {
    let (starts_at, anchor_at) = match subscription.phase {
        Phase::PastDue => renewal_from(now, subscription, terms),
        _ => (now, now),
    };
    Subscription {
        phase: Phase::Active,
        terms: Some(terms.clone()),
        anchor_at,
        period_start: starts_at,
        period_end: terms.cycle.end_of_period(anchor_at, starts_at),
        period_price: terms.price,
        grace_end: None,
        cancel_at_end: false,
        next: None,
        reminded_of: None,
        ..subscription.clone()
    }
}

/// Begins a free trial.
///
/// Problems: [`TRIAL_USED`] for people who had one, or have or had a plan.
pub(crate) fn start_trial(
    now: Timestamp,
    subscription: &Subscription,
    terms: &Terms,
    days: u16,
) -> Result<Subscription, ProblemKind> {
    if subscription.trial_used || subscription.phase != Phase::None {
        return Err(TRIAL_USED);
    }
    Ok(Subscription {
        phase: Phase::Trial,
        terms: Some(terms.clone()),
        anchor_at: now,
        period_start: now,
        period_end: now.plus(i64::from(days) * DAY),
        trial_used: true,
        ..Subscription::none(now)
    })
}

/// Extends a free trial, once.
///
/// Problems: [`TRIAL_NOT_RUNNING`], [`TRIAL_EXTENDED`].
pub(crate) fn extend_trial(
    now: Timestamp,
    subscription: &Subscription,
    days: u16,
) -> Result<Subscription, ProblemKind> {
    if subscription.phase != Phase::Trial || now >= subscription.period_end || days == 0 {
        return Err(TRIAL_NOT_RUNNING);
    }
    if subscription.trial_extended {
        return Err(TRIAL_EXTENDED);
    }
    Ok(Subscription {
        period_end: subscription.period_end.plus(i64::from(days) * DAY),
        trial_extended: true,
        // Extending the trial revokes a cancellation.
        cancel_at_end: false,
        ..subscription.clone()
    })
}

/// Returns the number of seats that a team may fill. Seats that are given up at the end of the period can no longer be
/// filled.
pub(crate) fn open_seats(subscription: &Subscription) -> i64 {
    let now = subscription.terms.as_ref().map_or(0, |terms| terms.seats);
    subscription.next.as_ref().map_or(now, |next| next.seats.min(now))
}

/// The reason for a cancellation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CancelReason {
    TooExpensive,
    NotUsed,
    MissingFeatures,
    Quality,
    SomethingElse,
    Temporary,
    /// Another reason, in the person's own words.
    Advise,
}

impl CancelReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TooExpensive => "too_expensive",
            Self::NotUsed => "not_used",
            Self::MissingFeatures => "missing_features",
            Self::Quality => "quality",
            Self::SomethingElse => "something_else",
            Self::Temporary => "temporary",
            Self::Advise => "advise",
        }
    }
}

/// Checks the feedback on a cancellation.
///
/// Problems: [`REASON_MISSING`], [`FEEDBACK_MISSING`], [`FEEDBACK_TOO_LONG`].
pub(crate) fn check_reason(
    reason: Option<CancelReason>,
    feedback: &str,
) -> Result<CancelReason, ProblemKind> {
    let reason = reason.ok_or(REASON_MISSING)?;
    if reason == CancelReason::Advise && feedback.trim().is_empty() {
        return Err(FEEDBACK_MISSING);
    }
    if feedback.chars().count() > FEEDBACK_MAX_CHARS {
        return Err(FEEDBACK_TOO_LONG);
    }
    Ok(reason)
}

/// Cancels: the plan stays until the period ends. A past-due period is not paid, so it ends at once.
///
/// Problems: [`NO_SUBSCRIPTION`] if there is none, or it is cancelled.
pub(crate) fn cancel(subscription: &Subscription) -> Result<Subscription, ProblemKind> {
    match subscription.phase {
        Phase::Trial | Phase::Active if !subscription.cancel_at_end => {
            Ok(Subscription { cancel_at_end: true, next: None, ..subscription.clone() })
        }
        Phase::PastDue => Ok(ended(subscription)),
        _ => Err(NO_SUBSCRIPTION),
    }
}

/// Resumes a cancelled subscription with its current plan.
///
/// Problems: [`NOT_CANCELLED`] if it was not going to end.
pub(crate) fn resume(
    now: Timestamp,
    subscription: &Subscription,
) -> Result<Subscription, ProblemKind> {
    let is_running =
        matches!(subscription.phase, Phase::Trial | Phase::Active) && now < subscription.period_end;
    if !is_running || (!subscription.cancel_at_end && subscription.next.is_none()) {
        return Err(NOT_CANCELLED);
    }
    Ok(Subscription { cancel_at_end: false, next: None, ..subscription.clone() })
}

/// Schedules a downgrade for the next period.
pub(crate) fn downgrade(subscription: &Subscription, to: &Terms) -> Subscription {
    Subscription { next: Some(to.clone()), cancel_at_end: false, ..subscription.clone() }
}

pub(crate) fn ended(subscription: &Subscription) -> Subscription {
    Subscription {
        phase: Phase::Ended,
        grace_end: None,
        cancel_at_end: false,
        next: None,
        ..subscription.clone()
    }
}

/// A scheduled step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A mail says that the free trial ends.
    RemindOfTrial,
    /// A mail says that the period ends.
    RemindOfEnd,
    /// The next period is to be paid.
    BecomePastDue,
    End,
}

/// Returns the next step due at `now`; call it repeatedly until it returns `None`.
pub(crate) fn due(now: Timestamp, subscription: &Subscription) -> Option<Step> {
    let is_over = now >= subscription.period_end;
    match subscription.phase {
        Phase::Trial | Phase::Active if is_over && subscription.cancel_at_end => Some(Step::End),
        Phase::Trial | Phase::Active if is_over => Some(Step::BecomePastDue),
        Phase::Trial | Phase::Active if reminder_at(subscription).is_some_and(|at| now >= at) => {
            Some(match subscription.phase {
                Phase::Trial => Step::RemindOfTrial,
                _ => Step::RemindOfEnd,
            })
        }
        Phase::PastDue if subscription.grace_end.is_none_or(|end| now >= end) => Some(Step::End),
        _ => None,
    }
}

/// Returns the time of the next scheduled step; `None`: there is none.
pub(crate) fn due_at(subscription: &Subscription) -> Option<Timestamp> {
    match subscription.phase {
        Phase::Trial | Phase::Active => {
            Some(reminder_at(subscription).unwrap_or(subscription.period_end))
        }
        Phase::PastDue => Some(subscription.grace_end.unwrap_or(subscription.period_end)),
        Phase::None | Phase::Ended => None,
    }
}

/// Returns the time at which a reminder of the end is due; `None` if it was sent, or would come too late.
fn reminder_at(subscription: &Subscription) -> Option<Timestamp> {
    let days = match subscription.phase {
        Phase::Trial => TRIAL_REMINDER_DAYS,
        _ => EXPIRY_REMINDER_DAYS,
    };
    let at = subscription.period_end.plus(-days * DAY);
    let is_sent = subscription.reminded_of == Some(subscription.period_end);
    (!is_sent && at >= subscription.period_start).then_some(at)
}

/// Returns the subscription as past due: its period is over and unpaid, and the plan goes on for a grace period.
pub(crate) fn past_due(now: Timestamp, subscription: &Subscription, grace: i64) -> Subscription {
    Subscription {
        phase: Phase::PastDue,
        grace_end: Some(now.max(subscription.period_end).plus(grace)),
        ..subscription.clone()
    }
}

/// Returns true if the next period may still be paid late.
pub(crate) fn is_in_grace(now: Timestamp, subscription: &Subscription) -> bool {
    let ends_later = subscription.grace_end.is_some_and(|end| now < end);
    subscription.phase == Phase::PastDue && ends_later
}

pub(crate) fn reminded(subscription: &Subscription) -> Subscription {
    Subscription { reminded_of: Some(subscription.period_end), ..subscription.clone() }
}

#[cfg(test)]
#[path = "rules/tests.rs"]
mod tests;
