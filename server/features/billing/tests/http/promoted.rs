//! Promotions: who gets which, and their amount.

use kernel::HOUR;
use serde_json::{Value, json};
use testing::{TestServer, TestStore, for_each_store};

use crate::setting::{at, buy, go_to, order, plan, quote, say, subscription};

async fn start(store: TestStore) -> TestServer {
    let promotion = |percent_off, cycles: Value, more: Value| {
        let mut all = json!({
            "on": true, "percent_off": percent_off, "plans": ["pro", "unlimited"], "cycles": cycles,
        });
        for (name, value) in more.as_object().unwrap() {
            all[name] = value.clone();
        }
        all
    };
    let settings: billing::Settings = serde_json::from_value(json!({ "promotions": {
        "fresh": promotion(20, json!(["monthly", "yearly"]), json!({ "hours": 24 })),
        "thanks": promotion(40, json!(["yearly"]), json!({ "hours": 24 })),
        "newyear": promotion(50, json!(["yearly"]), json!({ "from": "12-26", "until": "01-08" })),
    } }))
    .unwrap();
    TestServer::with(store, move |services| vec![billing::area(services, &settings)]).await
}

fn ids(offer: &Value) -> Vec<&str> {
    offer["promotions"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect()
}

for_each_store! {
    // spec §4: "Promotion countdowns: newcomer, back to school, new year, free trial."
    // spec §9: "Coupon usable within 24 hours"
    async fn a_newcomer_has_24_hours(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        server.clock().advance(HOUR);
        let offer = ana.get("/api/billing/offer").await.ok();
        assert_eq!(ids(&offer), ["fresh"]);
        let fresh = &offer["promotions"][0];
        assert_eq!((&fresh["kind"], &fresh["percent_off"]), (&json!("newcomer"), &json!(20)));
        assert_eq!(fresh["seconds_left"], 23 * 3_600);
        let pro = offer["plans"].as_array().unwrap().iter().find(|plan| plan["id"] == "pro").unwrap();
        assert_eq!((&pro["prices"]["monthly"], &pro["promoted"]["monthly"]), (&json!(990), &json!(792)));
        let shown = quote(&ana, plan("pro", "monthly")).await;
        assert_eq!((&shown["price"], &shown["discount"], &shown["amount"]), (&json!(990), &json!(198), &json!(792)));
        assert_eq!(shown["promotion"], "newcomer");
        // Visitors are no newcomers.
        let visited = server.visitor().get("/api/billing/offer").await.ok();
        assert_eq!(visited["promotions"], json!([]));

        // An order for the amount shown, too late: nothing is ordered.
        server.clock().advance(23 * HOUR);
        let body = json!({ "id": kernel::uuid_v7(server.clock().now()), "item": plan("pro", "monthly"),
            "amount": 792, "currency": "USD" });
        let late = ana.post("/api/billing/orders", body).await;
        let late = late.assert_problem(409, "billing.price_changed");
        assert_eq!(late["params"]["amount"], "990");
        assert_eq!(ana.get("/api/billing/offer").await.ok()["promotions"], json!([]));
    }

    // spec §9: "post-payment yearly offer lasts 24 hours"
    async fn who_paid_a_first_month_is_offered_a_year_for_24_hours(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        server.clock().advance(25 * HOUR);
        assert!(ids(&ana.get("/api/billing/offer").await.ok()).is_empty(), "nothing was paid");
        let month = order(&server, &ana, plan("pro", "monthly")).await;
        server.clock().advance(HOUR);
        say(&server, &month, "paid").await.ok();
        let paid_at = server.clock().now();
        go_to(&server, paid_at.plus(HOUR)).await;

        let offer = ana.get("/api/billing/offer").await.ok();
        assert_eq!(ids(&offer), ["thanks"]);
        let thanks = &offer["promotions"][0];
        assert_eq!((&thanks["kind"], &thanks["seconds_left"]), (&json!("first_month"), &json!(23 * 3_600)));
        let year = quote(&ana, plan("pro", "yearly")).await;
        assert_eq!((&year["kind"], &year["promotion"]), (&json!("upgrade"), &json!("first_month")));
        // 40 of 100 of 99.00, and 29 of 30 days of 9.90.
        assert_eq!((&year["discount"], &year["credit"]), (&json!(3_960), &json!(957)));
        assert_eq!(year["amount"], 9_900 - 3_960 - 957);
        assert_eq!(quote(&ana, plan("unlimited", "monthly")).await["discount"], 0, "a year alone");

        go_to(&server, paid_at.plus(24 * HOUR)).await;
        assert!(ids(&ana.get("/api/billing/offer").await.ok()).is_empty());
        // It was the first payment: a later one begins nothing.
        say(&server, &month, "refund").await.ok();
        buy(&server, &ana, plan("pro", "monthly")).await;
        assert!(ids(&ana.get("/api/billing/offer").await.ok()).is_empty());

        // Paying for a year earns the offer.
        let ben = server.member("ben@example.com").await;
        buy(&server, &ben, plan("pro", "yearly")).await;
        assert!(ids(&ben.get("/api/billing/offer").await.ok()).is_empty());
        let cleo = server.member("cleo@example.com").await;
        buy(&server, &cleo, plan("pro", "monthly")).await;
        buy(&server, &cleo, plan("pro", "yearly")).await;
        assert!(ids(&cleo.get("/api/billing/offer").await.ok()).is_empty());
    }

    async fn the_first_period_alone_is_cheaper(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let bought = buy(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!((&bought["price"], &bought["discount"], &bought["amount"]), (&json!(990), &json!(198), &json!(792)));
        // A person with a plan is no newcomer, and is credited what they paid.
        assert_eq!(ids(&ana.get("/api/billing/offer").await.ok()), ["thanks"]);
        server.clock().advance(HOUR);
        let more = quote(&ana, plan("unlimited", "monthly")).await;
        assert_eq!((&more["remaining_days"], &more["credit"], &more["discount"]), (&json!(29), &json!(765), &json!(0)));
        let end = subscription(&ana).await["period_end"].as_str().unwrap().to_owned();
        go_to(&server, at(&end)).await;
        let due = subscription(&ana).await["open_order"].clone();
        assert_eq!((&due["kind"], &due["amount"], &due["discount"]), (&json!("renew"), &json!(990), &json!(0)));
        // Refunded within the newcomer's hours, it still was a plan.
        say(&server, &bought, "refund").await.ok();
    }

    async fn the_one_that_takes_most_off_counts_and_ends_on_its_day(store) {
        let server = start(store).await;
        go_to(&server, at("2027-01-07T23:00:00Z")).await;
        let ana = server.member("ana@example.com").await;
        let offer = ana.get("/api/billing/offer").await.ok();
        assert_eq!(ids(&offer), ["newyear", "fresh"], "the one that ends first is first");
        assert_eq!(ids(&server.visitor().get("/api/billing/offer").await.ok()), ["newyear"]);
        let shown = quote(&ana, plan("pro", "yearly")).await;
        assert_eq!((&shown["promotion"], &shown["amount"]), (&json!("new_year"), &json!(4_950)));
        let shown = quote(&ana, plan("pro", "monthly")).await;
        assert_eq!((&shown["promotion"], &shown["amount"]), (&json!("newcomer"), &json!(792)));
        // Ordered in time, it may be paid later.
        let ordered = order(&server, &ana, plan("pro", "yearly")).await;
        server.clock().advance(2 * HOUR);
        assert_eq!(quote(&ana, plan("pro", "yearly")).await["amount"], 7_920);
        say(&server, &ordered, "paid").await.ok();
        assert_eq!(subscription(&ana).await["phase"], "active");
    }

    async fn the_operator_switches_them_on_in_the_app(store) {
        let server = crate::setting::start(store).await;
        let ana = server.member("ana@example.com").await;
        assert_eq!(ana.get("/api/billing/offer").await.ok()["promotions"], json!([]));
        let operator = server.operator().await;
        let mut own = operator.get("/api/billing/own-offer").await.ok();
        let ids: Vec<_> = own["promotions"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(ids, ["fresh", "homecoming", "newyear", "thanks"]);
        own["promotions"]["fresh"]["on"] = json!(true);
        let seen = operator.post("/api/billing/own-offer/preview", own.clone()).await.ok();
        assert_eq!(seen["promotions"], json!(["fresh"]));
        operator.put("/api/billing/own-offer", own.clone()).await.assert_status(200);
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 792);
        own["promotions"]["fresh"]["percent_off"] = json!(100);
        let wrong = operator.put("/api/billing/own-offer", own).await;
        wrong.assert_problem(422, "billing.promotion_invalid");
    }
}
