use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, Method};
use kernel::{Secret, Timestamp, Uuid};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use url::Url;
use web_access::WebAccess;

use crate::exchange::{Answer, Sent, ask, check_id, page_at};
use crate::money::{decimal, decimals, read_decimal};
use crate::{Begun, Bill, Notice, Payment, PaymentError, PaymentProvider};

/// Longest description that PayPal takes.
const DESCRIPTION_MAX_CHARS: usize = 127;
/// Longest header of news that is passed on.
const NEWS_HEADER_MAX: usize = 2_000;
const JSON: &str = "application/json";
/// Header with the idempotency key of a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("paypal-request-id");

/// PayPal, as far as it is needed: orders (v2) that a payer agrees to on a page of PayPal's and that are then
/// captured, and giving them back. Periods, plans and trials are ours, so none of its subscriptions are used.
pub struct PayPal {
    web: WebAccess,
    /// Base address without a slash at the end: `https://api-m.paypal.com`.
    address: String,
    client_id: String,
    client_secret: Secret<String>,
    webhook_id: String,
    /// Access token for calls, until PayPal no longer accepts it.
    token: Mutex<Option<Secret<String>>>,
}

/// A notification as it is sent back for verification: the event must be the exact text received.
#[derive(Serialize)]
struct Proof<'a> {
    auth_algo: &'a str,
    cert_url: &'a str,
    transmission_id: &'a str,
    transmission_sig: &'a str,
    transmission_time: &'a str,
    webhook_id: &'a str,
    webhook_event: &'a RawValue,
}

impl PayPal {
    pub fn new(
        web: WebAccess,
        address: &str,
        client_id: &str,
        client_secret: Secret<String>,
        webhook_id: &str,
    ) -> Self {
        let address = address.trim_end_matches('/').to_owned();
        let (client_id, webhook_id) = (client_id.to_owned(), webhook_id.to_owned());
        Self { web, address, client_id, client_secret, webhook_id, token: Mutex::new(None) }
    }

    /// Calls with the current token, and once more with a new one if that has expired.
    async fn call(
        &self,
        method: Method,
        path: &str,
        body: &str,
        request_id: &str,
    ) -> Result<Answer, PaymentError> {
        let kept = self.token.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(token) = kept {
            let answer = self.send(method.clone(), path, body, request_id, &token).await?;
            if answer.status != 401 {
                return Ok(answer);
            }
        }
        let token = self.sign_in().await?;
        *self.token.lock().unwrap_or_else(PoisonError::into_inner) = Some(token.clone());
        self.send(method, path, body, request_id, &token).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: &str,
        request_id: &str,
        token: &Secret<String>,
    ) -> Result<Answer, PaymentError> {
        let bearer = format!("Bearer {}", token.expose());
        let headers = [
            (AUTHORIZATION, bearer.as_str()),
            (CONTENT_TYPE, JSON),
            (HeaderName::from_static("prefer"), "return=representation"),
            (REQUEST_ID, request_id),
        ];
        let url = format!("{}{path}", self.address);
        let body = body.to_owned();
        ask(&self.web, Sent { method, url: &url, headers: &headers, body }).await
    }

    async fn sign_in(&self) -> Result<Secret<String>, PaymentError> {
        let pair = format!("{}:{}", self.client_id, self.client_secret.expose());
        let basic = format!("Basic {}", STANDARD.encode(pair));
        let headers =
            [(AUTHORIZATION, basic.as_str()), (CONTENT_TYPE, "application/x-www-form-urlencoded")];
        let url = format!("{}/v1/oauth2/token", self.address);
        let body = "grant_type=client_credentials".to_owned();
        let sent = Sent { method: Method::POST, url: &url, headers: &headers, body };
        let answer = ask(&self.web, sent).await?;
        match answer.json["access_token"].as_str() {
            Some(token) if answer.status < 300 => Ok(Secret::new(token.to_owned())),
            _ => Err(refused(&answer)),
        }
    }

