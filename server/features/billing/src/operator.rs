//! Actions of the operator: marking orders as paid, refunding, changing the offer, and reading totals.

use std::collections::{BTreeMap, BTreeSet};

use area::Services;
use audit::{Actor, Event, Kind};
use entitlements::PlanGives;
use kernel::{DAY, Failure, Fallible};
use payments::Payment;
use serde::Serialize;
use utoipa::ToSchema;

use crate::education::Education;
use crate::offer::Offer;
use crate::problems::{
    ORDER_CLOSED, ORDER_DISPUTED, ORDER_NOT_FOUND, ORDER_NOT_PAID, PAID_ELSEWHERE, PAYMENT_FAILED,
};
use crate::rules::Cycle;
use crate::store::{self, Order, OrderId};
use crate::{collecting, orders, settling};

/// Returns the offer of now: as the operator changed it in the app, or else as the settings say.
pub(crate) async fn current_offer(services: &Services, from_settings: &Offer) -> Fallible<Offer> {
    let mut conn = services.db.read().await?;
    // Another process may have changed the contents of plans.
    services.entitlements.refresh_plans(&mut conn).await?;
    let Some(body) = store::find_offer(&mut conn).await? else { return Ok(from_settings.clone()) };
    let json: serde_json::Value = serde_json::from_str(&body).map_err(Failure::internal)?;
    // An offer saved before promotions, or the education discount, existed has none of them.
    let knows_promotions = json.get("promotions").is_some();
    let stored: Offer = serde_json::from_value(json).map_err(Failure::internal)?;
    let promotions = match knows_promotions {
        true => stored.promotions,
        false => from_settings.promotions.clone(),
    };
    let education = match stored.education == Education::default() {
        true => from_settings.education.clone(),
        false => stored.education,
    };
    let stored = Offer { promotions, education, ..stored };
    match stored.check(&services.entitlements) {
        Ok(()) => Ok(stored),
        // It was made for plans that this version does not have.
        Err(problem) => {
            tracing::warn!(problem = problem.kind.code, "the stored offer cannot be sold");
            Ok(from_settings.clone())
        }
    }
}

/// Returns the offer of now with what each plan gives: all that the operator changes.
pub(crate) async fn own_offer(services: &Services, offer: Offer) -> Fallible<Offer> {
    let mut conn = services.db.read().await?;
    let gives = services.entitlements.gives(&mut conn).await?;
    Ok(Offer { gives, ..offer })
}

/// Changes the offer, for everybody from now on. Subscriptions keep their price, and the contents their plan had then,
/// as far as they are paid.
///
/// Problems: those of [`Offer::check`].
pub(crate) async fn change_offer(services: &Services, by: Actor, offer: &Offer) -> Fallible<()> {
    offer.check(&services.entitlements)?;
    let sold = Offer { gives: BTreeMap::new(), ..offer.clone() };
    let body = serde_json::to_string(&sold).map_err(Failure::internal)?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    // First, so that of two operators one waits for the other.
    store::save_offer(&mut tx, &body, now).await?;
    services.entitlements.change_plans(&mut tx, &offer.gives, now).await?;
    services.audit.record(&mut tx, Event::new(Kind::OfferChanged, by)).await?;
    Ok(tx.commit().await?)
}

/// A price that a change of the offer changes.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PriceChange {
    pub plan: String,
    pub cycle: Cycle,
    /// Old price; null: not sold before.
    pub from: Option<i64>,
    /// New price; null: no longer sold.
    pub to: Option<i64>,
    /// Number of subscriptions to the plan. They keep their price until their owner changes them.
    pub subscriptions: i64,
}

/// A part of a plan that a change of the offer increases or decreases.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct GivesChange {
    pub plan: String,
    /// `advanced_query`, `documents.files`, `name`, …
    pub field: String,
    /// A number, `true` or `false`, or a text; null: without a limit.
    pub from: Option<String>,
    pub to: Option<String>,
    /// Number of subscriptions to the plan. None of them loses anything before its paid period ends.
    pub subscriptions: i64,
}

/// The effects of a change to the offer.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OfferPreview {
    pub currency_from: String,
    pub currency_to: String,
    pub prices: Vec<PriceChange>,
    /// Names of packs that are new, changed or gone.
    pub packs: Vec<String>,
    pub trial_changed: bool,
    /// Ids of promotions that are new, changed or gone.
    pub promotions: Vec<String>,
    pub education_changed: bool,
    pub gives: Vec<GivesChange>,
}

