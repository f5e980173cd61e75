//! How many searches a plan has in a day.

use std::collections::BTreeMap;

use entitlements::{DailyGives, PlanGives, day_of};
use futures::future::join_all;
use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::in_chats::{Chats, switch};
use crate::setting::{Setting, new_search, path};

const SEARCHES: &str = "/api/search/searches";

/// Has who pays nothing search so often a day.
async fn give(server: &TestServer, searches: i64) {
    let entitlements = &server.services.entitlements;
    let mut tx = server.db().begin().await.unwrap();
    let free = entitlements.gives(&mut tx).await.unwrap()["free"].clone();
    assert_eq!(free.daily.unwrap().searches, Some(20));
    let daily = DailyGives { searches: Some(searches), ..free.daily.unwrap() };
    let gives = BTreeMap::from([("free".to_owned(), PlanGives { daily: Some(daily), ..free })]);
    entitlements.change_plans(&mut tx, &gives, server.clock().now()).await.unwrap();
    tx.commit().await.unwrap();
}

/// How many a person has had today.
async fn used(server: &TestServer, person: &TestPerson) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let source = server.services.daily_sources.iter().next().unwrap();
    let since = day_of(server.clock().now());
    source.count(&mut conn, &person.payer(), since).await.unwrap()[0].1
}

for_each_store! {
    // spec §3: "reading, smart search"
    // spec §8: "free-limit messages for reading, smart search, video summary and doc chat, each prompting upgrade."
    async fn who_pays_nothing_has_so_many_searches_a_day_however_they_ask(store) {
        let setting = Setting::without_model(store).await;
        give(&setting.server, 3).await;
        let ana = setting.ana().await;
        let new = || new_search(json!({ "model": null }));
        let many: Vec<Value> = (0..5).map(|_| new()).collect();
        let begun = join_all(many.iter().map(|new| ana.post(SEARCHES, new.clone()))).await;
        let accepted: Vec<usize> = (0..5).filter(|index| begun[*index].status == 202).collect();
        assert_eq!(accepted.len(), 3, "at once they are no more than one after the other");
        ana.post(SEARCHES, many[accepted[0]].clone()).await.accepted();

        // What was stopped before it found anything is given back, and what is deleted is not.
        let stopped = path(&many[accepted[0]]);
        ana.post(&format!("{stopped}/cancel"), json!({})).await.assert_status(202);
        assert_eq!(used(&setting.server, &ana).await, 2);
        ana.post(SEARCHES, new()).await.accepted();
        setting.server.run_jobs().await;
        ana.delete(&path(&many[accepted[1]])).await.assert_status(204);
        let refused = ana.post(SEARCHES, new()).await.assert_problem(403, "search.too_many_searches");
        assert_eq!((&refused["params"]["max"], used(&setting.server, &ana).await), (&json!("3"), 3));
        setting.server.clock().advance(DAY);
        ana.post(SEARCHES, new()).await.accepted();
    }

    async fn a_search_that_fails_is_given_back(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let new = new_search(json!({ "model": "fake/e401" }));
        let begun = ana.post(SEARCHES, new).await.accepted();
        assert_eq!(used(&setting.server, &ana).await, 1);
        setting.server.run_jobs().await;
        let found = setting.get(&ana, &begun).await;
        assert_eq!(setting.answered(&ana, &found).await["state"], "failed");
        assert_eq!(used(&setting.server, &ana).await, 0);
    }

    // spec §8: "free-limit messages for reading, smart search, video summary and doc chat, each prompting upgrade."
    async fn a_message_of_a_chat_for_which_the_web_is_searched_is_a_search(store) {
        let chats = Chats::new(store).await;
        give(&chats.server, 2).await;
        let ana = chats.server.member("ana@example.com").await;
        switch(&ana, true, "manually").await.ok();
        chats.web.finds(json!([]));
        chats.ask(&ana, "Why are there tides", "fake/echo").await;
        assert_eq!(used(&chats.server, &ana).await, 0, "nothing was found");
        chats.finds(&["moon"]);
        chats.ask(&ana, "Why are there tides", "fake/echo").await;
        assert_eq!(used(&chats.server, &ana).await, 1);
        chats.ask(&ana, r#"search_web {"query": "why tides"}"#, "fake/use-echo").await;
        assert_eq!(used(&chats.server, &ana).await, 2);

        chats.send(&ana, "And the sun", "fake/echo").await.assert_problem(403, "search.too_many_searches");
        switch(&ana, false, "manually").await.ok();
        chats.ask(&ana, "And the sun", "fake/echo").await;
        chats.server.clock().advance(DAY);
        switch(&ana, true, "manually").await.ok();
        chats.ask(&ana, "And the sun", "fake/echo").await;
        assert_eq!(used(&chats.server, &ana).await, 1);
    }
}
