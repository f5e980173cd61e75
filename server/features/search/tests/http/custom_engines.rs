//! Services that the operator describes by data.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::Setting;

const ENGINES: &str = "/api/search/finders";
const JSON: &str = "application/json";

/// A service of an operator's own at an address.
pub fn own(url: &str) -> Value {
    json!({
        "name": "Intranet", "sources": ["developer"], "url": url, "items": "/hits", "title": "/name",
        "link": "https://example.org/{/id}", "snippet": "/text", "date": "/day",
    })
}

fn with(mut own: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        own[name] = value.clone();
    }
    own
}

impl Setting {
    async fn add(&self, own: Value, key: Option<&str>) -> Value {
        self.operator.post(ENGINES, json!({ "own": own, "api_key": key })).await.created()
    }

    async fn try_out(&self, engine: &Value) -> Value {
        self.operator.post(&format!("{}/test", path(engine)), json!({})).await.ok()
    }

    /// Leaves nobody but the operator's own services to ask for what developers wrote.
    async fn alone(&self) {
        for engine in ["stack_exchange", "github", "hacker_news", "searxng"] {
            self.set(engine, json!({ "enabled": false })).await;
        }
    }
}

fn path(engine: &Value) -> String {
    format!("{ENGINES}/{}", engine["id"].as_str().unwrap())
}

fn hits() -> String {
    json!({ "hits": [
        { "id": 7, "name": "Tides", "text": "Twice a day", "day": "2026-05-01" },
        { "id": 8, "text": "no name" },
    ] })
    .to_string()
}

