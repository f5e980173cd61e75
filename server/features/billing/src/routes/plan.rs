//! Routes for the offer, the caller's subscription, and purchases.

use std::sync::Arc;

use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::{SignedIn, Visitor};
use kernel::Fallible;
use regions::Place;

use crate::offer::Offer;
use crate::problems::{CREDITS_RESTRICTED, NOTHING_CHARGED, SUBSCRIBING_RESTRICTED};
use crate::store::{self, OrderId};
use crate::wire::{
    AutoDeduction, Cancellation, Downgrade, NewAutoDeduction, NewOrder, NewTrial, OfferBody,
    OrderBody, PurchaseItem, QuoteBody, SubscriptionBody,
};
use crate::{auto_deduction, collecting, operator, orders, promotions, subscriptions};

/// The offer of the settings.
pub(crate) type FromSettings = Extension<Arc<Offer>>;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_offer))
        .routes(routes!(get_subscription))
        .routes(routes!(get_quote))
        .routes(routes!(list_orders, place_order))
        .routes(routes!(get_order))
        .routes(routes!(cancel_order))
        .routes(routes!(check_order))
        .routes(routes!(start_trial))
        .routes(routes!(extend_trial))
        .routes(routes!(cancel_subscription))
        .routes(routes!(resume_subscription))
        .routes(routes!(downgrade_subscription))
        .routes(routes!(get_auto_deduction, set_auto_deduction))
}

/// Returns the offer of now.
///
/// Problems: [`NOTHING_CHARGED`] where the operator switched it off.
pub(crate) async fn selling(services: &Services, from_settings: &Offer) -> Fallible<Offer> {
    if !services.payments.settings().enabled {
        return Err(NOTHING_CHARGED.into());
    }
    operator::current_offer(services, from_settings).await
}

/// Returns the offer. Open to visitors.
#[utoipa::path(get, path = "/api/billing/offer", tag = "billing", security(()),
    responses((status = 200, body = OfferBody), (status = 403, body = ProblemBody)))]
async fn get_offer(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    Visitor(caller): Visitor,
) -> ApiResult<Json<OfferBody>> {
    if !services.payments.settings().enabled {
        return Ok(Json(OfferBody::nothing_charged()));
    }
    let offer = operator::current_offer(&services, &from_settings).await?;
    let now = services.clock.now();
    let running = match &caller {
        None => promotions::running(&offer.promotions, now, promotions::Since::default()),
        Some(caller) => {
            let mut conn = services.db.read().await?;
            let row = store::find_row(&mut conn, caller.workspace_id).await?;
            let (conn, row) = (&mut conn, row.as_ref());
            orders::promotions_for(&services, conn, &offer, caller, row, now).await?
        }
    };
    Ok(Json(OfferBody::new(offer, running, &services)))
}

/// Returns the caller's subscription.
#[utoipa::path(get, path = "/api/billing/subscription", tag = "billing",
    responses((status = 200, body = SubscriptionBody), (status = 404, body = ProblemBody)))]
async fn get_subscription(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
) -> ApiResult<Json<SubscriptionBody>> {
    let offer = selling(&services, &from_settings).await?;
    Ok(Json(overview(&services, &offer, &caller).await?))
}

async fn overview(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
) -> Fallible<SubscriptionBody> {
    let overview = subscriptions::read(services, offer, caller).await?;
    Ok(SubscriptionBody::new(overview, offer, services.clock.now()))
}

/// Quotes the price of an item for the caller, and when it takes effect. Changes nothing.
#[utoipa::path(post, path = "/api/billing/quotes", tag = "billing", request_body = PurchaseItem,
    responses((status = 200, body = QuoteBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn get_quote(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    place: Place,
    Json(wanted): Json<PurchaseItem>,
) -> ApiResult<Json<QuoteBody>> {
    let offer = selling(&services, &from_settings).await?;
    let item = wanted.item()?;
    orders::check_sold_at(place, &item)?;
    Ok(Json(orders::price_for(&services, &offer, &caller, &item).await?.into()))
}

/// Lists the caller's orders, newest first.
#[utoipa::path(get, path = "/api/billing/orders", tag = "billing", params(PageQuery),
    responses((status = 200, body = PageBody<OrderBody>)))]
async fn list_orders(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<OrderBody>>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let page = store::list_orders(&mut conn, caller.workspace_id, cursor, limit).await?;
    Ok(Json(page.map(OrderBody::from).into()))
}

/// Orders something for the amount that was shown. Where it costs something else by now, nothing is ordered.
#[utoipa::path(post, path = "/api/billing/orders", tag = "billing", request_body = NewOrder,
    responses((status = 201, body = OrderBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 502, body = ProblemBody)))]
async fn place_order(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    place: Place,
    Json(new): Json<NewOrder>,
) -> ApiResult<(StatusCode, Json<OrderBody>)> {
    let offer = selling(&services, &from_settings).await?;
    let NewOrder { id, item, amount, currency } = new;
    let wanted = orders::Wanted { id, item: item.item()?, amount, currency };
    orders::check_sold_at(place, &wanted.item)?;
    let order = orders::place(&services, &offer, &caller, &wanted).await?;
    Ok((StatusCode::CREATED, Json(order.into())))
}

