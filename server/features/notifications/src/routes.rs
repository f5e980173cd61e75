use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::keys::own_key;
use crate::store::{Subscription, count_unread};
use crate::subscription::{Target, find_own, subscribe, unsubscribe};
use crate::vapid::encode;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_push, subscribe_device, unsubscribe_device))
        .routes(routes!(get_unread))
}

/// The data a browser needs to subscribe, and the device's current subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Push)]
struct PushBody {
    /// The server's key for push services, base64url.
    public_key: String,
    /// The device's subscription; null: none.
    subscription: Option<SubscriptionBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PushSubscription)]
struct SubscriptionBody {
    /// True if notifications contain the title of the conversation.
    with_title: bool,
    created_at: Timestamp,
}

impl From<Subscription> for SubscriptionBody {
    fn from(subscription: Subscription) -> Self {
        Self { with_title: subscription.with_title, created_at: subscription.created_at }
    }
}

/// The browser's subscription data.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPushSubscription {
    endpoint: String,
    keys: PushKeys,
    with_title: bool,
}

/// The browser's keys, base64url.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PushKeys {
    p256dh: String,
    auth: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct Unread {
    /// Number of conversations with answers that the caller has not seen.
    count: i64,
}

/// Returns the data a browser needs to subscribe, and the device's current subscription.
#[utoipa::path(get, path = "/api/notifications/push", tag = "notifications",
    responses((status = 200, body = PushBody)))]
async fn get_push(State(services): State<Services>, caller: SignedIn) -> ApiResult<Json<PushBody>> {
    let public_key = encode(own_key(&services).await?.public_key());
    let subscription = find_own(&services, &caller).await?.map(SubscriptionBody::from);
    Ok(Json(PushBody { public_key, subscription }))
}

/// Subscribes this device to notifications of long answers that nobody saw.
#[utoipa::path(put, path = "/api/notifications/push", tag = "notifications",
    request_body = NewPushSubscription,
    responses((status = 200, body = SubscriptionBody), (status = 422, body = ProblemBody)))]
async fn subscribe_device(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewPushSubscription>,
) -> ApiResult<Json<SubscriptionBody>> {
    let target = Target::read(&services, &new.endpoint, &new.keys.p256dh, &new.keys.auth)?;
    Ok(Json(subscribe(&services, &caller, &target, new.with_title).await?.into()))
}

/// Unsubscribes this device.
#[utoipa::path(delete, path = "/api/notifications/push", tag = "notifications",
    responses((status = 204)))]
async fn unsubscribe_device(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<StatusCode> {
    unsubscribe(&services, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Counts conversations with answers that the caller has not seen.
#[utoipa::path(get, path = "/api/notifications/unread", tag = "notifications",
    responses((status = 200, body = Unread)))]
async fn get_unread(State(services): State<Services>, caller: SignedIn) -> ApiResult<Json<Unread>> {
    let mut conn = services.db.read().await?;
    Ok(Json(Unread { count: count_unread(&mut conn, caller.user_id).await? }))
}
