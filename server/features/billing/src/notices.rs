//! Notifications from payment providers: verified, processed once, and never trusted about the payment itself.

use api::{ApiResult, Path};
use area::Services;
use axum::body::Bytes;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use kernel::Fallible;
use payments::{Notice, PaymentError};

use crate::problems::{NOTICE_UNPROVED, ORDER_NOT_FOUND, PROVIDER_UNAVAILABLE};
use crate::store::{self, Order, OrderId};
use crate::{collecting, settling};

/// Processes a provider's notification. It carries a signature and cookies are ignored, so it may come from anywhere.
pub(crate) async fn take_notice(
    State(services): State<Services>,
    Path(provider): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult<StatusCode> {
    let provider = services.payments.provider_of(&provider).ok_or(ORDER_NOT_FOUND)?;
    let notice = provider.read_notice(&headers, &body, services.clock.now()).await;
    let notice = notice.map_err(|error| {
        tracing::warn!(provider = provider.id(), %error, "news of payments were not proved");
        match error {
            PaymentError::Unavailable(_) => PROVIDER_UNAVAILABLE,
            _ => NOTICE_UNPROVED,
        }
    })?;
    take(&services, provider.id(), &notice, &body).await?;
    Ok(StatusCode::OK)
}

/// Looks up the payment, and records it together with the notification: what was acknowledged with 200 is done, and
/// everything else is sent again.
async fn take(services: &Services, provider: &str, notice: &Notice, body: &[u8]) -> Fallible<()> {
    let Some(order) = find(services, provider, notice).await? else { return Ok(()) };
    let reference = notice.reference.clone().unwrap_or_else(|| order.reference.clone());
    let is_ours = order.reference.is_empty() || order.reference == reference;
    if reference.is_empty() || !is_ours {
        return Ok(());
    }
    let Some(asked) = services.payments.provider_of(provider) else { return Ok(()) };
    let payment = collecting::ask(services, asked, &order, &reference).await?;
    let payment = payment.map_err(|error| {
        tracing::warn!(order.id = %order.id, %error, "a payment could not be looked up");
        PROVIDER_UNAVAILABLE
    })?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    if store::add_notice(&mut tx, provider, &notice.id, &reference, body, now).await? {
        // A payment that was begun again since it was read is not the one this notification is about.
        let is_of_it = !order.reference.is_empty()
            || store::set_payment(&mut tx, &order, &reference, "").await?;
        if is_of_it {
            let order = Order { reference, ..order };
            settling::settle(services, &mut tx, &order, &payment).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Returns the order that news are about; `None`: none of ours.
async fn find(services: &Services, provider: &str, notice: &Notice) -> Fallible<Option<Order>> {
    let mut conn = services.db.read().await?;
    let found = match (&notice.reference, notice.order_id) {
        (_, Some(id)) => store::find_order(&mut conn, OrderId(id)).await?,
        (Some(reference), None) => {
            store::find_order_by_reference(&mut conn, provider, reference).await?
        }
        (None, None) => None,
    };
    Ok(found.filter(|order| order.provider == provider))
}
