//! Resources of a conversation.

use conversations::{Message, Part, PartKind, Role, insert_message};
use kernel::{ConversationId, FileId, MessageId, SECOND};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{ECHO, Setting, conversation_path, converse, new_conversation};

/// Writes an answer with these parts, as a run with tools does.
async fn answer_with(
    setting: &Setting,
    conversation: ConversationId,
    parts: Vec<PartKind>,
) -> MessageId {
    let now = setting.server.clock().now();
    let id = MessageId::new(now);
    let parts = parts.into_iter().enumerate();
    let parts = parts.map(|(at, kind)| Part { id: format!("p{at}"), kind }).collect();
    let message = Message { parts, ..Message::new(id, conversation, Role::Assistant, now) };
    let mut tx = setting.server.db().begin().await.unwrap();
    assert!(insert_message(&mut tx, &message).await.unwrap());
    tx.commit().await.unwrap();
    id
}

fn file(name: &str, media_type: &str) -> PartKind {
    PartKind::File {
        file_id: FileId::new(testing::NOW),
        name: name.to_owned(),
        media_type: media_type.to_owned(),
        size_bytes: 1_000,
    }
}

fn field<'a>(page: &'a Value, name: &str) -> Vec<&'a Value> {
    page["items"].as_array().unwrap().iter().map(|item| &item[name]).collect()
}

for_each_store! {
    // spec §3: "Conversation: title, group, favorited flag, pinned flag, resources."
    async fn a_conversation_lists_its_files_and_its_links_with_the_message_that_has_them(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(
            &ana, conversation, "Compare [tea](https://tea.example) and https://milk.example.", ECHO, None,
        ).await;
        setting.server.clock().advance(SECOND);
        let cited = PartKind::Citation {
            title: "All about milk".into(),
            url: Some("https://milk.example".into()),
            quote: None,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page: None,
            cites: Vec::new(),
            web: None,
            given: None,
        };
        let (map, plan) = (file("map.png", "image/png"), file("plan.pdf", "application/pdf"));
        let answer = answer_with(&setting, conversation, vec![map, plan.clone(), cited]).await;
        setting.server.clock().advance(SECOND);
        let again = answer_with(&setting, conversation, vec![plan]).await;

        let path = format!("{}/resources", conversation_path(conversation));
        let files = ana.get(&format!("{path}?kind=files")).await.ok();
        assert_eq!(field(&files, "name"), ["plan.pdf", "map.png"]);
        assert_eq!(field(&files, "message_id"), [&json!(again), &json!(answer)]);
        assert_eq!(field(&files, "places"), [2, 1]);
        assert_eq!(files["items"][0]["kind"], "file");
        assert_eq!(files["items"][0]["role"], "assistant");
        assert_eq!(files["next_cursor"], Value::Null);

        let links = ana.get(&format!("{path}?kind=links")).await.ok();
        assert_eq!(field(&links, "url"), ["https://milk.example", "https://tea.example"]);
        assert_eq!(field(&links, "title"), ["All about milk", "tea"]);
        assert_eq!(field(&links, "cited"), [true, false]);
        let of_tea = &links["items"][1];
        assert_eq!(of_tea["message_id"], first["assistant_message"]["id"], "the newest that has it");
        assert_eq!(of_tea["places"], 2, "the question has it as well");
    }

    async fn a_long_list_of_resources_comes_in_pages(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Draw", ECHO, None).await;
        for at in 0..5 {
            setting.server.clock().advance(SECOND);
            answer_with(&setting, conversation, vec![file(&format!("{at}.png"), "image/png")]).await;
        }
        let path = format!("{}/resources?kind=files&limit=2", conversation_path(conversation));
        let mut names: Vec<Value> = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = ana.get(&format!("{path}{cursor}")).await.ok();
            names.extend(field(&page, "name").into_iter().cloned());
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(names, ["4.png", "3.png", "2.png", "1.png", "0.png"]);
    }

    async fn resources_are_given_of_ones_own_live_conversation_only(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let conversation = new_conversation();
        converse(&ana, conversation, "https://tea.example", ECHO, None).await;
        let path = format!("{}/resources", conversation_path(conversation));

        ben.get(&format!("{path}?kind=links")).await
            .assert_problem(404, "chat.conversation_not_found");
        ana.get(&format!("{path}?kind=people")).await.assert_problem(400, "api.bad_parameter");
        ana.delete(&conversation_path(conversation)).await.no_content();
        ana.get(&format!("{path}?kind=links")).await
            .assert_problem(404, "chat.conversation_not_found");
    }
}
