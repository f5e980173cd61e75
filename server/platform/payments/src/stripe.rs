mod customers;

use std::time::Duration;

use async_trait::async_trait;
use hmac::{Hmac, KeyInit, Mac};
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, Method};
use kernel::{SECOND, Secret, Timestamp, Uuid};
use serde_json::Value;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use web_access::WebAccess;

use crate::exchange::{Answer, Sent, ask, check_id, page_at};
use crate::{Begun, Bill, KeepsCustomers, Notice, Payment, PaymentError, PaymentProvider};

/// The form of requests and answers that this was written for.
const VERSION: &str = "2024-06-20";
/// Maximum age of a notification, and maximum time it may be ahead.
const NOTICE_MICROS: i64 = 300 * SECOND;
/// Delays while Stripe is still processing the same request: it then returns that one's result.
const BUSY_MILLIS: [u64; 4] = [100, 300, 900, 2_700];

/// Stripe, as far as it is needed: a page where one bill is paid, its state, and refunds; and a customer per payer,
/// whose cards it keeps. Periods, plans and trials are ours, so none of its subscriptions are used.
#[derive(Clone)]
pub struct Stripe {
    web: WebAccess,
    /// Base address without a slash at the end: `https://api.stripe.com`.
    address: String,
    key: Secret<String>,
    /// Secrets that sign webhook notifications; two during a rotation.
    notice_secrets: Vec<Secret<String>>,
}

impl Stripe {
    pub fn new(
        web: WebAccess,
        address: &str,
        key: Secret<String>,
        notice_secrets: Vec<Secret<String>>,
    ) -> Self {
        let address = address.trim_end_matches('/').to_owned();
        Self { web, address, key, notice_secrets }
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        form: &[(&str, String)],
        idempotency: Option<&str>,
    ) -> Result<Value, PaymentError> {
        let bearer = format!("Bearer {}", self.key.expose());
        let headers = [
            (AUTHORIZATION, bearer.as_str()),
            (CONTENT_TYPE, "application/x-www-form-urlencoded"),
            (HeaderName::from_static("stripe-version"), VERSION),
            (HeaderName::from_static("idempotency-key"), idempotency.unwrap_or_default()),
        ];
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let url = format!("{}{path}", self.address);
        let mut waits = BUSY_MILLIS.iter();
        loop {
            let (method, body) = (method.clone(), body.clone());
            let answer =
                ask(&self.web, Sent { method, url: &url, headers: &headers, body }).await?;
            if (200..=299).contains(&answer.status) {
                return Ok(answer.json);
            }
            match refusal(path, &answer) {
                Refusal::Final(error) => return Err(error),
                Refusal::Busy => match waits.next() {
                    Some(wait) => tokio::time::sleep(Duration::from_millis(*wait)).await,
                    None => return Err(PaymentError::Unavailable("it is at it".to_owned())),
                },
            }
        }
    }

    async fn session(&self, reference: &str) -> Result<Value, PaymentError> {
        let path = format!("{}?expand[]=payment_intent.latest_charge", path_of(reference)?);
        self.call(Method::GET, &path, &[], None).await
    }

    async fn disputes(&self, charge: &Value) -> Result<Value, PaymentError> {
        let charge = check_id(charge["id"].as_str().unwrap_or_default(), b"_")?;
        self.call(Method::GET, &format!("/v1/disputes?charge={charge}&limit=100"), &[], None).await
    }

    /// Resolves a notification about a payment to that of its session; one without a session belongs to nobody.
    async fn of_intent(&self, notice: Notice, intent: &str) -> Result<Notice, PaymentError> {
        let intent = check_id(intent, b"_")?;
        let path = format!("/v1/checkout/sessions?payment_intent={intent}&limit=1");
        let session = &self.call(Method::GET, &path, &[], None).await?["data"][0];
        let reference = session["id"].as_str().map(str::to_owned);
        Ok(Notice { reference, order_id: order_of(session), ..notice })
    }
}

/// The reason why Stripe refused a request.
enum Refusal {
    /// It is still processing a request with the same key.
    Busy,
    Final(PaymentError),
}

