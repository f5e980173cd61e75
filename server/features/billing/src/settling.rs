//! Results of payments and their effects, applied once: the purchase is granted or revoked.

use crate::mails::deductions::TeamNews;
use crate::mails::orders::OrderMail;
use ::store::{StoreResult, Tx};
use area::{PaidOrder, Services};
use audit::Event;
use entitlements::{Meter, PlanGrant};
use kernel::{Fallible, Timestamp, UserId, WorkspaceId};
use ledger::{ADD_ON, Grant};
use payments::{Manual, Payment, PaymentProvider};

use crate::orders::{close_open, lock_row};
use crate::periods::{SOURCE, begin_period, end_plan, note_orders, postpone_rewards, write};
use crate::problems::{ORDER_CLOSED, ORDER_NOT_FOUND};
use crate::rules::{self, ChangeKind, Cycle, FormerPeriod, Subscription, Terms};
use crate::store::{self, Order, OrderId, Row};
use crate::{auto_deduction, mails};

/// Reason of a refund after a chargeback.
const CHARGEBACK: &str = "chargeback";

/// Records the state of the payment that `asked` had when it was looked up, and applies its effects, once however often
/// it is reported. Returns the updated order.
pub(crate) async fn record(
    services: &Services,
    asked: &Order,
    payment: &Payment,
) -> Fallible<Order> {
    let tx = services.db.begin().await?;
    record_in(services, tx, asked, payment).await
}

async fn record_in(
    services: &Services,
    mut tx: Tx,
    asked: &Order,
    payment: &Payment,
) -> Fallible<Order> {
    let order = store::find_order(&mut tx, asked.id).await?.ok_or(ORDER_NOT_FOUND)?;
    // A payment may have been begun again meanwhile, which this result does not concern.
    let order = Order { reference: asked.reference.clone(), ..order };
    settle(services, &mut tx, &order, payment).await?;
    let order = store::find_order(&mut tx, asked.id).await?.ok_or(ORDER_NOT_FOUND)?;
    tx.commit().await?;
    Ok(order)
}

/// Like [`record`], for an order that is open; a closed one stays as it is.
pub(crate) async fn record_if_open(
    services: &Services,
    id: OrderId,
    payment: &Payment,
    done: Event,
) -> Fallible<Order> {
    let mut tx = services.db.begin().await?;
    let order = store::find_order(&mut tx, id).await?.ok_or(ORDER_NOT_FOUND)?;
    if let (Some(workspace_id), Some(user_id)) = (order.workspace_id, order.user_id) {
        lock_row(services, &mut tx, workspace_id, user_id, services.clock.now()).await?;
    }
    let order = store::find_order(&mut tx, id).await?.ok_or(ORDER_NOT_FOUND)?;
    if !order.is_open() {
        return Err(ORDER_CLOSED.into());
    }
    settle(services, &mut tx, &order, payment).await?;
    services.audit.record(&mut tx, of_order(done, &order)).await?;
    let order = store::find_order(&mut tx, id).await?.ok_or(ORDER_NOT_FOUND)?;
    tx.commit().await?;
    Ok(order)
}

/// Like [`record`], for an operator's action.
pub(crate) async fn record_done(
    services: &Services,
    asked: &Order,
    payment: &Payment,
    done: Event,
) -> Fallible<Order> {
    let mut tx = services.db.begin().await?;
    services.audit.record(&mut tx, of_order(done, asked)).await?;
    record_in(services, tx, asked, payment).await
}

/// Completes an operator's audit event with the order and its owner.
fn of_order(done: Event, order: &Order) -> Event {
    done.subject(order.id.0).amount(order.amount).about(order.user_id)
}

/// Like [`record`], in the caller's transaction: `payment` is the state of `order.reference`.
pub(crate) async fn settle(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
) -> StoreResult<()> {
    let now = services.clock.now();
    let (Some(workspace_id), Some(user_id)) = (order.workspace_id, order.user_id) else {
        return settle_of_nobody(services, tx, order, payment, now).await;
    };
    let row = lock_row(services, tx, workspace_id, user_id, now).await?;
    match payment {
        Payment::Open | Payment::Agreed => Ok(()),
        Payment::Failed { reason } => fail(services, tx, &row, order, "failed", reason).await,
        Payment::Cancelled { reason } => fail(services, tx, &row, order, "cancelled", reason).await,
        Payment::Paid { amount, currency } => {
            settle_paid(services, tx, &row, order, (*amount, currency)).await?;
            note_dispute(services, tx, order, false).await
        }
        Payment::Disputed { amount, currency } => {
            settle_paid(services, tx, &row, order, (*amount, currency)).await?;
            note_dispute(services, tx, order, true).await
        }
        Payment::Refunded | Payment::ChargedBack => {
            let reason = refund_reason(payment);
            if store::move_order(tx, order.id, "paid", "refunded", reason, now).await? {
                take_back(services, tx, &row, order, now).await?;
                if *payment == Payment::ChargedBack {
                    auto_deduction::switch_off(tx, order).await?;
                }
                tell_given_back(services, tx, order).await?;
            }
            close_given_back(services, tx, order, reason).await?;
            note_orders(services, tx, workspace_id).await
        }
    }
}

