//! What the assistant beside search results is given, through its routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/answers.rs"]
mod answers;
#[path = "http/archive.rs"]
mod archive;
#[path = "http/choices.rs"]
mod choices;
#[path = "http/custom_engines.rs"]
mod custom_engines;
#[path = "http/engines.rs"]
mod engines;
#[path = "http/fake_web.rs"]
mod fake_web;
#[path = "http/feeds.rs"]
mod feeds;
#[path = "http/guard.rs"]
mod guard;
#[path = "http/history.rs"]
mod history;
#[path = "http/in_chats.rs"]
mod in_chats;
#[path = "http/migration.rs"]
mod migration;
#[path = "http/noted.rs"]
mod noted;
#[path = "http/bots.rs"]
mod of_bots;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/sites.rs"]
mod sites;
#[path = "http/today.rs"]
mod today;

use std::path::PathBuf;

use kernel::{RunId, Tier};
use ledger::{Operation, Prices, Reservation};
use search::Settings;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore, for_each_store};

async fn start(store: TestStore, engines_file: Option<PathBuf>) -> TestServer {
    let settings = Settings { engines_file, ..Settings::default() };
    TestServer::with(store, move |services| vec![search::area(services, settings.clone())]).await
}

async fn ask(server: &TestServer, person: &TestPerson, times: usize) {
    let ledger = &server.services.ledger;
    for _ in 0..times {
        let run_id = RunId::new(server.clock().now());
        let charge = Prices::of(Operation::ChatMessage { tier: Tier::Standard });
        let mut tx = server.db().begin().await.unwrap();
        let payer = person.payer();
        let wanted = Reservation {
            run_id,
            payer: &payer,
            charge,
            plan: None,
            budget: None,
            feature: "chat",
            detail: "Small model",
        };
        ledger.reserve(&mut tx, &wanted).await.unwrap();
        tx.commit().await.unwrap();
    }
}

async fn ids(person: &TestPerson) -> Vec<Value> {
    let list = person.get("/api/search/engines").await.ok();
    list["engines"].as_array().unwrap().iter().map(|engine| engine["id"].clone()).collect()
}

for_each_store! {
    // spec §6: "Free users can only trigger smart search manually"
    async fn a_free_user_triggers_searches_by_hand(store) {
        let server = start(store, None).await;
        let ana = server.member("ana@example.com").await;
        let operator = server.operator().await;

        let allowed = ana.get("/api/search/assistant").await.ok();
        assert_eq!(allowed, json!({ "automatic": false, "plenty": true }));
        let allowed = operator.get("/api/search/assistant").await.ok();
        assert_eq!(allowed, json!({ "automatic": true, "plenty": true }));
        server.visitor().get("/api/search/assistant").await
            .assert_problem(401, "identity.login_required");
    }

    // spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto."
    async fn a_quarter_of_the_quota_is_kept_for_what_is_asked(store) {
        let server = start(store, None).await;
        let ana = server.member("ana@example.com").await;
        ask(&server, &ana, 30).await;
        assert_eq!(ana.get("/api/search/assistant").await.ok()["plenty"], true);
        ask(&server, &ana, 1).await;
        assert_eq!(ana.get("/api/search/assistant").await.ok()["plenty"], false);
    }

    async fn the_operators_list_stands_in_place_of_ours_as_long_as_it_can_be_used(store) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engines.json");
        let server = start(store, Some(file.clone())).await;
        let ana = server.member("ana@example.com").await;
        let ours = ids(&ana).await;
        assert!(ours.contains(&json!("google")) && ours.contains(&json!("kagi")));

        let mut list = ana.get("/api/search/engines").await.ok();
        list["engines"].as_array_mut().unwrap().truncate(1);
        list["engines"][0]["id"] = json!("intranet");
        list["engines"][0]["hosts"] = json!(["search.example.org"]);
        std::fs::write(&file, list.to_string()).unwrap();
        assert_eq!(ids(&ana).await, [json!("intranet")]);

        list["engines"][0]["hosts"] = json!(["*"]);
        std::fs::write(&file, list.to_string()).unwrap();
        assert_eq!(ids(&ana).await, ours);
    }
}
