//! Temporary conversations.

use kernel::HOUR;
use serde_json::{Value, json};
use store::sql;
use testing::for_each_store;

use crate::setting::{
    ECHO, Setting, conversation_path, follow, message, messages, messages_path, new_conversation,
};

fn temporary(text: &str, model: &str, parent: Option<&Value>) -> Value {
    let mut message = message(text, model, parent);
    message["temporary"] = json!(true);
    message
}

/// Counts rows that could contain text of a temporary conversation.
async fn rows_left(setting: &Setting) -> i64 {
    let mut conn = setting.server.db().read().await.unwrap();
    let (count,) = sql!(
        &mut conn,
        one(i64,),
        "SELECT (SELECT COUNT(*) FROM conversations) + (SELECT COUNT(*) FROM messages)
             + (SELECT COUNT(*) FROM search_rows)
             + (SELECT COUNT(*) FROM run_events WHERE data LIKE '%part%')"
    )
    .unwrap();
    count
}

for_each_store! {
    async fn a_temporary_conversation_is_in_no_list_and_no_index(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        let path = messages_path(id);

        let sent = ana.post(&path, temporary("A secret", ECHO, None)).await.accepted();
        follow(&ana, &sent).await;
        let leaf = sent["assistant_message"]["id"].clone();
        let more = ana.post(&path, temporary("More secrets", ECHO, Some(&leaf))).await.accepted();
        follow(&ana, &more).await;

        assert_eq!(sent["conversation"]["temporary"], true);
        assert_eq!(messages(&ana, id).await.len(), 4);
        assert_eq!(ana.get("/api/chat/conversations").await.ok()["items"], json!([]));
        assert_eq!(ana.get("/api/chat/search?q=secret").await.ok()["items"], json!([]));
        assert_eq!(setting.server.run_jobs().await, 0, "nothing names it");
    }

    async fn it_goes_with_every_word_when_it_is_left(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        let sent = ana.post(&messages_path(id), temporary("A secret", ECHO, None)).await.accepted();
        follow(&ana, &sent).await;

        ana.delete(&conversation_path(id)).await.no_content();

        assert_eq!(rows_left(&setting).await, 0);
        assert_eq!(ana.get("/api/chat/trash").await.ok()["items"], json!([]));
        ana.post(&format!("{}/restore", conversation_path(id)), json!({})).await
            .assert_problem(404, "chat.conversation_not_found");
    }

    async fn left_while_an_answer_is_written_it_goes_when_that_is_over(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        setting.provider.hold_after(3);
        let sent = ana.post(&messages_path(id), temporary("A secret", "fake/t200", None)).await;
        let sent = sent.accepted();
        setting.provider.wait_until_held(1).await;

        ana.delete(&conversation_path(id)).await.no_content();
        follow(&ana, &sent).await;
        setting.server.services.generation.wait_idle().await;
        assert_eq!(setting.server.run_jobs().await, 1);

        assert_eq!(rows_left(&setting).await, 0);
        ana.get(&conversation_path(id)).await.assert_problem(404, "chat.conversation_not_found");
    }

    async fn one_that_nobody_left_goes_24_hours_after_its_last_message(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        let sent = ana.post(&messages_path(id), temporary("A secret", ECHO, None)).await.accepted();
        follow(&ana, &sent).await;

        setting.server.clock().advance(24 * HOUR);
        setting.do_upkeep().await;
        assert!(rows_left(&setting).await > 0);
        setting.server.clock().advance(1);
        setting.do_upkeep().await;

        assert_eq!(rows_left(&setting).await, 0);
    }
}
