//! Orders: amounts to be paid once. `collecting.rs` collects them, `settling.rs` applies the effects of a payment.

use crate::mails::deductions::TeamNews;
use ::store::{Conn, StoreResult, Tx};
use area::Services;
use entitlements::Meter;
use identity::SignedIn;
use kernel::{Fallible, Problem, Timestamp, UserId, WorkspaceId};
use payments::Payment;
use regions::Place;

use crate::collecting::{begin_payment, tell_closed};
use crate::offer::Offer;
use crate::periods::note_orders;
use crate::problems::{
    CREDITS_RESTRICTED, NO_FEE, NOT_SOLD, ORDER_CLOSED, ORDER_ID_TAKEN, ORDER_NOT_FOUND,
    PRICE_CHANGED, SEATS_TAKEN, SUBSCRIBING_RESTRICTED,
};
use crate::promotions::{self, Running, Since};
use crate::rules::{self, ChangeKind, Cycle, Phase, Quote};
use crate::settling::settle;
use crate::store::{self, Order, OrderId, Row};
use crate::{auto_deduction, education, mails};

/// An item that can be bought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    /// `seats`: of a team's plan.
    Plan {
        plan: String,
        cycle: Cycle,
        seats: Option<i64>,
    },
    Pack {
        name: String,
    },
}

/// The price of an item for its buyer at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Price {
    Plan(Quote),
    Pack { name: String, credits: i64, amount: i64, currency: String, ends_at: Timestamp },
}

impl Price {
    pub fn amount(&self) -> i64 {
        match self {
            Self::Plan(quote) => quote.amount,
            Self::Pack { amount, .. } => *amount,
        }
    }

    pub fn currency(&self) -> &str {
        match self {
            Self::Plan(quote) => &quote.terms.currency,
            Self::Pack { currency, .. } => currency,
        }
    }
}

/// A requested order: the item, and the amount that its buyer was shown.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// Id made by the client, so that a repeated request places only one order.
    pub id: OrderId,
    pub item: Item,
    pub amount: i64,
    pub currency: String,
}

/// Returns the current price of `item` for the caller. Changes nothing.
///
/// Problems: `billing.not_sold`, `billing.already_have_it`, `billing.contact_support`, "Upgrade to Unlock"
/// for credits without a plan that has some.
pub(crate) async fn price_for(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    item: &Item,
) -> Fallible<Price> {
    check_is_for(services, caller, item)?;
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let row = store::find_row(&mut conn, caller.workspace_id).await?;
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    let running = promotions_for(services, &mut conn, offer, caller, row.as_ref(), now).await?;
    price(services, offer, row.as_ref(), &plan, &running, item, now)
}

/// Returns the promotions that apply to the caller: general ones; a newcomer's, from sign-up until their first plan;
/// the offer after a first month; and, in the caller's personal workspace, the education discount.
pub(crate) async fn promotions_for(
    services: &Services,
    conn: &mut Conn,
    offer: &Offer,
    caller: &SignedIn,
    row: Option<&Row>,
    now: Timestamp,
) -> Fallible<Vec<Running>> {
    let subscription = row.map(|row| row.subscription(&services.entitlements));
    let first_month = match &subscription {
        Some(subscription) => first_month_of(conn, caller.workspace_id, subscription).await?,
        None => None,
    };
    if caller.team_role.is_some() {
        let since = Since { first_month, newcomer: None };
        return Ok(promotions::running(&offer.promotions, now, since));
    }
    let had_subscription = subscription
        .is_some_and(|subscription| !matches!(subscription.phase, Phase::None | Phase::Trial));
    let newcomer = match had_subscription {
        true => None,
        false => services.identity.find_user(conn, caller.user_id).await?,
    };
    let since = Since { newcomer: newcomer.map(|user| user.created_at), first_month };
    let mut running = promotions::running(&offer.promotions, now, since);
    if let Some(proof) = education::find_proof(conn, caller.user_id, now).await? {
        running.push(education::running(services, offer, proof.percent_off(), proof.ends_at));
    }
    Ok(running)
}