async fn settle_paid(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    (amount, currency): (i64, &str),
) -> StoreResult<()> {
    let now = services.clock.now();
    if amount != order.amount || currency != order.currency {
        tracing::error!(order.id = %order.id, amount, currency, "a payment of another amount");
        close(services, tx, row, order, "failed", "other_amount").await?;
        return owe_back(services, tx, order).await;
    }
    if store::move_order(tx, order.id, "open", "paid", "", now).await? {
        give(services, tx, row, order, now).await?;
        return tell_paid(services, tx, order, (row.workspace_id, row.user_id)).await;
    }
    // Read again: it was locked after `order` was read.
    let current = store::find_order(tx, order.id).await?;
    if current.is_some_and(|order| matches!(order.state.as_str(), "failed" | "cancelled")) {
        tracing::warn!(order.id = %order.id, "a closed order was paid");
        owe_back(services, tx, order).await?;
    }
    Ok(())
}

/// Returns the reason why money was returned: the operator refunded it, or its payer had it charged back.
fn refund_reason(payment: &Payment) -> &'static str {
    if *payment == Payment::ChargedBack { CHARGEBACK } else { "" }
}

/// Closes everything still pending for an order whose money was returned.
async fn close_given_back(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
    reason: &str,
) -> StoreResult<()> {
    for from in ["open", "failed", "cancelled"] {
        let now = services.clock.now();
        store::move_order(tx, order.id, from, "refunded", reason, now).await?;
    }
    note_dispute(services, tx, order, false).await?;
    store::set_refund_due(tx, order.id, false).await.map(|_| ())
}

/// Records whether a payment is disputed. Until that is decided nothing is revoked; the operators are told once,
/// because an unanswered dispute is lost (decision 0847).
async fn note_dispute(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
    is_disputed: bool,
) -> StoreResult<()> {
    if store::set_disputed(tx, order.id, is_disputed).await? && is_disputed {
        mails::tell_operators(services, tx, order, OrderMail::Disputed).await?;
    }
    Ok(())
}

/// Marks money that arrived for an order that is not fulfilled. The operators are told once, however many notifications
/// arrive.
async fn owe_back(services: &Services, tx: &mut Tx, order: &Order) -> StoreResult<()> {
    if store::set_refund_due(tx, order.id, true).await? {
        mails::tell_operators(services, tx, order, OrderMail::RefundDue).await?;
    }
    Ok(())
}

/// Handles a failed payment. The bill of a period stays open as long as it may be paid: a provider's page is valid for
/// some hours, and the days of grace are longer. Every other order is closed.
async fn fail(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    state: &str,
    reason: &str,
) -> StoreResult<()> {
    let now = services.clock.now();
    let is_by_hand = order.provider == Manual.id();
    let may_be_paid = rules::is_in_grace(now, &row.subscription(&services.entitlements));
    if is_by_hand || !order.is_renewal() || !may_be_paid {
        return close(services, tx, row, order, state, reason).await;
    }
    // An expired page says nothing about a bill that is open.
    let reason = if state == "failed" { reason } else { "" };
    store::forget_payment(tx, order, reason).await
}

/// Closes an open order that will not be paid. For automatic orders the admins are told.
async fn close(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    state: &str,
    reason: &str,
) -> StoreResult<()> {
    let now = services.clock.now();
    if store::move_order(tx, order.id, "open", state, reason, now).await? {
        note_orders(services, tx, row.workspace_id).await?;
        auto_deduction::tell(services, tx, row, order, TeamNews::DeductionFailed).await?;
    }
    Ok(())
}

/// Settles an order whose account is gone: only the books are updated.
async fn settle_of_nobody(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    now: Timestamp,
) -> StoreResult<()> {
    match payment {
        Payment::Paid { .. } | Payment::Disputed { .. } => {
            if order.state != "paid" && order.state != "refunded" {
                owe_back(services, tx, order).await?;
            }
            let is_disputed = matches!(payment, Payment::Disputed { .. });
            note_dispute(services, tx, order, is_disputed).await
        }
        Payment::Refunded | Payment::ChargedBack => {
            let reason = refund_reason(payment);
            if store::move_order(tx, order.id, "paid", "refunded", reason, now).await? {
                tell_given_back(services, tx, order).await?;
            }
            close_given_back(services, tx, order, reason).await
        }
        _ => Ok(()),
    }
}

async fn tell_paid(
    services: &Services,
    tx: &mut Tx,
    order: &Order,
    (workspace_id, user_id): (WorkspaceId, UserId),
) -> StoreResult<()> {
    let (amount, currency) = (order.amount, order.currency.clone());
    let paid = PaidOrder { id: order.id.0, workspace_id, user_id, amount, currency };
    for follower in services.payment_followers.iter() {
        follower.paid(tx, &paid).await?;
    }
    Ok(())
}

