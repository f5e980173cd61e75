//! Fake payments: the state of a stand-in for a payment provider.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use axum::Json;
use hmac::{Hmac, KeyInit, Mac};
use http::StatusCode;
use serde_json::{Value, json};
use sha2::Sha256;

/// A provider's response if it cannot do what was requested.
pub(crate) type Refusal = (StatusCode, Json<Value>);

/// Payments and disputes of them, as the provider words them.
pub(crate) struct FakePayments {
    /// Path of the field in which a payment names our order.
    ours: &'static str,
    /// Payments by id; ids of the same order sort by their start.
    payments: Mutex<BTreeMap<String, Value>>,
    /// Disputes by what is disputed.
    disputes: Mutex<BTreeMap<String, Value>>,
    is_down: AtomicBool,
}

impl FakePayments {
    /// Creates the state. `ours`: the JSON pointer to our order's id in a payment.
    pub fn new(ours: &'static str) -> Self {
        let (payments, disputes, is_down) = Default::default();
        Self { ours, payments, disputes, is_down }
    }

    pub fn payments(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.payments.lock().unwrap()
    }

    pub fn disputes(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.disputes.lock().unwrap()
    }

    pub fn count(&self) -> usize {
        self.payments().len()
    }

    /// Returns the provider's id of the payment of an order of ours, of the one that was begun last.
    pub fn of_order(&self, order_id: &str) -> String {
        let payments = self.payments();
        let is_of = |payment: &Value| payment.pointer(self.ours).is_some_and(|is| is == order_id);
        payments.iter().rfind(|(_, payment)| is_of(payment)).unwrap().0.clone()
    }

    /// Changes the payment of an order of ours.
    pub fn change(&self, order_id: &str, change: impl FnOnce(&mut Value)) {
        let id = self.of_order(order_id);
        change(self.payments().get_mut(&id).unwrap());
    }

    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }

    pub fn check_up(&self) -> Result<(), Refusal> {
        if self.is_down.load(Ordering::SeqCst) {
            return Err((StatusCode::SERVICE_UNAVAILABLE, Json(json!({}))));
        }
        Ok(())
    }
}

/// Returns the HMAC-SHA256 of a text, in hexadecimal digits.
pub(crate) fn sign(key: &str, text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    kernel::hex(&mac.finalize().into_bytes())
}
