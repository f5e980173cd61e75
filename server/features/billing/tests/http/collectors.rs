//! Who collects the money: one suite that all providers pass, and what only Stripe can do wrong.

use std::sync::Arc;

use axum::body::Body;
use http::Request;
use kernel::{SECOND, Secret};
use payments::{Manual, PaymentProvider, Payments, Settings, Stripe};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, TestServer, TestStore, for_each_store};
use web_access::WebAccess;

use crate::fake_stripe::{FakeStripe, SECRET, signature};
use crate::setting::{credits, order, plan, plan_of, quote, say, subscription};

/// A provider, and somebody who pays with it.
enum Collector {
    Manual,
    Stripe(FakeStripe),
}

struct House {
    server: TestServer,
    collector: Collector,
    ana: TestPerson,
}

impl House {
    async fn manual(store: TestStore) -> Self {
        Self::with(store, Collector::Manual).await
    }

    async fn stripe(store: TestStore) -> Self {
        Self::with(store, Collector::Stripe(FakeStripe::start().await)).await
    }

    async fn with(store: TestStore, collector: Collector) -> Self {
        let provider: Arc<dyn PaymentProvider> = match &collector {
            Collector::Manual => Arc::new(Manual),
            Collector::Stripe(stripe) => {
                let web = web_access::Settings {
                    allow_hosts: vec![stripe.host()],
                    ..web_access::Settings::default()
                };
                let secret = |text: &str| Secret::new(text.to_owned());
                let secrets = vec![secret(SECRET)];
                let web = WebAccess::new(web);
                Arc::new(Stripe::new(web, &stripe.url(), secret("sk_test"), secrets))
            }
        };
        let payments = Payments::new(Settings::default(), provider);
        let areas = |services: &area::Services| {
            vec![billing::area(services, &billing::Settings::default())]
        };
        let change = |services: area::Services| area::Services { payments, ..services };
        let server = TestServer::with_changed(store, change, areas).await;
        let ana = server.member("ana@example.com").await;
        Self { server, collector, ana }
    }

    fn fake(&self) -> &FakeStripe {
        match &self.collector {
            Collector::Stripe(stripe) => stripe,
            Collector::Manual => panic!("there is no Stripe here"),
        }
    }

    /// The money for an order comes, and we are told.
    async fn pay(&self, order: &Value) {
        self.server.clock().advance(SECOND);
        match &self.collector {
            Collector::Manual => drop(say(&self.server, order, "paid").await),
            Collector::Stripe(stripe) => {
                stripe.pay(id_of(order), None);
                self.tell(&format!("evt_paid_{}", id_of(order)), order, false)
                    .await
                    .assert_status(200);
            }
        }
    }

    /// It will not come.
    async fn refuse(&self, order: &Value) {
        match &self.collector {
            Collector::Manual => drop(say(&self.server, order, "refused").await),
            Collector::Stripe(stripe) => {
                stripe.expire(id_of(order));
                self.tell(&format!("evt_expired_{}", id_of(order)), order, false)
                    .await
                    .assert_status(200);
            }
        }
    }

    /// News of Stripe's.
    async fn tell(&self, id: &str, order: &Value, is_of_charge: bool) -> Answer {
        let body = self.fake().news(id, id_of(order), is_of_charge);
        let seconds = self.server.clock().now().micros() / SECOND;
        self.send(&body, &signature(SECRET, seconds, &body)).await
    }

    async fn send(&self, body: &str, signature: &str) -> Answer {
        let request = Request::post("/api/billing/notices/stripe")
            .header("content-type", "application/json")
            .header("stripe-signature", signature)
            .body(Body::from(body.to_owned()))
            .unwrap();
        // From another site's program: no cookie, no origin.
        let elsewhere =
            self.server.visitor().with_header("origin", "").with_header("sec-fetch-site", "");
        elsewhere.send(request).await
    }

    async fn state(&self, order: &Value) -> String {
        let path = format!("/api/billing/orders/{}", id_of(order));
        self.ana.get(&path).await.ok()["state"].as_str().unwrap().to_owned()
    }

    async fn order(&self, item: Value) -> Value {
        order(&self.server, &self.ana, item).await
    }

    async fn plan(&self) -> String {
        plan_of(&self.server, &self.ana).await
    }
}

