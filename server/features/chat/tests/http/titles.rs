//! Names that models give.

use kernel::SECOND;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{ECHO, SAYS_HI, Setting, conversation_path, converse, new_conversation};

const LIST: &str = "/api/chat/conversations";

for_each_store! {
    async fn a_model_names_a_conversation_after_its_first_answer(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        let sent = converse(&ana, id, "How do boats float, and why do some sink?", SAYS_HI, None).await;
        assert_eq!(sent["conversation"]["title"], "How do boats float, and why do some sink?");
        let path = conversation_path(id);
        ana.patch(&path, json!({ "read": true })).await.ok();
        let before = ana.get(&path).await.ok()["conversation"].clone();
        setting.server.clock().advance(SECOND);

        setting.server.run_jobs().await;

        let after = ana.get(&path).await.ok()["conversation"].clone();
        assert_eq!(after["title"], "Hi there");
        for field in ["updated_at", "unread", "version"] {
            assert_eq!(after[field], before[field], "{field}");
        }
        assert_eq!(ana.get("/api/chat/search?q=there").await.ok()["items"].as_array().unwrap().len(), 2);
        let call = setting.provider.calls().pop().unwrap();
        assert!(call.body["messages"].to_string().contains("How do boats float"));

        let leaf = sent["assistant_message"]["id"].clone();
        converse(&ana, id, "Go on", ECHO, Some(&leaf)).await;
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["conversation"]["title"], "Hi there", "once only");
    }

    async fn a_title_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "Boats", SAYS_HI, None).await;

        setting.server.run_jobs().await;

        assert_eq!(setting.provider.call_count(), 2);
        let mut conn = setting.server.db().read().await.unwrap();
        let usage = setting.server.services.ledger.usage(&mut conn, &ana.payer()).await.unwrap();
        assert_eq!(usage.iter().map(|meter| meter.used).sum::<i64>(), 1);
    }

    async fn a_model_that_writes_on_is_stopped_and_names_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "Boats", "fake/t200", None).await;
        // Longer than any title, and then nothing: only a stop from here ends it.
        setting.provider.hold_after(100);

        setting.server.run_jobs().await;
        setting.provider.wait_until_idle().await;

        assert_eq!(setting.provider.call_count(), 2);
        assert_eq!(ana.get(LIST).await.ok()["items"][0]["title"], "Boats");
    }

    async fn a_title_of_the_persons_is_never_written_over(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        converse(&ana, id, "Boats", SAYS_HI, None).await;
        ana.patch(&conversation_path(id), json!({ "title": "Mine" })).await.ok();

        setting.server.run_jobs().await;

        assert_eq!(ana.get(LIST).await.ok()["items"][0]["title"], "Mine");
    }

    async fn a_title_that_was_lost_with_its_process_is_asked_for_after_the_next_answer(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        let sent = converse(&ana, id, "Boats", SAYS_HI, None).await;
        let next = setting.server.another_process().await;
        let there = next.visitor();
        there.set_cookie("ensemble", &ana.cookie("ensemble").unwrap());

        let leaf = sent["assistant_message"]["id"].clone();
        converse(&there, id, "Go on", SAYS_HI, Some(&leaf)).await;
        next.run_jobs().await;

        assert_eq!(ana.get(&conversation_path(id)).await.ok()["conversation"]["title"], "Hi there");
    }

    async fn a_model_that_names_nothing_is_asked_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        let sent = converse(&ana, id, "Boats", "fake/t200", None).await;
        setting.server.run_jobs().await;

        let leaf = sent["assistant_message"]["id"].clone();
        converse(&ana, id, "Go on", SAYS_HI, Some(&leaf)).await;
        setting.server.run_jobs().await;

        assert_eq!(setting.provider.call_count(), 3, "two answers and one title");
        assert_eq!(ana.get(LIST).await.ok()["items"][0]["title"], "Boats");
    }

    async fn an_answer_that_failed_and_the_built_in_engine_name_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "Boats", "fake/e401", None).await;

        assert_eq!(setting.server.run_jobs().await, 0);

        assert_eq!(ana.get(LIST).await.ok()["items"][0]["title"], "Boats");
    }
}
