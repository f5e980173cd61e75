//! Billing in regions where nothing is sold.

use axum::middleware::from_fn_with_state;
use regions::{Regions, note_place};
use serde_json::json;
use testing::{TestPerson, TestServer, TestStore, for_each_store};

use crate::setting::{buy, order, plan, quote, say, subscription};

/// Returns a server that believes this machine, as a proxy.
async fn server(store: TestStore) -> TestServer {
    let settings = regions::Settings {
        country_header: Some("cf-ipcountry".to_owned()),
        no_sign_up: vec!["AQ".to_owned()],
        no_sales: vec!["BV".to_owned()],
        ..regions::Settings::default()
    };
    let regions = Regions::new(&settings, &["127.0.0.1/32".parse().unwrap()]).unwrap();
    TestServer::with(store, move |services| {
        let mut area = billing::area(services, &billing::Settings::default());
        area.routes = area.routes.layer(from_fn_with_state(regions.clone(), note_place));
        vec![area]
    })
    .await
}

fn at(person: &TestPerson, country: &str) -> TestPerson {
    let client = person.client.clone().with_header("cf-ipcountry", country);
    TestPerson { client, ..person.clone() }
}

for_each_store! {
    // spec §6: "Region restrictions block subscribing, sign-up and credit purchase in some regions (two tiers of country lists)"
    // spec §8: "Unable to subscribe due to regional restrictions."
    async fn nobody_subscribes_or_buys_credits_in_either_tier(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let id = kernel::uuid_v7(server.clock().now());
        for country in ["AQ", "bv"] {
            let there = at(&ana, country);
            let asked = there.post("/api/billing/quotes", plan("pro", "monthly")).await;
            let problem = asked.assert_problem(403, "billing.subscribing_restricted");
            assert_eq!(problem["message"], "Unable to subscribe due to regional restrictions.");
            let body = json!({ "id": id, "item": plan("pro", "monthly"), "amount": 990, "currency": "USD" });
            let ordered = there.post("/api/billing/orders", body).await;
            ordered.assert_problem(403, "billing.subscribing_restricted");
            let trial = there.post("/api/billing/trial", json!({ "cycle": "monthly" })).await;
            trial.assert_problem(403, "billing.subscribing_restricted");
            let pack = there.post("/api/billing/quotes", json!({ "pack": "small" })).await;
            let problem = pack.assert_problem(403, "billing.credits_restricted");
            assert_eq!(problem["message"], "Unable to purchase credits due to regional restrictions.");
        }
        assert_eq!(subscription(&ana).await["phase"], "none");
        assert_eq!(ana.get("/api/billing/orders").await.ok()["items"], json!([]));
        assert_eq!(quote(&at(&ana, "HM"), plan("pro", "monthly")).await["amount"], 990);
    }

    async fn what_was_bought_goes_on_there(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let there = at(&ana, "BV");
        assert_eq!(subscription(&there).await["phase"], "active");
        let cancel = json!({ "reason": "not_used", "feedback": "" });
        there.post("/api/billing/subscription/cancel", cancel).await.ok();
        there.post("/api/billing/subscription/resume", json!({})).await.ok();
        // An order placed in another region is paid there, and can be read and cancelled here.
        let ordered = order(&server, &ana, plan("unlimited", "monthly")).await;
        let path = format!("/api/billing/orders/{}", ordered["id"].as_str().unwrap());
        assert_eq!(there.get(&path).await.ok()["state"], "open");
        say(&server, &ordered, "paid").await.ok();
        assert_eq!(subscription(&there).await["terms"]["plan"], "unlimited");
    }
}
