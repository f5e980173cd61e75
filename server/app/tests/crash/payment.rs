use kernel::Clock;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use testing::{FakeStripe, STRIPE_SECRET, WebhookEvent};
use uuid::Uuid;

use crate::person::{Person, http_client};
use crate::server::Server;

/// The pack of credits that is sold, and how many it has (`billing/offer.toml`).
pub const PACK: &str = "small";
pub const PACK_CREDITS: i64 = 500;

/// A stand-in for Stripe, and the server's settings for it.
pub struct Shop {
    stripe: FakeStripe,
}

/// An order that was paid at Stripe's.
pub struct Order {
    id: String,
    news: WebhookEvent,
}

impl Order {
    /// Returns the id of the news of its payment.
    pub fn notice_id(&self) -> String {
        notice_id(&self.id)
    }
}

fn notice_id(order_id: &str) -> String {
    format!("evt_{order_id}")
}

impl Shop {
    pub async fn open() -> Self {
        Self { stripe: FakeStripe::start().await }
    }

    /// Returns the operator's settings for payments with Stripe.
    pub fn settings(&self) -> String {
        let url = self.stripe.url();
        let host = url.trim_start_matches("http://");
        format!(
            "[web_access]\nallow_hosts = [\"{host}\"]\n[payments]\nprovider = \"stripe\"\n[payments.stripe]\n\
             address = \"{url}\"\nkey = \"sk_test\"\nnotice_secret = \"{STRIPE_SECRET}\"\n"
        )
    }

    /// Makes a person order credits and pay for them at Stripe, which has not notified the server yet.
    pub async fn sell(&self, person: &Person) -> Order {
        let item = json!({ "pack": PACK });
        let quote = person.call(Method::POST, "/api/billing/quotes", Some(&item)).await;
        let id = Uuid::now_v7().to_string();
        let new = json!({
            "id": id, "item": item, "amount": quote["amount"], "currency": quote["currency"],
        });
        person.call(Method::POST, "/api/billing/orders", Some(&new)).await;
        self.pay(id)
    }

    /// Pays for an order at Stripe, which has not notified the server yet.
    pub fn pay(&self, id: String) -> Order {
        self.stripe.pay(&id, None);
        let news = self.stripe.news(&notice_id(&id), &id, false, Clock::system().now());
        Order { id, news }
    }

    /// Notifies the server that an order was paid.
    pub async fn tell(&self, server: &Server, order: &Order) -> reqwest::Result<StatusCode> {
        Ok(self.telling(&server.origin(), order).send().await?.status())
    }

    /// Returns the request that notifies the process at `origin`.
    pub fn telling(&self, origin: &str, order: &Order) -> RequestBuilder {
        let url = format!("{origin}/api/billing/notices/stripe");
        let mut request = http_client().post(url).body(order.news.body.clone());
        for (name, value) in &order.news.headers {
            request = request.header(*name, value);
        }
        request
    }

    /// Sends the same notification again, as a provider does until it is acknowledged.
    pub async fn tell_again(&self, server: &Server, order: &Order) {
        let status = self.tell(server, order).await.expect("the server answers");
        assert_eq!(status, StatusCode::OK);
    }

    pub async fn assert_is_open(&self, person: &Person, order: &Order) {
        assert_eq!(state_of(person, order).await, "open");
    }

    /// Asserts that all orders are paid, and that each granted its credits once.
    pub async fn assert_given_once_each(&self, person: &Person, orders: &[Order]) {
        for order in orders {
            assert_eq!(state_of(person, order).await, "paid", "{}", order.id);
        }
        let postings = person.call(Method::GET, "/api/billing/postings?limit=100", None).await;
        let items = postings["items"].as_array().expect("postings").iter();
        let given: Vec<&Value> = items.map(|posting| &posting["change"]).collect();
        assert_eq!(given, vec![&json!(PACK_CREDITS); orders.len()], "{postings}");
    }
}

async fn state_of(person: &Person, order: &Order) -> Value {
    let path = format!("/api/billing/orders/{}", order.id);
    person.call(Method::GET, &path, None).await["state"].clone()
}
