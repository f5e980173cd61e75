//! Changes to subscriptions that need no payment.

use ::store::Tx;
use area::Services;
use entitlements::PlanGrant;
use identity::SignedIn;
use kernel::{Fallible, Timestamp};

use crate::offer::Offer;
use crate::periods::{SOURCE, end_plan, postpone_rewards, write};
use crate::problems::{NO_SUBSCRIPTION, NOT_SOLD, PRICE_CHANGED};
use crate::rules::{self, CancelReason, ChangeKind, Cycle, Phase, Subscription, Terms};
use crate::store::{self, CancellationFeedback, Offered, Order, Row};
use crate::{collecting, customers, education, orders};

/// A subscription and its amounts due.
pub(crate) struct SubscriptionOverview {
    pub subscription: Subscription,
    pub open_order: Option<Order>,
    /// The next lower plan, offered to people who are about to cancel.
    pub lower: Option<Terms>,
    /// Price of the next period for this owner; `None` if there is none.
    pub renewal_price: Option<i64>,
    /// True if the caller may manage the cards that a payment provider keeps.
    pub has_portal: bool,
}

/// Returns the caller's subscription.
pub(crate) async fn read(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
) -> Fallible<SubscriptionOverview> {
    let mut conn = services.db.read().await?;
    let row = store::find_row(&mut conn, caller.workspace_id).await?;
    let now = services.clock.now();
    let subscription = match &row {
        Some(row) => row.subscription(&services.entitlements),
        None => Subscription::none(now),
    };
    let open = store::list_open_plan_orders(&mut conn, caller.workspace_id).await?;
    let lower = lower_than(services, offer, &subscription);
    let next_terms = subscription
        .renewal()
        .filter(|_| subscription.phase.is_running() && !subscription.cancel_at_end);
    let renewal_price = match (next_terms, &row) {
        (Some(terms), Some(row)) => {
            let at = subscription.period_end.max(now);
            Some(education::renewal_price(services, &mut conn, row, terms, at).await?)
        }
        _ => None,
    };
    let has_portal = customers::has_portal(services, &mut conn, caller).await?;
    let open_order = open.into_iter().next();
    Ok(SubscriptionOverview { subscription, open_order, lower, renewal_price, has_portal })
}

/// Returns the next lower plan with the same billing cycle, if there is one.
fn lower_than(services: &Services, offer: &Offer, subscription: &Subscription) -> Option<Terms> {
    let current = subscription
        .terms
        .as_ref()
        .filter(|_| subscription.phase == Phase::Active && subscription.next.is_none())?;
    // A team has one plan, with fewer seats or more.
    if services.entitlements.plan(&current.plan).is_some_and(|plan| plan.per_seat) {
        return None;
    }
    let all = offer.plans.keys();
    let sold = all.filter_map(|id| offer.terms(&services.entitlements, id, current.cycle).ok());
    sold.filter(|terms| terms.rank < current.rank && terms.currency == current.currency)
        .max_by_key(|terms| terms.rank)
}

/// Begins the free trial, which continues with billing `cycle`.
///
/// Problems: [`NOT_SOLD`] if there is none, `billing.trial_used`.
pub(crate) async fn start_trial(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    cycle: Cycle,
) -> Fallible<()> {
    if offer.trial.days == 0 || caller.team_role.is_some() {
        return Err(NOT_SOLD.into());
    }
    let terms = offer.terms(&services.entitlements, &offer.trial.plan, cycle)?;
    let mut locked = LockedSubscription::take(services, caller).await?;
    let subscription = rules::start_trial(locked.now, &locked.before, &terms, offer.trial.days)?;
    give_trial(services, &mut locked, &subscription).await?;
    locked.write(services, &subscription).await
}

/// Extends the free trial, once.
///
/// Problems: `billing.trial_not_running`, `billing.trial_extended`.
pub(crate) async fn extend_trial(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
) -> Fallible<()> {
    let mut locked = LockedSubscription::take(services, caller).await?;
    let subscription = rules::extend_trial(locked.now, &locked.before, offer.trial.extension_days)?;
    give_trial(services, &mut locked, &subscription).await?;
    locked.write(services, &subscription).await
}

/// Grants the plan for the time of a free trial. The grant starts at the trial's beginning even after an extension, so
/// that monthly amounts are granted once.
async fn give_trial(
    services: &Services,
    locked: &mut LockedSubscription,
    subscription: &Subscription,
) -> Fallible<()> {
    let Some(terms) = &subscription.terms else { return Ok(()) };
    let grant = PlanGrant {
        workspace_id: locked.row.workspace_id,
        plan: terms.plan.clone(),
        source: SOURCE.to_owned(),
        reference: format!("trial {}", subscription.period_end),
        starts_at: subscription.period_start,
        ends_at: Some(subscription.period_end),
    };
    services.entitlements.grant_plan(&mut locked.tx, &grant, locked.now).await?;
    let (workspace_id, time) =
        (locked.row.workspace_id, (subscription.period_start, subscription.period_end));
    postpone_rewards(services, &mut locked.tx, workspace_id, time).await?;
    Ok(())
}

