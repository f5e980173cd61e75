//! Feeds that news are searched in: the operator's for everybody, and people's own.

use area::Restored;
use kernel::{DAY, MINUTE};
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::Setting;

const FEEDS: &str = "/api/search/feeds";
const SHARED: &str = "/api/search/shared-feeds";
const RSS: &str = "application/rss+xml";

fn rss(name: &str, items: &[(&str, &str)]) -> String {
    let item = |(title, link): &(&str, &str)| {
        format!(
            "<item><title>{title}</title><link>{link}</link><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate></item>"
        )
    };
    let items: String = items.iter().map(item).collect();
    format!("<rss version='2.0'><channel><title>{name}</title>{items}</channel></rss>")
}

impl Setting {
    /// With no service for news but feeds.
    async fn with_feeds_only(self) -> Self {
        for engine in ["news_feeds", "gdelt", "searxng"] {
            self.set(engine, json!({ "enabled": false })).await;
        }
        self
    }

    async fn news(&self, person: &TestPerson, query: &str) -> Value {
        let wish = json!({ "source": "news", "model": null, "effort": "quick", "query": query });
        self.search(person, wish).await
    }
}

fn titles(search: &Value) -> Vec<&str> {
    search["results"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect()
}

async fn listed(person: &TestPerson, path: &str) -> Vec<Value> {
    person.get(path).await.ok()["items"].as_array().unwrap().clone()
}

for_each_store! {
    async fn news_are_searched_in_ones_own_feeds_and_the_operators(store) {
        let setting = Setting::without_model(store).await.with_feeds_only().await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let has_news = async |person: &TestPerson| {
            let sources = person.get("/api/search/sources").await.ok();
            sources["items"].as_array().unwrap().iter().any(|one| one["source"] == "news")
        };
        assert!(!has_news(&ana).await, "nothing is there to ask");
        let coast = setting.web.give("coast", RSS, rss("The Coast", &[
            ("High tides expected", "https://c.org/1"), ("A new harbour", "https://c.org/2"),
        ]));
        let added = ana.post(FEEDS, json!({ "url": coast })).await.created();
        assert_eq!((&added["title"], &added["entries"]), (&json!("The Coast"), &json!(2)));
        assert!(has_news(&ana).await && !has_news(&ben).await, "it is hers");
        let sea = setting.web.give("sea", RSS, rss("The Sea", &[("Tides and moons", "https://s.org/1")]));
        setting.operator.post(SHARED, json!({ "url": sea })).await.created();

        let of_ana = setting.news(&ana, "tides").await;
        assert_eq!(titles(&of_ana).len(), 2, "{of_ana}");
        assert_eq!(of_ana["engines"], json!([{ "name": "RSS", "found": 2, "fault": null }]));
        assert_eq!(of_ana["results"][0]["date"], "2026-05-01");
        let places: Vec<&Value> = of_ana["results"].as_array().unwrap().iter().map(|one| &one["place"]).collect();
        assert!(places.contains(&&json!("The Coast")) && places.contains(&&json!("The Sea")));
        assert_eq!(titles(&setting.news(&ben, "tides").await), ["Tides and moons"]);
        assert!(titles(&setting.news(&ben, "volcano").await).is_empty());

        let limited = json!({ "source": "news", "model": null, "effort": "quick", "query": "tides",
            "domains": { "only": ["c.org"] } });
        assert_eq!(titles(&setting.search(&ana, limited).await), ["High tides expected"]);
    }

    async fn a_feed_is_read_again_after_a_quarter_of_an_hour_and_not_before(store) {
        let setting = Setting::without_model(store).await.with_feeds_only().await;
        let ana = setting.ana().await;
        let url = setting.web.give("coast", RSS, rss("The Coast", &[("Old tides", "https://c.org/1")]));
        ana.post(FEEDS, json!({ "url": url })).await.created();
        setting.web.give("coast", RSS, rss("The Coast", &[("New tides", "https://c.org/2")]));
        assert_eq!(titles(&setting.news(&ana, "tides").await), ["Old tides"]);
        assert_eq!(setting.web.calls().len(), 1);
        setting.server.clock().advance(15 * MINUTE);
        assert_eq!(titles(&setting.news(&ana, "tides").await), ["New tides"]);
        assert_eq!(setting.web.calls().len(), 2);

        // One that is silent keeps what it said, and is named.
        setting.web.give("coast", "text/html", "<html>moved</html>");
        setting.server.clock().advance(15 * MINUTE);
        let found = setting.news(&ana, "tides").await;
        assert_eq!(titles(&found), ["New tides"]);
        assert_eq!(found["engines"][1], json!({ "name": "The Coast", "found": 0, "fault": "unreadable" }));
        assert_eq!(listed(&ana, FEEDS).await[0]["fault"], "unreadable");
    }

    async fn what_is_no_feed_is_not_added(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let refused = async |url: &str, status: u16, code: &str| {
            ana.post(FEEDS, json!({ "url": url })).await.assert_problem(status, code);
        };
        refused("", 422, "web_access.invalid_url").await;
        refused("file:///etc/passwd", 422, "web_access.invalid_url").await;
        let page = setting.web.give("page", "text/html", "<html><body><item>x</item></body></html>");
        refused(&page, 422, "search.no_feed").await;
        let gone = format!("{}/given/gone", setting.web.url());
        let status = ana.post(FEEDS, json!({ "url": gone })).await.status;
        assert!(status.as_u16() >= 400, "{status}");
        let large = format!("<rss><channel>{}", "<item><title>t</title></item>".repeat(80_000));
        let large = setting.web.give("large", RSS, large);
        let status = ana.post(FEEDS, json!({ "url": large })).await.status;
        assert!(status.as_u16() >= 400, "more than two megabytes are not taken: {status}");
        assert!(listed(&ana, FEEDS).await.is_empty());
    }

    // Hostile XML: entities that grow, entities from outside, elements without end.
    async fn a_hostile_feed_says_nothing_and_reaches_nothing(store) {
        let setting = Setting::without_model(store).await.with_feeds_only().await;
        let ana = setting.ana().await;
        let canary = setting.canary.url();
        let bomb: String = (1..10).map(|at| {
            format!("<!ENTITY a{at} \"{}\">", format!("&a{};", at - 1).repeat(10))
        }).collect();
        let hostile = [
            format!("<!DOCTYPE rss [<!ENTITY a0 \"tides\">{bomb}]><rss><channel><title>Bomb</title><item><title>tides &a9;</title><link>https://e.org/1</link></item></channel></rss>"),
            format!("<!DOCTYPE rss [<!ENTITY x SYSTEM \"{canary}\">]><rss><channel><title>Outside</title><item><title>tides &x;</title><link>https://e.org/2</link></item></channel></rss>"),
            format!("<?xml-stylesheet href=\"{canary}\"?><!DOCTYPE rss SYSTEM \"{canary}\"><rss><channel><title>Dtd</title><item><title>tides</title><link>https://e.org/3</link></item></channel></rss>"),
        ];
        for (at, text) in hostile.into_iter().enumerate() {
            let url = setting.web.give(&format!("h{at}"), RSS, text);
            ana.post(FEEDS, json!({ "url": url })).await.created();
        }
        let deep = setting.web.give("deep", RSS, format!("<rss><item>{}", "<a>".repeat(300_000)));
        let feed = ana.post(FEEDS, json!({ "url": deep })).await.created();
        assert_eq!(feed["entries"], 0);
        assert_eq!(titles(&setting.news(&ana, "tides").await), ["tides", "tides", "tides"]);
        assert_eq!(setting.canary.reached(), 0);
    }

    async fn a_list_of_feeds_is_taken_as_far_as_there_is_room(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let outline = |at: usize| format!("<outline text='Feed {at}' xmlUrl='https://f.example/{at}'/>");
        let some: String = (0..28).map(outline).collect();
        let opml = |outlines: &str| json!({ "opml": format!("<opml version='2.0'><body><outline text='All'>{outlines}</outline></body></opml>") });
        let imported = ana.post(&format!("{FEEDS}/opml"), opml(&some)).await.ok();
        assert_eq!(imported, json!({ "added": 28, "known": 0, "refused": 0, "left_out": 0 }));
        assert!(setting.web.calls().is_empty(), "none is read before something is looked for");
        let more = format!("{}<outline xmlUrl='file:///etc/passwd'/>{}", outline(3), (40..45).map(outline).collect::<String>());
        let imported = ana.post(&format!("{FEEDS}/opml"), opml(&more)).await.ok();
        assert_eq!(imported, json!({ "added": 2, "known": 1, "refused": 1, "left_out": 3 }));
        assert_eq!(listed(&ana, FEEDS).await.len(), 30);
        let url = setting.web.give("one", RSS, rss("One", &[]));
        ana.post(FEEDS, json!({ "url": url })).await.assert_problem(409, "search.too_many_feeds");
        assert_eq!(listed(&ana, FEEDS).await.len(), 30);

        for strange in ["", "x", "<html/>", "<opml><outline", "{}"] {
            ana.post(&format!("{FEEDS}/opml"), json!({ "opml": strange })).await
                .assert_problem(422, "search.opml_invalid");
        }
        let long = "x".repeat(500_001);
        ana.post(&format!("{FEEDS}/opml"), json!({ "opml": long })).await.assert_problem(422, "search.opml_invalid");
    }

    async fn a_feed_is_its_owners_and_is_there_once(store) {
        let setting = Setting::without_model(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let url = setting.web.give("coast", RSS, rss("The Coast", &[]));
        let added = ana.post(FEEDS, json!({ "url": url })).await.created();
        assert_eq!(ana.post(FEEDS, json!({ "url": url })).await.created()["id"], added["id"]);
        let path = format!("{FEEDS}/{}", added["id"].as_str().unwrap());
        assert!(listed(&ben, FEEDS).await.is_empty());
        ben.delete(&path).await.assert_problem(404, "search.feed_not_found");
        ben.post(FEEDS, json!({ "url": url })).await.created();

        let shared = setting.operator.post(SHARED, json!({ "url": url })).await.created();
        let again = setting.operator.post(SHARED, json!({ "url": url })).await.created();
        assert_eq!(again["id"], shared["id"]);
        let of_all = format!("{SHARED}/{}", shared["id"].as_str().unwrap());
        ana.delete(&format!("{FEEDS}/{}", shared["id"].as_str().unwrap())).await.assert_problem(404, "search.feed_not_found");
        setting.operator.delete(&format!("{SHARED}/{}", added["id"].as_str().unwrap())).await
            .assert_problem(404, "search.feed_not_found");
        for refused in [
            ana.get(SHARED).await, ana.post(SHARED, json!({ "url": url })).await, ana.delete(&of_all).await,
            ana.post(&format!("{SHARED}/opml"), json!({ "opml": "<opml/>" })).await,
        ] {
            refused.assert_status(403);
        }
        setting.operator.delete(&of_all).await.no_content();
        ana.delete(&path).await.no_content();
        assert_eq!((listed(&ana, FEEDS).await.len(), listed(&ben, FEEDS).await.len()), (0, 1));
    }

    async fn a_feed_that_was_taken_away_comes_back_as_it_was(store) {
        let setting = Setting::without_model(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let url = setting.web.give("coast", RSS, rss("The Coast", &[("x", "https://c.org/1")]));
        let added = ana.post(FEEDS, json!({ "url": url })).await.created();
        let path = format!("{FEEDS}/{}", added["id"].as_str().unwrap());
        let restore = format!("{path}/restore");
        ana.post(&restore, json!({})).await.assert_problem(404, "search.feed_not_found");
        ana.delete(&path).await.no_content();
        ana.delete(&path).await.assert_problem(404, "search.feed_not_found");
        assert!(listed(&ana, FEEDS).await.is_empty());
        assert!(setting.server.archived(&ana, "search_feeds").await.is_empty());
        ben.post(&restore, json!({})).await.assert_problem(404, "search.feed_not_found");
        let calls = setting.web.calls().len();
        assert_eq!(ana.post(&restore, json!({})).await.ok(), added);
        assert_eq!(listed(&ana, FEEDS).await, std::slice::from_ref(&added));
        assert_eq!(setting.web.calls().len(), calls, "nobody is asked for it");

        // One that is added again takes its place.
        ana.delete(&path).await.no_content();
        let again = ana.post(FEEDS, json!({ "url": url })).await.created();
        assert_ne!(again["id"], added["id"]);
        ana.post(&restore, json!({})).await.assert_problem(404, "search.feed_not_found");
        let path = format!("{FEEDS}/{}", again["id"].as_str().unwrap());
        ana.delete(&path).await.no_content();
        for days in [16, 15] {
            setting.server.clock().advance(days * DAY);
            // Who is there all the time stays signed in.
            ana.get(FEEDS).await.ok();
            setting.operator.get(SHARED).await.ok();
        }
        setting.sweep().await;
        ana.post(&format!("{path}/restore"), json!({})).await.assert_problem(404, "search.feed_not_found");

        let shared = setting.operator.post(SHARED, json!({ "url": url })).await.created();
        let path = format!("{SHARED}/{}", shared["id"].as_str().unwrap());
        setting.operator.delete(&path).await.no_content();
        let away = format!("{FEEDS}/{}/restore", shared["id"].as_str().unwrap());
        ana.post(&away, json!({})).await.assert_problem(404, "search.feed_not_found");
        ana.post(&format!("{path}/restore"), json!({})).await.assert_status(403);
        assert_eq!(setting.operator.post(&format!("{path}/restore"), json!({})).await.ok(), shared);
    }

    async fn a_feed_comes_back_only_where_there_is_room(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let outline = |at: usize| format!("<outline xmlUrl='https://feeds.example.org/{at}'/>");
        let list = |from: usize, to: usize| {
            json!({ "opml": format!("<opml>{}</opml>", (from..to).map(outline).collect::<String>()) })
        };
        ana.post(&format!("{FEEDS}/opml"), list(0, 30)).await.ok();
        let path = format!("{FEEDS}/{}", listed(&ana, FEEDS).await[0]["id"].as_str().unwrap());
        ana.delete(&path).await.no_content();
        ana.post(&format!("{FEEDS}/opml"), list(30, 31)).await.ok();
        ana.post(&format!("{path}/restore"), json!({})).await.assert_problem(409, "search.too_many_feeds");
        assert_eq!(listed(&ana, FEEDS).await.len(), 30);
    }

    async fn of_two_feeds_that_come_back_at_once_only_one_finds_the_last_room(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let outlines: String =
            (0..30).map(|at| format!("<outline xmlUrl='https://feeds.example.org/{at}'/>")).collect();
        ana.post(&format!("{FEEDS}/opml"), json!({ "opml": format!("<opml>{outlines}</opml>") })).await.ok();
        let mut away: Vec<String> = Vec::new();
        for feed in &listed(&ana, FEEDS).await[..2] {
            away.push(format!("{FEEDS}/{}", feed["id"].as_str().unwrap()));
            ana.delete(away.last().unwrap()).await.no_content();
        }
        let more = "<opml><outline xmlUrl='https://feeds.example.org/more'/></opml>";
        ana.post(&format!("{FEEDS}/opml"), json!({ "opml": more })).await.ok();
        let restore = async |path: &str| ana.post(&format!("{path}/restore"), json!({})).await;
        let (one, two) = tokio::join!(restore(&away[0]), restore(&away[1]));
        let refused = if one.status == 200 { two } else { one };
        refused.assert_problem(409, "search.too_many_feeds");
        assert_eq!(listed(&ana, FEEDS).await.len(), 30);
    }

    async fn feeds_go_out_with_their_person_and_come_back(store) {
        let setting = Setting::without_model(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        let url = setting.web.give("coast", RSS, rss("The Coast", &[("x", "https://c.org/1")]));
        let added = ana.post(FEEDS, json!({ "url": url })).await.created();
        let out = server.archived(&ana, "search_feeds").await;
        assert_eq!(out, [json!({ "url": url, "title": "The Coast" })]);
        assert_eq!(server.restore(&ana, "search_feeds", &out[0]).await, Restored::Present);
        ana.delete(&format!("{FEEDS}/{}", added["id"].as_str().unwrap())).await.no_content();
        assert_eq!(server.restore(&ana, "search_feeds", &out[0]).await, Restored::Added);
        assert_eq!(listed(&ana, FEEDS).await[0]["title"], "The Coast");
        let wrong = json!({ "url": "file:///etc/passwd", "title": "x" });
        assert_eq!(server.restore(&ana, "search_feeds", &wrong).await, Restored::Refused);
    }
}
