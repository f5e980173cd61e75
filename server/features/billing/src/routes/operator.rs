//! Routes of the operator for orders, revenue and the offer.

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use identity::Operator;
use kernel::Fallible;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::offer::Offer;
use crate::operator::{self, OfferPreview, Revenue};
use crate::routes::plan::{FromSettings, selling};
use crate::store::{self, Order, OrderId};
use crate::wire::{BookedOrder, Refusal};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_all_orders))
        .routes(routes!(mark_paid))
        .routes(routes!(mark_refused))
        .routes(routes!(refund_order))
        .routes(routes!(get_revenue))
        .routes(routes!(get_own_offer, change_offer))
        .routes(routes!(preview_offer))
}

/// Filter and page of the list of orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OrderQuery {
    /// State: `open`, `paid`, `failed`, `cancelled`, `refunded`, `refund_due` for money to be refunded, or `disputed`;
    /// default: all.
    state: Option<String>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// Lists everybody's orders, newest first.
#[utoipa::path(get, path = "/api/billing/all-orders", tag = "billing", params(OrderQuery),
    responses((status = 200, body = PageBody<BookedOrder>), (status = 403, body = ProblemBody)))]
async fn list_all_orders(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(query): Query<OrderQuery>,
) -> ApiResult<Json<PageBody<BookedOrder>>> {
    services.audit.record_read(&services.db, caller.actor(), "orders", None).await?;
    let page = api::PageQuery { cursor: query.cursor, limit: query.limit };
    let (cursor, limit) = page.bounds()?;
    let state = query.state.unwrap_or_default();
    let mut conn = services.db.read().await?;
    let page = store::list_all_orders(&mut conn, &state, cursor, limit).await?;
    drop(conn);
    let mut items = Vec::with_capacity(page.items.len());
    for order in page.items {
        items.push(booked(&services, order).await?);
    }
    Ok(Json(::store::Page { items, next: page.next }.into()))
}

async fn booked(services: &Services, order: Order) -> Fallible<BookedOrder> {
    let mut conn = services.db.read().await?;
    let user = match order.user_id {
        Some(id) => services.identity.find_user(&mut conn, id).await?,
        None => None,
    };
    let refund_days = services.payments.settings().refund_days;
    Ok(BookedOrder::new(order, user, refund_days, services.clock.now()))
}

/// Marks an order as paid by hand.
#[utoipa::path(post, path = "/api/billing/all-orders/{order_id}/paid", tag = "billing",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = BookedOrder), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn mark_paid(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<BookedOrder>> {
    let order = operator::mark_paid(&services, caller.actor(), id).await?;
    Ok(Json(booked(&services, order).await?))
}

/// Marks an order as refused: it will not be paid.
#[utoipa::path(post, path = "/api/billing/all-orders/{order_id}/refused", tag = "billing",
    params(("order_id" = OrderId, Path)), request_body = Refusal,
    responses((status = 200, body = BookedOrder), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn mark_refused(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<OrderId>,
    Json(refusal): Json<Refusal>,
) -> ApiResult<Json<BookedOrder>> {
    let order = operator::mark_refused(&services, caller.actor(), id, &refusal.reason).await?;
    Ok(Json(booked(&services, order).await?))
}

/// Refunds an order, and revokes what it granted.
#[utoipa::path(post, path = "/api/billing/all-orders/{order_id}/refund", tag = "billing",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = BookedOrder), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 502, body = ProblemBody)))]
async fn refund_order(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<BookedOrder>> {
    let order = operator::refund(&services, caller.actor(), id).await?;
    Ok(Json(booked(&services, order).await?))
}

/// Returns revenue, refunds, and the number of subscriptions.
#[utoipa::path(get, path = "/api/billing/revenue", tag = "billing",
    responses((status = 200, body = Revenue), (status = 403, body = ProblemBody)))]
async fn get_revenue(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<Revenue>> {
    Ok(Json(operator::revenue(&services).await?))
}

/// Returns the offer as the operator edits it.
#[utoipa::path(get, path = "/api/billing/own-offer", tag = "billing",
    responses((status = 200, body = Offer), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn get_own_offer(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    _operator: Operator,
) -> ApiResult<Json<Offer>> {
    let offer = selling(&services, &from_settings).await?;
    Ok(Json(operator::own_offer(&services, offer).await?))
}

/// Changes the offer, and the contents of plans. Subscriptions keep their price, and the contents their plan had, as
/// far as they are paid.
#[utoipa::path(put, path = "/api/billing/own-offer", tag = "billing", request_body = Offer,
    responses((status = 200, body = Offer), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_offer(
    State(services): State<Services>,
    Operator(caller): Operator,
    Json(offer): Json<Offer>,
) -> ApiResult<Json<Offer>> {
    operator::change_offer(&services, caller.actor(), &offer).await?;
    Ok(Json(operator::own_offer(&services, offer).await?))
}

/// Previews the effects of a change to the offer. Changes nothing.
#[utoipa::path(post, path = "/api/billing/own-offer/preview", tag = "billing",
    request_body = Offer,
    responses((status = 200, body = OfferPreview), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn preview_offer(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    _operator: Operator,
    Json(offer): Json<Offer>,
) -> ApiResult<Json<OfferPreview>> {
    let now = operator::own_offer(&services, selling(&services, &from_settings).await?).await?;
    Ok(Json(operator::preview_offer(&services, &now, &offer).await?))
}
