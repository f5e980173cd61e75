//! The parts of Stripe's API that this server uses, on loopback. Payments and refunds can be delegated to a peer that
//! has no checkout pages, such as `localstripe`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod customers;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use http::{HeaderMap, Method, StatusCode};
use kernel::{SECOND, Secret, Timestamp};
use payments::Stripe;
use serde_json::{Value, json};
use web_access::{Call, WebAccess};

use crate::WebhookEvent;
use crate::fake_payments::{self, FakePayments, Refusal};
use crate::fake_server::{FakeServer, reaching};

pub use customers::Portal;

/// Secret that signs its webhooks.
pub const STRIPE_SECRET: &str = "whsec_test";

/// A running stand-in for Stripe. It stops when it is dropped.
pub struct FakeStripe(FakeServer<House>);

struct House {
    url: String,
    /// Sessions, and disputes by the id of their session.
    fake: FakePayments,
    register: customers::Register,
    /// The peer that has payments and refunds, if they are not here.
    peer: Option<(String, WebAccess)>,
}

impl House {
    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.fake.check_up()?;
        assert_eq!(headers["authorization"], "Bearer sk_test");
        Ok(())
    }
}

impl FakeStripe {
    pub async fn start() -> Self {
        Self::start_with(None).await
    }

    /// Starts in front of a peer at `address`, which has the payments and refunds.
    pub async fn before(address: &str) -> Self {
        let host = address.trim_start_matches("http://").to_owned();
        Self::start_with(Some((address.to_owned(), reaching(host)))).await
    }

    async fn start_with(peer: Option<(String, WebAccess)>) -> Self {
        let house = |url| House {
            url,
            fake: FakePayments::new("/client_reference_id"),
            register: customers::Register::default(),
            peer,
        };
        Self(FakeServer::start(house, routes).await)
    }

    fn fake(&self) -> &FakePayments {
        &self.0.house.fake
    }

    /// Returns the adapter for this stand-in.
    pub fn provider(&self) -> Stripe {
        let secret = |text: &str| Secret::new(text.to_owned());
        Stripe::new(self.0.web(), &self.url(), secret("sk_test"), vec![secret(STRIPE_SECRET)])
    }

    pub fn url(&self) -> String {
        self.0.url()
    }

    pub fn set_down(&self, is_down: bool) {
        self.fake().set_down(is_down);
    }

    /// Pays an order on Stripe's page, or another amount if given.
    pub fn pay(&self, order_id: &str, amount: Option<i64>) {
        self.fake().change(order_id, |session| {
            session["payment_status"] = json!("paid");
            session["status"] = json!("complete");
            if let Some(amount) = amount {
                session["amount_total"] = json!(amount);
            }
        });
    }

    pub fn expire(&self, order_id: &str) {
        self.fake().change(order_id, |session| session["status"] = json!("expired"));
    }

    pub fn give_back(&self, order_id: &str) {
        self.fake().change(order_id, |session| {
            session["payment_intent"]["latest_charge"]["refunded"] = json!(true);
        });
    }

    /// Opens or updates a dispute of an order: `needs_response`, `under_review`, `won`, `lost`. The charge stays as it
    /// was, except that it is marked as disputed.
    pub fn dispute(&self, order_id: &str, status: &str) {
        let id = self.fake().of_order(order_id);
        let mut sessions = self.fake().payments();
        let intent = &mut sessions.get_mut(&id).unwrap()["payment_intent"];
        let charge = &mut intent["latest_charge"];
        charge["disputed"] = json!(true);
        let (amount, charge) = (charge["amount"].clone(), charge["id"].clone());
        let dispute = json!({
            "id": "du_1", "object": "dispute", "amount": amount, "charge": charge,
            "payment_intent": intent["id"], "status": status, "metadata": {},
        });
        self.fake().disputes().insert(id, dispute);
    }