/// Returns the time at which a month was paid that was a workspace's first period, while it pays monthly.
async fn first_month_of(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    subscription: &rules::Subscription,
) -> StoreResult<Option<Timestamp>> {
    let is_monthly = subscription.terms.as_ref().is_some_and(|terms| terms.cycle == Cycle::Monthly);
    if subscription.phase != Phase::Active || !is_monthly {
        return Ok(None);
    }
    let first = store::find_first_paid(conn, workspace_id).await?;
    let is_kept = |order: &Order| order.state == "paid" && order.cycle == Cycle::Monthly.as_str();
    Ok(first.filter(is_kept).and_then(|order| order.paid_at))
}

/// Checks that `item` is sold in the buyer's region.
///
/// Problems: [`SUBSCRIBING_RESTRICTED`], [`CREDITS_RESTRICTED`].
pub(crate) fn check_sold_at(place: Place, item: &Item) -> Result<(), Problem> {
    match item {
        _ if place.may_buy => Ok(()),
        Item::Plan { .. } => Err(SUBSCRIBING_RESTRICTED.into()),
        Item::Pack { .. } => Err(CREDITS_RESTRICTED.into()),
    }
}

/// Checks that plans for teams are bought in a team's workspace, and personal ones in one's own.
fn check_is_for(services: &Services, caller: &SignedIn, item: &Item) -> Fallible<()> {
    let Item::Plan { plan, .. } = item else { return Ok(()) };
    let is_of_teams = services.entitlements.plan(plan).is_some_and(|plan| plan.per_seat);
    let is_right = is_of_teams == caller.team_role.is_some();
    if is_right { Ok(()) } else { Err(NOT_SOLD.with("plan", plan).into()) }
}

/// Locks what a workspace pays for against other transactions. Its members and its end are decided under the first of
/// these locks, so they are always taken in this order.
pub(crate) async fn lock_row(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    user_id: UserId,
    now: Timestamp,
) -> StoreResult<Row> {
    services.identity.lock_workspace(tx, workspace_id).await?;
    store::lock_row(tx, workspace_id, user_id, now).await
}

/// Checks that a team has at least as many seats as members. Its row must be locked.
///
/// Problems: [`SEATS_TAKEN`].
pub(crate) async fn check_seats(
    services: &Services,
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    seats: Option<i64>,
) -> Fallible<()> {
    let Some(seats) = seats else { return Ok(()) };
    let members = services.identity.count_members(tx, workspace_id).await?;
    if members > seats { Err(SEATS_TAKEN.with("members", members).into()) } else { Ok(()) }
}

fn price(
    services: &Services,
    offer: &Offer,
    row: Option<&Row>,
    plan: &entitlements::Plan,
    running: &[Running],
    item: &Item,
    now: Timestamp,
) -> Fallible<Price> {
    match item {
        Item::Plan { plan, cycle, seats } => {
            let terms = offer.terms_for(&services.entitlements, plan, *cycle, *seats)?;
            let subscription = match row {
                Some(row) => row.subscription(&services.entitlements),
                None => rules::Subscription::none(now),
            };
            let quote = rules::quote(now, &subscription, &terms)?;
            let is_first = quote.kind != ChangeKind::Renew;
            Ok(Price::Plan(match promotions::best(running, &terms.plan, *cycle, is_first) {
                Some(best) => quote.with_promotion(&best.id, best.percent_off),
                None => quote,
            }))
        }
        Item::Pack { name } => {
            let pack = offer.pack(name)?;
            plan.check_not_locked()?;
            // spec §6: credits are locked for who has no plan with them.
            if plan.allowance(Meter::AdvancedCredit).is_none() {
                return Err(entitlements::UPGRADE_TO_UNLOCK.with("plan", &plan.id).into());
            }
            Ok(Price::Pack {
                name: name.clone(),
                credits: pack.credits,
                amount: pack.price,
                currency: offer.currency.clone(),
                ends_at: now.plus(services.payments.settings().pack_time()),
            })
        }
    }
}

