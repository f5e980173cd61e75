//! Editing, regenerating, walking branches.

use kernel::SECOND;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{
    ECHO, SAYS_HI, Setting, conversation_path, converse, follow, message, messages, messages_path,
    new_conversation, new_message, text,
};

for_each_store! {
    async fn an_edited_message_is_a_branch_beside_the_old_one(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Tea", ECHO, None).await;
        setting.server.clock().advance(SECOND);

        let edited = converse(&ana, conversation, "Coffee", ECHO, None).await;

        let kept = messages(&ana, conversation).await;
        let said: Vec<String> = kept.iter().map(text).collect();
        assert_eq!(said, ["Tea", "Tea", "Coffee", "Coffee"]);
        let detail = ana.get(&conversation_path(conversation)).await.ok();
        assert_eq!(detail["leaf_id"], edited["assistant_message"]["id"]);
    }

    async fn an_answer_can_be_written_again_by_another_model(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = converse(&ana, conversation, "Tea", ECHO, None).await;
        let old = &sent["assistant_message"];
        let path = format!("/api/chat/messages/{}/regenerate", old["id"].as_str().unwrap());
        let id = new_message();
        setting.server.clock().advance(SECOND);

        let again = ana.post(&path, json!({ "id": id, "model": SAYS_HI })).await.accepted();
        follow(&ana, &again).await;
        let same = ana.post(&path, json!({ "id": id, "model": SAYS_HI })).await.accepted();

        assert_eq!(again["assistant_message"]["parent_id"], old["parent_id"]);
        assert_eq!(same["assistant_message"]["id"], again["assistant_message"]["id"]);
        let said: Vec<String> = messages(&ana, conversation).await.iter().map(text).collect();
        assert_eq!(said, ["Tea", "Tea", "Hi there"]);
        assert_eq!(setting.provider.call_count(), 2);
    }

    async fn only_answers_can_be_written_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let sent = converse(&ana, new_conversation(), "Tea", ECHO, None).await;
        let question = sent["user_message"]["id"].as_str().unwrap();
        let path = format!("/api/chat/messages/{question}/regenerate");
        ana.post(&path, json!({ "id": new_message() })).await
            .assert_problem(422, "chat.not_an_answer");
    }

    async fn the_shown_branch_can_be_chosen(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(&ana, conversation, "Tea", ECHO, None).await;
        converse(&ana, conversation, "Coffee", ECHO, None).await;
        let leaf = first["assistant_message"]["id"].clone();
        let path = conversation_path(conversation);

        ana.patch(&path, json!({ "leaf_id": leaf })).await.ok();

        assert_eq!(ana.get(&path).await.ok()["leaf_id"], leaf);
        let foreign = converse(&ana, new_conversation(), "Other", ECHO, None).await;
        let foreign_leaf = foreign["user_message"]["id"].clone();
        ana.patch(&path, json!({ "leaf_id": foreign_leaf })).await
            .assert_problem(404, "chat.message_not_found");
    }

    async fn nothing_can_be_said_below_an_answer_that_is_being_written(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(1);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        setting.provider.wait_until_held(1).await;

        let leaf = sent["assistant_message"]["id"].clone();
        ana.post(&messages_path(conversation), message("More", ECHO, Some(&leaf))).await
            .assert_problem(409, "chat.still_answering");

        setting.provider.release();
        follow(&ana, &sent).await;
    }
}