    /// Returns a notification of a dispute in Stripe's format, which names the payment and nothing of ours.
    pub fn dispute_event(&self, id: &str, order_id: &str, now: Timestamp) -> WebhookEvent {
        let dispute = self.fake().disputes()[&self.fake().of_order(order_id)].clone();
        sign_event(id, &dispute, now)
    }

    /// Pays an order on Stripe's page, with the peer collecting the money.
    pub async fn pay_at_peer(&self, order_id: &str, card: &str) {
        let id = self.fake().of_order(order_id);
        let amount = self.fake().payments()[&id]["amount_total"].to_string();
        let currency = self.fake().payments()[&id]["currency"].as_str().unwrap().to_owned();
        let method = [
            ("type", "card"),
            ("card[number]", card),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2030"),
            ("card[cvc]", "123"),
        ];
        let (_, method) = self.0.house.ask_peer(Method::POST, "/v1/payment_methods", &method).await;
        let intent = [
            ("amount", amount.as_str()),
            ("currency", currency.as_str()),
            ("payment_method", method["id"].as_str().unwrap()),
            ("confirm", "true"),
            ("metadata[order_id]", order_id),
        ];
        let (status, intent) =
            self.0.house.ask_peer(Method::POST, "/v1/payment_intents", &intent).await;
        let mut sessions = self.fake().payments();
        let session = sessions.get_mut(&id).unwrap();
        if status < 300 {
            session["payment_intent"] = json!({ "id": intent["id"] });
        }
        if intent["status"] == "succeeded" {
            session["payment_status"] = json!("paid");
            session["status"] = json!("complete");
        }
    }

    pub fn count(&self) -> usize {
        self.fake().payments().len()
    }

    /// Returns a notification of an order in Stripe's format, about its session or its charge.
    pub fn news(
        &self,
        id: &str,
        order_id: &str,
        is_of_charge: bool,
        now: Timestamp,
    ) -> WebhookEvent {
        let metadata = json!({ "order_id": order_id });
        let object = if is_of_charge {
            json!({ "object": "charge", "id": "ch_1", "metadata": metadata })
        } else {
            let id = self.fake().of_order(order_id);
            json!({ "object": "checkout.session", "id": id, "metadata": metadata })
        };
        sign_event(id, &object, now)
    }
}

fn sign_event(id: &str, object: &Value, now: Timestamp) -> WebhookEvent {
    let body = json!({ "id": id, "type": "any", "data": { "object": object } }).to_string();
    let signature = stripe_signature(STRIPE_SECRET, now.micros() / SECOND, &body);
    WebhookEvent { headers: vec![("stripe-signature", signature)], body }
}

/// Returns the signature header of a Stripe webhook.
pub fn stripe_signature(secret: &str, seconds: i64, body: &str) -> String {
    let signature = fake_payments::sign(secret, &format!("{seconds}.{body}"));
    format!("t={seconds},v1={signature}")
}

fn routes(house: Arc<House>) -> Router {
    Router::new()
        .route("/v1/checkout/sessions", post(begin).get(of_intent))
        .route("/v1/checkout/sessions/{id}", get(look_up))
        .route("/v1/checkout/sessions/{id}/expire", post(expire))
        .route("/v1/refunds", post(refund))
        .route("/v1/disputes", get(disputes))
        .merge(customers::routes())
        .with_state(house)
}

impl House {
    async fn ask_peer(&self, method: Method, path: &str, form: &[(&str, &str)]) -> (u16, Value) {
        let (address, web) = self.peer.as_ref().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("authorization", "Bearer sk_test".parse().unwrap());
        headers.insert("content-type", "application/x-www-form-urlencoded".parse().unwrap());
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let url = format!("{address}{path}");
        let first_byte = std::time::Duration::from_secs(10);
        let call = Call { method, url: &url, headers, body: body.into(), first_byte };
        let answer = web.call(call).await.unwrap();
        let status = answer.status;
        (status, serde_json::from_slice(&answer.read(500_000).await.unwrap()).unwrap())
    }
}

fn form_of(body: &[u8]) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(body).into_owned().collect()
}