async fn tell_given_back(services: &Services, tx: &mut Tx, order: &Order) -> StoreResult<()> {
    for follower in services.payment_followers.iter() {
        follower.given_back(tx, order.id.0).await?;
    }
    Ok(())
}

/// Grants what was paid for, in the transaction that marks the order as paid.
async fn give(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    now: Timestamp,
) -> StoreResult<()> {
    if order.is_of_pack() {
        let grant = Grant {
            meter: Meter::AdvancedCredit,
            amount: order.credits,
            source: ADD_ON,
            reference: order.id.to_string(),
            ends_at: Some(now.plus(services.payments.settings().pack_time())),
            detail: order.item.clone(),
        };
        services.ledger.grant(tx, row.workspace_id, &grant).await?;
        return auto_deduction::tell(services, tx, row, order, TeamNews::CreditsBought).await;
    }
    let Some(terms) = terms_of(services, order) else { return Ok(()) };
    close_open(tx, row.workspace_id, "replaced", now).await?;
    let before = row.subscription(&services.entitlements);
    if order.kind == ChangeKind::Upgrade.as_str() {
        keep_former(tx, row, order, &before).await?;
    }
    let subscription = begin_period(services, tx, row, &before, order, &terms).await?;
    write(services, tx, row, &subscription).await
}

/// Stores the period that an upgrade replaces.
async fn keep_former(
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    before: &Subscription,
) -> StoreResult<()> {
    let paid = store::find_latest_paid(tx, row.workspace_id, order.id).await?;
    match paid.and_then(|(paid_by, _)| FormerPeriod::of(before, paid_by.0)) {
        Some(former) => store::set_former(tx, order.id, &former).await,
        None => Ok(()),
    }
}

fn terms_of(services: &Services, order: &Order) -> Option<Terms> {
    Some(Terms {
        plan: order.item.clone(),
        rank: services.entitlements.plan(&order.item).map_or(0, |plan| plan.rank),
        cycle: Cycle::from_name(&order.cycle)?,
        seats: order.seats,
        price: order.price,
        currency: order.currency.clone(),
    })
}

/// Revokes what was paid for: the remaining credits; or the plan, if the running period is the one that was paid. A
/// plan that an upgrade replaced goes on if it is still paid (decision 0787).
async fn take_back(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    order: &Order,
    now: Timestamp,
) -> StoreResult<()> {
    // Read again: it may have been paid since `order` was.
    let Some(order) = store::find_order(tx, order.id).await? else { return Ok(()) };
    let reference = order.id.to_string();
    if order.is_of_pack() {
        let (workspace_id, meter) = (row.workspace_id, Meter::AdvancedCredit);
        services.ledger.take_back(tx, workspace_id, meter, ADD_ON, &reference).await?;
        return Ok(());
    }
    // A refunded payer keeps nothing, even if the period is over.
    services.entitlements.revoke_plan(tx, row.workspace_id, SOURCE, &reference).await?;
    let latest = store::find_latest_paid(tx, row.workspace_id, order.id).await?;
    if latest.is_some_and(|(later, paid_at)| (Some(paid_at), later) > (order.paid_at, order.id)) {
        return Ok(());
    }
    close_open(tx, row.workspace_id, "replaced", now).await?;
    end_plan(services, tx, row.workspace_id, now).await?;
    let before = row.subscription(&services.entitlements);
    let is_paid = |former: &FormerPeriod| latest.is_some_and(|(id, _)| id.0 == former.paid_by);
    let former = order.former_period().filter(is_paid);
    let restored =
        former.and_then(|former| Some((OrderId(former.paid_by), former.restored(now, &before)?)));
    let subscription = match restored {
        Some((paid_by, subscription)) => {
            give_former(services, tx, row, (&order, paid_by), &subscription).await?;
            subscription
        }
        None => rules::ended(&before),
    };
    write(services, tx, row, &subscription).await
}

/// Grants the plan from before an upgrade, until its period ends. It starts at that period's beginning, so that monthly
/// amounts are not granted twice, with the contents it had when the order `paid_by` was placed.
async fn give_former(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    (upgrade, paid_by): (&Order, OrderId),
    subscription: &Subscription,
) -> StoreResult<()> {
    let Some(terms) = &subscription.terms else { return Ok(()) };
    let now = services.clock.now();
    let sold_at = store::find_order(tx, paid_by).await?.map_or(now, |order| order.created_at);
    let grant = PlanGrant {
        workspace_id: row.workspace_id,
        plan: terms.plan.clone(),
        source: SOURCE.to_owned(),
        reference: format!("former {}", upgrade.id),
        starts_at: subscription.period_start,
        ends_at: Some(subscription.period_end),
    };
    services.entitlements.grant_plan(tx, &grant, sold_at).await?;
    postpone_rewards(services, tx, row.workspace_id, (now, subscription.period_end)).await
}