/// Places an order of the caller, for the amount that they were shown.
///
/// Problems: those of [`price_for`]; [`PRICE_CHANGED`] if the price differs by now, [`ORDER_ID_TAKEN`], [`NO_FEE`] for
/// a change that needs no order, [`PAYMENT_FAILED`](crate::problems::PAYMENT_FAILED).
pub(crate) async fn place(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    wanted: &Wanted,
) -> Fallible<Order> {
    caller.check_manages_workspace()?;
    check_is_for(services, caller, &wanted.item)?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let row = lock_row(services, &mut tx, caller.workspace_id, caller.user_id, now).await?;
    if let Some(order) = store::find_order(&mut tx, wanted.id).await? {
        tx.commit().await?;
        return again(services, caller, wanted, order).await;
    }
    let plan = services.entitlements.plan_of(&mut tx, caller.workspace_id, now).await?;
    let running = promotions_for(services, &mut tx, offer, caller, Some(&row), now).await?;
    let price = price(services, offer, Some(&row), &plan, &running, &wanted.item, now)?;
    if price.amount() != wanted.amount || price.currency() != wanted.currency {
        let changed = PRICE_CHANGED.with("amount", price.amount());
        return Err(changed.with("currency", price.currency()).into());
    }
    let mut closed = Vec::new();
    let order = match &price {
        Price::Plan(quote) if quote.kind == ChangeKind::Downgrade => return Err(NO_FEE.into()),
        Price::Plan(quote) => {
            let seats = caller.team_role.is_some().then_some(quote.terms.seats);
            check_seats(services, &mut tx, caller.workspace_id, seats).await?;
            closed = close_open(&mut tx, caller.workspace_id, "replaced", now).await?;
            Order { id: wanted.id, ..of_plan(services, &row, quote, now) }
        }
        Price::Pack { name, credits, .. } => of_pack(services, &row, wanted, name, *credits, now),
    };
    store::add_order(&mut tx, &order).await?;
    mails::tell_of_waiting(services, &mut tx, &order).await?;
    if order.amount == 0 {
        settle(services, &mut tx, &order, &nothing_to_pay(&order)).await?;
    }
    note_orders(services, &mut tx, caller.workspace_id).await?;
    tx.commit().await?;
    tell_closed(services, &closed).await;
    begin_payment(services, order).await
}

/// Handles the same order sent again.
async fn again(
    services: &Services,
    caller: &SignedIn,
    wanted: &Wanted,
    order: Order,
) -> Fallible<Order> {
    let (item, cycle) = match &wanted.item {
        Item::Plan { plan, cycle, .. } => (plan, cycle.as_str()),
        Item::Pack { name } => (name, ""),
    };
    let seats = match &wanted.item {
        Item::Plan { seats, .. } => seats.unwrap_or(1),
        Item::Pack { .. } => 1,
    };
    let is_same = order.workspace_id == Some(caller.workspace_id)
        && (order.item == *item && order.cycle == cycle && order.seats == seats)
        && (order.amount == wanted.amount && order.currency == wanted.currency);
    if is_same { begin_payment(services, order).await } else { Err(ORDER_ID_TAKEN.into()) }
}

fn nothing_to_pay(order: &Order) -> Payment {
    Payment::Paid { amount: 0, currency: order.currency.clone() }
}

/// Returns an order of a plan, at the amounts of its quote.
pub(crate) fn of_plan(services: &Services, row: &Row, quote: &Quote, now: Timestamp) -> Order {
    Order {
        kind: quote.kind.as_str().to_owned(),
        item: quote.terms.plan.clone(),
        cycle: quote.terms.cycle.as_str().to_owned(),
        seats: quote.terms.seats,
        price: quote.terms.price,
        credit: quote.credit,
        discount: quote.discount,
        promotion: quote.promotion.clone().unwrap_or_default(),
        amount: quote.amount,
        currency: quote.terms.currency.clone(),
        pay_by: quote.pay_by,
        ..empty(services, row, now)
    }
}

fn of_pack(
    services: &Services,
    row: &Row,
    wanted: &Wanted,
    name: &str,
    credits: i64,
    now: Timestamp,
) -> Order {
    Order {
        id: wanted.id,
        kind: "pack".to_owned(),
        item: name.to_owned(),
        credits,
        price: wanted.amount,
        amount: wanted.amount,
        currency: wanted.currency.clone(),
        ..empty(services, row, now)
    }
}

