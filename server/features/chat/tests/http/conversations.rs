//! The list, titles, trash, and permissions.

use kernel::DAY;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{
    ECHO, Setting, conversation_path, converse, message, messages_path, new_conversation,
    new_message,
};

for_each_store! {
    async fn the_conversation_that_spoke_last_comes_first_page_by_page(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for name in ["first", "second", "third"] {
            converse(&ana, new_conversation(), name, ECHO, None).await;
            setting.server.clock().advance(1_000_000);
        }

        let page = ana.get("/api/chat/conversations?limit=2").await.ok();
        let cursor = page["next_cursor"].as_str().unwrap();
        let rest = ana.get(&format!("/api/chat/conversations?limit=2&cursor={cursor}")).await.ok();

        assert_eq!(page["items"][0]["title"], "third");
        assert_eq!(page["items"][1]["title"], "second");
        assert_eq!(rest["items"][0]["title"], "first");
        assert_eq!(rest["next_cursor"], json!(null));
    }

    async fn a_conversation_is_renamed_only_over_the_version_that_was_seen(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Old name", ECHO, None).await;
        let path = conversation_path(conversation);
        let version = ana.get(&path).await.ok()["conversation"]["version"].as_i64().unwrap();
        let seen = ana.client.clone().with_header("if-match", &format!("\"{version}\""));

        let renamed = seen.patch(&path, json!({ "title": "  New   name " })).await.ok();
        seen.patch(&path, json!({ "title": "Stale" })).await
            .assert_problem(412, "chat.changed_elsewhere");
        ana.patch(&path, json!({ "title": " " })).await.assert_problem(422, "chat.title_empty");

        assert_eq!(renamed["title"], "New name");
        assert_eq!(ana.get(&path).await.ok()["conversation"]["title"], "New name");
    }

    async fn a_deleted_conversation_can_be_brought_back(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = converse(&ana, conversation, "Keep me", ECHO, None).await;
        let path = conversation_path(conversation);

        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "chat.conversation_not_found");
        assert_eq!(ana.get("/api/chat/conversations").await.ok()["items"], json!([]));
        assert_eq!(ana.get("/api/chat/search?q=keep").await.ok()["items"], json!([]));
        let leaf = sent["assistant_message"]["id"].clone();
        ana.post(&messages_path(conversation), message("More", ECHO, Some(&leaf))).await
            .assert_problem(404, "chat.conversation_not_found");

        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(ana.get(&path).await.ok()["messages"].as_array().unwrap().len(), 2);
    }

    async fn the_trash_is_emptied_after_30_days(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Gone soon", ECHO, None).await;
        let path = conversation_path(conversation);
        ana.delete(&path).await.no_content();

        setting.server.clock().advance(30 * DAY + 1);
        setting.do_upkeep().await;

        let browser = setting.ana().await;
        browser.post(&format!("{path}/restore"), json!({})).await
            .assert_problem(404, "chat.conversation_not_found");
    }

    async fn another_persons_conversation_is_not_there(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let conversation = new_conversation();
        let sent = converse(&ana, conversation, "Private", ECHO, None).await;
        let path = conversation_path(conversation);
        let answer = sent["assistant_message"]["id"].as_str().unwrap();
        let run = sent["assistant_message"]["run_id"].as_str().unwrap();

        let not_there = "chat.conversation_not_found";
        ben.get(&path).await.assert_problem(404, not_there);
        ben.patch(&path, json!({ "title": "Mine" })).await.assert_problem(404, not_there);
        ben.delete(&path).await.assert_problem(404, not_there);
        ben.post(&messages_path(conversation), message("Hi", ECHO, None)).await
            .assert_problem(404, not_there);
        ben.post(&format!("/api/chat/messages/{answer}/regenerate"), json!({ "id": new_message() }))
            .await.assert_problem(404, "chat.message_not_found");
        ben.get(&format!("/api/runs/{run}/events")).await
            .assert_problem(404, "generation.run_not_found");
        ben.post(&format!("/api/runs/{run}/cancel"), json!({})).await
            .assert_problem(404, "generation.run_not_found");

        assert_eq!(ana.get(&path).await.ok()["conversation"]["title"], "Private");
    }

    async fn an_answer_is_unread_until_it_is_looked_at(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(1);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        setting.server.clock().advance(1_000_000);
        setting.provider.release();
        crate::setting::follow(&ana, &sent).await;
        let list = "/api/chat/conversations";
        assert_eq!(ana.get(list).await.ok()["items"][0]["unread"], true);

        setting.server.clock().advance(1_000_000);
        ana.patch(&conversation_path(conversation), json!({ "read": true })).await.ok();

        assert_eq!(ana.get(list).await.ok()["items"][0]["unread"], false);
    }

    async fn a_person_who_searches_without_end_is_asked_to_wait(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..300 {
            ana.get("/api/chat/search?q=").await.ok();
        }

        let refused = ana.get("/api/chat/search?q=").await;

        refused.assert_problem(429, "api.too_many_requests");
        setting.server.clock().advance(1_000_000);
        ana.get("/api/chat/search?q=").await.ok();
        setting.ben().await.get("/api/chat/search?q=").await.ok();
    }

    async fn other_windows_hear_of_a_change(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let mut window = ana.events("/api/events").await;
        let conversation = new_conversation();

        converse(&ana, conversation, "Hi", ECHO, None).await;

        let hint = window.next_of("conversation.changed").await;
        assert_eq!(hint.data["conversation_id"], json!(conversation));
    }
}
