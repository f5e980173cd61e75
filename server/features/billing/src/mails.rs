//! The mails of this area: their texts, and to whom they go.

pub(crate) mod credits;
pub(crate) mod deductions;
pub(crate) mod education;
pub(crate) mod orders;
pub(crate) mod spending;
pub(crate) mod subscriptions;

use ::store::{StoreResult, Tx};
use area::Services;
use identity::User;
use kernel::HOUR;
use mail::Template;
use payments::{Manual, PaymentProvider};

use self::deductions::{TeamFacts, TeamNews};
use self::orders::{OrderFacts, OrderMail};
use self::subscriptions::{BillingFacts, BillingNews};
use crate::education::renewal_price;
use crate::rules::{ORDER_MAILS_PER_HOUR, Subscription};
use crate::store::{self, Order, Row};

/// All templates of this area.
pub(crate) const TEMPLATES: &[&'static dyn Template] = &[
    &credits::TEMPLATE,
    &deductions::TEMPLATE,
    &education::TEMPLATE,
    &orders::TEMPLATE,
    &spending::TEMPLATE,
    &subscriptions::TEMPLATE,
];

/// Number of characters at the end of an order's id that serve as its number for people; no two orders of a day share
/// them.
const NUMBER_CHARS: usize = 8;

/// The occasion of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    TrialEnds,
    PeriodEnds,
    PaymentDue,
}

/// Writes to the person of a subscription, in the transaction that makes it true.
pub(crate) async fn send(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    subscription: &Subscription,
    occasion: Occasion,
) -> StoreResult<()> {
    let (Some(current), Some(next)) = (&subscription.terms, subscription.renewal()) else {
        return Ok(());
    };
    let (news, terms, date) = match (occasion, subscription.cancel_at_end) {
        (Occasion::TrialEnds, false) => (BillingNews::TrialEnds, current, subscription.period_end),
        (Occasion::TrialEnds, true) => {
            (BillingNews::CancelledTrialEnds, current, subscription.period_end)
        }
        (Occasion::PeriodEnds, false) => {
            (BillingNews::PeriodEnds, current, subscription.period_end)
        }
        (Occasion::PeriodEnds, true) => {
            (BillingNews::CancelledPeriodEnds, current, subscription.period_end)
        }
        (Occasion::PaymentDue, _) => (
            BillingNews::PaymentDue,
            next,
            subscription.grace_end.unwrap_or(subscription.period_end),
        ),
    };
    let at = subscription.period_end.max(services.clock.now());
    let price = renewal_price(services, tx, row, next, at).await?;
    let plan = services.entitlements.plan(&terms.plan);
    let page = services.page("/subscription");
    let facts = BillingFacts {
        plan: plan.as_ref().map_or(terms.plan.as_str(), |plan| plan.name.as_str()),
        amount: &format!("{} {}", payments::decimal(price, &next.currency), next.currency),
        date,
        page: page.as_str(),
    };
    for user in people_of(services, tx, row).await? {
        let locale = user.settings.locale.as_deref();
        let message = subscriptions::message(&user.email, news, &facts, locale);
        services.mail.enqueue(tx, &message).await?;
    }
    Ok(())
}

/// Writes to the admins of a team, in the transaction that makes it true.
pub(crate) async fn tell_team(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    news: TeamNews,
    (amount, currency): (i64, &str),
    credits: i64,
) -> StoreResult<()> {
    let (amount, credits) =
        (format!("{} {currency}", payments::decimal(amount, currency)), credits.to_string());
    let page = services.page("/team/billing");
    for user in people_of(services, tx, row).await? {
        let team = services.identity.find_team(tx, row.workspace_id, user.id).await?;
        let Some(team) = team else { continue };
        let (team, locale) = (team.name, user.settings.locale.as_deref());
        let facts =
            TeamFacts { team: &team, amount: &amount, credits: &credits, page: page.as_str() };
        services.mail.enqueue(tx, &deductions::message(&user.email, news, &facts, locale)).await?;
    }
    Ok(())
}

/// Mails the operators about an order that they collect themselves, in the transaction that creates it. For people who
/// order often only some orders per hour are mailed; the others are listed with those.
pub(crate) async fn tell_of_waiting(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
) -> StoreResult<()> {
    let (Some(workspace_id), true) = (order.workspace_id, order.provider == Manual.id()) else {
        return Ok(());
    };
    let since = order.created_at.plus(-HOUR);
    let told = store::count_orders_by_hand(tx, workspace_id, since).await?;
    // This one is among them.
    if order.amount == 0 || told > ORDER_MAILS_PER_HOUR {
        return Ok(());
    }
    tell_operators(services, tx, order, OrderMail::WaitsByHand).await
}

/// Writes to the operators of an order that they have to do something about.
pub(crate) async fn tell_operators(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
    news: OrderMail,
) -> StoreResult<()> {
    let buyer = match order.user_id {
        Some(id) => services.identity.find_user(tx, id).await?,
        None => None,
    };
    let id = order.id.to_string();
    let amount = payments::decimal(order.amount, &order.currency);
    let amount = format!("{amount} {}", order.currency);
    let page = services.page("/settings/orders");
    let facts = OrderFacts {
        // The buyer of a deleted account is unknown.
        who: buyer.as_ref().map_or("–", |user| user.email.as_str()),
        amount: &amount,
        order: &id[id.len() - NUMBER_CHARS..],
        page: page.as_str(),
    };
    for operator in services.identity.list_operators(tx).await? {
        let locale = operator.settings.locale.as_deref();
        let message = orders::message(&operator.email, news, &facts, locale);
        services.mail.enqueue(tx, &message).await?;
    }
    Ok(())
}

/// Returns the people a subscription concerns: its owner, or the admins of its team; suspended people get no mails
/// (decision 0844).
async fn people_of(services: &Services, tx: &mut Tx, row: &Row) -> StoreResult<Vec<User>> {
    services.identity.list_managers(tx, row.workspace_id).await
}
