//! Plans that the operator edits in the app: the preview, existing subscriptions, and refused edits.

use entitlements::Meter;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{buy, order, pass_days, plan, plan_of, quote, say, start, subscription};

async fn own(server: &TestServer) -> Value {
    server.operator().await.get("/api/billing/own-offer").await.ok()
}

async fn change(server: &TestServer, offer: &Value) -> Value {
    server.operator().await.put("/api/billing/own-offer", offer.clone()).await.ok()
}

/// Returns the monthly allowance of advanced queries in a person's plan.
async fn queries(server: &TestServer, person: &TestPerson) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let usage = server.services.ledger.usage(&mut conn, &person.payer()).await.unwrap();
    usage.into_iter().find(|it| it.meter == Meter::AdvancedQuery).unwrap().granted.unwrap()
}

/// Returns the field that a refused offer names.
async fn wrong(server: &TestServer, offer: &Value, code: &str) -> String {
    let operator = server.operator().await;
    let before = operator.get("/api/billing/own-offer").await.ok();
    let preview = operator.post("/api/billing/own-offer/preview", offer.clone()).await;
    preview.assert_problem(422, code);
    let refused = operator.put("/api/billing/own-offer", offer.clone()).await;
    let problem = refused.assert_problem(422, code);
    assert_eq!(operator.get("/api/billing/own-offer").await.ok(), before, "nothing is changed");
    problem["params"]["field"].as_str().unwrap().to_owned()
}

