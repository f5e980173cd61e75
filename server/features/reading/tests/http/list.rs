//! The list of readings, and whose they are.

use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::{Setting, address, path};

for_each_store! {
    async fn the_same_reading_sent_again_is_one(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let new = setting.new_reading(json!({}));
        let first = ana.post("/api/reading/readings", new.clone()).await.accepted();
        let second = ana.post("/api/reading/readings", new.clone()).await.accepted();
        assert_eq!(first["id"], second["id"]);
        let mut other = new;
        other["source"]["url"] = json!("https://example.org/");
        ana.post("/api/reading/readings", other).await.assert_problem(409, "reading.id_taken");
        let list = ana.get("/api/reading/readings").await.ok();
        assert_eq!(list["items"].as_array().unwrap().len(), 1);
    }

    async fn a_reading_is_its_persons_alone(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let reading = setting.summarized(&ana, json!({})).await;
        let path = path(&reading);
        ben.get(&path).await.assert_problem(404, "reading.not_found");
        ben.get(&format!("{path}/source")).await.assert_problem(404, "reading.not_found");
        ben.patch(&path, json!({ "keep_source": false })).await.assert_problem(404, "reading.not_found");
        ben.delete(&path).await.assert_problem(404, "reading.not_found");
        ben.post(&format!("{path}/again"), json!({})).await.assert_problem(404, "reading.not_found");
        ben.post(&format!("{path}/cancel"), json!({})).await.assert_problem(404, "reading.not_found");
        assert_eq!(ben.get("/api/reading/readings").await.ok()["items"], json!([]));
        assert_eq!(setting.get(&ana, &reading).await["has_source"], true);
        setting.server.visitor().get("/api/reading/readings").await
            .assert_problem(401, "identity.login_required");
    }

    async fn a_deleted_reading_can_be_brought_back(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let reading = setting.summarized(&ana, json!({})).await;
        ana.delete(&path(&reading)).await.assert_status(204);
        ana.get(&path(&reading)).await.assert_problem(404, "reading.not_found");
        assert_eq!(ana.get("/api/reading/readings").await.ok()["items"], json!([]));
        setting.server.clock().advance(DAY);
        let back = ana.post(&format!("{}/restore", path(&reading)), json!({})).await.ok();
        assert_eq!((&back["state"], &back["has_source"]), (&json!("complete"), &json!(true)));
        let entry = &ana.get("/api/reading/readings").await.ok()["items"][0];
        assert_eq!((&entry["title"], &entry["kind"]), (&json!("moon.txt"), &json!("page")));
    }

    async fn a_reading_is_found_by_what_was_read_as_long_as_that_is_kept(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let page = setting.summarized(&ana, json!({})).await;
        let talk = setting.summarized(&ana, address(&setting.web.url("talk"))).await;
        let to = |reading: &Value| format!("/home/read/{}", reading["id"].as_str().unwrap());
        assert_eq!(found(&setting, &ana, "boats FLOAT").await, [to(&page)]);
        assert_eq!(found(&setting, &ana, "welcome talk").await, [to(&talk)], "what is said in it");
        assert_eq!(found(&setting, &ana, "boats welcome").await, [""; 0], "not one in the other");
        let ben = setting.server.member("ben@example.com").await;
        assert_eq!(found(&setting, &ben, "boats").await, [""; 0]);

        ana.patch(&path(&page), json!({ "keep_source": false })).await.ok();
        assert_eq!(found(&setting, &ana, "boats").await, [""; 0]);
        ana.delete(&path(&talk)).await.no_content();
        assert_eq!(found(&setting, &ana, "welcome").await, [""; 0]);
    }

    async fn a_reading_is_found_among_its_persons_own_things(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let reading = setting.summarized(&ana, json!({})).await;
        let to = format!("/home/read/{}", reading["id"].as_str().unwrap());
        for words in ["moon.txt", "cold STONE"] {
            assert_eq!(found(&setting, &ana, words).await, [to.as_str()], "{words}");
        }
        let ben = setting.server.member("ben@example.com").await;
        assert_eq!(found(&setting, &ben, "moon").await, [""; 0]);
        let source = setting.server.services.library_sources.iter().next().unwrap();
        let id = reading["id"].as_str().unwrap().parse().unwrap();
        let whole = source.read(ana.user_id, id).await.unwrap().unwrap();
        assert_eq!((whole.id, whole.title.as_str()), (id, "moon.txt"));
        let (summary, read) = whole.text.split_once("What was read:").unwrap();
        assert!(!summary.trim().is_empty() && !read.trim().is_empty(), "{}", whole.text);
        assert!(source.read(ben.user_id, id).await.unwrap().is_none());
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM workspace_members").unwrap();
        tx.commit().await.unwrap();
        assert_eq!(found(&setting, &ana, "moon").await, [""; 0], "who left a team finds nothing of it");
    }
}

/// What of a person's own says these words: where it is.
async fn found(setting: &Setting, person: &TestPerson, words: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for source in setting.server.services.library_sources.iter() {
        let things = source.find(person.user_id, words, 5).await.unwrap();
        paths.extend(things.into_iter().map(|thing| thing.path));
    }
    paths
}
