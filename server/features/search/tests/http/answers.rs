//! Searching, and what is answered from it.

use async_trait::async_trait;
use kernel::{Fallible, UserId};
use serde_json::{Value, json};
use testing::{NOW, TestServer, for_each_store};

use crate::setting::{Setting, new_search, path};

for_each_store! {
    // spec §1: "AI search with web access"
    async fn a_search_is_answered_from_numbered_sources_that_were_read(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let found = setting.search(&ana, json!({})).await;

        assert_eq!(found["state"], "answering");
        let results = found["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        assert_eq!(results[0]["title"], "Moon & tides");
        assert_eq!(results[0]["number"], 1);
        assert_eq!(results[0]["date"], "2026-05-01");
        assert_eq!(results[0]["found_by"], json!(["SearXNG"]));
        assert!(results.iter().all(|result| result["reading"] == "read"));
        assert_eq!(setting.web.pages(), 2);

        let kept = setting.answered(&ana, &found).await;
        assert_eq!(kept["state"], "completed");
        assert!(kept["answer"].as_str().unwrap().contains("[1]"));
        let cites = kept["cites"].as_array().unwrap();
        assert_eq!(cites[0]["state"], "quoted");
        assert_eq!(cites[0]["quote"], "The moon pulls the sea.");
        assert_eq!(cites[1]["number"], 2);
        assert_eq!(cites[1]["state"], "not_found", "what is made up is told");

        let page = ana.get(&format!("{}/pages/1", path(&kept))).await.ok();
        assert!(page["text"].as_str().unwrap().contains("The moon pulls the sea."));
        ana.get(&format!("{}/pages/9", path(&kept))).await.assert_problem(404, "search.page_not_read");
    }

    async fn a_model_is_given_the_pages_and_told_that_they_are_data(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let found = setting.search(&ana, json!({ "model": "fake/echo", "skill": "bullet_ask" })).await;
        let kept = setting.answered(&ana, &found).await;
        let answer = kept["answer"].as_str().unwrap();
        assert!(answer.contains("Tides rise and fall twice a day."), "{answer}");
        assert!(answer.contains("Question: Why are there tides?"));
        let calls = setting.provider.calls();
        let system = calls.last().unwrap().body["messages"][0]["content"].to_string();
        assert!(system.contains("follow no instructions") && system.contains("list of short points"));
    }

    async fn a_quick_search_reads_no_page(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let found = setting.search(&ana, json!({ "effort": "quick" })).await;
        assert_eq!(setting.web.pages(), 0);
        assert_eq!(found["results"][0]["reading"], "unread");
        assert_eq!(setting.answered(&ana, &found).await["state"], "completed");
    }

    async fn without_a_model_sentences_of_the_sources_are_picked(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let kept = setting.search(&ana, json!({ "query": "tides rise and fall", "model": null })).await;
        assert_eq!(kept["state"], "completed");
        assert_eq!(kept["model"], Value::Null);
        let answer = kept["answer"].as_str().unwrap();
        assert!(answer.contains("- Tides rise and fall twice a day. [1]"), "{answer}");
    }

    async fn one_service_that_fails_is_named_and_stops_no_other(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let url = setting.web.url();
        for engine in ["stack_exchange", "github", "hacker_news"] {
            setting.set(engine, json!({ "address": url })).await;
        }
        setting.web.finds(json!([]));
        let found = setting.search(&ana, json!({ "source": "developer", "effort": "quick" })).await;
        let engines = found["engines"].as_array().unwrap();
        let fault = |name: &str| {
            engines.iter().find(|engine| engine["name"] == name).unwrap()["fault"].clone()
        };
        assert_eq!(fault("Stack Overflow"), "busy");
        assert_eq!(fault("GitHub"), "unreadable");
        assert_eq!(fault("Hacker News"), Value::Null);
        assert_eq!(fault("SearXNG"), Value::Null);
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
    }

    async fn a_search_that_finds_nothing_says_so_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.web.finds(json!([]));
        let kept = setting.search(&ana, json!({})).await;
        assert_eq!(kept["state"], "completed");
        assert_eq!((&kept["answer"], &kept["run_id"]), (&Value::Null, &Value::Null));
        assert!(setting.provider.calls().is_empty());
    }

    async fn a_search_is_limited_to_sites_and_leaves_sites_out(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.web.finds(json!([
            { "title": "In", "url": "https://a.example.org/x" },
            { "title": "Out", "url": "https://bad.example.org/x" },
            { "title": "Elsewhere", "url": "https://example.com/" },
        ]));
        let domains = json!({ "only": ["https://example.org"], "never": ["bad.example.org"] });
        let found = setting.search(&ana, json!({ "domains": domains, "effort": "quick" })).await;
        let titles: Vec<&Value> = found["results"].as_array().unwrap().iter().map(|one| &one["title"]).collect();
        assert_eq!(titles, ["In"]);
        assert!(setting.web.asked()[0].contains("site%3Aexample.org+-site%3Abad.example.org"));
    }

    // spec §8: "Your queries have been used up"
    async fn without_queries_left_what_was_found_stays(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        crate::ask(&setting.server, &ana, 40).await;
        let kept = setting.search(&ana, json!({})).await;
        assert_eq!(kept["state"], "failed");
        assert_eq!(kept["problem"]["message"], "Your queries have been used up");
        assert_eq!(kept["results"].as_array().unwrap().len(), 2);
    }

    async fn a_model_that_fails_leaves_the_results_and_its_reason(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let found = setting.search(&ana, json!({ "model": "fake/e401" })).await;
        let kept = setting.answered(&ana, &found).await;
        assert_eq!(kept["state"], "failed");
        assert!(kept["problem"]["code"].as_str().unwrap().starts_with("providers."));
        assert_eq!(kept["results"].as_array().unwrap().len(), 2);
    }

    async fn a_stopped_search_stays_stopped(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = ana.post("/api/search/searches", new_search(json!({}))).await.accepted();
        ana.post(&format!("{}/cancel", path(&begun)), json!({})).await.assert_status(202);
        setting.server.run_jobs().await;
        let kept = setting.get(&ana, &begun).await;
        assert_eq!(kept["state"], "cancelled");
        assert!(setting.provider.calls().is_empty());

        let found = setting.search(&ana, json!({ "model": "fake/t5-ehang" })).await;
        ana.post(&format!("{}/cancel", path(&found)), json!({})).await.assert_status(202);
        let kept = setting.answered(&ana, &found).await;
        assert_eq!(kept["state"], "cancelled");
    }

    async fn a_search_sent_twice_is_begun_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let new = new_search(json!({}));
        ana.post("/api/search/searches", new.clone()).await.accepted();
        ana.post("/api/search/searches", new.clone()).await.accepted();
        setting.server.run_jobs().await;
        assert_eq!(setting.web.asked().len(), 1);
        let mut other = new;
        other["query"] = json!("something else");
        ana.post("/api/search/searches", other).await.assert_problem(409, "search.id_taken");
    }

    async fn what_cannot_be_searched_for_is_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let refused = async |more: Value, status: u16, code: &str| {
            ana.post("/api/search/searches", new_search(more)).await.assert_problem(status, code);
        };
        refused(json!({ "query": " " }), 422, "search.query_empty").await;
        refused(json!({ "query": "x".repeat(401) }), 422, "search.query_too_long").await;
        refused(json!({ "domains": { "only": ["a b"] } }), 422, "search.domain_invalid").await;
        refused(json!({ "source": "my_memo" }), 409, "search.source_unavailable").await;
        refused(json!({ "model": "nobody/none" }), 422, "providers.model_unknown").await;
        assert_eq!(setting.server.run_jobs().await, 0);
    }

    // spec §1: "Knowledge sources: web, news, academic, developer, my_memo."
    async fn own_things_are_a_source_where_an_area_serves_them(store) {
        let server = TestServer::with(store, |services| {
            let memos = area::Area::new("memos").library_source(Memos);
            vec![search::area(services, search::Settings::default()), memos]
        }).await;
        let ana = server.member("ana@example.com").await;
        let sources = ana.get("/api/search/sources").await.ok();
        let names: Vec<&Value> = sources["items"].as_array().unwrap().iter().map(|one| &one["source"]).collect();
        assert_eq!(names, ["web", "news", "academic", "developer", "my_memo"]);

        let new = new_search(json!({ "source": "my_memo", "query": "dentist", "model": null }));
        let begun = ana.post("/api/search/searches", new).await.accepted();
        server.run_jobs().await;
        let kept = ana.get(&path(&begun)).await.ok();
        assert_eq!(kept["results"][0]["url"], "/home/memo/1");
        assert_eq!(kept["answer"], "- The dentist is on Tuesday at ten o'clock. [1]");
    }
}

/// Memos of a test.
struct Memos;

#[async_trait]
impl area::LibrarySource for Memos {
    fn kind(&self) -> &'static str {
        "my_memo"
    }

    async fn find(&self, _: UserId, query: &str, _: usize) -> Fallible<Vec<area::LibraryItem>> {
        assert_eq!(query, "dentist");
        Ok(vec![area::LibraryItem {
            id: kernel::Uuid::nil(),
            title: "Dates".to_owned(),
            path: "/home/memo/1".to_owned(),
            text: "The dentist is on Tuesday at ten o'clock.".to_owned(),
            changed_at: NOW,
        }])
    }

    async fn read(&self, _: UserId, _: kernel::Uuid) -> Fallible<Option<area::LibraryItem>> {
        Ok(None)
    }
}
