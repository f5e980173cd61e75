//! Results shared by link.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, kinds};

for_each_store! {
    // spec §3: "Share link for agent results."
    async fn a_result_is_shared_and_continued_as_a_copy(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.server.member("ben@example.com").await);
        let agent = setting.agent(&ana, json!({ "instructions": "My secret way." })).await;
        let done = setting.started(&ana, &agent, "use-echo", "look {\"at\": \"my diary\"}").await;
        let new = json!({ "kind": "agent", "subject_id": done["id"], "options": { "steps": true } });
        let shared = ana.post("/api/sharing/shares", new).await.created();
        let visitor = setting.server.visitor();
        let page = visitor.get(&format!("/api/sharing/public/{}", shared["id"].as_str().unwrap())).await.ok();
        let content = &page["content"];
        assert_eq!((&content["name"], &content["house"]), (&json!("Probe"), &Value::Null));
        let shown = content.to_string();
        assert!(shown.contains("LOOK") && !shown.contains("secret way"), "{shown}");
        assert!(!content["entries"][1].to_string().contains("diary"), "arguments and outputs stay private");

        let copy = ben.post(&format!("/api/sharing/public/{}/copy", shared["id"].as_str().unwrap()), json!({})).await;
        let copy = copy.created();
        let copied = setting.get(&ben, &json!({ "id": copy["subject_id"] })).await;
        assert_eq!((&copied["state"], &copied["charged"]), (&json!("succeeded"), &json!(0)));
        assert_eq!(kinds(&copied), ["said", "step", "step"]);
        let more = json!({ "id": setting.id(), "text": "And now?" });
        let again = setting.post(&ben, &copied, "messages", more).await;
        assert_eq!(again["state"], "succeeded", "{again}");
        assert_eq!(setting.get(&ana, &done).await["entries"].as_array().unwrap().len(), 3);
    }
}
