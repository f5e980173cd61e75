//! What the operator sets for services.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, new_search};

for_each_store! {
    async fn a_key_is_written_and_never_given_back(store) {
        let setting = Setting::without_model(store).await;
        let before = setting.set("brave", json!({})).await;
        assert_eq!((&before["has_key"], &before["ready"]), (&json!(false), &json!(false)));
        let set = setting.set("brave", json!({ "api_key": " brave-secret-key " })).await;
        assert_eq!((&set["has_key"], &set["ready"]), (&json!(true), &json!(true)));
        let list = setting.operator.get("/api/search/finders").await;
        assert!(!list.text().contains("brave-secret-key"));
        let gone = setting.set("brave", json!({ "api_key": "" })).await;
        assert_eq!(gone["has_key"], false);
    }

    async fn only_the_operator_sees_and_sets_services(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        ana.get("/api/search/finders").await.assert_status(403);
        ana.patch("/api/search/finders/brave", json!({ "enabled": false })).await.assert_status(403);
        ana.post("/api/search/finders/brave/test", json!({})).await.assert_status(403);
    }

    async fn a_source_without_a_service_is_not_offered(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let sources = ana.get("/api/search/sources").await.ok();
        assert_eq!(sources["items"][0], json!({ "source": "web", "engines": ["SearXNG"] }));
        setting.set("searxng", json!({ "enabled": false })).await;
        let sources = ana.get("/api/search/sources").await.ok();
        assert_eq!(sources["items"][0]["source"], "news", "there is none for the web");
        ana.post("/api/search/searches", new_search(json!({ "model": null }))).await
            .assert_problem(409, "search.source_unavailable");
    }

    async fn a_test_says_what_is_wrong(store) {
        let setting = Setting::without_model(store).await;
        let test = async |engine: &str| {
            setting.operator.post(&format!("/api/search/finders/{engine}/test"), json!({})).await.ok()
        };
        let works = test("searxng").await;
        assert_eq!((&works["found"], &works["first"]), (&json!(2), &json!("Moon & tides")));
        assert_eq!((&works["fault"], &works["trouble"]), (&json!(null), &json!(null)));
        assert_eq!(test("brave").await["fault"], "key_refused", "there is no key");
        let url = setting.web.url();
        setting.set("stack_exchange", json!({ "address": url })).await;
        let busy = test("stack_exchange").await;
        assert_eq!((&busy["fault"], &busy["status"]), (&json!("busy"), &json!(429)));
        setting.set("github", json!({ "address": url })).await;
        let strange = test("github").await;
        assert_eq!((&strange["fault"], &strange["trouble"]), (&json!("unreadable"), &json!("form")));
        assert_eq!(strange["sample"], "<html>not what you think</html>");
        setting.set("crossref", json!({ "address": url })).await;
        assert_eq!(test("crossref").await["fault"], "refused");
        setting.operator.post("/api/search/finders/none/test", json!({})).await
            .assert_problem(404, "search.finder_not_found");
    }

    async fn a_service_is_asked_no_more_often_than_it_likes(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        for engine in ["stack_exchange", "hacker_news", "searxng"] {
            setting.set(engine, json!({ "enabled": false })).await;
        }
        setting.set("github", json!({ "address": setting.web.url() })).await;
        for at in 0..11 {
            let person = if at < 6 { &ana } else { &setting.operator };
            let new = json!({ "source": "developer", "model": null, "effort": "quick" });
            let last = setting.search(person, new).await;
            let expected = if at < 10 { "unreadable" } else { "paused" };
            assert_eq!(last["engines"][0]["fault"], expected, "{at}");
        }
        setting.server.clock().advance(60_000_000);
        let last = setting.search(&ana, json!({ "source": "developer", "model": null, "effort": "quick" })).await;
        assert_eq!(last["engines"][0]["fault"], "unreadable");
    }
}
