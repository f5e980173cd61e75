//! Neither a service's address nor a page that it names leads to the network behind the server (security SS1, SS3). No
//! database has a say in it, so one is enough.

use serde_json::{Value, json};
use testing::TestStore;

use crate::custom_engines::own;
use crate::setting::Setting;

/// The whole corpus, at what reads the pages that searches and researches find.
#[test]
fn no_page_that_is_found_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::without_model(TestStore::Sqlite).await;
        let mut urls = setting.canary.addresses("http");
        urls.extend(setting.canary.behind_redirects(&setting.web.url()));
        for url in &urls {
            let read = web_search::read_page(&setting.server.services, url).await;
            assert_eq!(read, None, "{url:?}");
        }
        let moon = format!("{}/pages/moon", setting.web.url());
        assert!(web_search::read_page(&setting.server.services, &moon).await.is_some());
        assert_eq!(setting.canary.reached(), 0);
    });
}

#[test]
fn what_a_search_finds_there_is_shown_and_not_read() {
    testing::run(async {
        let setting = Setting::without_model(TestStore::Sqlite).await;
        let ana = setting.ana().await;
        let urls = setting.canary.addresses("http");
        // As many as a thorough search reads.
        let some: Vec<&String> = urls.iter().step_by(urls.len() / 8 + 1).collect();
        let found: Vec<Value> =
            some.iter().map(|url| json!({ "title": "Page", "url": url })).collect();
        setting.web.finds(json!(found));
        let kept = setting.search(&ana, json!({ "effort": "thorough", "model": null })).await;
        let results = kept["results"].as_array().unwrap();
        assert!(results.len() > 4, "they are shown, as any link is: {results:?}");
        assert!(results.iter().all(|result| result["reading"] != "read"), "{results:?}");
        assert_eq!(setting.canary.reached(), 0);
    });
}

/// The whole corpus, at services that an operator describes: their answers are shown, so this is the way in.
#[test]
fn no_service_of_the_operators_own_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::without_model(TestStore::Sqlite).await;
        let operator = &setting.operator;
        let mut urls: Vec<String> = setting.canary.addresses("https");
        urls.push(setting.canary.url());
        // No redirect is followed, so a service that answers with one leads nowhere.
        urls.extend(setting.canary.behind_redirects(&setting.web.url()).into_iter().step_by(5));
        let mut tested = 0;
        for address in urls {
            let address = address.replace(['{', '}'], "");
            let own = own(&format!(
                "{address}{}q={{query}}",
                if address.contains('?') { "&" } else { "?" }
            ));
            let added = operator.post("/api/search/finders", json!({ "own": own })).await;
            if added.status == 422 {
                added.assert_problem(422, "search.finder_invalid");
                continue;
            }
            let added = added.created();
            let path = format!("/api/search/finders/{}", added["id"].as_str().unwrap());
            let said = operator.post(&format!("{path}/test"), json!({})).await.ok();
            assert!(
                said["fault"] == "unreachable" || said["fault"] == "refused",
                "{address:?} {said}"
            );
            assert_eq!(said["found"], 0);
            operator.delete(&path).await.no_content();
            tested += 1;
        }
        assert!(tested > 40, "most of them are addresses: {tested}");
        assert_eq!(setting.canary.reached(), 0);
    });
}

/// The whole corpus, at feeds of people: added, listed in OPML and read in a search, and behind redirects.
#[test]
fn no_feed_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::without_model(TestStore::Sqlite).await;
        let ana = setting.ana().await;
        let mut urls = setting.canary.addresses("http");
        urls.extend(setting.canary.behind_redirects(&setting.web.url()));
        for url in &urls {
            let added = ana.post("/api/search/feeds", json!({ "url": url })).await;
            assert!(matches!(added.status.as_u16(), 422 | 502), "{url:?}: {}", added.status);
            setting.server.clock().advance(3_000_000);
        }
        for some in urls.chunks(30) {
            let escaped = |url: &String| {
                url.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
            };
            let outlines: Vec<String> =
                some.iter().map(|url| format!("<outline xmlUrl=\"{}\"/>", escaped(url))).collect();
            let opml = format!("<opml>{}</opml>", outlines.concat());
            // What XML cannot carry makes no list; each of its addresses was tried above.
            ana.post("/api/search/feeds/opml", json!({ "opml": opml })).await;
            setting
                .search(&ana, json!({ "source": "news", "model": null, "effort": "quick" }))
                .await;
            for feed in ana.get("/api/search/feeds").await.ok()["items"].as_array().unwrap() {
                assert_eq!(feed["entries"], 0, "{feed}");
                let path = format!("/api/search/feeds/{}", feed["id"].as_str().unwrap());
                ana.delete(&path).await.no_content();
            }
            setting.server.clock().advance(60_000_000);
        }
        assert_eq!(setting.canary.reached(), 0);
    });
}

#[test]
fn no_address_of_a_service_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::without_model(TestStore::Sqlite).await;
        let operator = &setting.operator;
        let mut tested = 0;
        // Others than https are asked only where the operator opened them.
        for address in setting.canary.addresses("https").into_iter().chain([setting.canary.url()]) {
            let change = json!({ "address": address });
            let set = operator.patch("/api/search/finders/searxng", change).await;
            if set.status == 422 {
                set.assert_problem(422, "search.address_invalid");
                continue;
            }
            set.ok();
            let said = operator.post("/api/search/finders/searxng/test", json!({})).await.ok();
            assert_eq!(said["fault"], "unreachable", "{address:?}");
            tested += 1;
        }
        assert!(tested > 40, "most of them are addresses");
        assert_eq!(setting.canary.reached(), 0);
    });
}
