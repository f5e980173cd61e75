use serde_json::{Value, json};
use testing::{Client, for_each_store};

use crate::setting::{Setting, begin, make, message, messages_path};

async fn detail(client: &Client, talk: &Value) -> Value {
    let id = talk["conversation_id"].as_str().unwrap();
    client.get(&format!("/api/chat/conversations/{id}")).await.ok()
}

async fn say(client: &Client, talk: &Value, text: &str, parent: &Value) -> Value {
    let sent = client.post(&messages_path(talk), message(text, parent)).await.accepted();
    let run = sent["assistant_message"]["run_id"].as_str().unwrap();
    client.events(&format!("/api/runs/{run}/events")).await.rest().await;
    sent
}

for_each_store! {
    // spec §2: "chat with a bot"
    async fn a_conversation_with_a_bot_begins_with_its_welcome_and_its_model(store) {
        let setting = Setting::new(store).await;
        let Setting { ben, ana, provider, .. } = &setting;
        let path = make(ana, json!({})).await;
        let talk = begin(ben, &path).await;
        let begun = detail(ben, &talk).await;
        assert_eq!(begun["conversation"]["title"], "Chef");
        assert_eq!(begun["messages"][0]["kind"], "welcome");
        assert_eq!(begun["messages"][0]["parts"][0]["text"], "What is in the fridge?");
        assert_eq!(begun["messages"][0]["id"], talk["leaf_id"]);

        let sent = say(ben, &talk, "Eggs", &talk["leaf_id"]).await;
        assert_eq!(sent["assistant_message"]["model_name"], "say-Hi there");
        assert_eq!(sent["assistant_message"]["bot_id"], path.strip_prefix("/api/bots/").unwrap());
        let asked = provider.calls().last().unwrap().body["messages"].to_string();
        assert!(asked.contains("You are Chef.") && asked.contains("Answer with one recipe."), "{asked}");
        assert_eq!(ben.get("/api/bots").await.ok()["items"][0]["name"], "Chef", "it was talked with");
    }

    async fn a_conversation_in_which_nothing_was_said_is_given_again(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, .. } = &setting;
        let path = make(ana, json!({})).await;
        let first = begin(ana, &path).await;
        assert_eq!(begin(ana, &path).await, first);
        say(ana, &first, "Eggs", &first["leaf_id"]).await;
        let second = begin(ana, &path).await;
        assert_ne!(second, first);
        server.clock().advance(kernel::SECOND);
        ana.patch(&path, json!({ "welcome": "Hungry?" })).await.ok();
        server.clock().advance(kernel::SECOND);
        assert_ne!(begin(ana, &path).await, second, "its welcome is an old one");
    }

    async fn a_conversation_is_begun_once_under_its_id(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({ "welcome": "" })).await;
        let talk = begin(ana, &path).await;
        assert_eq!(talk["leaf_id"], json!(null), "a bot without a welcome says nothing");
        let taken = json!({ "id": talk["conversation_id"] });
        let foreign = ben.post(&format!("{path}/conversations"), taken).await;
        foreign.assert_problem(409, "bots.conversation_id_taken");
    }

    // spec §4: "A deleted bot keeps its history but accepts no new messages."
    // spec §8: "Bots: \"This bot has been deleted.\"; alert that history is kept and new messages are disabled"
    async fn a_deleted_bot_keeps_its_history_and_takes_no_new_messages(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        let talk = begin(ben, &path).await;
        let sent = say(ben, &talk, "Eggs", &talk["leaf_id"]).await;
        ana.delete(&path).await.no_content();

        let next = message("And rice?", &sent["assistant_message"]["id"]);
        let problem = ben.post(&messages_path(&talk), next).await.assert_problem(409, "bots.deleted");
        assert_eq!(problem["message"], "This bot has been deleted.");
        assert_eq!(detail(ben, &talk).await["messages"].as_array().unwrap().len(), 3);
        let known = ben.get(&path).await.ok();
        assert_eq!((&known["name"], &known["state"]), (&json!("Chef"), &json!("deleted")));

        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        say(ben, &talk, "And rice?", &sent["assistant_message"]["id"]).await;
    }
}
