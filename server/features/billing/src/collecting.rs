//! Calls to payment providers about orders: collect one, look up its payment, and cancel it.

use area::Services;
use kernel::{Failure, Fallible};
use payments::{Begun, Bill, Payment, PaymentError, PaymentProvider};

use crate::customers;
use crate::orders::read;
use crate::problems::{PAYMENT_FAILED, PROVIDER_UNAVAILABLE};
use crate::settling::record;
use crate::store::{self, Order};

/// Asks the provider to collect an open order, unless it was already asked. Returns the updated order.
///
/// Problems: [`PAYMENT_FAILED`]; the order has failed then, unless it is a bill that may still be paid.
pub(crate) async fn begin_payment(services: &Services, order: Order) -> Fallible<Order> {
    let asks_nobody = order.amount == 0 || !order.reference.is_empty();
    let provider = services.payments.provider_of(&order.provider);
    let (Some(provider), false) = (provider, asks_nobody || !order.is_open()) else {
        return read(services, order.id).await;
    };
    let bill = bill(services, &order).await?;
    let (Some(bill), Some(workspace_id)) = (bill, order.workspace_id) else {
        return read(services, order.id).await;
    };
    let Some(begun) = customers::begin(services, provider, workspace_id, bill).await? else {
        return read(services, order.id).await;
    };
    match begun {
        Ok(Begun::ByHand) => {}
        Ok(Begun::There { reference, page }) => {
            let mut tx = services.db.begin().await?;
            store::set_payment(&mut tx, &order, &reference, page.as_str()).await?;
            tx.commit().await?;
        }
        Err(error) => {
            tracing::warn!(order.id = %order.id, %error, "a payment could not begin");
            record(services, &order, &Payment::Failed { reason: "not_begun".to_owned() }).await?;
            return Err(PAYMENT_FAILED.into());
        }
    }
    read(services, order.id).await
}

/// Returns the bill of an order; `None`: the account is gone.
async fn bill(services: &Services, order: &Order) -> Fallible<Option<Bill>> {
    let Some(user_id) = order.user_id else { return Ok(None) };
    let mut conn = services.db.read().await?;
    let Some(user) = services.identity.find_user(&mut conn, user_id).await? else {
        return Ok(None);
    };
    let mut return_to = services.page("/checkout");
    return_to.query_pairs_mut().append_pair("order", &order.id.to_string());
    Ok(Some(Bill {
        order_id: order.id.0,
        attempt: order.attempt,
        amount: order.amount,
        currency: order.currency.clone(),
        description: describe(services, order),
        email: user.email,
        customer: None,
        return_to,
    }))
}

/// Returns the description printed on a receipt.
fn describe(services: &Services, order: &Order) -> String {
    if order.is_of_pack() {
        return format!("{} advanced credits", order.credits);
    }
    let plan = services.entitlements.plan(&order.item);
    let is_of_seats = plan.as_ref().is_some_and(|plan| plan.per_seat);
    let name = plan.map_or_else(|| order.item.clone(), |plan| plan.name.clone());
    let seats = if is_of_seats { format!(", {} seats", order.seats) } else { String::new() };
    format!("{name}, {}{seats}", order.cycle)
}

/// Notifies providers that orders are closed. A provider that misses it may still collect the money, which is then
/// refunded.
pub(crate) async fn tell_closed(services: &Services, closed: &[Order]) {
    for order in closed.iter().filter(|order| !order.reference.is_empty()) {
        let Some(provider) = services.payments.provider_of(&order.provider) else { continue };
        if let Err(error) = provider.cancel(&order.reference).await {
            tracing::warn!(order.id = %order.id, %error, "a payment could not be cancelled");
        }
    }
}

/// Asks the provider what became of an order, and takes it down.
pub(crate) async fn look_up(services: &Services, order: Order) -> Fallible<Order> {
    let provider = services.payments.provider_of(&order.provider);
    let Some(provider) = provider.filter(|_| !order.reference.is_empty()) else {
        return Ok(order);
    };
    let payment = ask(services, provider, &order, &order.reference).await?;
    record(services, &order, &payment.map_err(Failure::internal)?).await
}

/// Like [`look_up`], for a payer who waits for an open order and comes to pay it: if no payment was begun, or it failed
/// and the order stays open, a payment begins.
///
/// Problems: [`PROVIDER_UNAVAILABLE`], [`PAYMENT_FAILED`].
pub(crate) async fn check(services: &Services, order: Order) -> Fallible<Order> {
    let order = if order.is_open() { ask_and_record(services, order).await? } else { order };
    if order.is_open() && order.reference.is_empty() {
        return begin_payment(services, order).await;
    }
    Ok(order)
}

/// Like [`look_up`], for a caller who waits for the result.
///
/// Problems: [`PROVIDER_UNAVAILABLE`].
pub(crate) async fn ask_and_record(services: &Services, order: Order) -> Fallible<Order> {
    let provider = services.payments.provider_of(&order.provider);
    let Some(provider) = provider.filter(|_| !order.reference.is_empty()) else {
        return Ok(order);
    };
    let payment = ask(services, provider, &order, &order.reference).await?.map_err(|error| {
        tracing::warn!(order.id = %order.id, %error, "a payment could not be looked up");
        PROVIDER_UNAVAILABLE
    })?;
    record(services, &order, &payment).await
}

/// Looks up the payment `reference` of an order. A payment that its payer agreed to is collected while the order is
/// open: whoever cancelled the order is not charged. If this runs twice at once, the provider still collects only once.
pub(crate) async fn ask(
    services: &Services,
    provider: &dyn PaymentProvider,
    order: &Order,
    reference: &str,
) -> Fallible<Result<Payment, PaymentError>> {
    let found = provider.look_up(reference).await;
    if !matches!(found, Ok(Payment::Agreed)) || !read(services, order.id).await?.is_open() {
        return Ok(found);
    }
    Ok(provider.collect(reference).await)
}
