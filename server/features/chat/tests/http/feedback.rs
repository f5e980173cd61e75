//! Ratings of answers.

use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::{
    ECHO, SAYS_HI, Setting, conversation_path, converse, follow, message, messages, messages_path,
    new_conversation,
};

/// Returns the address of the rating of a message.
fn path(message: &Value) -> String {
    format!("/api/chat/messages/{}/feedback", message["id"].as_str().unwrap())
}

async fn answered(person: &TestPerson) -> (kernel::ConversationId, Value) {
    let conversation = new_conversation();
    let sent = converse(person, conversation, "Tea", ECHO, None).await;
    (conversation, sent)
}

for_each_store! {
    async fn an_answer_is_rated_amended_and_unrated(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (conversation, sent) = answered(&ana).await;
        let answer = &sent["assistant_message"];
        assert_eq!(messages(&ana, conversation).await[1]["feedback"], Value::Null);

        let up = ana.put(&path(answer), json!({ "rating": "up" })).await.ok();
        assert_eq!(up, json!({ "rating": "up", "reason": null, "comment": null }));
        let down = json!({ "rating": "down", "reason": "incorrect", "comment": " Wrong year " });
        ana.put(&path(answer), down).await.ok();

        let expected = json!({ "rating": "down", "reason": "incorrect", "comment": "Wrong year" });
        let kept = messages(&ana, conversation).await;
        assert_eq!(kept[1]["feedback"], expected);
        assert_eq!(kept[0]["feedback"], Value::Null);
        let id = answer["id"].as_str().unwrap();
        let newest = ana.get(&format!("{}?newest=2", conversation_path(conversation))).await.ok();
        assert_eq!(newest["messages"][1]["feedback"], expected);
        let of_id = ana.get(&format!("{}?ids={id}", messages_path(conversation))).await.ok();
        assert_eq!(of_id["items"][0]["feedback"], expected);

        ana.delete(&path(answer)).await.no_content();
        ana.delete(&path(answer)).await.no_content();
        assert_eq!(messages(&ana, conversation).await[1]["feedback"], Value::Null);
    }

    async fn every_reason_is_taken_and_any_other_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (_, sent) = answered(&ana).await;
        let path = path(&sent["assistant_message"]);
        for reason in ["incorrect", "incomplete", "not_asked", "slow", "unsafe", "other"] {
            let put = ana.put(&path, json!({ "rating": "down", "reason": reason })).await.ok();
            assert_eq!(put["reason"], reason);
        }
        for wrong in [
            json!({ "rating": "down", "reason": "ugly" }),
            json!({ "rating": "sideways" }),
            json!({ "reason": "slow" }),
            json!({ "rating": "up", "stars": 5 }),
        ] {
            ana.put(&path, wrong).await.assert_problem(400, "api.malformed_json");
        }
        let long = json!({ "rating": "down", "comment": "字".repeat(1_001) });
        ana.put(&path, long).await.assert_problem(422, "chat.feedback_comment_too_long");
    }

    async fn questions_running_answers_and_foreign_ones_cannot_be_rated(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let (conversation, sent) = answered(&ana).await;
        let up = json!({ "rating": "up" });

        let question = ana.put(&path(&sent["user_message"]), up.clone()).await;
        question.assert_problem(422, "chat.feedback_not_an_answer");
        let foreign = path(&sent["assistant_message"]);
        ben.put(&foreign, up.clone()).await.assert_problem(404, "chat.message_not_found");
        ben.delete(&foreign).await.assert_problem(404, "chat.message_not_found");

        setting.provider.hold_after(1);
        let parent = &sent["assistant_message"]["id"];
        let running = message("Go", "fake/t20", Some(parent));
        let running = ana.post(&messages_path(conversation), running).await.accepted();
        setting.provider.wait_until_held(1).await;
        let early = ana.put(&path(&running["assistant_message"]), up.clone()).await;
        early.assert_problem(409, "chat.feedback_unfinished");
        setting.provider.release();
        follow(&ana, &running).await;
        ana.put(&path(&running["assistant_message"]), up).await.ok();
    }

    async fn other_windows_hear_of_a_rating(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (conversation, sent) = answered(&ana).await;
        setting.server.services.generation.wait_idle().await;
        let mut window = ana.events("/api/events").await;
        ana.put(&path(&sent["assistant_message"]), json!({ "rating": "up" })).await.ok();
        let heard = window.next_of("conversation.changed").await;
        assert!(heard.data.to_string().contains(&conversation.to_string()), "{heard:?}");
    }

    async fn a_regenerated_answer_has_no_rating(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (conversation, sent) = answered(&ana).await;
        let answer = &sent["assistant_message"];
        ana.put(&path(answer), json!({ "rating": "down", "comment": "Secretly bad" })).await.ok();
        let again = format!("/api/chat/messages/{}/regenerate", answer["id"].as_str().unwrap());
        let new = json!({ "id": crate::setting::new_message(), "model": SAYS_HI });
        let again = ana.post(&again, new).await.accepted();
        follow(&ana, &again).await;

        let kept = messages(&ana, conversation).await;
        let rated: Vec<bool> = kept.iter().map(|one| one.get("feedback").is_some()).collect();
        assert_eq!(rated.iter().filter(|rated| **rated).count(), 1, "{kept:?}");
    }

    async fn a_rating_is_deleted_with_its_message(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (conversation, sent) = answered(&ana).await;
        ana.put(&path(&sent["assistant_message"]), json!({ "rating": "up" })).await.ok();
        ana.delete(&conversation_path(conversation)).await.no_content();
        setting.server.clock().advance(31 * kernel::DAY);
        setting.do_upkeep().await;

        let mut conn = setting.server.db().read().await.unwrap();
        let (left,) =
            store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM message_feedback").unwrap();
        assert_eq!(left, 0);
    }
}
