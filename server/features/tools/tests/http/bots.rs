//! Tools that bots may use.

use kernel::{ConversationId, MessageId};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::setting::{Setting, USES, allow, finished};

/// Creates a bot of the person's with these tools; returns its address.
async fn bot(person: &TestPerson, tools: Value, published: bool) -> String {
    let new = json!({
        "name": "Chef", "prompt": "Cook.", "model": USES, "accessibility": "public",
        "published": published, "tools": tools,
    });
    let bot = person.post("/api/bots", new).await.created();
    format!("/api/bots/{}", bot["id"].as_str().unwrap())
}

/// Asks a bot something; returns the number of tools that its model was given.
async fn tools_of(setting: &Setting, person: &TestPerson, bot: &str) -> usize {
    let talk = json!({ "id": ConversationId::new(NOW) });
    let talk = person.post(&format!("{bot}/conversations"), talk).await.created();
    let id = talk["conversation_id"].as_str().unwrap();
    let message =
        json!({ "id": MessageId::new(NOW), "parent_id": null, "text": "Hi", "model": null });
    let path = format!("/api/chat/conversations/{id}/messages");
    let sent = person.post(&path, message).await.accepted();
    finished(person, &sent).await;
    // The model names conversations, too.
    let is_answer = |body: &Value| !body["messages"].to_string().contains("Name the conversation");
    let mut asked = setting.provider.calls().into_iter().map(|call| call.body);
    asked.rfind(is_answer).unwrap()["tools"].as_array().map_or(0, Vec::len)
}

for_each_store! {
    async fn a_bot_uses_all_tools_none_or_those_that_were_selected(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "echo").await;
        for (tools, count) in
            [(Value::Null, 6), (json!([]), 0), (json!(["web_search"]), 0), (json!([key]), 6)]
        {
            let bot = bot(&ana, tools.clone(), false).await;
            assert_eq!(tools_of(&setting, &ana, &bot).await, count, "{tools}");
        }
    }

    async fn a_published_bot_uses_no_server_that_was_selected_and_only_its_author_has(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        let ben = setting.server.member("ben@example.com").await;
        let bot = bot(&ana, json!([key]), true).await;
        assert_eq!(tools_of(&setting, &ana, &bot).await, 0);
        assert_eq!(tools_of(&setting, &ben, &bot).await, 0);
    }
}
