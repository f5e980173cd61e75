//! The Stripe adapter against `localstripe`, a third-party server, live: run by `scripts/peers test`. It has payments,
//! refunds, customers and signed webhooks, and no pages for checkout or cards: those are the stand-in's. The tests of
//! `payments` replay its recorded answers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]
#![allow(clippy::disallowed_methods, reason = "who takes the peer's news is a task of this test")]

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use http::{HeaderMap, StatusCode};
use kernel::{SECOND, Secret, Timestamp, Uuid};
use payments::{Begun, Bill, NewCustomer, Payment, PaymentError, PaymentProvider, Stripe};
use serde_json::Value;
use testing::FakeStripe;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use url::Url;
use web_access::{Call, WebAccess};

const PEER: &str = "http://127.0.0.1:18420";
const SECRET: &str = "whsec_peer";

type WebhookEvent = (HeaderMap, Bytes);

fn web() -> WebAccess {
    let allow_hosts = vec!["127.0.0.1:18420".to_owned()];
    WebAccess::new(web_access::Settings { allow_hosts, ..Default::default() })
}

fn adapter(key: &str) -> Stripe {
    let secret = |text: &str| Secret::new(text.to_owned());
    Stripe::new(web(), PEER, secret(key), vec![secret(SECRET)])
}

fn bill(order_id: Uuid) -> Bill {
    Bill {
        order_id,
        attempt: 0,
        amount: 990,
        currency: "USD".to_owned(),
        description: "Pro, monthly".to_owned(),
        email: "ana@example.com".to_owned(),
        customer: None,
        return_to: Url::parse("https://ensemble.example/checkout").unwrap(),
    }
}

fn reference(begun: Begun) -> String {
    match begun {
        Begun::There { reference, .. } => reference,
        Begun::ByHand => panic!("it is paid on a page"),
    }
}

/// Returns the peer's response about an object.
async fn look_at(path: &str) -> Value {
    let mut headers = HeaderMap::new();
    headers.insert("authorization", "Bearer sk_test".parse().unwrap());
    let call = Call {
        method: http::Method::GET,
        url: &format!("{PEER}{path}"),
        headers,
        body: Bytes::new(),
        first_byte: std::time::Duration::from_secs(10),
    };
    let answer = web().call(call).await.unwrap();
    serde_json::from_slice(&answer.read(500_000).await.unwrap()).unwrap()
}

/// Makes the peer send its webhooks here.
async fn listen() -> mpsc::UnboundedReceiver<WebhookEvent> {
    let (sender, news) = mpsc::unbounded_channel();
    async fn take(
        State(sender): State<mpsc::UnboundedSender<WebhookEvent>>,
        headers: HeaderMap,
        body: Bytes,
    ) -> StatusCode {
        sender.send((headers, body)).unwrap();
        StatusCode::OK
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/news", listener.local_addr().unwrap());
    let routes = Router::new().route("/news", post(take)).with_state(sender);
    tokio::task::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let mut headers = HeaderMap::new();
    headers.insert("content-type", "application/x-www-form-urlencoded".parse().unwrap());
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("url", url.as_str()), ("secret", SECRET)])
        .finish();
    let call = Call {
        method: http::Method::POST,
        url: &format!("{PEER}/_config/webhooks/ours"),
        headers,
        body: body.into(),
        first_byte: std::time::Duration::from_secs(10),
    };
    assert_eq!(web().call(call).await.unwrap().status, 200);
    news
}

#[tokio::test]
async fn a_payment_of_the_peers_is_taken_told_and_given_back() {
    let mut told = listen().await;
    let fake = FakeStripe::before(PEER).await;
    let stripe = fake.provider();
    let order_id = kernel::uuid_v7(Timestamp::from_micros(1_795_172_400_000_000));
    let reference = reference(stripe.begin(&bill(order_id)).await.unwrap());
    assert_eq!(stripe.look_up(&reference).await.unwrap(), Payment::Open);

    fake.pay_at_peer(&order_id.to_string(), "4242424242424242").await;
    let paid = Payment::Paid { amount: 990, currency: "USD".to_owned() };
    assert_eq!(stripe.look_up(&reference).await.unwrap(), paid);

    // Its webhooks carry a signature of its own.
    let about_it = loop {
        let (headers, body) = told.recv().await.unwrap();
        let header = headers["stripe-signature"].to_str().unwrap();
        let seconds: i64 = header.split(',').next().unwrap()[2..].parse().unwrap();
        let now = Timestamp::from_micros(seconds * SECOND);
        let notice = adapter("sk_test").read_notice(&headers, &body, now).await.unwrap();
        let changed = [&body[..], b" "].concat();
        let wrong = adapter("sk_test").read_notice(&headers, &changed, now).await;
        assert!(matches!(wrong, Err(PaymentError::Unproved(_))));
        if notice.order_id == Some(order_id) {
            break notice;
        }
    };
    assert_eq!(about_it.reference, None, "it is of the payment, and names the order");

    stripe.refund(&reference).await.unwrap();
    assert_eq!(stripe.look_up(&reference).await.unwrap(), Payment::Refunded);
}

#[tokio::test]
async fn what_the_peer_refuses_is_understood() {
    let fake = FakeStripe::before(PEER).await;
    let stripe = fake.provider();
    let order_id = kernel::uuid_v7(Timestamp::from_micros(1_795_172_401_000_000));
    let reference = reference(stripe.begin(&bill(order_id)).await.unwrap());
    // A declined card, and money that never arrived cannot be refunded.
    fake.pay_at_peer(&order_id.to_string(), "4000000000000341").await;
    assert_eq!(stripe.look_up(&reference).await.unwrap(), Payment::Open);
    assert!(matches!(stripe.refund(&reference).await, Err(PaymentError::Refused(_))));
    // It has no checkout pages.
    let refused = adapter("sk_test").begin(&bill(order_id)).await;
    assert!(matches!(refused, Err(PaymentError::Refused(_))), "{refused:?}");
    let stranger = adapter("none").look_up("cs_1").await;
    assert!(matches!(stranger, Err(PaymentError::Refused(_))), "{stranger:?}");
}

#[tokio::test]
async fn a_customer_of_the_peers_is_made_and_deleted() {
    let stripe = adapter("sk_test");
    let keeper = stripe.customers().unwrap();
    let workspace_id = kernel::uuid_v7(Timestamp::from_micros(1_795_172_402_000_000));
    let new = NewCustomer { workspace_id, attempt: 0, email: "ana@example.com".to_owned() };
    let customer = keeper.make_customer(&new).await.unwrap();
    let known = look_at(&format!("/v1/customers/{customer}")).await;
    assert_eq!(known["email"], "ana@example.com");
    assert_eq!(known["metadata"]["workspace_id"], workspace_id.to_string());
    keeper.delete_customer(&customer).await.unwrap();
    // It is gone, so it counts as deleted.
    keeper.delete_customer(&customer).await.unwrap();
    keeper.delete_customer("cus_nobody").await.unwrap();
    // It has no page for cards, which must not be mistaken for a missing customer.
    let back = Url::parse("https://ensemble.example/billing").unwrap();
    let refused = keeper.open_portal(&customer, &back).await;
    assert!(matches!(refused, Err(PaymentError::Refused(_))), "{refused:?}");
    let stranger = adapter("none");
    let refused = stranger.customers().unwrap().make_customer(&new).await;
    assert!(matches!(refused, Err(PaymentError::Refused(_))), "{refused:?}");
}