for_each_store! {
    async fn an_operators_own_service_is_asked_as_any_other(store) {
        let setting = Setting::without_model(store).await;
        setting.alone().await;
        let url = setting.web.give("find", JSON, hits());
        let headers = json!([{ "name": "X-Token", "value": "Bearer {key}" }]);
        let own = with(own(&format!("{url}?q={{query}}&n={{limit}}")), json!({ "headers": headers }));
        let added = setting.add(own, Some(" own-secret ")).await;
        assert_eq!((&added["ready"], &added["has_key"], &added["needs"]), (&json!(true), &json!(true), &json!("key")));

        let ana = setting.ana().await;
        let found = setting.search(&ana, json!({ "source": "developer", "model": null, "effort": "quick" })).await;
        let results = found["results"].as_array().unwrap();
        assert_eq!(results.len(), 1, "one without a title is no result");
        assert_eq!(results[0]["url"], "https://example.org/7");
        assert_eq!((&results[0]["date"], &results[0]["found_by"]), (&json!("2026-05-01"), &json!(["Intranet"])));
        let call = setting.web.calls().remove(0);
        assert_eq!(call.headers["x-token"], "Bearer own-secret");
        assert!(call.uri.contains("q=Why+are+there+tides%3F"), "{}", call.uri);

        let list = setting.operator.get(ENGINES).await;
        assert!(!list.text().contains("own-secret"), "a key is never given back");
    }

    async fn a_service_may_be_sent_json(store) {
        let setting = Setting::without_model(store).await;
        setting.alone().await;
        let url = setting.web.give("find", JSON, hits());
        let body = r#"{ "text": "about {query}", "size": "{limit}", "token": "{key}" }"#;
        setting.add(with(own(&url), json!({ "body": body })), Some("k1")).await;
        let ana = setting.ana().await;
        let search = json!({ "source": "developer", "model": null, "effort": "quick", "query": "a \"{key}\"" });
        assert_eq!(setting.search(&ana, search).await["results"].as_array().unwrap().len(), 1);
        let sent: Value = serde_json::from_str(&setting.web.calls()[0].body).unwrap();
        assert_eq!((&sent["text"], &sent["token"]), (&json!("about a \"{key}\""), &json!("k1")));
        assert!(sent["size"].is_number());
    }

    async fn pages_and_feeds_are_read_too(store) {
        let setting = Setting::without_model(store).await;
        setting.alone().await;
        let page = "<title>x</title><ul><li class=hit><a href='/a?x=1&amp;y=2'>Tide &amp; moon</a><p>Near</p>
            <time datetime='2026-05-01'>May</time><li class=hit><a href='javascript:x'>No</a></ul>";
        let url = setting.web.give("page", "text/html", page);
        let places = json!({
            "answer": "page", "items": "li.hit", "title": "a", "link": "a@href", "snippet": "p",
            "date": "time@datetime", "name": "Page",
        });
        setting.add(with(own(&format!("{url}?q={{query}}&key={{key}}")), places), Some("k-9")).await;
        let feed = "<feed><entry><title>Atom</title><link href='https://f.org/1'/><updated>2026-04-01T00:00:00Z</updated></entry></feed>";
        let url = setting.web.give("feed", "application/atom+xml", feed);
        let usual = json!({
            "answer": "feed", "items": "", "title": "", "link": "", "snippet": "", "date": "", "name": "Feed",
        });
        setting.add(with(own(&format!("{url}?q={{query}}")), usual), None).await;

        let ana = setting.ana().await;
        let found = setting.search(&ana, json!({ "source": "developer", "model": null, "effort": "quick" })).await;
        assert!(!found.to_string().contains("k-9"), "no link says what the page was asked with");
        let of = |name: &str| {
            let results = found["results"].as_array().unwrap();
            let is = |result: &&Value| result["found_by"] == json!([name]);
            results.iter().filter(is).cloned().collect::<Vec<_>>()
        };
        let [page] = &of("Page")[..] else { panic!("{found}") };
        assert_eq!(page["url"], format!("{}/a?x=1&y=2", setting.web.url()));
        assert_eq!((&page["title"], &page["date"]), (&json!("Tide & moon"), &json!("2026-05-01")));
        let [feed] = &of("Feed")[..] else { panic!("{found}") };
        assert_eq!((&feed["url"], &feed["date"]), (&json!("https://f.org/1"), &json!("2026-04-01")));
    }

    async fn a_test_says_what_is_wrong_with_a_description(store) {
        let setting = Setting::without_model(store).await;
        let url = setting.web.give("find", JSON, hits());
        let url = format!("{url}?q={{query}}");
        let tested = async |more: Value| {
            let added = setting.add(with(own(&url), more), Some("k-77")).await;
            setting.try_out(&added).await
        };
        let works = tested(json!({})).await;
        assert_eq!((&works["found"], &works["first"], &works["trouble"]), (&json!(1), &json!("Tides"), &json!(null)));
        assert_eq!((&works["status"], &works["entries"]), (&json!(200), &json!(2)));
        let no_list = tested(json!({ "items": "/results" })).await;
        assert_eq!((&no_list["trouble"], &no_list["fault"]), (&json!("no_list"), &json!(null)));
        assert!(no_list["sample"].as_str().unwrap().starts_with(r#"{"hits":[{"#), "{no_list}");
        assert_eq!(tested(json!({ "title": "/title" })).await["trouble"], "no_titles");
        assert_eq!(tested(json!({ "link": "/id" })).await["trouble"], "no_addresses");
        assert_eq!(tested(json!({ "answer": "feed" })).await["trouble"], "form");
        let page = json!({ "answer": "page", "items": "li", "title": "a", "link": "a", "snippet": "", "date": "" });
        assert_eq!(tested(page).await["trouble"], "form");
        let gone = json!({ "url": format!("{}/given/gone?q={{query}}", setting.web.url()) });
        let gone = tested(gone).await;
        assert_eq!((&gone["trouble"], &gone["status"]), (&json!("status"), &json!(404)));
        setting.web.give("find", JSON, r#"{ "you": "sent k-77" }"#);
        let said = tested(json!({ "url": format!("{url}&k={{key}}") })).await;
        assert_eq!(said["sample"], r#"{ "you": "sent …" }"#, "a key that comes back is not shown");
    }

    async fn what_cannot_be_is_refused_by_its_field_and_changes_nothing(store) {
        let setting = Setting::without_model(store).await;
        let url = "https://find.example.org/?q={query}";
        let before = setting.operator.get(ENGINES).await.ok();
        for (field, more) in [
            ("name", json!({ "name": "" })),
            ("sources", json!({ "sources": ["my_memo"] })),
            ("url", json!({ "url": "https://{query}/" })),
            ("url", json!({ "url": "file:///etc/passwd?{query}" })),
            ("body", json!({ "body": "not json {query}" })),
            ("headers", json!({ "headers": [{ "name": "host", "value": "10.0.0.1" }] })),
            ("items", json!({ "items": "hits" })),
            ("title", json!({ "title": "" })),
            ("timeout_seconds", json!({ "timeout_seconds": 600 })),
        ] {
            let new = json!({ "own": with(own(url), more) });
            let refused = setting.operator.post(ENGINES, new).await.assert_problem(422, "search.finder_invalid");
            assert_eq!(refused["params"]["field"], field);
        }
        let long = json!({ "own": own(url), "api_key": "x".repeat(501) });
        setting.operator.post(ENGINES, long).await.assert_problem(422, "search.key_too_long");
        assert_eq!(setting.operator.get(ENGINES).await.ok(), before);
    }

    // A key that was given for one place goes to no other.
    async fn a_key_stays_with_the_place_that_it_was_given_for(store) {
        let setting = Setting::without_model(store).await;
        let added = setting.add(own("https://a.example.org/?q={query}&k={key}"), Some("k")).await;
        let change = async |url: &str, key: Value| {
            let new = json!({ "own": own(url), "api_key": key });
            setting.operator.put(&path(&added), new).await.ok()
        };
        assert_eq!(change("https://a.example.org/v2?q={query}&k={key}", Value::Null).await["has_key"], true);
        let moved = change("https://b.example.org/?q={query}&k={key}", Value::Null).await;
        assert_eq!((&moved["has_key"], &moved["ready"]), (&json!(false), &json!(false)));
        assert_eq!(change("https://c.example.org/?q={query}&k={key}", json!("new")).await["has_key"], true);
        assert_eq!(change("https://c.example.org/?q={query}&k={key}", json!("")).await["has_key"], false);
        setting.operator.patch(&path(&added), json!({ "address": "https://d.example.org" })).await
            .assert_problem(422, "search.address_invalid");
    }

    async fn services_are_switched_off_taken_away_and_put_in_order(store) {
        let setting = Setting::without_model(store).await;
        let added = setting.add(own("https://a.example.org/?q={query}"), None).await;
        let id = added["id"].as_str().unwrap();
        assert_eq!(setting.set(id, json!({ "enabled": false })).await["ready"], false);
        assert_eq!(setting.set(id, json!({ "enabled": true })).await["ready"], true);

        let order = json!({ "ids": [id, "wikipedia"] });
        let list = setting.operator.put("/api/search/finder-order", order).await.ok();
        let ids = |list: &Value| -> Vec<String> {
            let items = list["items"].as_array().unwrap();
            items.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
        };
        let listed = ids(&list);
        assert_eq!((listed[0].as_str(), listed[1].as_str(), listed.len()), (id, "wikipedia", 14));
        assert_eq!(ids(&setting.operator.get(ENGINES).await.ok()), listed);
        let ana = setting.ana().await;
        let sources = ana.get("/api/search/sources").await.ok();
        let developer = sources["items"].as_array().unwrap().iter().find(|one| one["source"] == "developer").unwrap();
        assert_eq!(developer["engines"][0], "Intranet");
        setting.operator.put("/api/search/finder-order", json!({ "ids": ["none"] })).await
            .assert_problem(404, "search.finder_not_found");

        setting.operator.delete(&path(&added)).await.no_content();
        setting.operator.delete(&path(&added)).await.assert_problem(404, "search.finder_not_found");
        setting.operator.delete(&format!("{ENGINES}/brave")).await.assert_problem(404, "search.finder_not_found");
        let put = json!({ "own": own("https://a.example.org/?q={query}") });
        setting.operator.put(&format!("{ENGINES}/brave"), put).await.assert_problem(404, "search.finder_not_found");
    }

    async fn fifty_services_may_be_described_and_not_fifty_one(store) {
        let setting = Setting::without_model(store).await;
        for _ in 0..50 {
            setting.add(own("https://a.example.org/?q={query}"), None).await;
        }
        let one_more = json!({ "own": own("https://a.example.org/?q={query}") });
        setting.operator.post(ENGINES, one_more).await.assert_problem(409, "search.too_many_finders");
    }

    async fn a_service_that_is_taken_away_while_it_is_changed_stays_away(store) {
        let setting = Setting::without_model(store).await;
        for _ in 0..10 {
            let added = setting.add(own("https://a.example.org/?q={query}"), None).await;
            let path = path(&added);
            let change = setting.operator.patch(&path, json!({ "enabled": false }));
            let (_, removed) = tokio::join!(change, setting.operator.delete(&path));
            removed.no_content();
            let list = setting.operator.get(ENGINES).await.ok();
            assert!(list["items"].as_array().unwrap().iter().all(|one| one["id"] != added["id"]));
        }
    }

    async fn a_change_leaves_the_order_that_another_window_sets(store) {
        let setting = Setting::without_model(store).await;
        let firsts = ["brave", "wikipedia"];
        for first in firsts.iter().cycle().take(10) {
            let wish = json!({ "ids": [first] });
            let order = setting.operator.put("/api/search/finder-order", wish);
            let path = format!("{ENGINES}/{first}");
            let change = setting.operator.patch(&path, json!({ "enabled": true }));
            let (ordered, changed) = tokio::join!(order, change);
            ordered.ok();
            changed.ok();
            assert_eq!(setting.operator.get(ENGINES).await.ok()["items"][0]["id"], *first);
        }
    }

    async fn nobody_else_describes_services(store) {
        let setting = Setting::without_model(store).await;
        let added = setting.add(own("https://a.example.org/?q={query}"), None).await;
        let ana = setting.ana().await;
        let new = json!({ "own": own("https://b.example.org/?q={query}") });
        ana.post(ENGINES, new.clone()).await.assert_status(403);
        ana.put(&path(&added), new).await.assert_status(403);
        ana.delete(&path(&added)).await.assert_status(403);
        ana.put("/api/search/finder-order", json!({ "ids": [] })).await.assert_status(403);
    }
}