    async fn order(&self, reference: &str) -> Result<Option<Value>, PaymentError> {
        let answer = self.call(Method::GET, &path_of(reference)?, "", "").await?;
        match answer.status {
            200..=299 => Ok(Some(answer.json)),
            404 => Ok(None),
            _ => Err(refused(&answer)),
        }
    }

    /// Determines the state of a payment: from its order and, where money was taken, from PayPal's disputes of it, one
    /// after the other.
    async fn judge(&self, order: &Value) -> Result<Payment, PaymentError> {
        let read = read_order(order);
        let (Payment::Paid { amount, currency } | Payment::Disputed { amount, currency }) = &read
        else {
            return Ok(read);
        };
        let capture = check_id(capture_of(order)["id"].as_str().unwrap_or_default(), b"-_")?;
        let path = format!("/v1/customer/disputes?disputed_transaction_id={capture}");
        let listed = self.call(Method::GET, &path, "", "").await?;
        if listed.status >= 300 {
            // The app lacks the permission to read disputes: a lost one is only seen when the money is gone.
            tracing::warn!(status = listed.status, "PayPal does not tell of disputes");
            return Ok(read);
        }
        let all = listed.json["items"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut is_open = false;
        for dispute in all {
            if dispute["status"] != "RESOLVED" {
                is_open = true;
                continue;
            }
            let id = check_id(dispute["dispute_id"].as_str().unwrap_or_default(), b"-_")?;
            let path = format!("/v1/customer/disputes/{id}");
            let answer = self.call(Method::GET, &path, "", "").await?;
            if answer.status >= 300 {
                return Err(refused(&answer));
            }
            if is_lost(&answer.json, *amount, currency) {
                return Ok(Payment::ChargedBack);
            }
        }
        match is_open {
            true => Ok(Payment::Disputed { amount: *amount, currency: currency.clone() }),
            false => Ok(read),
        }
    }

    /// Resolves a notification about a capture to that of its order; one about no order's capture belongs to nobody.
    async fn of_capture(&self, notice: Notice, capture: &str) -> Result<Notice, PaymentError> {
        let path = format!("/v2/payments/captures/{}", check_id(capture, b"-_")?);
        let answer = self.call(Method::GET, &path, "", "").await?;
        match answer.status {
            200..=299 => {
                let related = &answer.json["supplementary_data"]["related_ids"]["order_id"];
                let reference = related.as_str().map(str::to_owned);
                Ok(Notice { reference, order_id: id_in(&answer.json["custom_id"]), ..notice })
            }
            404 => Ok(notice),
            _ => Err(refused(&answer)),
        }
    }
}

/// Returns true if a closed dispute gave all of the money back. If it gave back a part, the purchase stays, as with
/// partial refunds.
fn is_lost(dispute: &Value, amount: i64, currency: &str) -> bool {
    let outcome = &dispute["dispute_outcome"];
    let is_buyers =
        matches!(outcome["outcome_code"].as_str(), Some("RESOLVED_BUYER_FAVOUR" | "ACCEPTED"));
    let back = outcome["amount_refunded"]["value"].as_str();
    let back = back.and_then(|value| read_decimal(value, currency));
    is_buyers && back.is_none_or(|back| back >= amount)
}

fn id_in(text: &Value) -> Option<Uuid> {
    text.as_str()?.parse().ok()
}

/// Returns the address of an order.
fn path_of(reference: &str) -> Result<String, PaymentError> {
    Ok(format!("/v2/checkout/orders/{}", check_id(reference, b"-_")?))
}

/// Returns the word for what PayPal did not like: `INSTRUMENT_DECLINED`.
fn issue(answer: &Answer) -> &str {
    answer.json["details"][0]["issue"].as_str().unwrap_or_default()
}

fn refused(answer: &Answer) -> PaymentError {
    let reason = [issue(answer), answer.json["name"].as_str().unwrap_or_default()];
    let reason = reason.into_iter().find(|word| !word.is_empty()).unwrap_or("no reason");
    PaymentError::Refused(format!("{reason} ({})", answer.status))
}

#[async_trait]
impl PaymentProvider for PayPal {
    fn id(&self) -> &'static str {
        "paypal"
    }