/// Feedback that a person gives on cancellation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CancellationReason<'a> {
    pub reason: Option<CancelReason>,
    pub feedback: &'a str,
}

/// Cancels: the caller's plan stays until the period ends.
///
/// Problems: `billing.reason_missing`, `billing.feedback_missing`, `billing.feedback_too_long`,
/// `billing.no_subscription`.
pub(crate) async fn cancel(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    given: CancellationReason<'_>,
) -> Fallible<()> {
    let CancellationReason { reason, feedback } = given;
    let reason = rules::check_reason(reason, feedback)?;
    let mut locked = LockedSubscription::take(services, caller).await?;
    let subscription = rules::cancel(&locked.before)?;
    let offered = match lower_than(services, offer, &locked.before) {
        Some(_) => Offered::Refused,
        None => Offered::None,
    };
    let feedback = CancellationFeedback { user_id: caller.user_id, reason, feedback, offered };
    locked.record_feedback(feedback).await?;
    let (workspace_id, now) = (locked.row.workspace_id, locked.now);
    // The pending payment is no longer wanted.
    let reason = "subscription_cancelled";
    let closed = orders::close_open(&mut locked.tx, workspace_id, reason, now).await?;
    if subscription.phase == Phase::Ended {
        end_plan(services, &mut locked.tx, workspace_id, now).await?;
    }
    locked.write(services, &subscription).await?;
    collecting::tell_closed(services, &closed).await;
    Ok(())
}

/// Resumes a subscription that was going to end, or to be downgraded.
///
/// Problems: `billing.not_cancelled`.
pub(crate) async fn resume(services: &Services, caller: &SignedIn) -> Fallible<()> {
    let locked = LockedSubscription::take(services, caller).await?;
    let subscription = rules::resume(locked.now, &locked.before)?;
    locked.write(services, &subscription).await
}

/// Downgrades from the next period on, at the price that the caller was shown. `said`: the feedback of a person who was
/// about to cancel, and takes this instead.
///
/// Problems: [`NO_SUBSCRIPTION`], [`PRICE_CHANGED`], `billing.seats_taken`; `billing.contact_support`,
/// `billing.already_have_it`, and [`NOT_SOLD`] for a change that is no downgrade.
pub(crate) async fn downgrade(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    (plan, cycle, seats): (&str, Cycle, Option<i64>),
    shown: (i64, &str),
    given: Option<CancellationReason<'_>>,
) -> Fallible<()> {
    // Plans of individuals have one seat, stated or not.
    let seats = caller.team_role.map(|_| seats.unwrap_or(1));
    let terms = offer.terms_for(&services.entitlements, plan, cycle, seats)?;
    if (terms.price, terms.currency.as_str()) != shown {
        let changed = PRICE_CHANGED.with("amount", terms.price).with("currency", &terms.currency);
        return Err(changed.into());
    }
    let mut locked = LockedSubscription::take(services, caller).await?;
    orders::check_seats(services, &mut locked.tx, caller.workspace_id, seats).await?;
    if locked.before.phase != Phase::Active {
        return Err(NO_SUBSCRIPTION.into());
    }
    if rules::quote(locked.now, &locked.before, &terms)?.kind != ChangeKind::Downgrade {
        return Err(NOT_SOLD.into());
    }
    if let Some(CancellationReason { reason, feedback }) = given {
        let reason = rules::check_reason(reason, feedback)?;
        let offered = Offered::Taken;
        locked
            .record_feedback(CancellationFeedback {
                user_id: caller.user_id,
                reason,
                feedback,
                offered,
            })
            .await?;
    }
    let subscription = rules::downgrade(&locked.before, &terms);
    locked.write(services, &subscription).await
}

/// The caller's subscription, locked in a transaction.
struct LockedSubscription {
    tx: Tx,
    row: Row,
    before: Subscription,
    now: Timestamp,
}

impl LockedSubscription {
    async fn take(services: &Services, caller: &SignedIn) -> Fallible<Self> {
        caller.check_manages_workspace()?;
        let now = services.clock.now();
        let mut tx = services.db.begin().await?;
        let row =
            orders::lock_row(services, &mut tx, caller.workspace_id, caller.user_id, now).await?;
        let before = row.subscription(&services.entitlements);
        Ok(Self { tx, row, before, now })
    }

    /// Stores the feedback on a cancellation.
    async fn record_feedback(&mut self, feedback: CancellationFeedback<'_>) -> Fallible<()> {
        let (workspace_id, before, now) = (self.row.workspace_id, &self.before, self.now);
        Ok(store::add_cancellation(&mut self.tx, workspace_id, before, feedback, now).await?)
    }

    async fn write(mut self, services: &Services, subscription: &Subscription) -> Fallible<()> {
        write(services, &mut self.tx, &self.row, subscription).await?;
        Ok(self.tx.commit().await?)
    }
}