/// Previews the effects of changing the offer to `new`. Changes nothing.
///
/// `old`: with what each plan gives.
///
/// Problems: those of [`Offer::check`].
pub(crate) async fn preview_offer(
    services: &Services,
    old: &Offer,
    new: &Offer,
) -> Fallible<OfferPreview> {
    new.check(&services.entitlements)?;
    let mut conn = services.db.read().await?;
    let counts = store::count_subscriptions(&mut conn).await?;
    Ok(compare(old, new, &counts))
}

type Counts = [(String, String, String, i64)];

fn compare(old: &Offer, new: &Offer, counts: &Counts) -> OfferPreview {
    let mut prices = Vec::new();
    let plans: BTreeSet<&String> = old.plans.keys().chain(new.plans.keys()).collect();
    for plan in plans {
        for cycle in [Cycle::Monthly, Cycle::Yearly] {
            let of = |offer: &Offer| offer.plans.get(plan).and_then(|prices| prices.of(cycle));
            let (from, to) = (of(old), of(new));
            if from == to && old.currency == new.currency {
                continue;
            }
            let is_of =
                |row: &&(String, String, String, i64)| row.0 == *plan && row.1 == cycle.as_str();
            let subscriptions = counts.iter().filter(is_of).map(|row| row.3).sum();
            prices.push(PriceChange { plan: plan.clone(), cycle, from, to, subscriptions });
        }
    }
    let names: BTreeSet<&String> = old.packs.keys().chain(new.packs.keys()).collect();
    let is_changed = |name: &&String| old.packs.get(*name) != new.packs.get(*name);
    let ids: BTreeSet<&String> = old.promotions.keys().chain(new.promotions.keys()).collect();
    let is_other = |id: &&String| old.promotions.get(*id) != new.promotions.get(*id);
    OfferPreview {
        currency_from: old.currency.clone(),
        currency_to: new.currency.clone(),
        prices,
        packs: names.into_iter().filter(is_changed).cloned().collect(),
        trial_changed: old.trial != new.trial,
        promotions: ids.into_iter().filter(is_other).cloned().collect(),
        education_changed: old.education != new.education,
        gives: compare_gives(old, new, counts),
    }
}

/// Lists what each plan named in `new` would grant more or less of.
fn compare_gives(old: &Offer, new: &Offer, counts: &Counts) -> Vec<GivesChange> {
    let mut changes = Vec::new();
    for (plan, gives) in &new.gives {
        let subscriptions = counts.iter().filter(|row| row.0 == *plan).map(|row| row.3).sum();
        let before = old.gives.get(plan).map(fields).unwrap_or_default();
        for (field, to) in fields(gives) {
            let from = before.get(&field).cloned().flatten();
            if from != to {
                changes.push(GivesChange { plan: plan.clone(), field, from, to, subscriptions });
            }
        }
    }
    changes
}

/// Returns each field of a plan's contents by name, as text; `None` if unlimited.
fn fields(gives: &PlanGives) -> BTreeMap<String, Option<String>> {
    let mut fields = BTreeMap::new();
    let all = serde_json::to_value(gives).unwrap_or_default();
    for (name, value) in all.as_object().into_iter().flatten() {
        match value.as_object() {
            None => _ = fields.insert(name.clone(), shown(value)),
            Some(inner) => fields
                .extend(inner.iter().map(|(part, value)| (format!("{name}.{part}"), shown(value)))),
        }
    }
    fields
}

