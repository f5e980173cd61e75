//! What this server asks of Stripe, on loopback. Payments and refunds can be those of a peer that has no checkout
//! pages, such as `localstripe`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, Method, StatusCode};
use kernel::{SECOND, Secret, Timestamp};
use payments::Stripe;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::task::JoinSet;
use web_access::{Call, WebAccess};

use crate::News;

/// What its news are signed with.
pub const STRIPE_SECRET: &str = "whsec_test";

/// A running stand-in for Stripe. It stops when it is dropped.
pub struct FakeStripe {
    address: SocketAddr,
    house: Arc<House>,
    _server: JoinSet<()>,
}

#[derive(Default)]
struct House {
    address: String,
    /// By id.
    sessions: Mutex<BTreeMap<String, Value>>,
    /// By the id of their session.
    disputes: Mutex<BTreeMap<String, Value>>,
    is_down: AtomicBool,
    /// Where payments and refunds are, where they are not here.
    peer: Option<(String, WebAccess)>,
}

type Answer = (StatusCode, Json<Value>);

impl House {
    fn sessions(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.sessions.lock().unwrap()
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Answer> {
        if self.is_down.load(Ordering::SeqCst) {
            return Err((StatusCode::SERVICE_UNAVAILABLE, Json(json!({}))));
        }
        assert_eq!(headers["authorization"], "Bearer sk_test");
        Ok(())
    }
}

impl FakeStripe {
    pub async fn start() -> Self {
        Self::start_with(None).await
    }

    /// With the payments and refunds of a peer, at `address`.
    pub async fn before(address: &str) -> Self {
        let host = address.trim_start_matches("http://").to_owned();
        Self::start_with(Some((address.to_owned(), reaching(host)))).await
    }

    async fn start_with(peer: Option<(String, WebAccess)>) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = Arc::new(House { address: address.to_string(), peer, ..House::default() });
        let routes = Router::new()
            .route("/v1/checkout/sessions", post(begin).get(of_intent))
            .route("/v1/checkout/sessions/{id}", get(look_up))
            .route("/v1/checkout/sessions/{id}/expire", post(expire))
            .route("/v1/refunds", post(refund))
            .route("/v1/disputes", get(disputes))
            .with_state(house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, house, _server: server }
    }