/// Parses a refusal. A customer that Stripe does not know was deleted there, or belongs to another account of the
/// operator's.
fn refusal(path: &str, answer: &Answer) -> Refusal {
    let error = &answer.json["error"];
    if error["code"] == "idempotency_key_in_use" {
        return Refusal::Busy;
    }
    let is_missing = error["code"] == "resource_missing" || answer.status == 404;
    let is_of_customer = error["param"] == "customer" || path.starts_with("/v1/customers/");
    if is_missing && is_of_customer {
        return Refusal::Final(PaymentError::NoCustomer);
    }
    let reason = error["message"].as_str().unwrap_or("no reason");
    Refusal::Final(PaymentError::Refused(reason.to_owned()))
}

/// Returns the payer's fields: a customer, whose cards may be saved if they agree, or else at least an email address.
fn payer_of(bill: &Bill) -> Vec<(&'static str, String)> {
    match &bill.customer {
        Some(customer) => vec![
            ("customer", customer.clone()),
            ("saved_payment_method_options[payment_method_save]", "enabled".to_owned()),
        ],
        None => vec![("customer_email", bill.email.clone())],
    }
}

/// Returns the idempotency key of a bill for one customer: Stripe refuses a key that is reused with other parameters.
fn key_of(bill: &Bill) -> String {
    match &bill.customer {
        Some(customer) => format!("{}.{customer}", bill.key()),
        None => bill.key(),
    }
}

/// Returns the address of a checkout session.
fn path_of(reference: &str) -> Result<String, PaymentError> {
    Ok(format!("/v1/checkout/sessions/{}", check_id(reference, b"_")?))
}

