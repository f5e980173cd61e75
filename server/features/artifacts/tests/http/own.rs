//! What people do with their artifacts.

use area::Restored;
use kernel::{SECOND, Uuid};
use serde_json::{Value, json};
use testing::{Answer, TestPerson, for_each_store};

use crate::{Setting, path_of};

async fn create(person: &TestPerson, id: Uuid, title: &str) -> Answer {
    let new = json!({ "id": id, "title": title, "language": "html", "content": "<b>a</b>" });
    person.post("/api/artifacts", new).await
}

async fn titles(person: &TestPerson, query: &str) -> Vec<Value> {
    let list = person.get(&format!("/api/artifacts{query}")).await.ok();
    list["items"].as_array().unwrap().iter().map(|item| item["title"].clone()).collect()
}

for_each_store! {
    async fn artifacts_are_listed_found_starred_and_deleted(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let first = Uuid::now_v7();
        create(ana, first, " A clock ").await.created();
        setting.server.clock().advance(SECOND);
        create(ana, Uuid::now_v7(), "A 50% map").await.created();
        assert_eq!(titles(ana, "").await, ["A 50% map", "A clock"]);
        assert_eq!(titles(ana, "?q=clock").await, ["A clock"]);
        assert_eq!(titles(ana, "?q=50%25").await, ["A 50% map"]);
        let page = ana.get("/api/artifacts?limit=1").await.ok();
        let next = page["next_cursor"].as_str().unwrap();
        assert_eq!(titles(ana, &format!("?limit=1&cursor={next}")).await, ["A clock"]);

        let path = format!("/api/artifacts/{first}");
        let changed = ana.patch(&path, json!({ "starred": true, "title": "Clock" })).await.ok();
        assert_eq!((&changed["starred"], &changed["title"]), (&json!(true), &json!("Clock")));
        assert_eq!(titles(ana, "?starred=true").await, ["Clock"]);
        ana.patch(&path, json!({ "starred": false })).await.ok();
        assert_eq!(titles(ana, "?starred=true").await, Vec::<Value>::new());
        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "artifacts.not_found");
    }

    // spec §4: "a new version is saved on edit."
    async fn an_edit_is_a_new_version_and_an_older_one_is_restored(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let path = path_of(&create(ana, Uuid::now_v7(), "Clock").await.created());
        let versions = format!("{path}/versions");
        let edited = ana.post(&versions, json!({ "content": "<b>b</b>", "base": 1 })).await.created();
        assert_eq!((&edited["version"], &edited["content"]), (&json!(2), &json!("<b>b</b>")));
        assert_eq!(edited["versions"][0]["source"], "person");
        let late = ana.post(&versions, json!({ "content": "<b>c</b>", "base": 1 })).await;
        late.assert_problem(409, "artifacts.changed");

        let old = ana.get(&format!("{versions}/1")).await.ok();
        assert_eq!(old["content"], "<b>a</b>");
        let body = json!({ "content": old["content"], "base": 2, "restored": 1 });
        let restored = ana.post(&versions, body).await.created();
        assert_eq!((&restored["version"], &restored["content"]), (&json!(3), &json!("<b>a</b>")));
        assert_eq!(restored["versions"][0]["source"], "restored");
        ana.get(&format!("{versions}/9")).await.assert_problem(404, "artifacts.not_found");
    }

    async fn what_is_kept_is_checked(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let id = Uuid::now_v7();
        let created = create(ana, id, "Clock").await.created();
        assert_eq!(create(ana, id, "Clock").await.created(), created);
        create(ana, Uuid::now_v7(), " ").await.assert_problem(422, "artifacts.title_invalid");
        let new = |language: &str, content: &str| {
            json!({ "id": Uuid::now_v7(), "title": "t", "language": language, "content": content })
        };
        ana.post("/api/artifacts", new("a b", "x")).await.assert_problem(422, "artifacts.language_invalid");
        ana.post("/api/artifacts", new("html", " ")).await.assert_problem(422, "artifacts.empty");
        let large = "a".repeat(artifacts_max() + 1);
        ana.post("/api/artifacts", new("html", &large)).await.assert_problem(413, "artifacts.too_large");
    }

    async fn nobody_gets_at_the_artifacts_of_others(store) {
        let setting = Setting::new(store).await;
        let id = Uuid::now_v7();
        let path = path_of(&create(&setting.ana, id, "Clock").await.created());
        let ben = &setting.ben;
        assert_eq!(titles(ben, "").await, Vec::<Value>::new());
        create(ben, id, "Mine").await.assert_problem(404, "artifacts.not_found");
        ben.get(&path).await.assert_problem(404, "artifacts.not_found");
        ben.patch(&path, json!({ "starred": true })).await.assert_problem(404, "artifacts.not_found");
        ben.delete(&path).await.assert_problem(404, "artifacts.not_found");
        ben.get(&format!("{path}/versions/1")).await.assert_problem(404, "artifacts.not_found");
        let body = json!({ "content": "x", "base": 1 });
        ben.post(&format!("{path}/versions"), body).await.assert_problem(404, "artifacts.not_found");
    }

    async fn what_an_artifact_keeps_is_bounded_and_ones_own(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (&setting.ana, &setting.ben);
        let path = path_of(&create(ana, Uuid::now_v7(), "Clock").await.created());
        let data = format!("{path}/data");
        assert_eq!(ana.get(&data).await.ok(), json!({ "entries": {} }));
        ana.put(&data, json!({ "entries": { "score": "7" } })).await.no_content();
        ana.put(&data, json!({ "entries": { "score": "8" } })).await.no_content();
        assert_eq!(ana.get(&data).await.ok(), json!({ "entries": { "score": "8" } }));
        let large = json!({ "entries": { "k": "a".repeat(100_001) } });
        ana.put(&data, large).await.assert_problem(413, "artifacts.data_full");
        ben.get(&data).await.assert_problem(404, "artifacts.not_found");
        ben.put(&data, json!({ "entries": {} })).await.assert_problem(404, "artifacts.not_found");
    }

    async fn an_archive_holds_artifacts_with_their_versions(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let path = path_of(&create(ana, Uuid::now_v7(), "Clock").await.created());
        ana.post(&format!("{path}/versions"), json!({ "content": "<b>b</b>", "base": 1 })).await.created();
        let data = json!({ "entries": { "score": "7" } });
        ana.put(&format!("{path}/data"), data.clone()).await.no_content();
        let lines = setting.server.archived(ana, "artifacts").await;
        assert_eq!(lines.len(), 1);
        assert_eq!(setting.server.restore(ana, "artifacts", &lines[0]).await, Restored::Present);
        assert_eq!(setting.server.restore(&setting.ben, "artifacts", &lines[0]).await, Restored::Refused);
        ana.delete(&path).await.no_content();
        assert_eq!(setting.server.restore(ana, "artifacts", &lines[0]).await, Restored::Added);
        assert_eq!(setting.server.archived(ana, "artifacts").await, lines);
        assert_eq!(ana.get(&path).await.ok()["content"], "<b>b</b>");
        assert_eq!(ana.get(&format!("{path}/data")).await.ok(), data);
    }
}

/// The largest content, by the limits that clients get.
fn artifacts_max() -> usize {
    512 * 1024
}
