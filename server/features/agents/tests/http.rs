//! Agents items, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use kernel::{SECOND, Uuid};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, TestServer, TestStore, for_each_store};

async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |services| vec![agents::area(services)]).await
}

async fn create(person: &TestPerson, id: Uuid, title: &str) -> Answer {
    person.post("/api/agents", json!({ "id": id, "title": title })).await
}

async fn titles(person: &TestPerson) -> Vec<Value> {
    let list = person.get("/api/agents").await.ok();
    list["items"].as_array().unwrap().iter().map(|item| item["title"].clone()).collect()
}

for_each_store! {
    async fn items_are_listed_newest_first_and_deleted(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let first = Uuid::now_v7();
        create(&ana, first, " First ").await.created();
        server.clock().advance(SECOND);
        create(&ana, Uuid::now_v7(), "Second").await.created();
        assert_eq!(titles(&ana).await, ["Second", "First"]);
        let page = ana.get("/api/agents?limit=1").await.ok();
        let next = page["next_cursor"].as_str().unwrap();
        let rest = ana.get(&format!("/api/agents?limit=1&cursor={next}")).await.ok();
        assert_eq!(rest["items"][0]["title"], "First");

        ana.delete(&format!("/api/agents/{first}")).await.no_content();
        assert_eq!(titles(&ana).await, ["Second"]);
        let again = ana.delete(&format!("/api/agents/{first}")).await;
        again.assert_problem(404, "agents.not_found");
    }

    async fn a_retry_creates_nothing_and_a_title_is_needed(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let id = Uuid::now_v7();
        let created = create(&ana, id, "Tides").await.created();
        assert_eq!(create(&ana, id, "Tides").await.created(), created);
        assert_eq!(titles(&ana).await, ["Tides"]);
        let empty = create(&ana, Uuid::now_v7(), " ").await;
        empty.assert_problem(422, "agents.title_invalid");
    }

    async fn nobody_gets_at_the_items_of_others(store) {
        let server = start(store).await;
        let (ana, ben) =
            (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let id = Uuid::now_v7();
        create(&ana, id, "Tides").await.created();
        assert_eq!(titles(&ben).await, Vec::<Value>::new());
        create(&ben, id, "Mine").await.assert_problem(404, "agents.not_found");
        ben.delete(&format!("/api/agents/{id}")).await.assert_problem(404, "agents.not_found");
        assert_eq!(titles(&ana).await, ["Tides"]);
    }
}
