//! The web in chats with bots, which say if they may use it.

use kernel::{ConversationId, MessageId};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::in_chats::{Chats, switch};

/// Asks a bot with these tools something.
async fn ask(chats: &Chats, person: &TestPerson, tools: Value, model: &str) {
    let new = json!({ "name": "Pilot", "prompt": "Pilot.", "model": model, "tools": tools });
    let bot = person.post("/api/bots", new).await.created();
    let path = format!("/api/bots/{}/conversations", bot["id"].as_str().unwrap());
    let talk = person.post(&path, json!({ "id": ConversationId::new(NOW) })).await.created();
    let path = talk["conversation_id"].as_str().unwrap();
    let message = json!({
        "id": MessageId::new(NOW), "parent_id": null, "model": null,
        "text": r#"search_web {"query": "why tides"}"#,
    });
    person.post(&format!("/api/chat/conversations/{path}/messages"), message).await.accepted();
    chats.server.services.generation.wait_idle().await;
}

for_each_store! {
    async fn a_bot_searches_the_web_if_it_may_and_its_person_switched_it_on(store) {
        let chats = Chats::new(store).await;
        let ana = chats.server.member("ana@example.com").await;
        switch(&ana, true, "manually").await.ok();
        chats.finds(&["moon"]);
        for model in ["fake/use-echo", "fake/echo"] {
            for (tools, searches) in [(json!([]), 0), (json!(["web_search"]), 1), (json!(null), 1)] {
                let before = chats.web.asked().len();
                ask(&chats, &ana, tools.clone(), model).await;
                assert_eq!(chats.web.asked().len() - before, searches, "{model} {tools}");
            }
        }
    }
}
