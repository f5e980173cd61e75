//! Payment collectors: one suite that every provider passes, plus failures that only remote ones can have.

use std::sync::Arc;

use axum::body::Body;
use http::Request;
use kernel::{SECOND, Uuid};
use payments::{Manual, PaymentProvider, Payments, Settings};
use serde_json::{Value, json};
use testing::{
    Answer, FakePayPal, FakeStripe, STRIPE_SECRET, TestPerson, TestServer, TestStore, WebhookEvent,
    for_each_store, stripe_signature,
};

use crate::setting::{
    credits, mails_to, order, pass_days, plan, plan_of, quote, say, subscription, sweep,
};

/// A provider, and a payer who uses it.
pub enum Collector {
    Manual,
    Stripe(FakeStripe),
    PayPal(Arc<FakePayPal>),
}

impl Collector {
    pub async fn stripe() -> Self {
        Self::Stripe(FakeStripe::start().await)
    }

    pub async fn paypal() -> Self {
        Self::PayPal(Arc::new(FakePayPal::start().await))
    }

    /// Returns the remote providers.
    pub async fn far() -> [Self; 2] {
        [Self::stripe().await, Self::paypal().await]
    }

    pub fn provider(&self) -> Arc<dyn PaymentProvider> {
        match self {
            Self::Manual => Arc::new(Manual),
            Self::Stripe(stripe) => Arc::new(stripe.provider()),
            Self::PayPal(paypal) => Arc::new(paypal.provider()),
        }
    }

    pub fn url(&self) -> String {
        match self {
            Self::Manual => String::new(),
            Self::Stripe(stripe) => stripe.url(),
            Self::PayPal(paypal) => paypal.url(),
        }
    }

    /// Pays an order on the provider's page.
    pub fn pay(&self, order: &Value) {
        match self {
            Self::Manual => {}
            Self::Stripe(stripe) => stripe.pay(id_of(order), None),
            Self::PayPal(paypal) => paypal.agree(id_of(order)),
        }
    }

    /// Pays only the smallest unit of it.
    pub fn pay_a_unit(&self, order: &Value) {
        match self {
            Self::Manual => {}
            Self::Stripe(stripe) => stripe.pay(id_of(order), Some(1)),
            Self::PayPal(paypal) => {
                paypal.alter(id_of(order), "0.01");
                paypal.agree(id_of(order));
            }
        }
    }

    pub fn expire(&self, order: &Value) {
        match self {
            Self::Manual => {}
            Self::Stripe(stripe) => stripe.expire(id_of(order)),
            Self::PayPal(paypal) => paypal.expire(id_of(order)),
        }
    }

    pub fn give_back(&self, order: &Value) {
        match self {
            Self::Manual => {}
            Self::Stripe(stripe) => stripe.give_back(id_of(order)),
            Self::PayPal(paypal) => paypal.give_back(id_of(order)),
        }
    }

    /// Opens or updates the payer's dispute of an order.
    pub fn dispute(&self, order: &Value, is: Dispute) {
        match self {
            Self::Manual => {}
            Self::Stripe(stripe) => stripe.dispute(
                id_of(order),
                match is {
                    Dispute::Open => "needs_response",
                    Dispute::Won => "won",
                    Dispute::Lost => "lost",
                },
            ),
            Self::PayPal(paypal) => {
                let (status, outcome) = match is {
                    Dispute::Open => ("UNDER_REVIEW", "NONE"),
                    Dispute::Won => ("RESOLVED", "RESOLVED_SELLER_FAVOUR"),
                    Dispute::Lost => ("RESOLVED", "RESOLVED_BUYER_FAVOUR"),
                };
                paypal.dispute(id_of(order), status, outcome);
            }
        }
    }

    pub fn set_down(&self, is_down: bool) {
        match self {
            Self::Manual => {}
            Self::Stripe(stripe) => stripe.set_down(is_down),
            Self::PayPal(paypal) => paypal.set_down(is_down),
        }
    }

    pub fn count(&self) -> usize {
        match self {
            Self::Manual => 0,
            Self::Stripe(stripe) => stripe.count(),
            Self::PayPal(paypal) => paypal.count(),
        }
    }
}

