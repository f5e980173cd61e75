use async_trait::async_trait;
use hmac::{Hmac, KeyInit, Mac};
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, Method};
use kernel::{SECOND, Secret, Timestamp, Uuid};
use serde_json::Value;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use web_access::WebAccess;

use crate::exchange::{Sent, ask, check_id, page_at};
use crate::{Begun, Bill, Notice, Payment, PaymentError, PaymentProvider};

/// The form of requests and answers that this was written for.
const VERSION: &str = "2024-06-20";
/// News that are older, or from so far ahead, are not believed.
const NOTICE_MICROS: i64 = 300 * SECOND;

/// Stripe, as far as it is needed: a page where one bill is paid, its state, and giving it back. Periods,
/// plans and trials are ours, so none of its subscriptions are used.
#[derive(Clone)]
pub struct Stripe {
    web: WebAccess,
    /// Where it is, without a slash at the end: `https://api.stripe.com`.
    address: String,
    key: Secret<String>,
    /// What signs its news; two while one takes the other's place.
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
        let answer = ask(&self.web, Sent { method, url: &url, headers: &headers, body }).await?;
        match answer.status {
            200..=299 => Ok(answer.json),
            _ => Err(PaymentError::Refused(
                answer.json["error"]["message"].as_str().unwrap_or("no reason").to_owned(),
            )),
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

    /// News of a payment as those of the session that it was made in; of one that is no session's, nobody's.
    async fn of_intent(&self, notice: Notice, intent: &str) -> Result<Notice, PaymentError> {
        let intent = check_id(intent, b"_")?;
        let path = format!("/v1/checkout/sessions?payment_intent={intent}&limit=1");
        let session = &self.call(Method::GET, &path, &[], None).await?["data"][0];
        let reference = session["id"].as_str().map(str::to_owned);
        Ok(Notice { reference, order_id: order_of(session), ..notice })
    }
}

/// The address of a checkout session.
fn path_of(reference: &str) -> Result<String, PaymentError> {
    Ok(format!("/v1/checkout/sessions/{}", check_id(reference, b"_")?))
}

#[async_trait]
impl PaymentProvider for Stripe {
    fn id(&self) -> &'static str {
        "stripe"
    }

    async fn begin(&self, bill: &Bill) -> Result<Begun, PaymentError> {
        let order = bill.order_id.to_string();
        let form = [
            ("mode", "payment".to_owned()),
            ("client_reference_id", order.clone()),
            ("customer_email", bill.email.clone()),
            ("success_url", bill.return_to.to_string()),
            ("cancel_url", bill.return_to.to_string()),
            ("line_items[0][quantity]", "1".to_owned()),
            ("line_items[0][price_data][currency]", bill.currency.to_ascii_lowercase()),
            ("line_items[0][price_data][unit_amount]", bill.amount.to_string()),
            ("line_items[0][price_data][product_data][name]", bill.description.clone()),
            ("metadata[order_id]", order.clone()),
            ("payment_intent_data[metadata][order_id]", order.clone()),
        ];
        let key = bill.key();
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
        // Somebody may have given it back on Stripe's own pages.
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

/// What news say.
#[derive(Debug)]
struct Event {
    notice: Notice,
    /// The payment that they are about, where they name nothing of ours: a dispute carries no words of its payment's.
    intent: Option<String>,
}

/// What news are about: a session, a payment or charge of one, or a dispute.
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

/// The order that something of Stripe's was made for.
fn order_of(object: &Value) -> Option<Uuid> {
    object["metadata"]["order_id"].as_str()?.parse().ok()
}

/// What became of a payment that was disputed. Stripe leaves `refunded` and `amount_refunded` of its charge as they were, whoever
/// wins: the disputes say it. Until they are decided nobody knows; one that is only asked about (`warning_…`) may become one.
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

/// What a checkout session says of its payment.
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
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_176_000_000_000);
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn header(secret: &str, seconds: i64, body: &[u8]) -> String {
        let time = seconds.to_string();
        format!("t={time},v1={}", kernel::hex(&sign(secret, &time, body)))
    }

    fn check(header: &str, body: &[u8]) -> bool {
        let secrets = ["whsec_new", "whsec_old"].map(|secret| Secret::new(secret.to_owned()));
        prove(header, body, &secrets, NOW).is_ok()
    }

