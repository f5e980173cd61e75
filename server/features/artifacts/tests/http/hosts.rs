//! Hosts that artifacts may reach.

use area::Restored;
use kernel::Uuid;
use serde_json::json;
use testing::for_each_store;

use crate::{Setting, page, path_of};

for_each_store! {
    async fn the_owner_allows_hosts_and_a_remix_needs_the_consent_of_its_own(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (&setting.ana, &setting.ben);
        let id = Uuid::now_v7();
        let new = json!({ "id": id, "title": "Tides", "language": "html", "content": "<b>a</b>" });
        let made = ana.post("/api/artifacts", new).await.created();
        assert_eq!((&made["hosts"], &made["hosts_agreed"]), (&json!([]), &json!(false)));

        let path = path_of(&made);
        let hosts = json!({ "hosts": ["https://B.example", "https://a.example/", "https://b.example"] });
        let changed = ana.patch(&path, hosts).await.ok();
        assert_eq!(changed["hosts"], json!(["https://a.example", "https://b.example"]));
        assert_eq!(changed["hosts_agreed"], true);
        for wrong in ["http://a.example", "https://localhost", "https://10.0.0.1", "https://ensemble.test"] {
            let refused = ana.patch(&path, json!({ "hosts": [wrong] })).await;
            refused.assert_problem(422, "artifacts.host_invalid");
        }
        let many: Vec<String> = (0..11).map(|number| format!("https://a{number}.example")).collect();
        ana.patch(&path, json!({ "hosts": many })).await.assert_problem(422, "artifacts.too_many_hosts");

        let body = json!({ "kind": "artifact", "subject_id": id });
        let share = ana.post("/api/sharing/shares", body).await.created();
        let public = format!("/api/sharing/public/{}", share["id"].as_str().unwrap());
        let shown = setting.server.visitor().get(&public).await.ok();
        assert_eq!(shown["content"]["hosts"], changed["hosts"]);

        let copied = ben.post(&format!("{public}/copy"), json!({})).await.created();
        let path = format!("/api/artifacts/{}", copied["subject_id"].as_str().unwrap());
        let remix = ben.get(&path).await.ok();
        assert_eq!((&remix["hosts"], &remix["hosts_agreed"]), (&changed["hosts"], &json!(false)));
        // What they did not agree to is not published either.
        let body = json!({ "kind": "artifact", "subject_id": remix["id"] });
        let share = ben.post("/api/sharing/shares", body).await.created();
        let public = format!("/api/sharing/public/{}", share["id"].as_str().unwrap());
        assert_eq!(setting.server.visitor().get(&public).await.ok()["content"]["hosts"], json!([]));
        let agreed = ben.patch(&path, json!({ "hosts": remix["hosts"] })).await.ok();
        assert_eq!(agreed["hosts_agreed"], true);

        // An archive brings them along, and they are agreed to again.
        let lines = setting.server.archived(ben, "artifacts").await;
        ben.delete(&path).await.no_content();
        assert_eq!(setting.server.restore(ben, "artifacts", &lines[0]).await, Restored::Added);
        let restored = ben.get(&path).await.ok();
        assert_eq!((&restored["hosts"], &restored["hosts_agreed"]), (&changed["hosts"], &json!(false)));
    }

    async fn a_model_is_told_what_an_artifact_may_reach(store) {
        let setting = Setting::new(store).await;
        let chat = setting.chat();
        let first = setting.answer(chat, None, &page("<b>a</b>")).await;
        let path = path_of(&setting.only().await);
        setting.ana.patch(&path, json!({ "hosts": ["https://api.example"] })).await.ok();
        setting.answer(chat, Some(&first), "Show the weather").await;
        let calls = setting.provider.calls();
        let asked = calls.last().unwrap().body["messages"].to_string();
        assert!(asked.contains("to reach: https://api.example]"), "{asked}");
    }
}