fn id_of(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

/// What holds whoever collects the money.
async fn suite(house: House) {
    // Nothing is had before it is paid.
    let refused = house.order(plan("pro", "monthly")).await;
    house.refuse(&refused).await;
    assert!(["failed", "cancelled"].contains(&house.state(&refused).await.as_str()));
    assert_eq!(house.plan().await, "free");

    // What is paid is had, once.
    let paid = house.order(plan("pro", "monthly")).await;
    house.pay(&paid).await;
    house.pay(&paid).await;
    assert_eq!((house.state(&paid).await.as_str(), house.plan().await.as_str()), ("paid", "pro"));
    let pack = house.order(json!({ "pack": "small" })).await;
    house.pay(&pack).await;
    house.pay(&pack).await;
    assert_eq!(credits(&house.server, &house.ana).await, 800);

    // An order in another one's place closes it.
    let closed = house.order(plan("unlimited", "monthly")).await;
    let taken = house.order(plan("pro_plus", "monthly")).await;
    assert_eq!(house.state(&closed).await, "cancelled");
    house.pay(&taken).await;
    assert_eq!(house.plan().await, "pro_plus");

    // What is given back is had no longer.
    say(&house.server, &pack, "refund").await.ok();
    say(&house.server, &taken, "refund").await.ok();
    assert_eq!(
        (house.state(&taken).await.as_str(), house.plan().await.as_str()),
        ("refunded", "free")
    );
    assert_eq!(subscription(&house.ana).await["phase"], "ended");
    say(&house.server, &taken, "refund").await.assert_problem(409, "billing.order_not_paid");
}

for_each_store! {
    async fn payment_by_hand_passes_the_suite(store) {
        suite(House::manual(store).await).await;
    }

    async fn stripe_passes_the_suite(store) {
        suite(House::stripe(store).await).await;
    }

    async fn an_order_leads_to_stripes_page(store) {
        let house = House::stripe(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        assert!(order["page"].as_str().unwrap().starts_with(&house.fake().url()));
        let said = say(&house.server, &order, "paid").await;
        said.assert_problem(409, "billing.paid_elsewhere");
        // The same order again begins no second payment.
        let body = json!({
            "id": order["id"], "item": plan("pro", "monthly"), "amount": 990, "currency": "USD",
        });
        let again = house.ana.post("/api/billing/orders", body).await.created();
        assert_eq!((&again, house.fake().count()), (&order, 1));
    }

    // security PW1
    async fn news_that_are_not_proved_change_nothing(store) {
        let house = House::stripe(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        house.fake().pay(id_of(&order), None);
        let body = house.fake().news("evt_1", id_of(&order), false);
        let now = house.server.clock().now().micros() / SECOND;
        for wrong in [
            signature("whsec_other", now, &body),
            signature(SECRET, now - 301, &body),
            signature(SECRET, now, &format!("{body} ")),
            String::new(),
        ] {
            let refused = house.send(&body, &wrong).await;
            refused.assert_problem(400, "billing.notice_unproved");
        }
        let manual = house.server.visitor().post("/api/billing/notices/manual", json!({})).await;
        manual.assert_problem(400, "billing.notice_unproved");
        house.server.visitor().post("/api/billing/notices/other", json!({})).await.assert_status(404);
        assert_eq!((house.state(&order).await.as_str(), house.plan().await.as_str()), ("open", "free"));
    }

    // security PW2, PW3: what counts is the state, so the order in which news come does not.
    async fn news_come_twice_late_and_in_any_order(store) {
        let house = House::stripe(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        // Paid, and told of 20 times at once.
        house.fake().pay(id_of(&order), None);
        let told = (0..20).map(|_| house.tell("evt_1", &order, false));
        for answer in futures::future::join_all(told).await {
            answer.assert_status(200);
        }
        let end = subscription(&house.ana).await["period_end"].clone();
        // Given back on Stripe's side: the news of the charge come before old ones of the session.
        house.fake().give_back(id_of(&order));
        house.tell("evt_3", &order, true).await.assert_status(200);
        house.tell("evt_2", &order, false).await.assert_status(200);
        house.tell("evt_1", &order, false).await.assert_status(200);
        assert_eq!((house.state(&order).await.as_str(), house.plan().await.as_str()), ("refunded", "free"));
        assert_eq!(subscription(&house.ana).await["period_end"], end);
    }

    async fn money_for_a_closed_order_gives_nothing_and_is_given_back(store) {
        let house = House::stripe(store).await;
        let closed = house.order(plan("pro", "monthly")).await;
        let path = format!("/api/billing/orders/{}/cancel", id_of(&closed));
        house.ana.post(&path, json!({})).await.ok();
        house.pay(&closed).await;
        assert_eq!((house.state(&closed).await.as_str(), house.plan().await.as_str()), ("cancelled", "free"));
        let operator = house.server.operator().await;
        let booked = operator.get("/api/billing/all-orders").await.ok();
        assert_eq!(booked["items"][0]["refund_due"], true);
        say(&house.server, &closed, "refund").await.ok();
        assert_eq!(house.state(&closed).await, "refunded");
    }

    // security PW6: "amount/currency/plan/user id tampered in client or metadata"
    async fn another_amount_than_was_ordered_gives_nothing(store) {
        let house = House::stripe(store).await;
        let order = house.order(plan("unlimited", "yearly")).await;
        house.fake().pay(id_of(&order), Some(1));
        house.tell("evt_1", &order, false).await.assert_status(200);
        assert_eq!((house.state(&order).await.as_str(), house.plan().await.as_str()), ("failed", "free"));
    }

    // spec §8: "Payment Failed"
    async fn while_stripe_does_not_answer_nothing_is_lost(store) {
        let house = House::stripe(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        house.fake().pay(id_of(&order), None);
        house.fake().set_down(true);
        let later = house.tell("evt_1", &order, false).await;
        later.assert_problem(503, "billing.provider_unavailable");
        let shown = quote(&house.ana, plan("pro", "yearly")).await;
        let body = json!({
            "id": kernel::uuid_v7(house.server.clock().now()), "item": plan("pro", "yearly"),
            "amount": shown["amount"], "currency": "USD",
        });
        let failed = house.ana.post("/api/billing/orders", body).await;
        assert_eq!(failed.assert_problem(502, "billing.payment_failed")["message"], "Payment Failed");
        house.fake().set_down(false);
        // The order was closed by the one that failed: its money is not lost, but to be given back.
        house.tell("evt_1", &order, false).await.assert_status(200);
        let booked = house.server.operator().await.get("/api/billing/all-orders?state=cancelled").await.ok();
        assert_eq!(booked["items"][0]["refund_due"], true);
    }
}