    async fn begin(&self, bill: &Bill) -> Result<Begun, PaymentError> {
        let value = write_amount(bill.amount, &bill.currency)?;
        let order = bill.order_id.to_string();
        let description: String = bill.description.chars().take(DESCRIPTION_MAX_CHARS).collect();
        let body = json!({
            "intent": "CAPTURE",
            "purchase_units": [{
                "custom_id": order,
                // The same at each attempt: PayPal takes one payment of an invoice.
                "invoice_id": order,
                "description": description,
                "amount": { "currency_code": bill.currency, "value": value },
            }],
            "payment_source": { "paypal": { "experience_context": {
                "user_action": "PAY_NOW",
                "shipping_preference": "NO_SHIPPING",
                "return_url": bill.return_to.as_str(),
                "cancel_url": bill.return_to.as_str(),
            } } },
        });
        let answer =
            self.call(Method::POST, "/v2/checkout/orders", &body.to_string(), &bill.key()).await?;
        if answer.status >= 300 {
            return Err(refused(&answer));
        }
        match (answer.json["id"].as_str(), page_of(&answer.json)) {
            (Some(id), Some(page)) => Ok(Begun::There { reference: id.to_owned(), page }),
            _ => Err(PaymentError::Unavailable("an answer without a page".to_owned())),
        }
    }

    async fn look_up(&self, reference: &str) -> Result<Payment, PaymentError> {
        match self.order(reference).await? {
            Some(order) => self.judge(&order).await,
            // Orders that nobody approved are deleted after some hours.
            None => Ok(Payment::Cancelled { reason: "expired".to_owned() }),
        }
    }

    async fn collect(&self, reference: &str) -> Result<Payment, PaymentError> {
        let path = format!("{}/capture", path_of(reference)?);
        let answer = self.call(Method::POST, &path, "{}", &format!("capture-{reference}")).await?;
        match (answer.status, issue(&answer)) {
            (200..=299, _) => Ok(read_order(&answer.json)),
            (_, "ORDER_ALREADY_CAPTURED") => self.look_up(reference).await,
            (_, "INSTRUMENT_DECLINED" | "PAYER_ACTION_REQUIRED" | "TRANSACTION_REFUSED") => {
                Ok(Payment::Failed { reason: "declined".to_owned() })
            }
            // A concurrent click collected it, or it was cancelled before it was collected.
            _ => match self.look_up(reference).await? {
                Payment::Agreed => Err(refused(&answer)),
                payment => Ok(payment),
            },
        }
    }

    /// Does nothing: PayPal has no such call, and needs none, because what is not collected is never taken.
    async fn cancel(&self, _reference: &str) -> Result<(), PaymentError> {
        Ok(())
    }

    async fn refund(&self, reference: &str) -> Result<(), PaymentError> {
        let order = self.order(reference).await?;
        let capture = order.as_ref().and_then(|order| capture_of(order)["id"].as_str());
        let capture = check_id(capture.unwrap_or_default(), b"-_")?;
        let path = format!("/v2/payments/captures/{capture}/refund");
        let answer = self.call(Method::POST, &path, "{}", &format!("refund-{capture}")).await?;
        match (answer.status, issue(&answer)) {
            // It may have been refunded on PayPal's own pages.
            (200..=299, _) | (_, "CAPTURE_FULLY_REFUNDED") => Ok(()),
            _ => Err(refused(&answer)),
        }
    }