async fn begin(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let form = form_of(&body);
    let order = form["client_reference_id"].clone();
    // The order's id and the attempt: the same key names the same session.
    let key = headers["idempotency-key"].to_str().unwrap();
    assert!(key.starts_with(&order));
    assert_eq!(form["metadata[order_id]"], order);
    // The customer, who is also part of the key, makes no difference.
    let id = format!("cs_{}", key.split('.').next().unwrap().replace('-', ""));
    let customer = form.get("customer");
    assert_ne!(customer.is_some(), form.contains_key("customer_email"));
    if let Some(customer) = customer {
        house.register.check(customer)?;
        assert_eq!(form["saved_payment_method_options[payment_method_save]"], "enabled");
    }
    let amount: i64 = form["line_items[0][price_data][unit_amount]"].parse().unwrap();
    let session = json!({
        "id": id,
        "object": "checkout.session",
        "url": format!("{}/pay/{id}", house.url),
        "status": "open",
        "payment_status": "unpaid",
        "amount_total": amount,
        "currency": form["line_items[0][price_data][currency]"],
        "client_reference_id": order,
        "customer": customer,
        "metadata": { "order_id": order },
        "payment_intent": { "id": format!("pi_{id}"), "latest_charge": {
            "id": format!("ch_{id}"), "amount": amount, "amount_refunded": 0, "refunded": false,
            "disputed": false,
        } },
    });
    Ok(Json(house.fake.payments().entry(id).or_insert(session).clone()))
}

async fn look_up(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let found = house.fake.payments().get(&id).cloned();
    let mut session = found.ok_or((StatusCode::NOT_FOUND, Json(json!({}))))?;
    if let (Some(_), Some(intent)) = (&house.peer, session["payment_intent"]["id"].as_str())
        && !intent.starts_with("pi_cs_")
    {
        let path = format!("/v1/payment_intents/{intent}?expand[]=latest_charge");
        session["payment_intent"] = house.ask_peer(Method::GET, &path, &[]).await.1;
    }
    Ok(Json(session))
}

/// Returns the session that a payment was made in.
async fn of_intent(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Query(wanted): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let intent = wanted["payment_intent"].as_str();
    let sessions = house.fake.payments();
    let found = sessions.values().filter(|session| session["payment_intent"]["id"] == intent);
    Ok(Json(json!({ "object": "list", "data": found.collect::<Vec<_>>() })))
}

async fn disputes(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Query(wanted): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let disputes = house.fake.disputes();
    let found = disputes.values().filter(|dispute| dispute["charge"] == wanted["charge"].as_str());
    Ok(Json(json!({ "object": "list", "data": found.collect::<Vec<_>>() })))
}

async fn expire(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let mut sessions = house.fake.payments();
    let session = sessions.get_mut(&id).unwrap();
    if session["status"] != "open" {
        let refused = json!({ "error": { "message": "Only open sessions can be expired" } });
        return Err((StatusCode::BAD_REQUEST, Json(refused)));
    }
    session["status"] = json!("expired");
    Ok(Json(session.clone()))
}

async fn refund(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let form = form_of(&body);
    if house.peer.is_some() {
        let form: Vec<_> = form.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (status, answer) = house.ask_peer(Method::POST, "/v1/refunds", &form).await;
        let status = StatusCode::from_u16(status).unwrap();
        return if status.is_success() { Ok(Json(answer)) } else { Err((status, Json(answer))) };
    }
    let mut sessions = house.fake.payments();
    let found =
        sessions.values_mut().find(|it| it["payment_intent"]["id"] == form["payment_intent"]);
    let charge = &mut found.unwrap()["payment_intent"]["latest_charge"];
    if charge["refunded"] == true {
        let refused = json!({ "error": { "message": "Charge has already been refunded." } });
        return Err((StatusCode::BAD_REQUEST, Json(refused)));
    }
    charge["refunded"] = json!(true);
    Ok(Json(json!({ "id": "re_1" })))
}