    // security PW1: "signature: wrong, old (> 300 s), two `v1`, re-serialised body, rotated secret"
    #[test]
    fn only_what_was_signed_just_now_with_a_known_secret_is_believed() {
        let now = NOW.micros() / SECOND;
        for secret in ["whsec_new", "whsec_old"] {
            assert!(check(&header(secret, now, BODY), BODY));
        }
        assert!(check(&header("whsec_new", now - 300, BODY), BODY));
        assert!(!check(&header("whsec_new", now - 301, BODY), BODY));
        assert!(!check(&header("whsec_new", now + 301, BODY), BODY));
        assert!(!check(&header("whsec_other", now, BODY), BODY));
        assert!(!check(&header("whsec_new", now, BODY), br#"{"id": "evt_1"}"#));
        let two = format!("{},v1=00", header("whsec_new", now, BODY));
        assert!(check(&two, BODY));
        let newer = header("whsec_new", now - 400, BODY)
            .replace(&(now - 400).to_string(), &now.to_string());
        assert!(!check(&newer, BODY), "the time is signed too");
        for none in ["", "t=", "v1=00", "t=x,v1=00"] {
            assert!(!check(none, BODY));
        }
    }

    #[test]
    fn a_session_is_read_as_what_became_of_the_payment() {
        let paid = json!({ "payment_status": "paid", "amount_total": 990, "currency": "usd" });
        let currency = "USD".to_owned();
        assert_eq!(read_session(&paid), Payment::Paid { amount: 990, currency });
        let mut back = paid;
        back["payment_intent"] = json!({ "latest_charge": { "refunded": true } });
        assert_eq!(read_session(&back), Payment::Refunded);
        let open = json!({ "status": "open", "payment_status": "unpaid" });
        assert_eq!(read_session(&open), Payment::Open);
        let reason = "expired".to_owned();
        assert_eq!(read_session(&json!({ "status": "expired" })), Payment::Cancelled { reason });
        assert_eq!(read_session(&Value::Null), Payment::Open);
    }

    fn dispute(status: &str, amount: i64) -> Value {
        json!({ "object": "dispute", "status": status, "amount": amount })
    }

    // A lost dispute leaves the charge as it is but for `disputed`: Stripe's documentation of charges and disputes.
    #[test]
    fn whoever_wins_a_dispute_has_the_money() {
        let charge = json!({ "id": "ch_1", "amount": 990, "amount_refunded": 0,
            "refunded": false, "disputed": true });
        let after =
            |all: &[Value]| judge((990, "USD".to_owned()), &charge, &json!({ "data": all }));
        let paid = Payment::Paid { amount: 990, currency: "USD".to_owned() };
        let disputed = Payment::Disputed { amount: 990, currency: "USD".to_owned() };
        for status in
            ["needs_response", "under_review", "warning_needs_response", "warning_under_review"]
        {
            assert_eq!(after(&[dispute(status, 990)]), disputed, "{status}");
        }
        for status in ["won", "warning_closed"] {
            assert_eq!(after(&[dispute(status, 990)]), paid, "{status}");
        }
        assert_eq!(after(&[dispute("lost", 990)]), Payment::ChargedBack);
        // A part of it, as with refunds: what was bought stays.
        assert_eq!(after(&[dispute("lost", 500)]), paid);
        assert_eq!(after(&[dispute("lost", 500), dispute("lost", 490)]), Payment::ChargedBack);
        assert_eq!(after(&[dispute("won", 500), dispute("under_review", 490)]), disputed);
        let mut partly = charge.clone();
        partly["amount_refunded"] = json!(90);
        let all = json!({ "data": [dispute("lost", 900)] });
        assert_eq!(judge((990, "USD".to_owned()), &partly, &all), Payment::ChargedBack);
    }

    // As documented of `charge.dispute.*`: a dispute has no metadata of its payment's.
    #[test]
    fn news_of_a_dispute_name_the_payment() {
        let news = json!({ "id": "evt_1", "object": "event", "type": "charge.dispute.closed",
            "data": { "object": { "object": "dispute", "id": "du_1", "charge": "ch_1",
                "payment_intent": "pi_1", "status": "lost", "amount": 990, "metadata": {} } } });
        let read = read_event(news.to_string().as_bytes()).ok();
        let read = read.map(|Event { notice, intent }| (notice.reference, notice.order_id, intent));
        assert_eq!(read, Some((None, None, Some("pi_1".to_owned()))));
    }

    // What a server that nobody of ours wrote says: `scripts/peers record-payments`.
    #[test]
    fn what_localstripe_said_is_understood() {
        let intent = |text: &str| -> Value { serde_json::from_str(text).unwrap_or_default() };
        let mut session =
            json!({ "payment_status": "paid", "amount_total": 990, "currency": "usd" });
        session["payment_intent"] = intent(include_str!("../tests/recorded/localstripe/paid.json"));
        assert_eq!(session["payment_intent"]["amount"], 990);
        assert!(matches!(read_session(&session), Payment::Paid { amount: 990, .. }));
        session["payment_intent"] =
            intent(include_str!("../tests/recorded/localstripe/given_back.json"));
        assert_eq!(read_session(&session), Payment::Refunded);
        let refused = intent(include_str!("../tests/recorded/localstripe/refused.json"));
        assert_eq!(refused["error"]["message"], "Not Found");

        let signature = include_str!("../tests/recorded/localstripe/news.signature");
        let news = include_bytes!("../tests/recorded/localstripe/news.json");
        let secrets = [Secret::new("whsec_peer".to_owned())];
        let sent_at = signature.split(',').next().and_then(|time| time[2..].parse::<i64>().ok());
        let now = Timestamp::from_micros(sent_at.unwrap_or_default() * SECOND);
        assert!(prove(signature, news, &secrets, now).is_ok());
        assert!(prove(signature, &news[1..], &secrets, now).is_err());
        let notice = read_event(news).ok().map(|event| event.notice);
        let order_id = "01990000-0000-7000-8000-000000000001".parse().ok();
        assert_eq!(notice.map(|it| (it.reference, it.order_id)), Some((None, order_id)));
    }

    #[test]
    fn only_an_id_gets_into_an_address() {
        assert!(path_of("cs_test_a1").is_ok());
        for wrong in ["", "../refunds", "a?b", "a b", "ä"] {
            assert!(path_of(wrong).is_err());
        }
    }
}