    async fn read_notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        _now: Timestamp,
    ) -> Result<Notice, PaymentError> {
        let header = |name: &str| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            let fits = |value: &&str| !value.is_empty() && value.len() <= NEWS_HEADER_MAX;
            value.filter(fits).ok_or(PaymentError::Unproved("a header is missing"))
        };
        let no_json = |_| PaymentError::Unproved("they are no JSON");
        let proof = Proof {
            auth_algo: header("paypal-auth-algo")?,
            cert_url: header("paypal-cert-url")?,
            transmission_id: header("paypal-transmission-id")?,
            transmission_sig: header("paypal-transmission-sig")?,
            transmission_time: header("paypal-transmission-time")?,
            webhook_id: &self.webhook_id,
            webhook_event: serde_json::from_slice(body).map_err(no_json)?,
        };
        let event: Value = serde_json::from_slice(body).map_err(no_json)?;
        let Event { notice, capture } = read_event(&event)?;
        let sent = serde_json::to_string(&proof)
            .map_err(|_| PaymentError::Unproved("they cannot be sent back"))?;
        let path = "/v1/notifications/verify-webhook-signature";
        let answer = self.call(Method::POST, path, &sent, "").await?;
        if answer.status >= 300 || answer.json["verification_status"] != "SUCCESS" {
            return Err(PaymentError::Unproved("the signature is wrong"));
        }
        match capture {
            Some(capture) => self.of_capture(notice, &capture).await,
            None => Ok(notice),
        }
    }
}

/// A webhook notification.
#[derive(Debug)]
struct Event {
    notice: Notice,
    /// Id of the capture it concerns, if it names neither PayPal's order nor ours.
    capture: Option<String>,
}

/// Parses a notification about an order, a capture of one, a refund or reversal, or a dispute.
fn read_event(event: &Value) -> Result<Event, PaymentError> {
    let id = event["id"].as_str().ok_or(PaymentError::Unproved("they have no id"))?;
    let resource = &event["resource"];
    let is_order = event["resource_type"] == "checkout-order";
    let related = &resource["supplementary_data"]["related_ids"]["order_id"];
    let reference = if is_order { &resource["id"] } else { related };
    let disputed = &resource["disputed_transactions"][0];
    let order_id = [
        &resource["purchase_units"][0]["custom_id"],
        &resource["custom_id"],
        &disputed["custom"],
        // Of each order the invoice is ours, too.
        &resource["invoice_id"],
        &disputed["invoice_number"],
    ];
    let order_id = order_id.into_iter().find_map(id_in);
    let reference = reference.as_str().map(str::to_owned);
    let is_known = reference.is_some() || order_id.is_some();
    let capture = disputed["seller_transaction_id"].as_str().or_else(|| capture_above(resource));
    let capture = capture.filter(|_| !is_known).map(str::to_owned);
    Ok(Event { notice: Notice { id: id.to_owned(), reference, order_id }, capture })
}

/// Returns the id of the capture that was refunded, which a refund names only by a link.
fn capture_above(resource: &Value) -> Option<&str> {
    let links = resource["links"].as_array()?;
    let above = links.iter().find(|link| link["rel"] == "up")?["href"].as_str()?;
    above.split_once("/v2/payments/captures/").map(|(_, id)| id)
}

/// Returns the page where the payer approves the payment.
fn page_of(order: &Value) -> Option<Url> {
    let links = order["links"].as_array()?;
    let is_page = |link: &&Value| matches!(link["rel"].as_str(), Some("payer-action" | "approve"));
    page_at(links.iter().find(is_page)?["href"].as_str()?)
}

fn capture_of(order: &Value) -> &Value {
    &order["purchase_units"][0]["payments"]["captures"][0]
}

/// Reads the state of the payment from an order.
fn read_order(order: &Value) -> Payment {
    let capture = capture_of(order);
    match (order["status"].as_str(), capture["status"].as_str()) {
        (_, Some("REFUNDED")) => Payment::Refunded,
        (_, Some("REVERSED")) => Payment::ChargedBack,
        (_, Some("COMPLETED" | "PARTIALLY_REFUNDED")) => {
            let (amount, currency) = taken(capture);
            Payment::Paid { amount, currency }
        }
        // It was collected, and is held until the dispute is decided.
        (_, Some("PENDING")) if is_held(capture) => {
            let (amount, currency) = taken(capture);
            Payment::Disputed { amount, currency }
        }
        (_, Some("DECLINED" | "FAILED")) => Payment::Failed { reason: "declined".to_owned() },
        // The money is on its way: it is paid when it is there.
        (_, Some(_)) => Payment::Open,
        (Some("VOIDED"), None) => Payment::Cancelled { reason: "expired".to_owned() },
        (Some("APPROVED"), None) => Payment::Agreed,
        (_, None) => Payment::Open,
    }
}