/// The outcome of a dispute.
#[derive(Clone, Copy)]
pub enum Dispute {
    Open,
    Won,
    Lost,
}

pub struct House {
    pub server: TestServer,
    pub collector: Collector,
    pub ana: TestPerson,
}

impl House {
    pub async fn with(store: TestStore, collector: Collector) -> Self {
        let provider = collector.provider();
        Self::asking(store, collector, provider).await
    }

    /// Returns a house that asks the collector through `provider`.
    pub async fn asking(
        store: TestStore,
        collector: Collector,
        provider: Arc<dyn PaymentProvider>,
    ) -> Self {
        let payments = Payments::new(Settings::default(), provider);
        let areas = |services: &area::Services| {
            vec![billing::area(services, &billing::Settings::default())]
        };
        let change = |services: area::Services| area::Services { payments, ..services };
        let server = TestServer::with_changed(store, change, areas).await;
        let ana = server.member("ana@example.com").await;
        Self { server, collector, ana }
    }

    pub fn is_manual(&self) -> bool {
        matches!(self.collector, Collector::Manual)
    }

    /// Pays an order, and notifies us.
    pub async fn pay(&self, order: &Value) {
        self.server.clock().advance(SECOND);
        self.collector.pay(order);
        if self.is_manual() {
            drop(say(&self.server, order, "paid").await);
        } else {
            self.tell(&format!("evt_paid_{}", id_of(order)), order, false).await.assert_status(200);
        }
    }

    /// Refuses the payment of an order.
    pub async fn refuse(&self, order: &Value) {
        self.collector.expire(order);
        if self.is_manual() {
            drop(say(&self.server, order, "refused").await);
        } else {
            let id = format!("evt_expired_{}", id_of(order));
            self.tell(&id, order, false).await.assert_status(200);
        }
    }

    pub fn news(&self, id: &str, order: &Value, is_of_charge: bool) -> WebhookEvent {
        let now = self.server.clock().now();
        match &self.collector {
            Collector::Manual => panic!("nobody sends news of payments by hand"),
            Collector::Stripe(stripe) => stripe.news(id, id_of(order), is_of_charge, now),
            Collector::PayPal(paypal) => paypal.news(id, id_of(order), is_of_charge),
        }
    }

    /// Sends a notification of the provider.
    pub async fn tell(&self, id: &str, order: &Value, is_of_charge: bool) -> Answer {
        self.send(&self.news(id, order, is_of_charge)).await
    }

    /// Notifies us of a change of a dispute.
    pub async fn tell_of_dispute(&self, id: &str, order: &Value) {
        let now = self.server.clock().now();
        let news = match &self.collector {
            Collector::Manual => panic!("nobody sends news of payments by hand"),
            Collector::Stripe(stripe) => stripe.dispute_event(id, id_of(order), now),
            Collector::PayPal(paypal) => paypal.dispute_event(id, id_of(order)),
        };
        self.send(&news).await.assert_status(200);
    }

    pub async fn is_disputed(&self, order: &Value) -> bool {
        let operator = self.server.operator().await;
        let booked = operator.get("/api/billing/all-orders?state=disputed").await.ok();
        booked["items"].as_array().unwrap().iter().any(|it| it["id"] == order["id"])
    }

    pub async fn send(&self, news: &WebhookEvent) -> Answer {
        let path = format!("/api/billing/notices/{}", self.collector.provider().id());
        let mut request = Request::post(path).header("content-type", "application/json");
        for (name, value) in &news.headers {
            request = request.header(*name, value);
        }
        let request = request.body(Body::from(news.body.clone())).unwrap();
        // From another site's program: no cookie, no origin.
        let elsewhere =
            self.server.visitor().with_header("origin", "").with_header("sec-fetch-site", "");
        elsewhere.send(request).await
    }

    pub async fn state(&self, order: &Value) -> String {
        let path = format!("/api/billing/orders/{}", id_of(order));
        self.ana.get(&path).await.ok()["state"].as_str().unwrap().to_owned()
    }

    /// Simulates the buyer's return from the provider's page.
    pub async fn come_back(&self, order: &Value) -> Answer {
        let path = format!("/api/billing/orders/{}/check", id_of(order));
        self.ana.post(&path, json!({})).await
    }