/// Returns one of the caller's orders.
#[utoipa::path(get, path = "/api/billing/orders/{order_id}", tag = "billing",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = OrderBody), (status = 404, body = ProblemBody)))]
async fn get_order(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<OrderBody>> {
    Ok(Json(orders::read_own(&services, &caller, id).await?.into()))
}

/// Withdraws an order that is not paid.
#[utoipa::path(post, path = "/api/billing/orders/{order_id}/cancel", tag = "billing",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = OrderBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn cancel_order(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<OrderBody>> {
    Ok(Json(orders::cancel_own(&services, &caller, id).await?.into()))
}

/// Looks up the payment of one of the caller's orders at the provider, for a payer who comes back from its page; opens
/// a new page if there is none.
#[utoipa::path(post, path = "/api/billing/orders/{order_id}/check", tag = "billing",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = OrderBody), (status = 404, body = ProblemBody),
        (status = 502, body = ProblemBody), (status = 503, body = ProblemBody)))]
async fn check_order(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<OrderBody>> {
    let order = orders::read_own(&services, &caller, id).await?;
    Ok(Json(collecting::check(&services, order).await?.into()))
}

/// Begins the free trial.
#[utoipa::path(post, path = "/api/billing/trial", tag = "billing", request_body = NewTrial,
    responses((status = 200, body = SubscriptionBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn start_trial(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    place: Place,
    Json(new): Json<NewTrial>,
) -> ApiResult<Json<SubscriptionBody>> {
    let offer = selling(&services, &from_settings).await?;
    if !place.may_buy {
        return Err(SUBSCRIBING_RESTRICTED.into());
    }
    subscriptions::start_trial(&services, &offer, &caller, new.cycle).await?;
    Ok(Json(overview(&services, &offer, &caller).await?))
}

/// Extends the free trial, once.
#[utoipa::path(post, path = "/api/billing/trial/extension", tag = "billing",
    responses((status = 200, body = SubscriptionBody), (status = 409, body = ProblemBody)))]
async fn extend_trial(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
) -> ApiResult<Json<SubscriptionBody>> {
    let offer = selling(&services, &from_settings).await?;
    subscriptions::extend_trial(&services, &offer, &caller).await?;
    Ok(Json(overview(&services, &offer, &caller).await?))
}

/// Cancels the caller's subscription or free trial. The plan stays until the period ends.
#[utoipa::path(post, path = "/api/billing/subscription/cancel", tag = "billing",
    request_body = Cancellation,
    responses((status = 200, body = SubscriptionBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn cancel_subscription(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    Json(given): Json<Cancellation>,
) -> ApiResult<Json<SubscriptionBody>> {
    let offer = selling(&services, &from_settings).await?;
    subscriptions::cancel(&services, &offer, &caller, given.as_reason()).await?;
    Ok(Json(overview(&services, &offer, &caller).await?))
}

/// Resumes a subscription that was going to end, or to be downgraded.
#[utoipa::path(post, path = "/api/billing/subscription/resume", tag = "billing",
    responses((status = 200, body = SubscriptionBody), (status = 409, body = ProblemBody)))]
async fn resume_subscription(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
) -> ApiResult<Json<SubscriptionBody>> {
    let offer = selling(&services, &from_settings).await?;
    subscriptions::resume(&services, &caller).await?;
    Ok(Json(overview(&services, &offer, &caller).await?))
}

/// Changes to something less when the period ends.
#[utoipa::path(post, path = "/api/billing/subscription/downgrade", tag = "billing",
    request_body = Downgrade,
    responses((status = 200, body = SubscriptionBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn downgrade_subscription(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    Json(wanted): Json<Downgrade>,
) -> ApiResult<Json<SubscriptionBody>> {
    let offer = selling(&services, &from_settings).await?;
    let to = (wanted.plan.as_str(), wanted.cycle, wanted.seats);
    let shown = (wanted.price, wanted.currency.as_str());
    let reason = wanted.instead_of_cancelling.as_ref().map(Cancellation::as_reason);
    subscriptions::downgrade(&services, &offer, &caller, to, shown, reason).await?;
    Ok(Json(overview(&services, &offer, &caller).await?))
}

/// Returns the auto deduction settings of the caller's team.
#[utoipa::path(get, path = "/api/billing/auto-deduction", tag = "billing",
    responses((status = 200, body = AutoDeduction), (status = 404, body = ProblemBody)))]
async fn get_auto_deduction(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
) -> ApiResult<Json<AutoDeduction>> {
    let offer = selling(&services, &from_settings).await?;
    let set = auto_deduction::read(&services, &caller).await?;
    Ok(Json(AutoDeduction::new(set, &offer)))
}

/// Changes the auto deduction settings of the caller's team.
#[utoipa::path(put, path = "/api/billing/auto-deduction", tag = "billing",
    request_body = NewAutoDeduction,
    responses((status = 200, body = AutoDeduction), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn set_auto_deduction(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    place: Place,
    Json(new): Json<NewAutoDeduction>,
) -> ApiResult<Json<AutoDeduction>> {
    let offer = selling(&services, &from_settings).await?;
    let NewAutoDeduction { enabled, amount, monthly_limit } = new;
    if enabled && !place.may_buy {
        return Err(CREDITS_RESTRICTED.into());
    }
    auto_deduction::set(&services, &offer, &caller, (enabled, amount, monthly_limit)).await?;
    let set = auto_deduction::read(&services, &caller).await?;
    Ok(Json(AutoDeduction::new(set, &offer)))
}
