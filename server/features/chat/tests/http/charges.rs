//! What messages cost. Spec §9: "free daily 40 (reset 00:00 UTC)".

use kernel::HOUR;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{ECHO, Setting, converse, message, messages, messages_path, new_conversation};

for_each_store! {
    async fn the_41st_question_of_a_day_is_refused_and_changes_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..40 {
            converse(&ana, new_conversation(), "Hi", ECHO, None).await;
        }
        let refused = new_conversation();

        let path = messages_path(refused);
        let problem = ana.post(&path, message("Hi", ECHO, None)).await
            .assert_problem(402, "ledger.queries_used_up");

        assert_eq!(problem["message"], "Your queries have been used up");
        ana.get(&crate::setting::conversation_path(refused)).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(setting.provider.call_count(), 40);
        setting.server.clock().advance(12 * HOUR);
        converse(&ana, refused, "Hi", ECHO, None).await;
    }

    async fn the_same_message_sent_twice_is_answered_and_charged_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let path = messages_path(conversation);
        let body = message("Hi", ECHO, None);

        let (first, second) = tokio::join!(
            ana.post(&path, body.clone()),
            ana.post(&path, body.clone()),
        );
        let (first, second) = (first.accepted(), second.accepted());
        crate::setting::follow(&ana, &first).await;
        let third = ana.post(&path, body.clone()).await.accepted();

        assert_eq!(first["assistant_message"]["id"], second["assistant_message"]["id"]);
        assert_eq!(third["assistant_message"]["state"], "completed");
        assert_eq!(messages(&ana, conversation).await.len(), 2);
        assert_eq!(setting.provider.call_count(), 1);
        let mut other = body;
        other["text"] = json!("Something else");
        ana.post(&path, other).await.assert_problem(409, "chat.message_id_taken");
    }

    async fn an_answer_that_never_began_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();

        converse(&ana, conversation, "Hi", "fake/e401", None).await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["receipt"]["charged"], 0);
        let mut conn = setting.server.db().read().await.unwrap();
        let usage = setting.server.services.ledger.usage(&mut conn, &ana.payer()).await.unwrap();
        assert_eq!(usage.iter().map(|meter| meter.used).sum::<i64>(), 0);
    }
}