fn taken(capture: &Value) -> (i64, String) {
    let currency = capture["amount"]["currency_code"].as_str().unwrap_or_default();
    let value = capture["amount"]["value"].as_str().unwrap_or_default();
    (read_decimal(value, currency).unwrap_or(-1), currency.to_owned())
}

/// Returns true if the payer disputes the capture, with PayPal or with their card issuer.
fn is_held(capture: &Value) -> bool {
    matches!(capture["status_details"]["reason"].as_str(), Some("BUYER_COMPLAINT" | "CHARGEBACK"))
}

/// Returns an amount as PayPal takes it: of some currencies whole ones only.
fn write_amount(amount: i64, currency: &str) -> Result<String, PaymentError> {
    let is_whole_only = matches!(currency, "HUF" | "TWD");
    if !is_whole_only && decimals(currency) <= 2 {
        return Ok(decimal(amount, currency));
    }
    match amount % 100 {
        0 if is_whole_only => Ok((amount / 100).to_string()),
        _ => Err(PaymentError::Refused(format!("PayPal takes no such amount of {currency}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(status: &str, capture: Option<&str>) -> Value {
        let captures: Vec<_> = capture
            .map(|status| {
                let amount = json!({ "currency_code": "USD", "value": "9.90" });
                json!({ "id": "3C6", "status": status, "amount": amount })
            })
            .into_iter()
            .collect();
        json!({ "status": status, "purchase_units": [{ "payments": { "captures": captures } }] })
    }

    // spec §4: "Payment: successful, failed or cancelled, with a reason."
    #[test]
    fn an_order_is_read_as_what_became_of_the_payment() {
        let paid = Payment::Paid { amount: 990, currency: "USD".to_owned() };
        let declined = Payment::Failed { reason: "declined".to_owned() };
        let expired = Payment::Cancelled { reason: "expired".to_owned() };
        for (status, capture, is) in [
            ("CREATED", None, Payment::Open),
            ("PAYER_ACTION_REQUIRED", None, Payment::Open),
            ("APPROVED", None, Payment::Agreed),
            ("VOIDED", None, expired),
            ("COMPLETED", Some("COMPLETED"), paid.clone()),
            ("COMPLETED", Some("PARTIALLY_REFUNDED"), paid),
            ("COMPLETED", Some("PENDING"), Payment::Open),
            ("COMPLETED", Some("DECLINED"), declined),
            ("COMPLETED", Some("REFUNDED"), Payment::Refunded),
            ("COMPLETED", Some("REVERSED"), Payment::ChargedBack),
        ] {
            assert_eq!(read_order(&order(status, capture)), is, "{status} {capture:?}");
        }
        assert_eq!(read_order(&Value::Null), Payment::Open);
    }

    // As documented of a capture's `status_details`.
    #[test]
    fn what_was_taken_is_held_while_its_payer_disputes_it() {
        let disputed = Payment::Disputed { amount: 990, currency: "USD".to_owned() };
        for (reason, is) in [
            ("BUYER_COMPLAINT", disputed.clone()),
            ("CHARGEBACK", disputed),
            ("ECHECK", Payment::Open),
            ("PENDING_REVIEW", Payment::Open),
        ] {
            let mut order = order("COMPLETED", Some("PENDING"));
            order["purchase_units"][0]["payments"]["captures"][0]["status_details"] =
                json!({ "reason": reason });
            assert_eq!(read_order(&order), is, "{reason}");
        }
    }

    #[test]
    fn an_amount_is_written_as_paypal_takes_it() {
        for (amount, currency, text) in
            [(990, "USD", "9.90"), (990, "JPY", "990"), (99_000, "HUF", "990")]
        {
            assert_eq!(write_amount(amount, currency).unwrap_or_default(), text);
        }
        for (amount, currency) in [(99_050, "HUF"), (1_000, "KWD")] {
            assert!(write_amount(amount, currency).is_err(), "{currency}");
        }
    }

    #[test]
    fn news_name_the_order_wherever_they_are_about() {
        let id = "01990000-0000-7000-8000-000000000001";
        let of_order = json!({ "id": "WH-1", "resource_type": "checkout-order",
            "resource": { "id": "5O1", "purchase_units": [{ "custom_id": id }] } });
        let of_capture = json!({ "id": "WH-2", "resource_type": "capture", "resource": {
            "id": "3C6", "custom_id": id,
            "supplementary_data": { "related_ids": { "order_id": "5O1" } } } });
        for event in [of_order, of_capture] {
            let notice = read_event(&event).map(|it| (it.notice.reference, it.notice.order_id));
            assert_eq!(notice.ok(), Some((Some("5O1".to_owned()), id.parse().ok())));
        }
        assert!(read_event(&json!({})).is_err());
    }

    // As documented for `CUSTOMER.DISPUTE.*`, and for `PAYMENT.CAPTURE.REVERSED`, which is about a refund.
    #[test]
    fn news_of_disputes_and_reversals_name_the_order_or_what_was_taken() {
        let id = "01990000-0000-7000-8000-000000000001";
        let read = |resource: Value| {
            let event = json!({ "id": "WH-3", "resource_type": "other", "resource": resource });
            read_event(&event).ok().map(|it| (it.notice.order_id, it.capture))
        };
        let transaction =
            |more: Value| json!({ "dispute_id": "PP-D-1", "disputed_transactions": [more] });
        let ours = Some((id.parse().ok(), None));
        for known in [json!({ "custom": id }), json!({ "invoice_number": id })] {
            assert_eq!(read(transaction(known)), ours);
        }
        assert_eq!(read(json!({ "id": "R1", "invoice_id": id })), ours);
        let taken = Some((None, Some("3C6".to_owned())));
        assert_eq!(read(transaction(json!({ "seller_transaction_id": "3C6" }))), taken);
        let links = json!([{ "rel": "self", "href": "https://a.example/v2/payments/refunds/R1" },
            { "rel": "up", "href": "https://a.example/v2/payments/captures/3C6" }]);
        assert_eq!(read(json!({ "id": "R1", "links": links })), taken);
        assert_eq!(read(json!({ "id": "R1" })), Some((None, None)));
    }

    #[test]
    fn a_dispute_is_lost_where_all_of_it_went_back_to_the_buyer() {
        let lost = |outcome: Value| is_lost(&json!({ "dispute_outcome": outcome }), 990, "USD");
        let back = |value: &str| {
            json!({ "outcome_code": "RESOLVED_BUYER_FAVOUR",
            "amount_refunded": { "currency_code": "USD", "value": value } })
        };
        assert!(lost(json!({ "outcome_code": "RESOLVED_BUYER_FAVOUR" })));
        assert!(lost(json!({ "outcome_code": "ACCEPTED" })));
        assert!(lost(back("9.90")) && !lost(back("5.00")));
        for kept in [
            "RESOLVED_SELLER_FAVOUR",
            "RESOLVED_WITH_PAYOUT",
            "CANCELED_BY_BUYER",
            "DENIED",
            "NONE",
        ] {
            assert!(!lost(json!({ "outcome_code": kept })), "{kept}");
        }
        assert!(!lost(Value::Null));
    }

    #[test]
    fn only_an_id_gets_into_an_address() {
        assert!(path_of("5O190127TN364715T").is_ok());
        for wrong in ["", "../captures", "a?b", "a b", "ä"] {
            assert!(path_of(wrong).is_err());
        }
    }

    #[test]
    fn payers_are_sent_to_encrypted_pages_only() {
        let of = |href: &str| {
            page_of(&json!({ "links": [{ "rel": "self", "href": "https://a.example" },
                { "rel": "payer-action", "href": href }] }))
        };
        assert!(of("https://www.paypal.com/checkoutnow?token=5O1").is_some());
        assert!(of("http://www.paypal.com/checkoutnow?token=5O1").is_none());
    }
}
