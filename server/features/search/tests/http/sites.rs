//! Sites that a person has come first, or never.

use area::Restored;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::Setting;

const SITES: &str = "/api/search/sites";

async fn set(person: &TestPerson, site: &str, place: Value) -> Value {
    person.patch(SITES, json!({ "site": site, "place": place })).await.ok()["items"].clone()
}

/// The titles of what is found, in their order.
async fn found(setting: &Setting, person: &TestPerson, more: Value) -> Vec<String> {
    let mut wish = json!({ "effort": "quick", "model": null });
    for (name, value) in more.as_object().unwrap() {
        wish[name] = value.clone();
    }
    setting.server.clock().advance(3_000_000);
    let search = setting.search(person, wish).await;
    let results = search["results"].as_array().unwrap();
    assert!(results.iter().zip(1..).all(|(one, number)| one["number"] == number), "{results:?}");
    results.iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

async fn with_three(setting: &Setting) {
    setting.web.finds(json!([
        { "title": "A", "url": "https://a.example.org/x" },
        { "title": "B", "url": "https://www.b.example.com/x" },
        { "title": "C", "url": "https://c.example.net/x" },
    ]));
}

for_each_store! {
    async fn a_person_has_sites_come_first_or_never_and_others_do_not(store) {
        let setting = Setting::without_model(store).await;
        with_three(&setting).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        assert_eq!(ana.get(SITES).await.ok(), json!({ "items": [] }));
        let kept = set(&ana, " https://www.example.org/some/page ", json!("never")).await;
        assert_eq!(kept, json!([{ "site": "example.org", "place": "never" }]));
        set(&ana, "example.net", json!("first")).await;
        assert_eq!(found(&setting, &ana, json!({})).await, ["C", "B"]);
        assert_eq!(found(&setting, &ben, json!({})).await, ["A", "B", "C"]);
        // Who names the sites of a search means them.
        let only = json!({ "domains": { "only": ["example.org", "example.net"] } });
        assert_eq!(found(&setting, &ana, only).await, ["A", "C"]);
        set(&ana, "EXAMPLE.ORG", json!("first")).await;
        assert_eq!(found(&setting, &ana, json!({})).await, ["A", "C", "B"]);
        set(&ana, "example.net", Value::Null).await;
        let kept = set(&ana, "nobody.example", Value::Null).await;
        assert_eq!(kept, json!([{ "site": "example.org", "place": "first" }]));
        assert_eq!(found(&setting, &ana, json!({})).await, ["A", "B", "C"]);
        assert_eq!(ben.get(SITES).await.ok(), json!({ "items": [] }));
    }

    async fn what_is_no_site_is_refused_and_there_is_an_end_to_them(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        for wrong in ["", "com", "a b.com", "10.0.0.1", "a@b.com", "e.com OR site:b.com", "javascript:x"] {
            let change = json!({ "site": wrong, "place": "never" });
            ana.patch(SITES, change).await.assert_problem(422, "search.domain_invalid");
        }
        ana.patch(SITES, json!({ "site": "a.org", "place": "last" })).await.assert_status(400);
        for at in 0..200 {
            set(&ana, &format!("s{at}.example"), json!("never")).await;
        }
        let more = json!({ "site": "one.more.example", "place": "never" });
        let refused = ana.patch(SITES, more).await.assert_problem(422, "search.too_many_domains");
        assert_eq!(refused["params"]["max"], "200");
        assert_eq!(ana.get(SITES).await.ok()["items"].as_array().unwrap().len(), 200);
        set(&ana, "s7.example", json!("first")).await;
        setting.server.visitor().get(SITES).await.assert_problem(401, "identity.login_required");
    }

    async fn sites_go_out_with_their_person_and_come_back(store) {
        let setting = Setting::without_model(store).await;
        let (ana, server) = (setting.ana().await, &setting.server);
        set(&ana, "example.org", json!("never")).await;
        let out = server.archived(&ana, "search_sites").await;
        assert_eq!(out, [json!({ "site": "example.org", "place": "never" })]);
        assert_eq!(server.restore(&ana, "search_sites", &out[0]).await, Restored::Present);
        set(&ana, "example.org", Value::Null).await;
        assert_eq!(server.restore(&ana, "search_sites", &out[0]).await, Restored::Added);
        assert_eq!(server.archived(&ana, "search_sites").await, out);
        for wrong in [json!({ "site": "a b", "place": "never" }), json!({ "site": "a.org", "place": "x" }), json!({})] {
            assert_eq!(server.restore(&ana, "search_sites", &wrong).await, Restored::Refused, "{wrong}");
        }
    }
}
