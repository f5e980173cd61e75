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
    let newer =
        header("whsec_new", now - 400, BODY).replace(&(now - 400).to_string(), &now.to_string());
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
    let after = |all: &[Value]| judge((990, "USD".to_owned()), &charge, &json!({ "data": all }));
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
    // A partial refund: the purchase stays.
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

// Recorded from a third-party server: `scripts/peers record-payments`.
#[test]
fn what_localstripe_said_is_understood() {
    let intent = |text: &str| -> Value { serde_json::from_str(text).unwrap_or_default() };
    let mut session = json!({ "payment_status": "paid", "amount_total": 990, "currency": "usd" });
    session["payment_intent"] = intent(include_str!("../../tests/recorded/localstripe/paid.json"));
    assert_eq!(session["payment_intent"]["amount"], 990);
    assert!(matches!(read_session(&session), Payment::Paid { amount: 990, .. }));
    session["payment_intent"] =
        intent(include_str!("../../tests/recorded/localstripe/given_back.json"));
    assert_eq!(read_session(&session), Payment::Refunded);
    let refused = intent(include_str!("../../tests/recorded/localstripe/refused.json"));
    assert_eq!(refused["error"]["message"], "Not Found");

    let signature = include_str!("../../tests/recorded/localstripe/news.signature");
    let news = include_bytes!("../../tests/recorded/localstripe/news.json");
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

fn said(status: u16, error: Value) -> Answer {
    Answer { status, json: json!({ "error": error }) }
}

// As documented for Stripe's errors; `localstripe` returns 404 and no code.
#[test]
fn a_customer_that_is_gone_is_told_from_other_refusals() {
    let is_gone = |path: &str, answer: &Answer| {
        matches!(refusal(path, answer), Refusal::Final(PaymentError::NoCustomer))
    };
    let of_customer = said(400, json!({ "code": "resource_missing", "param": "customer" }));
    assert!(is_gone("/v1/checkout/sessions", &of_customer));
    assert!(is_gone("/v1/billing_portal/sessions", &of_customer));
    let missing = said(404, json!({ "code": "resource_missing", "param": "id" }));
    assert!(is_gone("/v1/customers/cus_1", &missing));
    assert!(is_gone("/v1/customers/cus_1", &said(404, json!({ "message": "Not Found" }))));
    assert!(!is_gone("/v1/checkout/sessions/cs_1", &missing), "this is a session");
    let no_page = said(400, json!({ "message": "No configuration provided" }));
    assert!(!is_gone("/v1/billing_portal/sessions", &no_page));
    let busy = said(409, json!({ "code": "idempotency_key_in_use" }));
    assert!(matches!(refusal("/v1/customers", &busy), Refusal::Busy));
}

#[test]
fn a_bill_of_another_customer_has_another_key() {
    let bill = |customer: Option<&str>| Bill {
        order_id: Uuid::nil(),
        attempt: 1,
        amount: 990,
        currency: "USD".to_owned(),
        description: "Pro, monthly".to_owned(),
        email: "ana@example.com".to_owned(),
        customer: customer.map(str::to_owned),
        return_to: "https://ensemble.example/checkout".parse().expect("an address"),
    };
    let keys = [None, Some("cus_1"), Some("cus_2")].map(|customer| key_of(&bill(customer)));
    assert_eq!(keys[0], format!("{}-1", Uuid::nil()));
    assert_eq!(keys[1], format!("{}-1.cus_1", Uuid::nil()));
    assert_ne!(keys[1], keys[2]);
    // Stripe takes an address or a customer, never both.
    let names = |bill: &Bill| payer_of(bill).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(&bill(None)), ["customer_email"]);
    let saved = "saved_payment_method_options[payment_method_save]";
    assert_eq!(names(&bill(Some("cus_1"))), ["customer", saved]);
}
