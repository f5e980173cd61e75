//! The parts of PayPal's API that this server uses, on loopback: orders (v2), captures, refunds, and verification of
//! webhooks.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use http::{HeaderMap, StatusCode};
use kernel::Secret;
use payments::PayPal;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::WebhookEvent;
use crate::fake_payments::{self, FakePayments, Refusal};
use crate::fake_server::FakeServer;

const WEBHOOK: &str = "WH-TEST";
/// Represents the key of PayPal's certificate.
const KEY: &str = "certificate";

/// A running stand-in for PayPal. It stops when it is dropped.
pub struct FakePayPal(FakeServer<House>);

struct House {
    url: String,
    /// Orders, and disputes by the id of the capture.
    fake: FakePayments,
    declines: AtomicBool,
    /// The only one that is taken.
    token: AtomicUsize,
    /// Number of captures.
    captures: AtomicUsize,
}

impl House {
    fn at(url: String) -> Self {
        let fake = FakePayments::new("/purchase_units/0/custom_id");
        let (declines, token, captures) = Default::default();
        Self { url, fake, declines, token, captures }
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.fake.check_up()?;
        let token = format!("Bearer token-{}", self.token.load(Ordering::SeqCst));
        if headers["authorization"] != token.as_str() {
            return Err((StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_token" }))));
        }
        Ok(())
    }
}

fn refuse(status: StatusCode, issue: &str) -> Refusal {
    let details = json!([{ "issue": issue }]);
    (status, Json(json!({ "name": "UNPROCESSABLE_ENTITY", "details": details })))
}

impl FakePayPal {
    pub async fn start() -> Self {
        Self(FakeServer::start(House::at, routes).await)
    }

    /// Returns the adapter for this stand-in.
    pub fn provider(&self) -> PayPal {
        let secret = Secret::new("secret".to_owned());
        PayPal::new(self.0.web(), &self.url(), "client", secret, WEBHOOK)
    }

    pub fn url(&self) -> String {
        self.0.url()
    }

    pub fn set_down(&self, is_down: bool) {
        self.fake().set_down(is_down);
    }

    /// Sets whether payers' cards are declined from now on.
    pub fn set_declines(&self, declines: bool) {
        self.0.house.declines.store(declines, Ordering::SeqCst);
    }

    /// Invalidates all issued tokens.
    pub fn forget_tokens(&self) {
        self.0.house.token.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the number of captures.
    pub fn captures(&self) -> usize {
        self.0.house.captures.load(Ordering::SeqCst)
    }

    pub fn count(&self) -> usize {
        self.fake().count()
    }

    fn fake(&self) -> &FakePayments {
        &self.0.house.fake
    }

    fn set_capture(&self, order_id: &str, status: &str) {
        self.fake().change(order_id, |order| {
            order["purchase_units"][0]["payments"]["captures"][0]["status"] = json!(status);
        });
    }

    /// Returns PayPal's id of an order's capture.
    fn capture_of(&self, order_id: &str) -> String {
        format!("C{}", self.fake().of_order(order_id))
    }

    /// Approves the payment of an order on PayPal's page.
    pub fn agree(&self, order_id: &str) {
        self.fake().change(order_id, |order| {
            if order["status"] == "PAYER_ACTION_REQUIRED" {
                order["status"] = json!("APPROVED");
            }
        });
    }

    /// Makes PayPal capture another amount than requested.
    pub fn alter(&self, order_id: &str, value: &str) {
        self.fake().change(order_id, |order| {
            order["purchase_units"][0]["amount"]["value"] = json!(value);
        });
    }

    pub fn expire(&self, order_id: &str) {
        self.fake().change(order_id, |order| order["status"] = json!("VOIDED"));
    }

    /// Forgets an order, as PayPal does with old ones.
    pub fn forget(&self, order_id: &str) {
        let id = self.fake().of_order(order_id);
        self.fake().payments().remove(&id);
    }

    /// Refunds an order on PayPal's own pages.
    pub fn give_back(&self, order_id: &str) {
        self.set_capture(order_id, "REFUNDED");
    }

    /// Reverses the payment of an order.
    pub fn reverse(&self, order_id: &str) {
        self.set_capture(order_id, "REVERSED");
    }

    /// Opens or updates a dispute of an order's capture: `UNDER_REVIEW`, or `RESOLVED` with an outcome. The money is
    /// held until it is resolved.
    pub fn dispute(&self, order_id: &str, status: &str, outcome: &str) {
        self.fake().change(order_id, |order| {
            let capture = &mut order["purchase_units"][0]["payments"]["captures"][0];
            if capture["status"] == "COMPLETED" && status != "RESOLVED" {
                capture["status"] = json!("PENDING");
                capture["status_details"] = json!({ "reason": "BUYER_COMPLAINT" });
            } else if capture["status"] == "PENDING" && status == "RESOLVED" {
                capture["status"] = json!("COMPLETED");
                capture["status_details"] = Value::Null;
            }
        });
        let capture = self.capture_of(order_id);
        let dispute = json!({
            "dispute_id": format!("PP-D-{capture}"), "status": status,
            "disputed_transactions": [{ "seller_transaction_id": capture }],
            "dispute_outcome": { "outcome_code": outcome },
        });
        self.fake().disputes().insert(capture, dispute);
    }

    /// Returns a notification of a dispute in PayPal's format, which names the capture.
    pub fn dispute_event(&self, id: &str, order_id: &str) -> WebhookEvent {
        let capture = self.capture_of(order_id);
        let dispute = self.fake().disputes()[&capture].clone();
        proved(id, "dispute", &dispute)
    }

    /// Returns a notification of a reversal in PayPal's format, which names the capture by its address only.
    pub fn reversal_event(&self, id: &str, order_id: &str) -> WebhookEvent {
        let capture = format!("{}/v2/payments/captures/{}", self.url(), self.capture_of(order_id));
        let links = json!([{ "rel": "up", "href": capture }]);
        proved(id, "refund", &json!({ "id": "R1", "status": "COMPLETED", "links": links }))
    }

    /// Returns a notification of an order in PayPal's format, about the order or its capture.
    pub fn news(&self, id: &str, order_id: &str, is_of_capture: bool) -> WebhookEvent {
        let reference = self.fake().of_order(order_id);
        let (kind, resource) = if is_of_capture {
            let related = json!({ "related_ids": { "order_id": reference } });
            let capture =
                json!({ "id": "C", "custom_id": order_id, "supplementary_data": related });
            ("capture", capture)
        } else {
            let units = json!([{ "custom_id": order_id }]);
            ("checkout-order", json!({ "id": reference, "purchase_units": units }))
        };
        proved(id, kind, &resource)
    }
}

fn proved(id: &str, kind: &str, resource: &Value) -> WebhookEvent {
    // With spaces that a serializer would not write: the exact received text is verified.
    let body = format!(
        r#"{{ "id": "{id}",  "event_type": "ANY", "resource_type": "{kind}", "resource": {resource} }}"#
    );
    let time = "2026-11-20T12:00:00Z";
    let headers = vec![
        ("paypal-auth-algo", "SHA256withRSA".to_owned()),
        ("paypal-cert-url", "https://api.paypal.com/v1/notifications/certs/CERT-1".to_owned()),
        ("paypal-transmission-id", format!("t-{id}")),
        ("paypal-transmission-time", time.to_owned()),
        ("paypal-transmission-sig", sign(&format!("t-{id}"), time, WEBHOOK, &body)),
    ];
    WebhookEvent { headers, body }
}

fn sign(id: &str, time: &str, webhook: &str, body: &str) -> String {
    fake_payments::sign(KEY, &format!("{id}|{time}|{webhook}|{body}"))
}

fn routes(house: Arc<House>) -> Router {
    Router::new()
        .route("/v1/oauth2/token", post(sign_in))
        .route("/v2/checkout/orders", post(begin))
        .route("/v2/checkout/orders/{id}", get(look_up))
        .route("/v2/checkout/orders/{id}/capture", post(capture))
        .route("/v2/payments/captures/{id}", get(look_up_capture))
        .route("/v2/payments/captures/{id}/refund", post(refund))
        .route("/v1/customer/disputes", get(list_disputes))
        .route("/v1/customer/disputes/{id}", get(look_up_dispute))
        .route("/v1/notifications/verify-webhook-signature", post(verify))
        .with_state(house)
}

async fn sign_in(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    house.fake.check_up()?;
    // client:secret
    assert_eq!(headers["authorization"], "Basic Y2xpZW50OnNlY3JldA==");
    let token = format!("token-{}", house.token.load(Ordering::SeqCst));
    Ok(Json(json!({ "access_token": token, "token_type": "Bearer", "expires_in": 32_400 })))
}

async fn begin(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Json(mut order): Json<Value>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let unit = &order["purchase_units"][0];
    let ours = unit["custom_id"].as_str().unwrap().to_owned();
    // Our order's id and the attempt: the same key names the same order.
    let key = headers["paypal-request-id"].to_str().unwrap();
    assert!(key.starts_with(&ours));
    assert_eq!(order["intent"], "CAPTURE");
    assert_eq!(unit["invoice_id"], ours.as_str());
    assert!(unit["description"].as_str().unwrap().chars().count() <= 127);
    let id = key.replace('-', "").to_ascii_uppercase();
    order["id"] = json!(id);
    order["status"] = json!("PAYER_ACTION_REQUIRED");
    let page = format!("{}/checkoutnow?token={id}", house.url);
    order["links"] =
        json!([{ "rel": "self", "href": "" }, { "rel": "payer-action", "href": page }]);
    Ok(Json(house.fake.payments().entry(id).or_insert(order).clone()))
}

async fn look_up(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let found = house.fake.payments().get(&id).cloned().map(Json);
    found.ok_or_else(|| refuse(StatusCode::NOT_FOUND, "INVALID_RESOURCE_ID"))
}

async fn capture(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    assert_eq!(headers["paypal-request-id"], format!("capture-{id}").as_str());
    let unprocessable = |issue| refuse(StatusCode::UNPROCESSABLE_ENTITY, issue);
    if house.declines.load(Ordering::SeqCst) {
        return Err(unprocessable("INSTRUMENT_DECLINED"));
    }
    let mut orders = house.fake.payments();
    let order = orders.get_mut(&id).unwrap();
    match order["status"].as_str() {
        Some("APPROVED") => {}
        // The same request again: the same answer.
        Some("COMPLETED") => return Ok(Json(order.clone())),
        _ => return Err(unprocessable("ORDER_NOT_APPROVED")),
    }
    house.captures.fetch_add(1, Ordering::SeqCst);
    let amount = order["purchase_units"][0]["amount"].clone();
    let capture = json!({ "id": format!("C{id}"), "status": "COMPLETED", "amount": amount });
    order["status"] = json!("COMPLETED");
    order["purchase_units"][0]["payments"] = json!({ "captures": [capture] });
    Ok(Json(order.clone()))
}

async fn look_up_capture(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let order_id = id.strip_prefix('C').unwrap();
    let orders = house.fake.payments();
    let found = orders.get(order_id);
    let order = found.ok_or_else(|| refuse(StatusCode::NOT_FOUND, "INVALID_RESOURCE_ID"))?;
    let unit = &order["purchase_units"][0];
    let mut capture = unit["payments"]["captures"][0].clone();
    capture["custom_id"] = unit["custom_id"].clone();
    capture["supplementary_data"] = json!({ "related_ids": { "order_id": order_id } });
    Ok(Json(capture))
}

/// Lists summaries of disputes: their outcome is only in the dispute itself.
async fn list_disputes(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Query(wanted): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let disputes = house.fake.disputes();
    let found = disputes.get(&wanted["disputed_transaction_id"]).into_iter();
    let items = found.map(|it| json!({ "dispute_id": it["dispute_id"], "status": it["status"] }));
    Ok(Json(json!({ "items": items.collect::<Vec<_>>() })))
}

async fn look_up_dispute(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    Ok(Json(house.fake.disputes()[id.strip_prefix("PP-D-").unwrap()].clone()))
}

async fn refund(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let mut orders = house.fake.payments();
    let order = orders.get_mut(id.strip_prefix('C').unwrap()).unwrap();
    let capture = &mut order["purchase_units"][0]["payments"]["captures"][0];
    if capture["status"] == "REFUNDED" {
        return Err(refuse(StatusCode::UNPROCESSABLE_ENTITY, "CAPTURE_FULLY_REFUNDED"));
    }
    capture["status"] = json!("REFUNDED");
    Ok(Json(json!({ "id": "R1", "status": "COMPLETED" })))
}

#[derive(Deserialize)]
struct Proof {
    transmission_id: String,
    transmission_sig: String,
    transmission_time: String,
    webhook_id: String,
    webhook_event: Box<RawValue>,
}

async fn verify(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let Proof { transmission_id, transmission_sig, transmission_time, webhook_id, webhook_event } =
        serde_json::from_slice(&body).unwrap();
    let event = webhook_event.get();
    let is_right = webhook_id == WEBHOOK
        && transmission_sig == sign(&transmission_id, &transmission_time, &webhook_id, event);
    let status = if is_right { "SUCCESS" } else { "FAILURE" };
    Ok(Json(json!({ "verification_status": status })))
}
