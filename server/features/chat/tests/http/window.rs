//! Opening a long conversation: its end first, the rest by and by.

use kernel::SECOND;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{
    ECHO, Setting, conversation_path, converse, follow, message, messages_path, new_conversation,
    text,
};

fn ids(messages: &Value) -> Vec<&str> {
    messages.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect()
}

for_each_store! {
    // issue 3: "a chat of 2,000 messages with 40 branches opens in 300 ms"
    async fn the_end_of_the_shown_branch_comes_first_and_the_rest_by_its_ids(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(&ana, conversation, "Tea", ECHO, None).await;
        setting.server.clock().advance(SECOND);
        converse(&ana, conversation, "Coffee", ECHO, None).await;
        setting.server.clock().advance(SECOND);
        let answer = &first["assistant_message"]["id"];
        let third = converse(&ana, conversation, "Milk", ECHO, Some(answer)).await;

        let path = conversation_path(conversation);
        let whole = ana.get(&path).await.ok();
        let opened = ana.get(&format!("{path}?newest=2")).await.ok();

        assert_eq!(whole["outline"], json!([]));
        assert_eq!(ids(&opened["outline"]), ids(&whole["messages"]), "every branch has its place");
        let shown = [&third["user_message"]["id"], &third["assistant_message"]["id"]];
        assert_eq!(ids(&opened["messages"]), shown.map(|id| id.as_str().unwrap()));
        let asked = &first["user_message"]["id"];
        let places = opened["outline"].as_array().unwrap();
        let place = places.iter().find(|place| place["id"] == *asked).unwrap();
        assert_eq!(place["parent_id"], Value::Null);
        assert_eq!(place["role"], "user");
        assert_eq!(place["state"], "completed");
        assert!(place["length"].as_i64().unwrap() >= 3, "{place}");

        let wanted = ids(&whole["messages"])[..4].join(",");
        let path = messages_path(conversation);
        let rest = ana.get(&format!("{path}?ids={wanted}")).await.ok();
        assert_eq!(rest["items"], json!(whole["messages"].as_array().unwrap()[..4]));
        assert_eq!(text(&rest["items"][3]), "Coffee");
    }

    async fn an_answer_that_is_being_written_comes_whole(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(1);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        setting.provider.wait_until_held(1).await;

        let opened = ana.get(&format!("{}?newest=0", conversation_path(conversation))).await.ok();

        assert_eq!(ids(&opened["messages"]), [sent["assistant_message"]["id"].as_str().unwrap()]);
        assert_eq!(opened["messages"][0]["run_id"], sent["assistant_message"]["run_id"]);
        setting.provider.release();
        follow(&ana, &sent).await;
    }

    async fn messages_are_given_of_ones_own_conversation_only(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let (tea, other) = (new_conversation(), new_conversation());
        let said = converse(&ana, tea, "Tea", ECHO, None).await;
        converse(&ana, other, "Other", ECHO, None).await;
        let id = said["user_message"]["id"].as_str().unwrap();

        let elsewhere = ana.get(&format!("{}?ids={id}", messages_path(other))).await.ok();
        assert_eq!(elsewhere["items"], json!([]));
        ben.get(&format!("{}?ids={id}", messages_path(tea))).await
            .assert_problem(404, "chat.conversation_not_found");
        ana.get(&format!("{}?ids=tea", messages_path(tea))).await
            .assert_problem(400, "api.bad_parameter");
    }
}
