//! Customers of the stand-in, and the page where they manage their cards.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::{FakeStripe, House, form_of};
use crate::fake_payments::Refusal;

/// The customers that Stripe knows.
#[derive(Default)]
pub(super) struct Register {
    /// Customers by id, without deleted ones.
    customers: Mutex<BTreeMap<String, Value>>,
    /// Ids of customers by idempotency key: each is created once.
    by_key: Mutex<BTreeMap<String, String>>,
    /// Number of further times it reports that the same request is still in progress.
    busy: AtomicU32,
    portal: Mutex<Portal>,
}

/// The result of opening the page for cards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Portal {
    #[default]
    Opens,
    /// The operator did not set it up at Stripe's.
    IsNotSetUp,
    /// Its answer is larger than any that is read.
    AnswersTooMuch,
}

impl Register {
    fn customers(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.customers.lock().unwrap()
    }

    /// Refuses what names a customer that is not there.
    pub fn check(&self, customer: &str) -> Result<(), Refusal> {
        match self.customers().contains_key(customer) {
            true => Ok(()),
            false => Err(no_such(customer, "customer", StatusCode::BAD_REQUEST)),
        }
    }
}

fn no_such(customer: &str, param: &str, status: StatusCode) -> Refusal {
    let error = json!({
        "code": "resource_missing", "param": param, "type": "invalid_request_error",
        "message": format!("No such customer: '{customer}'"),
    });
    (status, Json(json!({ "error": error })))
}

impl FakeStripe {
    /// Returns the customers that are there.
    pub fn customers(&self) -> Vec<Value> {
        self.register().customers().values().cloned().collect()
    }

    /// Returns the number of customers ever created.
    pub fn customers_made(&self) -> usize {
        self.register().by_key.lock().unwrap().len()
    }

    /// Deletes all customers, as the operator could on Stripe's own pages.
    pub fn delete_customers(&self) {
        self.register().customers().clear();
    }

    /// Makes it report `times` times that the same request is in progress.
    pub fn be_busy(&self, times: u32) {
        self.register().busy.store(times, Ordering::SeqCst);
    }

    pub fn set_portal(&self, portal: Portal) {
        *self.register().portal.lock().unwrap() = portal;
    }

    fn register(&self) -> &Register {
        &self.0.house.register
    }
}

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/v1/customers", post(make))
        .route("/v1/customers/{id}", post(change).delete(delete))
        .route("/v1/billing_portal/sessions", post(open))
}

async fn make(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let left = |left: u32| left.checked_sub(1);
    if house.register.busy.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left).is_ok() {
        let error = json!({ "error": { "code": "idempotency_key_in_use" } });
        return Err((StatusCode::CONFLICT, Json(error)));
    }
    let form = form_of(&body);
    let workspace = &form["metadata[workspace_id]"];
    assert_eq!(form.len(), 1, "a key that comes again comes with the same words");
    let key = headers["idempotency-key"].to_str().unwrap().to_owned();
    assert!(key.contains(workspace.as_str()));
    let mut by_key = house.register.by_key.lock().unwrap();
    let next = format!("cus_{}", by_key.len() + 1);
    let made = json!({
        "id": next, "object": "customer", "email": null, "metadata": { "workspace_id": workspace },
    });
    // Returns the earlier response, even for a customer deleted since.
    let id = by_key.entry(key).or_insert_with(|| {
        house.register.customers().insert(next.clone(), made.clone());
        next.clone()
    });
    Ok(Json(json!({ "id": id, "object": "customer" })))
}

async fn change(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let form = form_of(&body);
    let mut customers = house.register.customers();
    let found = customers.get_mut(&id).ok_or_else(|| no_such(&id, "id", StatusCode::NOT_FOUND))?;
    found["email"] = json!(form["email"]);
    Ok(Json(found.clone()))
}

async fn delete(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    match house.register.customers().remove(&id) {
        Some(_) => Ok(Json(json!({ "id": id, "object": "customer", "deleted": true }))),
        None => Err(no_such(&id, "id", StatusCode::NOT_FOUND)),
    }
}

async fn open(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    house.check(&headers)?;
    let form = form_of(&body);
    house.register.check(&form["customer"])?;
    let url = format!("{}/portal/{}?back={}", house.url, form["customer"], form["return_url"]);
    let session = json!({ "id": "bps_1", "object": "billing_portal.session", "url": url });
    match *house.register.portal.lock().unwrap() {
        Portal::Opens => Ok(Json(session)),
        Portal::IsNotSetUp => {
            let error = json!({ "error": { "message": "No configuration provided" } });
            Err((StatusCode::BAD_REQUEST, Json(error)))
        }
        Portal::AnswersTooMuch => {
            Ok(Json(json!({ "url": session["url"], "more": "x".repeat(600_000) })))
        }
    }
}
