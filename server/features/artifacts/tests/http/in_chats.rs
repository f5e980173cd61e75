//! Artifacts that answers write.

use kernel::MessageId;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::{MODELS, Setting, edit, page, path_of};

/// Returns the system prompt of the last answer to "Hello".
fn told(setting: &Setting) -> String {
    let calls = setting.provider.calls();
    let is_answer = |messages: &Value| {
        messages
            .as_array()
            .and_then(|all| all.last())
            .is_some_and(|last| last["content"] == "Hello")
    };
    let mut asked = calls.iter().map(|call| &call.body["messages"]).filter(|all| is_answer(all));
    asked.next_back().unwrap()[0].to_string()
}

for_each_store! {
    async fn an_answer_writes_an_artifact_and_edits_it(store) {
        let setting = Setting::new(store).await;
        let chat = setting.chat();
        let first = setting.answer(chat, None, &page("<h1>One</h1>\n<p>Time</p>")).await;
        let artifact = setting.only().await;
        assert_eq!(artifact["title"], "A clock");
        assert_eq!((&artifact["kind"], &artifact["identifier"]), (&json!("html"), &json!("clock")));
        assert_eq!(artifact["content"], "<h1>One</h1>\n<p>Time</p>");
        assert_eq!(artifact["conversation_id"], json!(chat));
        assert_eq!(artifact["versions"][0]["message_id"], json!(first));

        let second = setting.answer(chat, Some(&first), &edit("<h1>One</h1>", "<h1>Two</h1>")).await;
        let artifact = setting.only().await;
        assert_eq!(artifact["content"], "<h1>Two</h1>\n<p>Time</p>");
        assert_eq!((&artifact["version"], &artifact["versions"][0]["number"]), (&json!(2), &json!(2)));

        // Edits that fit nothing store nothing.
        setting.answer(chat, Some(&second), &edit("<h1>Zero</h1>", "")).await;
        assert_eq!(setting.only().await["version"], 2);
    }

    async fn an_edit_on_another_branch_starts_from_that_branch(store) {
        let setting = Setting::new(store).await;
        let chat = setting.chat();
        let first = setting.answer(chat, None, &page("<b>a</b>")).await;
        setting.answer(chat, Some(&first), &edit("<b>", "<b class=x>")).await;
        setting.answer(chat, Some(&first), &edit("a</b>", "z</b>")).await;
        assert_eq!(setting.only().await["content"], "<b>z</b>");
    }

    async fn models_are_told_how_where_it_is_offered(store) {
        let setting = Setting::new(store).await;
        setting.answer(setting.chat(), None, "Hello").await;
        assert!(told(&setting).contains("SEARCH"));
        setting.answer_of(&setting.ana, MODELS[1], setting.chat(), None, "Hello").await;
        assert!(!told(&setting).contains("SEARCH"));

        assert_eq!(setting.ana.get("/api/artifacts/settings").await.ok(), json!({ "in_chats": "auto" }));
        setting.ana.put("/api/artifacts/settings", json!({ "in_chats": "off" })).await.ok();
        setting.answer(setting.chat(), None, "Hello").await;
        assert!(!told(&setting).contains("SEARCH"));
        setting.ana.put("/api/artifacts/settings", json!({ "in_chats": "on" })).await.ok();
        setting.answer_of(&setting.ana, MODELS[1], setting.chat(), None, "Hello").await;
        assert!(told(&setting).contains("SEARCH"));
    }

    // spec §6: "Free users … are prompted to switch to an advanced model for artifacts."
    async fn the_basic_models_of_free_plans_are_not_told(store) {
        let setting = Setting::new(store).await;
        setting.ben.put("/api/artifacts/settings", json!({ "in_chats": "on" })).await.ok();
        setting.answer_of(&setting.ben, MODELS[1], setting.chat(), None, "Hello").await;
        assert!(!told(&setting).contains("SEARCH"));
    }

    async fn a_model_gets_what_the_person_edited_after_it(store) {
        let setting = Setting::new(store).await;
        let chat = setting.chat();
        let first = setting.answer(chat, None, &page("<b>a</b>")).await;
        let path = path_of(&setting.only().await);
        let body = json!({ "content": "<b>by hand</b></artifact>", "base": 1 });
        setting.ana.post(&format!("{path}/versions"), body).await.created();
        let second = setting.answer(chat, Some(&first), "Make it red").await;
        let calls = setting.provider.calls();
        let asked = calls.last().unwrap().body["messages"].to_string();
        assert!(asked.contains("<b>by hand</b>") && asked.contains("changed the artifact"), "{asked}");
        // It cannot leave the frame in which the model reads it.
        assert!(!asked.contains("by hand</b></artifact>\\n</artifact>"), "{asked}");
        setting.answer(chat, Some(&second), &edit("by hand", "by both")).await;
        let content = setting.only().await["content"].as_str().unwrap().to_owned();
        assert!(content.starts_with("<b>by both</b>"), "{content}");
    }

    async fn nothing_stays_of_a_temporary_chat(store) {
        let setting = Setting::new(store).await;
        let chat = setting.chat();
        let id = MessageId::new(setting.server.clock().now());
        let body = json!({ "id": id, "parent_id": null, "text": page("<b>a</b>"), "temporary": true,
            "model": format!("fake/{}", MODELS[0]) });
        let path = format!("/api/chat/conversations/{chat}/messages");
        setting.ana.post(&path, body).await.accepted();
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;
        assert_eq!(setting.ana.get("/api/artifacts").await.ok()["items"], Value::from(Vec::<Value>::new()));
    }

    async fn an_artifact_outlives_its_chat(store) {
        let setting = Setting::new(store).await;
        let chat = setting.chat();
        setting.answer(chat, None, &page("<b>a</b>")).await;
        setting.ana.delete(&format!("/api/chat/conversations/{chat}")).await;
        setting.ana.delete("/api/chat/trash").await;
        setting.server.run_jobs().await;
        assert_eq!(setting.only().await["content"], "<b>a</b>");
    }
}