    pub async fn order(&self, item: Value) -> Value {
        order(&self.server, &self.ana, item).await
    }

    /// Lets days pass, and does what is due. She has to sign in again afterwards.
    pub async fn pass_days(&mut self, days: i64) {
        pass_days(&self.server, days).await;
        self.ana = self.server.member("ana@example.com").await;
    }

    /// Returns the page where an order is paid now, or none.
    pub async fn page(&self, order: &Value) -> Value {
        let path = format!("/api/billing/orders/{}", id_of(order));
        self.ana.get(&path).await.ok()["page"].clone()
    }

    pub async fn plan(&self) -> String {
        plan_of(&self.server, &self.ana).await
    }

    /// Returns the state of an order, and the plan.
    pub async fn stand(&self, order: &Value) -> (String, String) {
        (self.state(order).await, self.plan().await)
    }
}

pub fn id_of(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

/// Runs the checks that hold for every payment collector.
async fn suite(house: House) {
    // Nothing is had before it is paid.
    let refused = house.order(plan("pro", "monthly")).await;
    house.refuse(&refused).await;
    assert!(["failed", "cancelled"].contains(&house.state(&refused).await.as_str()));
    assert_eq!(house.plan().await, "free");

    // A paid purchase is granted once.
    let paid = house.order(plan("pro", "monthly")).await;
    house.pay(&paid).await;
    house.pay(&paid).await;
    assert_eq!((house.state(&paid).await.as_str(), house.plan().await.as_str()), ("paid", "pro"));
    let pack = house.order(json!({ "pack": "small" })).await;
    house.pay(&pack).await;
    house.pay(&pack).await;
    assert_eq!(credits(&house.server, &house.ana).await, 800);

    // A replacing order closes it.
    let closed = house.order(plan("unlimited", "monthly")).await;
    let taken = house.order(plan("pro_plus", "monthly")).await;
    assert_eq!(house.state(&closed).await, "cancelled");
    house.pay(&taken).await;
    assert_eq!(house.plan().await, "pro_plus");

    // A refunded purchase is revoked; for an upgrade, the earlier plan continues.
    say(&house.server, &pack, "refund").await.ok();
    say(&house.server, &taken, "refund").await.ok();
    assert_eq!(house.stand(&taken).await, both("refunded", "pro"));
    say(&house.server, &paid, "refund").await.ok();
    assert_eq!(house.stand(&paid).await, both("refunded", "free"));
    assert_eq!(subscription(&house.ana).await["phase"], "ended");
    say(&house.server, &taken, "refund").await.assert_problem(409, "billing.order_not_paid");
}

pub fn both(state: &str, plan: &str) -> (String, String) {
    (state.to_owned(), plan.to_owned())
}

for_each_store! {
    async fn payment_by_hand_passes_the_suite(store) {
        suite(House::with(store, Collector::Manual).await).await;
    }

    async fn stripe_passes_the_suite(store) {
        suite(House::with(store, Collector::stripe().await).await).await;
    }

    async fn paypal_passes_the_suite(store) {
        suite(House::with(store, Collector::paypal().await).await).await;
    }

    async fn an_order_leads_to_the_providers_page(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            assert!(order["page"].as_str().unwrap().starts_with(&house.collector.url()));
            let said = say(&house.server, &order, "paid").await;
            said.assert_problem(409, "billing.paid_elsewhere");
            // The same order again begins no second payment.
            let body = json!({
                "id": order["id"], "item": plan("pro", "monthly"), "amount": 990, "currency": "USD",
            });
            let again = house.ana.post("/api/billing/orders", body).await.created();
            assert_eq!((&again, house.collector.count()), (&order, 1));
        }
    }

    // security PW1
    async fn news_that_are_not_proved_change_nothing(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            house.collector.pay(&order);
            let right = house.news("evt_1", &order, false);
            let mut wrong = vec![WebhookEvent { headers: Vec::new(), ..right.clone() }];
            wrong.push(WebhookEvent { body: format!("{} ", right.body).replace("ANY", "NONE"), ..right.clone() });
            for at in 0..right.headers.len() {
                let mut news = right.clone();
                news.headers.remove(at);
                wrong.push(news);
            }
            let mut news = right.clone();
            if let Some((_, value)) = news.headers.last_mut() {
                *value = value.replace(|digit: char| digit.is_ascii_digit(), "0");
            }
            wrong.push(news);
            for news in &wrong {
                house.send(news).await.assert_problem(400, "billing.notice_unproved");
            }
            let visitor = house.server.visitor();
            let manual = visitor.post("/api/billing/notices/manual", json!({})).await;
            manual.assert_problem(400, "billing.notice_unproved");
            visitor.post("/api/billing/notices/other", json!({})).await.assert_status(404);
            assert_eq!(house.stand(&order).await, both("open", "free"));
        }
    }

    // security PW1
    async fn news_of_stripes_are_believed_for_five_minutes(store) {
        let house = House::with(store, Collector::stripe().await).await;
        let order = house.order(plan("pro", "monthly")).await;
        house.collector.pay(&order);
        let body = house.news("evt_1", &order, false).body;
        let now = house.server.clock().now().micros() / SECOND;
        for wrong in [
            stripe_signature("whsec_other", now, &body),
            stripe_signature(STRIPE_SECRET, now - 301, &body),
            stripe_signature(STRIPE_SECRET, now, &format!("{body} ")),
        ] {
            let news = WebhookEvent { headers: vec![("stripe-signature", wrong)], body: body.clone() };
            house.send(&news).await.assert_problem(400, "billing.notice_unproved");
        }
        assert_eq!(house.stand(&order).await, both("open", "free"));
    }

    // security PW2, PW3: what counts is the state, so the order in which news come does not.
    async fn news_come_twice_late_and_in_any_order(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            // Paid, with 20 concurrent notifications.
            house.collector.pay(&order);
            let told = (0..20).map(|_| house.tell("evt_1", &order, false));
            for answer in futures::future::join_all(told).await {
                answer.assert_status(200);
            }
            assert_eq!(house.stand(&order).await, both("paid", "pro"));
            let end = subscription(&house.ana).await["period_end"].clone();
            // Refunded at the provider: the notification of the charge arrives before old ones of the order.
            house.collector.give_back(&order);
            house.tell("evt_3", &order, true).await.assert_status(200);
            house.tell("evt_2", &order, false).await.assert_status(200);
            house.tell("evt_1", &order, false).await.assert_status(200);
            assert_eq!(house.stand(&order).await, both("refunded", "free"));
            assert_eq!(subscription(&house.ana).await["period_end"], end);
        }
    }

    async fn who_comes_back_before_the_news_has_it_at_once(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            assert_eq!(house.come_back(&order).await.ok()["state"], "open");
            house.collector.pay(&order);
            let ben = house.server.member("ben@example.com").await;
            let path = format!("/api/billing/orders/{}/check", id_of(&order));
            ben.post(&path, json!({})).await.assert_problem(404, "billing.order_not_found");
            house.collector.set_down(true);
            house.come_back(&order).await.assert_problem(503, "billing.provider_unavailable");
            house.collector.set_down(false);
            let back = (0..4).map(|_| house.come_back(&order));
            for answer in futures::future::join_all(back).await {
                answer.assert_status(200);
            }
            assert_eq!(house.stand(&order).await, both("paid", "pro"));
            house.tell("evt_1", &order, false).await.assert_status(200);
            assert_eq!(house.stand(&order).await, both("paid", "pro"));
        }
    }

    async fn money_for_a_closed_order_gives_nothing_and_is_given_back(store) {
        let house = House::with(store, Collector::stripe().await).await;
        let operator = house.server.operator().await;
        let closed = house.order(plan("pro", "monthly")).await;
        let path = format!("/api/billing/orders/{}/cancel", id_of(&closed));
        house.ana.post(&path, json!({})).await.ok();
        house.pay(&closed).await;
        assert_eq!(house.stand(&closed).await, both("cancelled", "free"));
        let booked = operator.get("/api/billing/all-orders?state=refund_due").await.ok();
        assert_eq!(booked["items"][0]["refund_due"], true);
        // Its payer sees it, and the operators got one mail, however often it is reported.
        let own = house.ana.get(&path.replace("/cancel", "")).await.ok();
        assert_eq!((&own["state"], &own["refund_due"]), (&json!("cancelled"), &json!(true)));
        house.tell("evt_again", &closed, false).await.assert_status(200);
        let mails = mails_to(&house.server, &operator.email).await;
        assert_eq!(mails, ["A payment needs to be refunded"]);
        let mail = house.server.newest_mail_to(&operator.email).await;
        let number = &id_of(&closed)[id_of(&closed).len() - 8..];
        for fact in ["ana@example.com", "9.90 USD", number, "/settings/orders"] {
            assert!(mail.contains(fact), "{mail}");
        }
        say(&house.server, &closed, "refund").await.ok();
        assert_eq!(house.state(&closed).await, "refunded");
        let booked = operator.get("/api/billing/all-orders?state=refund_due").await.ok();
        assert_eq!(booked["items"], json!([]));
    }

    // With PayPal we collect the money after its payer approves, so none is collected for a cancelled order.
    async fn nothing_is_taken_for_an_order_that_was_withdrawn(store) {
        let (house, paypal) = with_paypal(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        let path = format!("/api/billing/orders/{}/cancel", id_of(&order));
        house.ana.post(&path, json!({})).await.ok();
        house.pay(&order).await;
        house.come_back(&order).await.ok();
        assert_eq!(house.stand(&order).await, both("cancelled", "free"));
        assert_eq!(paypal.captures(), 0);
        let booked = house.server.operator().await.get("/api/billing/all-orders").await.ok();
        assert_eq!(booked["items"][0]["refund_due"], false);
    }

    async fn paypal_takes_money_once_however_often_it_is_asked(store) {
        let (house, paypal) = with_paypal(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        house.collector.pay(&order);
        // Its token is rejected: a new one is requested.
        paypal.forget_tokens();
        let asked = (0..8).map(|_| async {
            house.come_back(&order).await.assert_status(200);
            house.tell("evt_1", &order, true).await.assert_status(200);
        });
        futures::future::join_all(asked).await;
        assert_eq!(house.stand(&order).await, both("paid", "pro"));
        assert_eq!(paypal.captures(), 1);
    }

    // spec §4: "Payment: successful, failed or cancelled, with a reason."
    async fn a_card_that_paypal_declines_says_why(store) {
        let (house, paypal) = with_paypal(store).await;
        let order = house.order(plan("pro", "monthly")).await;
        paypal.set_declines(true);
        house.pay(&order).await;
        let seen = house.come_back(&order).await.ok();
        assert_eq!((&seen["state"], &seen["reason"]), (&json!("failed"), &json!("declined")));
        // An order that PayPal no longer knows.
        let other = house.order(plan("pro", "yearly")).await;
        let news = house.news("evt_2", &other, false);
        paypal.forget(id_of(&other));
        house.send(&news).await.assert_status(200);
        let seen = house.come_back(&other).await.ok();
        assert_eq!((&seen["state"], &seen["reason"]), (&json!("cancelled"), &json!("expired")));
    }

    async fn orders_of_a_former_provider_are_settled_with_it(store) {
        let stripe = FakeStripe::start().await;
        let paypal = FakePayPal::start().await;
        let payments = Payments::with_former(
            Settings::default(),
            Arc::new(paypal.provider()),
            vec![Arc::new(stripe.provider())],
        );
        for (id, is) in [("stripe", true), ("paypal", true), ("manual", true), ("other", false)] {
            assert_eq!(payments.provider_of(id).map(|found| found.id()), is.then_some(id));
        }
        let house = House::with(store, Collector::Stripe(stripe)).await;
        let order = house.order(plan("pro", "monthly")).await;
        house.pay(&order).await;
        let provider = payments.provider_of("stripe").unwrap();
        let reference = format!("cs_{}", id_of(&order).parse::<Uuid>().unwrap().simple());
        let paid = payments::Payment::Paid { amount: 990, currency: "USD".to_owned() };
        assert_eq!(provider.look_up(&reference).await.unwrap(), paid);
    }

    // A provider's page lives for some hours, and the days of grace are longer (decision 0784).
    async fn a_bill_that_expired_is_paid_on_day_3(store) {
        for collector in Collector::far().await {
            let mut house = House::with(store, collector).await;
            let first = house.order(plan("pro", "monthly")).await;
            house.pay(&first).await;
            let end = subscription(&house.ana).await["period_end"].clone();
            house.pass_days(30).await;
            let bill = subscription(&house.ana).await["open_order"].clone();
            assert_eq!((&bill["kind"], &bill["page"]), (&json!("renew"), &Value::Null));
            assert_eq!(house.collector.count(), 1, "its payment begins when its payer comes");

            let begun = house.come_back(&bill).await.ok();
            assert!(begun["page"].as_str().unwrap().starts_with(&house.collector.url()));
            assert_eq!(house.come_back(&bill).await.ok(), begun, "no second one while that is open");
            // The provider reports twice that it expired.
            house.refuse(&bill).await;
            house.tell("evt_late", &bill, false).await.assert_status(200);
            assert_eq!(house.stand(&bill).await, both("open", "pro"));
            assert_eq!(house.page(&bill).await, Value::Null);

            house.pass_days(2).await;
            let again = house.come_back(&bill).await.ok();
            assert_ne!(again["page"], begun["page"]);
            assert_eq!((&again["state"], &again["reason"]), (&json!("open"), &json!("")));
            // Nobody reports that this one expired: it is looked up.
            house.collector.expire(&bill);
            sweep(&house.server).await;
            assert_eq!(house.stand(&bill).await, both("open", "pro"));

            house.pass_days(1).await;
            house.come_back(&bill).await.ok();
            assert_eq!(house.collector.count(), 4);
            house.pay(&bill).await;
            assert_eq!(house.stand(&bill).await, both("paid", "pro"));
            let is = subscription(&house.ana).await;
            assert_eq!((&is["phase"], &is["period_start"]), (&json!("active"), &end));
        }
    }

    async fn a_trial_that_ends_while_the_provider_is_down_is_paid_when_it_answers(store) {
        for collector in Collector::far().await {
            let mut house = House::with(store, collector).await;
            house.ana.post("/api/billing/trial", json!({ "cycle": "monthly" })).await.ok();
            house.collector.set_down(true);
            house.pass_days(7).await;
            let bill = subscription(&house.ana).await["open_order"].clone();
            for _ in 0..2 {
                let down = house.come_back(&bill).await;
                down.assert_problem(502, "billing.payment_failed");
            }
            assert_eq!(house.stand(&bill).await, both("open", "pro"));
            sweep(&house.server).await;
            house.collector.set_down(false);
            assert!(house.come_back(&bill).await.ok()["page"].is_string());
            house.pay(&bill).await;
            assert_eq!(house.stand(&bill).await, both("paid", "pro"));
            assert_eq!(subscription(&house.ana).await["phase"], "active");
        }
    }

    async fn an_upgrade_whose_credit_has_changed_cannot_be_paid_on_the_providers_page(store) {
        let mut house = House::with(store, Collector::stripe().await).await;
        let paid = house.order(plan("pro", "monthly")).await;
        house.pay(&paid).await;
        let late = house.order(plan("unlimited", "monthly")).await;
        house.pass_days(3).await;
        sweep(&house.server).await;
        assert_eq!(house.stand(&late).await, both("cancelled", "pro"));
        // Paid after all, at the moment it was closed: the money is refunded.
        house.pay(&late).await;
        assert_eq!(house.stand(&late).await, both("cancelled", "pro"));
        // One that was paid without a notification is found before it is closed.
        let found = house.order(plan("unlimited", "monthly")).await;
        house.collector.pay(&found);
        house.pass_days(3).await;
        sweep(&house.server).await;
        assert_eq!(house.stand(&found).await, both("paid", "unlimited"));
    }

    // spec §8: "checkout failure from high transaction volume (wait, then "Try again")"
    async fn who_tries_again_with_another_order_has_a_page(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = async |id: Uuid| {
                let item = plan("pro", "monthly");
                let body = json!({ "id": id, "item": item, "amount": 990, "currency": "USD" });
                house.ana.post("/api/billing/orders", body).await
            };
            let first = kernel::uuid_v7(house.server.clock().now());
            house.collector.set_down(true);
            order(first).await.assert_problem(502, "billing.payment_failed");
            house.collector.set_down(false);
            let same = order(first).await.created();
            assert_eq!((&same["state"], &same["reason"]), (&json!("failed"), &json!("not_begun")));
            let again = order(kernel::uuid_v7(house.server.clock().now())).await.created();
            assert_eq!(again["state"], "open");
            assert!(again["page"].as_str().unwrap().starts_with(&house.collector.url()));
        }
    }

    async fn a_bill_closes_when_the_days_of_grace_are_over(store) {
        for collector in Collector::far().await {
            let mut house = House::with(store, collector).await;
            house.ana.post("/api/billing/trial", json!({ "cycle": "monthly" })).await.ok();
            house.pass_days(7).await;
            let bill = subscription(&house.ana).await["open_order"].clone();
            house.come_back(&bill).await.ok();
            house.pass_days(7).await;
            assert_eq!(house.stand(&bill).await, both("cancelled", "free"));
            let closed = house.come_back(&bill).await.ok();
            assert_eq!((&closed["state"], &closed["page"]), (&json!("cancelled"), &Value::Null));
            assert_eq!(house.collector.count(), 1, "nothing is begun for what is closed");
        }
    }

    async fn a_bill_whose_card_is_declined_says_so_and_stays(store) {
        let (mut house, paypal) = with_paypal(store).await;
        house.ana.post("/api/billing/trial", json!({ "cycle": "monthly" })).await.ok();
        house.pass_days(7).await;
        let bill = subscription(&house.ana).await["open_order"].clone();
        house.come_back(&bill).await.ok();
        paypal.set_declines(true);
        house.pay(&bill).await;
        let path = format!("/api/billing/orders/{}", id_of(&bill));
        let seen = house.ana.get(&path).await.ok();
        assert_eq!((&seen["state"], &seen["reason"]), (&json!("open"), &json!("declined")));
        paypal.set_declines(false);
        house.come_back(&bill).await.ok();
        house.collector.pay(&bill);
        house.come_back(&bill).await.ok();
        assert_eq!(house.stand(&bill).await, both("paid", "pro"));
        assert_eq!(paypal.captures(), 1);
    }

    // security PW6: "amount/currency/plan/user id tampered in client or metadata"
    async fn another_amount_than_was_ordered_gives_nothing(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("unlimited", "yearly")).await;
            house.collector.pay_a_unit(&order);
            house.tell("evt_1", &order, false).await.assert_status(200);
            assert_eq!(house.stand(&order).await, both("failed", "free"));
            let all = house.server.operator().await.get("/api/billing/all-orders").await.ok();
            assert_eq!(all["items"][0]["refund_due"], true);
        }
    }

    // spec §8: "Payment Failed"
    async fn while_the_provider_does_not_answer_nothing_is_lost(store) {
        for collector in Collector::far().await {
            let house = House::with(store, collector).await;
            let order = house.order(plan("pro", "monthly")).await;
            house.collector.pay(&order);
            house.collector.set_down(true);
            let later = house.tell("evt_1", &order, false).await;
            later.assert_problem(503, "billing.provider_unavailable");
            let shown = quote(&house.ana, plan("pro", "yearly")).await;
            let body = json!({
                "id": kernel::uuid_v7(house.server.clock().now()), "item": plan("pro", "yearly"),
                "amount": shown["amount"], "currency": "USD",
            });
            let failed = house.ana.post("/api/billing/orders", body).await;
            let failed = failed.assert_problem(502, "billing.payment_failed");
            assert_eq!(failed["message"], "Payment Failed");
            house.collector.set_down(false);
            // The failed payment closed the order: money collected later is not lost, but must be refunded.
            house.tell("evt_1", &order, false).await.assert_status(200);
            let operator = house.server.operator().await;
            let booked = operator.get("/api/billing/all-orders?state=cancelled").await.ok();
            let is_taken = matches!(house.collector, Collector::Stripe(_));
            assert_eq!(booked["items"][0]["refund_due"], is_taken);
        }
    }
}

/// Starts a server with PayPal as its provider; also returns the stand-in for PayPal.
pub async fn with_paypal(store: TestStore) -> (House, Arc<FakePayPal>) {
    let paypal = Arc::new(FakePayPal::start().await);
    (House::with(store, Collector::PayPal(paypal.clone())).await, paypal)
}