#[async_trait]
impl PaymentProvider for Stripe {
    fn id(&self) -> &'static str {
        "stripe"
    }

    fn customers(&self) -> Option<&dyn KeepsCustomers> {
        Some(self)
    }

    async fn begin(&self, bill: &Bill) -> Result<Begun, PaymentError> {
        let order = bill.order_id.to_string();
        let mut form = vec![
            ("mode", "payment".to_owned()),
            ("client_reference_id", order.clone()),
            ("success_url", bill.return_to.to_string()),
            ("cancel_url", bill.return_to.to_string()),
            ("line_items[0][quantity]", "1".to_owned()),
            ("line_items[0][price_data][currency]", bill.currency.to_ascii_lowercase()),
            ("line_items[0][price_data][unit_amount]", bill.amount.to_string()),
            ("line_items[0][price_data][product_data][name]", bill.description.clone()),
            ("metadata[order_id]", order.clone()),
            ("payment_intent_data[metadata][order_id]", order.clone()),
        ];
        form.extend(payer_of(bill));
        let key = key_of(bill);
        let session = self.call(Method::POST, "/v1/checkout/sessions", &form, Some(&key)).await?;
        match (session["id"].as_str(), session["url"].as_str().and_then(page_at)) {
            (Some(id), Some(page)) => Ok(Begun::There { reference: id.to_owned(), page }),
            _ => Err(PaymentError::Unavailable("an answer without a page".to_owned())),
        }
    }

    async fn look_up(&self, reference: &str) -> Result<Payment, PaymentError> {
        let session = self.session(reference).await?;
        let payment = read_session(&session);
        let charge = &session["payment_intent"]["latest_charge"];
        match payment {
            Payment::Paid { amount, currency } if charge["disputed"] == true => {
                Ok(judge((amount, currency), charge, &self.disputes(charge).await?))
            }
            payment => Ok(payment),
        }
    }

    async fn cancel(&self, reference: &str) -> Result<(), PaymentError> {
        let path = format!("{}/expire", path_of(reference)?);
        match self.call(Method::POST, &path, &[], None).await {
            // It is no longer open: paid, or expired already.
            Ok(_) | Err(PaymentError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn refund(&self, reference: &str) -> Result<(), PaymentError> {
        let session = self.session(reference).await?;
        let intent = session["payment_intent"]["id"].as_str().unwrap_or_default().to_owned();
        let key = format!("refund-{reference}");
        let form = [("payment_intent", intent)];
        let Err(error) = self.call(Method::POST, "/v1/refunds", &form, Some(&key)).await else {
            return Ok(());
        };
        // It may have been refunded on Stripe's own pages.
        let is_refused = matches!(error, PaymentError::Refused(_));
        let is_back = |payment| matches!(payment, Payment::Refunded | Payment::ChargedBack);
        if is_refused && is_back(self.look_up(reference).await?) {
            return Ok(());
        }
        Err(error)
    }

    async fn read_notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notice, PaymentError> {
        let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok());
        prove(signature.unwrap_or_default(), body, &self.notice_secrets, now)?;
        let Event { notice, intent } = read_event(body)?;
        match intent {
            Some(intent) => self.of_intent(notice, &intent).await,
            None => Ok(notice),
        }
    }
}

/// A webhook notification.
#[derive(Debug)]
struct Event {
    notice: Notice,
    /// The payment that they are about, where they name nothing of ours: a dispute carries no words of its payment's.
    intent: Option<String>,
}

/// Parses a notification about a session, a payment or charge of one, or a dispute.
fn read_event(body: &[u8]) -> Result<Event, PaymentError> {
    let event: Value =
        serde_json::from_slice(body).map_err(|_| PaymentError::Unproved("they are no JSON"))?;
    let id = event["id"].as_str().ok_or(PaymentError::Unproved("they have no id"))?;
    let object = &event["data"]["object"];
    let is_session = object["object"] == "checkout.session";
    let is_dispute = object["object"] == "dispute";
    let intent = object["payment_intent"].as_str().filter(|_| is_dispute);
    Ok(Event {
        notice: Notice {
            id: id.to_owned(),
            reference: object["id"].as_str().filter(|_| is_session).map(str::to_owned),
            order_id: order_of(object),
        },
        intent: intent.map(str::to_owned),
    })
}

/// Returns the order that something of Stripe's was made for.
fn order_of(object: &Value) -> Option<Uuid> {
    object["metadata"]["order_id"].as_str()?.parse().ok()
}

/// Determines the state of a disputed payment. Stripe leaves `refunded` and `amount_refunded` of the charge unchanged
/// whoever wins, so the disputes decide. Until they are closed the result is unknown; an inquiry (`warning_…`) may
/// become a dispute.
fn judge((amount, currency): (i64, String), charge: &Value, disputes: &Value) -> Payment {
    let all = disputes["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is = |dispute: &&Value, states: &[&str]| {
        dispute["status"].as_str().is_some_and(|state| states.contains(&state))
    };
    let number = |value: &Value| value.as_i64().unwrap_or_default();
    let lost = all.iter().filter(|it| is(it, &["lost"])).map(|it| number(&it["amount"]));
    let gone = lost.sum::<i64>() + number(&charge["amount_refunded"]);
    if gone > 0 && gone >= number(&charge["amount"]) {
        return Payment::ChargedBack;
    }
    let decided = ["won", "lost", "warning_closed", "charge_refunded", "prevented"];
    match all.iter().all(|dispute| is(&dispute, &decided)) {
        true => Payment::Paid { amount, currency },
        false => Payment::Disputed { amount, currency },
    }
}

/// Reads the state of the payment from a checkout session.
fn read_session(session: &Value) -> Payment {
    let charge = &session["payment_intent"]["latest_charge"];
    if charge["refunded"] == true {
        return Payment::Refunded;
    }
    if session["payment_status"] == "paid" {
        return Payment::Paid {
            amount: session["amount_total"].as_i64().unwrap_or(-1),
            currency: session["currency"].as_str().unwrap_or_default().to_ascii_uppercase(),
        };
    }
    match session["status"].as_str() {
        Some("expired") => Payment::Cancelled { reason: "expired".to_owned() },
        _ => Payment::Open,
    }
}

/// Checks the header `t=…,v1=…`: the HMAC of the time and the body as they came.
fn prove(
    header: &str,
    body: &[u8],
    secrets: &[Secret<String>],
    now: Timestamp,
) -> Result<(), PaymentError> {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let time = parts().find(|(name, _)| *name == "t").map(|(_, value)| value).unwrap_or_default();
    let seconds: i64 = time.parse().map_err(|_| PaymentError::Unproved("there is no time"))?;
    let sent_at = Timestamp::from_micros(seconds.saturating_mul(SECOND));
    if now.since(sent_at).saturating_abs() > NOTICE_MICROS {
        return Err(PaymentError::Unproved("they are too old"));
    }
    let is_proved = secrets.iter().any(|secret| {
        let expected = kernel::hex(&sign(secret.expose(), time, body));
        let mut given = parts().filter(|(name, _)| *name == "v1");
        given.any(|(_, value)| value.as_bytes().ct_eq(expected.as_bytes()).into())
    });
    if is_proved { Ok(()) } else { Err(PaymentError::Unproved("the signature is wrong")) }
}

fn sign(secret: &str, time: &str, body: &[u8]) -> Vec<u8> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length is taken");
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests;
