//! Published artifacts.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::{MODELS, Setting, page, path_of};

for_each_store! {
    // spec §4: "Artifact: … unpublished to published and back".
    async fn anybody_sees_a_published_artifact_until_it_is_unpublished(store) {
        let setting = Setting::new(store).await;
        setting.answer(setting.chat(), None, &page("<b>a</b>")).await;
        let artifact = setting.only().await;
        let body = json!({ "kind": "artifact", "subject_id": artifact["id"] });
        let share = setting.ana.post("/api/sharing/shares", body.clone()).await.created();
        let id = share["id"].as_str().unwrap();
        let public = format!("/api/sharing/public/{id}");
        let shown = setting.server.visitor().get(&public).await.ok();
        assert_eq!((&shown["title"], &shown["content"]["content"]), (&json!("A clock"), &json!("<b>a</b>")));
        assert_eq!(shown["content"]["kind"], "html");

        // Another's is not theirs to publish.
        setting.ben.post("/api/sharing/shares", body).await.assert_problem(404, "artifacts.not_found");
        setting.ana.delete(&format!("/api/sharing/shares/{id}")).await.no_content();
        setting.server.visitor().get(&public).await.assert_status(410);
    }

    async fn a_published_artifact_is_remixed_as_ones_own(store) {
        let setting = Setting::new(store).await;
        setting.answer(setting.chat(), None, &page("<b>a</b>")).await;
        let artifact = setting.only().await;
        let body = json!({ "kind": "artifact", "subject_id": artifact["id"] });
        let share = setting.ana.post("/api/sharing/shares", body).await.created();
        let copy = format!("/api/sharing/public/{}/copy", share["id"].as_str().unwrap());
        let copied = setting.ben.post(&copy, json!({})).await.created();
        let own = setting.ben.get("/api/artifacts").await.ok();
        assert_eq!(own["items"][0]["id"], copied["subject_id"]);
        let path = format!("/api/artifacts/{}", copied["subject_id"].as_str().unwrap());
        let remix = setting.ben.get(&path).await.ok();
        assert_eq!((&remix["content"], &remix["versions"][0]["source"]), (&json!("<b>a</b>"), &json!("copied")));
        assert_eq!(remix["conversation_id"], Value::Null);
    }

    async fn an_artifact_asks_a_model_with_the_quota_of_who_looks_at_it(store) {
        let setting = Setting::new(store).await;
        setting.answer(setting.chat(), None, &page("<b>a</b>")).await;
        let artifact = setting.only().await;
        let path = path_of(&artifact);
        let prompts = format!("{path}/prompts");
        let ask = json!({ "prompt": "Name a color" });
        setting.ana.post(&prompts, ask.clone()).await.assert_problem(403, "artifacts.prompts_off");
        setting.ben.post(&prompts, ask.clone()).await.assert_problem(404, "artifacts.not_found");
        setting.ana.patch(&path, json!({ "prompts": true })).await.ok();
        let said = setting.ben.post(&prompts, ask.clone()).await.ok();
        assert_eq!(said["text"], "Name a color");
        let call = setting.provider.calls().pop().unwrap();
        assert_eq!(call.model, MODELS[1]);

        setting.ben.post(&prompts, json!({ "prompt": " " })).await.assert_problem(422, "artifacts.empty");
        for _ in 0..4 {
            setting.ben.post(&prompts, ask.clone()).await;
        }
        setting.ben.post(&prompts, ask.clone()).await.assert_status(429);
        let none = format!("/api/artifacts/{}/prompts", kernel::Uuid::now_v7());
        setting.ana.post(&none, ask).await.assert_problem(404, "artifacts.not_found");
    }
}
