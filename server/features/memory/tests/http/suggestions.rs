//! The inbox: suggestions learned, adopted, rejected, regenerated.

use kernel::{ConversationId, SECOND};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::setting::{LEARNS, REWRITES, Setting, everywhere, keep, pending, text, texts};

async fn act(
    person: &TestPerson,
    suggestion: &Value,
    action: &str,
    body: Value,
) -> testing::Answer {
    person.post(&format!("/api/memory/suggestions/{}/{action}", text(suggestion, "id")), body).await
}

async fn learn_by(person: &TestPerson, model: &str) {
    let model = format!("fake/{model}");
    person.patch("/api/memory", json!({ "learn": "model", "model": model })).await.ok();
}

for_each_store! {
    // spec §1: "Memory (learns from chats, suggests items to adopt or reject, personalizes answers)."
    // spec §4: "Memory suggestion: pending, then adopted or rejected; can be regenerated."
    async fn what_a_person_says_plainly_is_suggested_and_remembered_when_they_adopt_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let answer = setting
            .ask(&ana, json!({ "text": "Plan a dinner. By the way, I'm allergic to nuts." }))
            .await;
        let waiting = pending(&ana).await;
        assert_eq!(waiting.len(), 1);
        let suggestion = &waiting[0];
        assert_eq!(suggestion["text"], "I'm allergic to nuts");
        assert_eq!(suggestion["quote"], "By the way, I'm allergic to nuts.");
        assert_eq!(suggestion["state"], "pending");
        assert_eq!(suggestion["source"]["message_id"], answer["parent_id"]);
        assert!(texts(&ana, "/api/memory/items").await.is_empty(), "only suggested");
        setting.ask(&ana, json!({ "text": "And a cake?" })).await;
        assert!(!setting.told().contains("nuts"), "no answer knows of it yet");

        let words = json!({ "text": "Allergic to all nuts" });
        let item = act(&ana, suggestion, "adopt", words).await.ok();
        assert_eq!(item["text"], "Allergic to all nuts");
        assert_eq!(item["source"]["message_id"], answer["parent_id"]);
        assert!(pending(&ana).await.is_empty());
        let adopted = ana.get("/api/memory/suggestions?state=adopted").await.ok();
        assert_eq!(adopted["items"][0]["state"], "adopted");
        act(&ana, suggestion, "adopt", json!({ "text": "Twice" })).await
            .assert_problem(409, "memory.decided");
        act(&ana, suggestion, "reject", json!({})).await.assert_problem(409, "memory.decided");
        setting.ask(&ana, json!({ "text": "And a cake?" })).await;
        assert!(setting.told().contains("Allergic to all nuts"));
    }

    // spec §4: "Memory suggestion: pending, then adopted or rejected"
    async fn what_was_rejected_or_is_known_is_not_suggested_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let say = async |said: &str| setting.ask(&ana, json!({ "text": said })).await;
        say("My name is Ana.").await;
        let waiting = pending(&ana).await;
        let rejected = act(&ana, &waiting[0], "reject", json!({})).await.ok();
        assert_eq!(rejected["state"], "rejected");
        say("my name is ana").await;
        assert!(pending(&ana).await.is_empty());
        let reopened = act(&ana, &waiting[0], "reopen", json!({})).await.ok();
        assert_eq!(reopened["state"], "pending", "who was too quick takes it back");
        act(&ana, &waiting[0], "reopen", json!({})).await
            .assert_problem(404, "memory.suggestion_not_found");
        act(&ana, &waiting[0], "adopt", json!({})).await.ok();
        keep(&ana, "I am vegan", everywhere()).await;
        say("My name is Ana. I am vegan.").await;
        assert!(pending(&ana).await.is_empty());
        ana.patch("/api/memory", json!({ "learn": "off" })).await.ok();
        say("I live in Graz.").await;
        assert!(pending(&ana).await.is_empty(), "switched off");
    }

    async fn a_model_learns_once_for_several_messages_and_its_query_is_paid(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        learn_by(&ana, LEARNS).await;
        let chat = ConversationId::new(NOW);
        let said = json!({ "text": "Plan a trip, we always go by train" });
        let first = setting.ask_in(&ana, chat, said).await;
        setting.server.clock().advance(SECOND);
        let second = json!({ "text": "To the sea", "parent_id": first["id"] });
        setting.ask_in(&ana, chat, second).await;
        setting.server.run_jobs().await;
        assert!(pending(&ana).await.is_empty(), "it waits for the person's next words");
        let calls = setting.provider.call_count();
        setting.server.clock().advance(121 * SECOND);
        setting.server.run_jobs().await;
        assert_eq!(setting.provider.call_count(), calls + 1);
        let waiting = pending(&ana).await;
        assert_eq!(waiting[0]["text"], "Travels by train");
        assert_eq!(waiting[0]["quote"], "we always go by train");
        assert_eq!(waiting[0]["source"]["message_id"], first["parent_id"]);
        assert!(text(&waiting[0], "model_name").starts_with("say-"));
        let payer = ana.payer();
        let mut conn = setting.server.db().read().await.unwrap();
        let entries = setting
            .server
            .services
            .ledger
            .postings(&mut conn, &payer, store::Cursor::FIRST, 10)
            .await
            .unwrap();
        assert_eq!(entries.items.iter().filter(|entry| entry.feature == "memory").count(), 1);
    }

    // spec §4: "Memory suggestion: … can be regenerated."
    async fn a_suggestion_is_written_again_by_a_model_and_waits_for_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        setting.ask(&ana, json!({ "text": "Remember that I go by train." })).await;
        ana.patch("/api/memory", json!({ "model": format!("fake/{REWRITES}") })).await.ok();
        let waiting = pending(&ana).await;
        let asked = act(&ana, &waiting[0], "regenerate", json!({})).await.ok();
        assert_eq!((&asked["rewriting"], &asked["text"]), (&json!(true), &waiting[0]["text"]));
        act(&ana, &waiting[0], "regenerate", json!({})).await.ok();
        setting.server.run_jobs().await;
        let written = &pending(&ana).await[0];
        assert_eq!((&written["rewriting"], &written["state"]), (&json!(false), &json!("pending")));
        assert_eq!(written["text"], "Goes everywhere by train");
        assert_eq!(written["quote"], "Remember that I go by train.");
        let calls = setting.provider.calls();
        let asked = calls.iter().filter(|call| call.model == REWRITES).count();
        assert_eq!(asked, 1, "asked twice at once is written once");
        // The same words again are nothing new.
        act(&ana, written, "regenerate", json!({})).await.ok();
        setting.server.run_jobs().await;
        let failed = &pending(&ana).await[0];
        assert_eq!(failed["problem"]["code"], "memory.nothing_new");
        assert_eq!(failed["text"], "Goes everywhere by train", "its words stay");
        act(&ana, failed, "reject", json!({})).await.ok();
        act(&ana, failed, "regenerate", json!({})).await.assert_problem(409, "memory.decided");
    }

    async fn without_a_model_only_plain_statements_are_learned_and_that_is_said(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let connections = setting.server.services.providers.list_connections().await.unwrap();
        setting.ask(&ana, json!({ "text": "I am vegan." })).await;
        assert_eq!(ana.get("/api/memory").await.ok()["has_model"], true);
        setting.server.services.providers.delete_connection(connections[0].id).await.unwrap();
        assert_eq!(ana.get("/api/memory").await.ok()["has_model"], false);
        ana.patch("/api/memory", json!({ "learn": "model" })).await
            .assert_problem(409, "memory.needs_model");
        let waiting = pending(&ana).await;
        act(&ana, &waiting[0], "regenerate", json!({})).await
            .assert_problem(409, "memory.needs_model");
        act(&ana, &waiting[0], "adopt", json!({})).await.ok();
    }

    async fn a_suggestion_goes_with_its_chat_and_is_nobody_elses(store) {
        let setting = Setting::new(store).await;
        let ana = setting.paying("ana@example.com").await;
        let ben = setting.paying("ben@example.com").await;
        let answer = setting.ask(&ana, json!({ "text": "I am vegan." })).await;
        let waiting = pending(&ana).await;
        for action in ["adopt", "reject", "reopen", "regenerate"] {
            act(&ben, &waiting[0], action, json!({})).await
                .assert_problem(404, "memory.suggestion_not_found");
        }
        let chat = text(&answer, "conversation_id");
        ana.delete(&format!("/api/chat/conversations/{chat}")).await.no_content();
        ana.delete(&format!("/api/chat/trash/{chat}")).await.no_content();
        assert!(pending(&ana).await.is_empty());
    }
}