    /// The adapter, asking here.
    pub fn provider(&self) -> Stripe {
        let secret = |text: &str| Secret::new(text.to_owned());
        let web = reaching(self.address.to_string());
        Stripe::new(web, &self.url(), secret("sk_test"), vec![secret(STRIPE_SECRET)])
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn set_down(&self, is_down: bool) {
        self.house.is_down.store(is_down, Ordering::SeqCst);
    }

    /// The session of an order that was begun last.
    fn of_order(&self, order_id: &str) -> String {
        let sessions = self.house.sessions();
        let is_of = |session: &Value| session["client_reference_id"] == order_id;
        sessions.iter().rfind(|(_, session)| is_of(session)).unwrap().0.clone()
    }

    /// Somebody pays an order on Stripe's page; of another amount where told.
    pub fn pay(&self, order_id: &str, amount: Option<i64>) {
        let id = self.of_order(order_id);
        let mut sessions = self.house.sessions();
        let session = sessions.get_mut(&id).unwrap();
        session["payment_status"] = json!("paid");
        session["status"] = json!("complete");
        if let Some(amount) = amount {
            session["amount_total"] = json!(amount);
        }
    }

    pub fn expire(&self, order_id: &str) {
        let id = self.of_order(order_id);
        self.house.sessions().get_mut(&id).unwrap()["status"] = json!("expired");
    }

    pub fn give_back(&self, order_id: &str) {
        let id = self.of_order(order_id);
        let mut sessions = self.house.sessions();
        sessions.get_mut(&id).unwrap()["payment_intent"]["latest_charge"]["refunded"] = json!(true);
    }

    /// Somebody has their bank take an order's money back, or that goes on: `needs_response`, `under_review`, `won`, `lost`. The
    /// charge stays as it was, but for saying so.
    pub fn dispute(&self, order_id: &str, status: &str) {
        let id = self.of_order(order_id);
        let mut sessions = self.house.sessions();
        let intent = &mut sessions.get_mut(&id).unwrap()["payment_intent"];
        let charge = &mut intent["latest_charge"];
        charge["disputed"] = json!(true);
        let (amount, charge) = (charge["amount"].clone(), charge["id"].clone());
        let dispute = json!({
            "id": "du_1", "object": "dispute", "amount": amount, "charge": charge,
            "payment_intent": intent["id"], "status": status, "metadata": {},
        });
        self.house.disputes.lock().unwrap().insert(id, dispute);
    }

    /// News of a dispute, as Stripe words them: they name the payment and nothing of ours.
    pub fn news_of_dispute(&self, id: &str, order_id: &str, now: Timestamp) -> News {
        let dispute = self.house.disputes.lock().unwrap()[&self.of_order(order_id)].clone();
        sign_news(id, &dispute, now)
    }

    /// Somebody pays an order on Stripe's page, and the peer takes the money.
    pub async fn pay_at_peer(&self, order_id: &str, card: &str) {
        let id = self.of_order(order_id);
        let amount = self.house.sessions()[&id]["amount_total"].to_string();
        let currency = self.house.sessions()[&id]["currency"].as_str().unwrap().to_owned();
        let method = [
            ("type", "card"),
            ("card[number]", card),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2030"),
            ("card[cvc]", "123"),
        ];
        let (_, method) = self.house.ask_peer(Method::POST, "/v1/payment_methods", &method).await;
        let intent = [
            ("amount", amount.as_str()),
            ("currency", currency.as_str()),
            ("payment_method", method["id"].as_str().unwrap()),
            ("confirm", "true"),
            ("metadata[order_id]", order_id),
        ];
        let (status, intent) =
            self.house.ask_peer(Method::POST, "/v1/payment_intents", &intent).await;
        let mut sessions = self.house.sessions();
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
        self.house.sessions().len()
    }

    /// News of an order, as Stripe words them: of its session, or of its charge.
    pub fn news(&self, id: &str, order_id: &str, is_of_charge: bool, now: Timestamp) -> News {
        let metadata = json!({ "order_id": order_id });
        let object = if is_of_charge {
            json!({ "object": "charge", "id": "ch_1", "metadata": metadata })
        } else {
            let id = self.of_order(order_id);
            json!({ "object": "checkout.session", "id": id, "metadata": metadata })
        };
        sign_news(id, &object, now)
    }
}

fn sign_news(id: &str, object: &Value, now: Timestamp) -> News {
    let body = json!({ "id": id, "type": "any", "data": { "object": object } }).to_string();
    let signature = stripe_signature(STRIPE_SECRET, now.micros() / SECOND, &body);
    News { headers: vec![("stripe-signature", signature)], body }
}

/// The header that goes with news of Stripe's.
pub fn stripe_signature(secret: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", kernel::hex(&mac.finalize().into_bytes()))
}

fn reaching(host: String) -> WebAccess {
    let settings = web_access::Settings { allow_hosts: vec![host], ..Default::default() };
    WebAccess::new(settings)
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

async fn begin(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Answer> {
    house.check(&headers)?;
    let form: BTreeMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    let order = form["client_reference_id"].clone();
    // The order's id, and which attempt it is: what the same words name is the same session.
    let key = headers["idempotency-key"].to_str().unwrap();
    assert!(key.starts_with(&order));
    assert_eq!(form["metadata[order_id]"], order);
    let id = format!("cs_{}", key.replace('-', ""));
    let amount: i64 = form["line_items[0][price_data][unit_amount]"].parse().unwrap();
    let session = json!({
        "id": id,
        "object": "checkout.session",
        "url": format!("http://{}/pay/{id}", house.address),
        "status": "open",
        "payment_status": "unpaid",
        "amount_total": amount,
        "currency": form["line_items[0][price_data][currency]"],
        "client_reference_id": order,
        "metadata": { "order_id": order },
        "payment_intent": { "id": format!("pi_{id}"), "latest_charge": {
            "id": format!("ch_{id}"), "amount": amount, "amount_refunded": 0, "refunded": false,
            "disputed": false,
        } },
    });
    Ok(Json(house.sessions().entry(id).or_insert(session).clone()))
}

async fn look_up(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Answer> {
    house.check(&headers)?;
    let found = house.sessions().get(&id).cloned();
    let mut session = found.ok_or((StatusCode::NOT_FOUND, Json(json!({}))))?;
    if let (Some(_), Some(intent)) = (&house.peer, session["payment_intent"]["id"].as_str())
        && !intent.starts_with("pi_cs_")
    {
        let path = format!("/v1/payment_intents/{intent}?expand[]=latest_charge");
        session["payment_intent"] = house.ask_peer(Method::GET, &path, &[]).await.1;
    }
    Ok(Json(session))
}

/// The session that a payment was made in.
async fn of_intent(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Query(wanted): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, Answer> {
    house.check(&headers)?;
    let intent = wanted["payment_intent"].as_str();
    let sessions = house.sessions();
    let found = sessions.values().filter(|session| session["payment_intent"]["id"] == intent);
    Ok(Json(json!({ "object": "list", "data": found.collect::<Vec<_>>() })))
}

async fn disputes(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Query(wanted): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, Answer> {
    house.check(&headers)?;
    let disputes = house.disputes.lock().unwrap();
    let found = disputes.values().filter(|dispute| dispute["charge"] == wanted["charge"].as_str());
    Ok(Json(json!({ "object": "list", "data": found.collect::<Vec<_>>() })))
}

async fn expire(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Answer> {
    house.check(&headers)?;
    let mut sessions = house.sessions();
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
) -> Result<Json<Value>, Answer> {
    house.check(&headers)?;
    let form: BTreeMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    if house.peer.is_some() {
        let form: Vec<_> = form.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (status, answer) = house.ask_peer(Method::POST, "/v1/refunds", &form).await;
        let status = StatusCode::from_u16(status).unwrap();
        return if status.is_success() { Ok(Json(answer)) } else { Err((status, Json(answer))) };
    }
    let mut sessions = house.sessions();
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