pub(crate) fn empty(services: &Services, row: &Row, now: Timestamp) -> Order {
    Order {
        id: OrderId::new(now),
        workspace_id: Some(row.workspace_id),
        user_id: Some(row.user_id),
        kind: String::new(),
        item: String::new(),
        cycle: String::new(),
        seats: 1,
        credits: 0,
        price: 0,
        credit: 0,
        discount: 0,
        promotion: String::new(),
        amount: 0,
        currency: String::new(),
        state: "open".to_owned(),
        reason: String::new(),
        provider: services.payments.provider().id().to_owned(),
        reference: String::new(),
        page: String::new(),
        attempt: 0,
        refund_due: false,
        disputed: false,
        pay_by: None,
        former: String::new(),
        created_at: now,
        closed_at: None,
        paid_at: None,
    }
}

pub(crate) async fn read(services: &Services, id: OrderId) -> Fallible<Order> {
    let mut conn = services.db.read().await?;
    Ok(store::find_order(&mut conn, id).await?.ok_or(ORDER_NOT_FOUND)?)
}

/// Returns the caller's own order.
///
/// Problems: [`ORDER_NOT_FOUND`].
pub(crate) async fn read_own(
    services: &Services,
    caller: &SignedIn,
    id: OrderId,
) -> Fallible<Order> {
    let order = read(services, id).await?;
    let is_own = order.workspace_id == Some(caller.workspace_id);
    if is_own { Ok(order) } else { Err(ORDER_NOT_FOUND.into()) }
}

/// Cancels an order of the caller's. One that renews a period stays: the subscription must be cancelled instead.
///
/// Problems: [`ORDER_NOT_FOUND`], [`ORDER_CLOSED`].
pub(crate) async fn cancel_own(
    services: &Services,
    caller: &SignedIn,
    id: OrderId,
) -> Fallible<Order> {
    caller.check_manages_workspace()?;
    let order = read_own(services, caller, id).await?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    lock_row(services, &mut tx, caller.workspace_id, caller.user_id, now).await?;
    let is_moved = !order.is_renewal()
        && store::move_order(&mut tx, id, "open", "cancelled", "by_buyer", now).await?;
    note_orders(services, &mut tx, caller.workspace_id).await?;
    tx.commit().await?;
    if !is_moved {
        return Err(ORDER_CLOSED.into());
    }
    tell_closed(services, &[order]).await;
    read(services, id).await
}

/// Closes an order that was not paid in time, or whose credit has changed. One that renews a period is closed with its
/// period.
pub(crate) async fn expire(services: &Services, order: Order) -> Fallible<()> {
    let now = services.clock.now();
    let too_old = now.plus(-services.payments.settings().order_time());
    let reason = match order.pay_by {
        _ if order.is_renewal() => return Ok(()),
        Some(pay_by) if now > pay_by => "credit_changed",
        _ if order.created_at <= too_old => "expired",
        _ => return Ok(()),
    };
    let mut tx = services.db.begin().await?;
    if let Some(workspace_id) = order.workspace_id {
        services.identity.lock_workspace(&mut tx, workspace_id).await?;
    }
    let is_moved = store::move_order(&mut tx, order.id, "open", "cancelled", reason, now).await?;
    if let (true, Some(workspace_id)) = (is_moved, order.workspace_id)
        && let Some(row) = store::find_row(&mut tx, workspace_id).await?
    {
        note_orders(services, &mut tx, workspace_id).await?;
        auto_deduction::tell(services, &mut tx, &row, &order, TeamNews::DeductionFailed).await?;
    }
    tx.commit().await?;
    if is_moved {
        tell_closed(services, &[order]).await;
    }
    Ok(())
}

/// Closes a workspace's open orders of plans, because their basis has changed.
pub(crate) async fn close_open(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    reason: &str,
    now: Timestamp,
) -> StoreResult<Vec<Order>> {
    let open = store::list_open_plan_orders(tx, workspace_id).await?;
    for order in &open {
        store::move_order(tx, order.id, "open", "cancelled", reason, now).await?;
    }
    Ok(open)
}