for_each_store! {
    async fn what_plans_give_is_changed_with_a_preview(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let mut offer = own(&server).await;
        assert_eq!(offer["gives"]["free"]["standard_query"], 40);
        assert_eq!(offer["gives"]["unlimited"]["documents"]["files"], Value::Null);
        offer["gives"]["pro"]["name"] = json!("Pro 2");
        offer["gives"]["pro"]["advanced_query"] = json!(500);
        offer["gives"]["free"]["documents"]["files"] = Value::Null;

        let operator = server.operator().await;
        let seen = operator.post("/api/billing/own-offer/preview", offer.clone()).await.ok();
        assert_eq!(seen["gives"], json!([
            { "plan": "free", "field": "documents.files", "from": "1", "to": null, "subscriptions": 0 },
            { "plan": "pro", "field": "advanced_query", "from": "300", "to": "500", "subscriptions": 1 },
            { "plan": "pro", "field": "name", "from": "Pro", "to": "Pro 2", "subscriptions": 1 },
        ]));
        assert_eq!(queries(&server, &ana).await, 300, "nothing is changed by looking");

        assert_eq!(change(&server, &offer).await["gives"], offer["gives"]);
        assert_eq!(own(&server).await["gives"], offer["gives"]);
        let shown = server.visitor().get("/api/billing/offer").await.ok();
        assert!(shown["plans"].to_string().contains("Pro 2"), "{shown}");
        assert_eq!(queries(&server, &ana).await, 500, "what is more counts at once");
    }

    // spec §9: "Prices, per-month query counts, trial length in days"
    async fn prices_queries_of_a_month_and_days_of_a_trial_are_the_operators_figures(store) {
        let server = start(store).await;
        let mut offer = own(&server).await;
        offer["plans"]["pro"]["monthly"] = json!(1_290);
        offer["gives"]["pro"]["advanced_query"] = json!(77);
        offer["trial"]["days"] = json!(3);
        change(&server, &offer).await;

        let ana = server.member("ana@example.com").await;
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 1_290);
        let trial = ana.post("/api/billing/trial", json!({ "cycle": "monthly" })).await.ok();
        assert_eq!((&trial["phase"], &trial["remaining_days"]), (&json!("trial"), &json!(3)));
        assert_eq!(queries(&server, &ana).await, 77);
    }

    // spec §3: "Subscription: plan, version"
    async fn what_was_sold_stays_as_it_was_sold(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        pass_days(&server, 1).await;
        let mut offer = own(&server).await;
        offer["gives"]["pro"]["advanced_query"] = json!(100);
        change(&server, &offer).await;

        let ben = server.member("ben@example.com").await;
        buy(&server, &ben, plan("pro", "monthly")).await;
        assert_eq!((queries(&server, &ana).await, queries(&server, &ben).await), (300, 100));
    }

    async fn what_was_shown_with_an_order_is_had_when_it_is_paid_later(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ordered = order(&server, &ana, plan("pro", "monthly")).await;
        pass_days(&server, 1).await;
        let mut offer = own(&server).await;
        offer["gives"]["pro"]["advanced_query"] = json!(100);
        change(&server, &offer).await;
        pass_days(&server, 1).await;
        say(&server, &ordered, "paid").await.ok();
        assert_eq!(queries(&server, &ana).await, 300);

        // Refunding an upgrade leaves the earlier order.
        let ana = server.member("ana@example.com").await;
        let upgrade = buy(&server, &ana, plan("unlimited", "monthly")).await;
        say(&server, &upgrade, "refund").await.ok();
        assert_eq!((plan_of(&server, &ana).await.as_str(), queries(&server, &ana).await), ("pro", 300));

        // The next period has the contents of the plan by then.
        pass_days(&server, 31).await;
        let ana = server.member("ana@example.com").await;
        say(&server, &subscription(&ana).await["open_order"], "paid").await.ok();
        assert_eq!(queries(&server, &ana).await, 100);
    }

    async fn another_process_gives_what_was_changed_at_once(store) {
        let server = start(store).await;
        let other = server.another_process().await;
        let mut offer = own(&server).await;
        offer["gives"]["free"]["standard_query"] = json!(7);
        change(&server, &offer).await;

        let ana = other.member("ana@example.com").await;
        let usage = ana.get("/api/billing/usage").await.ok();
        assert_eq!(usage["meters"][0]["left"], 7);
        assert_eq!(other.operator().await.get("/api/billing/own-offer").await.ok(), own(&server).await);
    }

    async fn packs_and_promotions_come_and_go(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let mut offer = own(&server).await;
        offer["packs"] = json!({ "huge": { "credits": 9000, "price": 4990 } });
        offer["trial"] = json!({ "plan": "unlimited", "days": 3, "extension_days": 0 });
        offer["promotions"] = json!({ "fresh_week": {
            "on": true, "percent_off": 10, "plans": ["pro"], "cycles": ["monthly"], "hours": 168,
        } });
        change(&server, &offer).await;

        let gone = ana.post("/api/billing/quotes", json!({ "pack": "small" })).await;
        gone.assert_problem(404, "billing.not_sold");
        let ben = server.member("ben@example.com").await;
        buy(&server, &ben, plan("pro", "yearly")).await;
        assert_eq!(quote(&ben, json!({ "pack": "huge" })).await["amount"], 4990);
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 891);
        assert_eq!(quote(&ana, plan("pro", "yearly")).await["amount"], 9900);

        offer["promotions"] = json!({});
        change(&server, &offer).await;
        assert_eq!(own(&server).await["promotions"], json!({}), "none is put back");
        assert_eq!(quote(&ana, plan("pro", "monthly")).await["amount"], 990);
    }

    async fn a_change_that_cannot_be_sold_names_its_field(store) {
        let server = start(store).await;
        let right = own(&server).await;
        let with = |pointer: &str, value: Value| {
            let mut offer = right.clone();
            *offer.pointer_mut(pointer).unwrap() = value;
            offer
        };
        let plans = "entitlements.plan_invalid";
        for (pointer, value, code, field) in [
            ("/gives/pro/advanced_query", json!(-1), plans, "gives.pro.advanced_query"),
            ("/gives/pro/advanced_query", json!(0), plans, "gives.pro.advanced_query"),
            ("/gives/free/name", json!(" "), plans, "gives.free.name"),
            ("/gives/free/documents/pages", json!(-1), plans, "gives.free.documents.pages"),
            ("/plans/pro/yearly", json!(-1), "billing.price_out_of_range", "plans.pro.yearly"),
            ("/packs/small/credits", json!(0), "billing.pack_invalid", "packs.small.credits"),
            ("/packs/small/price", json!(0), "billing.price_out_of_range", "packs.small.price"),
            ("/promotions/fresh/plans", json!(["gold"]), "billing.promotion_invalid", "promotions.fresh.plans"),
            ("/promotions/fresh/cycles", json!([]), "billing.promotion_invalid", "promotions.fresh.cycles"),
            ("/promotions/newyear/until", json!("13-01"), "billing.promotion_invalid", "promotions.newyear.until"),
            ("/trial/plan", json!("gold"), "billing.trial_invalid", "trial.plan"),
            ("/trial/days", json!(400), "billing.trial_invalid", "trial.days"),
            ("/currency", json!("dollars"), "billing.currency_invalid", "currency"),
        ] {
            assert_eq!(wrong(&server, &with(pointer, value), code).await, field);
        }
        let mut nameless = right.clone();
        nameless["promotions"]["summer"] = right["promotions"]["fresh"].clone();
        assert_eq!(wrong(&server, &nameless, "billing.promotion_invalid").await, "promotions.summer");
        let mut fixed = right.clone();
        fixed["gives"]["operator"] = right["gives"]["pro"].clone();
        assert_eq!(wrong(&server, &fixed, plans).await, "gives.operator");
    }
}