fn shown(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Marks an order as paid by hand.
///
/// Problems: [`ORDER_NOT_FOUND`], [`ORDER_CLOSED`], [`PAID_ELSEWHERE`].
pub(crate) async fn mark_paid(services: &Services, by: Actor, id: OrderId) -> Fallible<Order> {
    let order = by_hand(services, id).await?;
    let paid = Payment::Paid { amount: order.amount, currency: order.currency };
    close(services, by, id, &paid, "paid").await
}

/// Marks an order as refused: it will not be paid.
///
/// Problems: as [`mark_paid`].
pub(crate) async fn mark_refused(
    services: &Services,
    by: Actor,
    id: OrderId,
    reason: &str,
) -> Fallible<Order> {
    by_hand(services, id).await?;
    let reason = if reason.trim().is_empty() { "refused" } else { reason.trim() };
    close(services, by, id, &Payment::Failed { reason: reason.to_owned() }, "failed").await
}

/// Returns an open order that the operator collects.
async fn by_hand(services: &Services, id: OrderId) -> Fallible<Order> {
    let order = orders::read(services, id).await?;
    if order.provider != "manual" {
        return Err(PAID_ELSEWHERE.into());
    }
    if order.is_open() { Ok(order) } else { Err(ORDER_CLOSED.into()) }
}

/// Settles an open order by hand. If two operators settle it differently at the same time, one of them gets
/// [`ORDER_CLOSED`].
async fn close(
    services: &Services,
    by: Actor,
    id: OrderId,
    payment: &Payment,
    state: &'static str,
) -> Fallible<Order> {
    let done = Event::new(Kind::OrderSettled, by).detail(state);
    let order = settling::record_if_open(services, id, payment, done).await?;
    if order.state == state { Ok(order) } else { Err(ORDER_CLOSED.into()) }
}

/// Refunds an order and revokes what it granted. The payment is first looked up at the provider: notifications of a
/// dispute, or of its end, may be late or lost. A refund made there meanwhile is recorded.
///
/// Problems: [`ORDER_NOT_FOUND`], [`ORDER_NOT_PAID`]; [`ORDER_DISPUTED`], because refunding a disputed payment may cost
/// the money twice; `billing.provider_unavailable`; [`PAYMENT_FAILED`] if the provider refuses.
pub(crate) async fn refund(services: &Services, by: Actor, id: OrderId) -> Fallible<Order> {
    let order = orders::read(services, id).await?;
    if order.state != "paid" && !order.refund_due {
        return Err(ORDER_NOT_PAID.into());
    }
    let provider = services.payments.provider_of(&order.provider).ok_or(ORDER_NOT_FOUND)?;
    let order = collecting::ask_and_record(services, order).await?;
    if order.disputed {
        return Err(ORDER_DISPUTED.into());
    }
    if order.state == "refunded" {
        return Ok(order);
    }
    if order.amount > 0
        && let Err(error) = provider.refund(&order.reference).await
    {
        tracing::warn!(order.id = %id, %error, "a payment could not be given back");
        return Err(PAYMENT_FAILED.into());
    }
    let done = Event::new(Kind::OrderRefunded, by);
    settling::record_done(services, &order, &Payment::Refunded, done).await
}

/// Revenue, refunds, and the number of subscriptions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Revenue {
    /// Since the first of this month, in UTC.
    pub this_month: Vec<Takings>,
    /// The last 30 days.
    pub last_30_days: Vec<Takings>,
    pub all_time: Vec<Takings>,
    pub subscriptions: Vec<SubscriptionCount>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Takings {
    pub currency: String,
    pub payments: i64,
    /// Amount taken, including what was refunded since.
    pub taken: i64,
    pub given_back: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubscriptionCount {
    pub plan: String,
    /// `monthly` or `yearly`.
    pub cycle: String,
    /// `trial`, `active` or `past_due`.
    pub phase: String,
    pub count: i64,
}

pub(crate) async fn revenue(services: &Services) -> Fallible<Revenue> {
    let now = services.clock.now();
    let month = entitlements::Window::Monthly.period(now).starts_at;
    let mut conn = services.db.read().await?;
    let mut sums = Vec::new();
    for since in [month, now.plus(-30 * DAY), kernel::Timestamp::from_micros(0)] {
        sums.push(takings(store::sum_orders(&mut conn, since, now.plus(1)).await?));
    }
    let counts = store::count_subscriptions(&mut conn).await?;
    let subscriptions = counts.into_iter().map(|(plan, cycle, phase, count)| SubscriptionCount {
        plan,
        cycle,
        phase,
        count,
    });
    let mut sums = sums.into_iter();
    Ok(Revenue {
        this_month: sums.next().unwrap_or_default(),
        last_30_days: sums.next().unwrap_or_default(),
        all_time: sums.next().unwrap_or_default(),
        subscriptions: subscriptions.collect(),
    })
}

/// Sums by currency, from those by currency and state.
pub(crate) fn takings(rows: Vec<(String, String, i64, i64)>) -> Vec<Takings> {
    let mut by_currency: BTreeMap<String, Takings> = BTreeMap::new();
    for (currency, state, count, sum) in rows {
        let takings = by_currency.entry(currency.clone()).or_insert(Takings {
            currency,
            payments: 0,
            taken: 0,
            given_back: 0,
        });
        takings.payments += count;
        takings.taken += sum;
        if state == "refunded" {
            takings.given_back += sum;
        }
    }
    by_currency.into_values().collect()
}
