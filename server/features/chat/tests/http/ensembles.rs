//! Several answers merged into one.

use kernel::{ConversationId, HOUR, MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::{
    ECHO, SAYS_HI, Setting, conversation_path, converse, follow_run, message, messages,
    messages_path, new_conversation, new_message, text,
};
use crate::turns::follow_all;

fn asked_of(models: &[&str], text: &str) -> Value {
    json!({ "id": new_message(), "parent_id": null, "text": text, "model": null, "models": models })
}

fn merge_path(sent: &Value) -> String {
    format!("/api/chat/messages/{}/ensemble", sent["user_message"]["id"].as_str().unwrap())
}

/// Returns the last message that the provider was given.
fn last_asked(setting: &Setting) -> String {
    let call = setting.provider.calls().pop().unwrap();
    let asked = call.body["messages"].as_array().unwrap().last().unwrap().clone();
    asked["content"].as_str().unwrap().to_owned()
}

/// Returns the merged answers of a conversation.
async fn merged_of(person: &TestPerson, conversation: ConversationId) -> Vec<Value> {
    let all = messages(person, conversation).await;
    all.into_iter().filter(|message| message["kind"] == "ensemble").collect()
}

async fn merge_at_once(setting: &Setting, person: &TestPerson) {
    let identity = &setting.server.services.identity;
    let change = |settings| Some(identity::UserSettings { merge_at_once: true, ..settings });
    identity.change_settings(person.user_id, change).await.unwrap().unwrap();
}

for_each_store! {
    // issue 3: "ensemble: one model merges them"
    async fn answers_are_merged_into_one_beside_them(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = ana.post(&messages_path(conversation), asked_of(&[SAYS_HI, ECHO], "Tea?")).await;
        let sent = sent.accepted();
        follow_all(&ana, &sent).await;
        setting.server.clock().advance(SECOND);

        let body = json!({ "id": new_message(), "model": "fake/t20" });
        let merging = ana.post(&merge_path(&sent), body.clone()).await.accepted();
        follow_run(&ana, merging["assistant_message"]["run_id"].as_str().unwrap()).await;
        let again = ana.post(&merge_path(&sent), body).await.accepted();

        let merged = &merging["assistant_message"];
        assert_eq!(merged["kind"], "ensemble");
        assert_eq!(merged["parent_id"], sent["user_message"]["id"]);
        assert_eq!(merged["batch_id"], sent["assistant_message"]["batch_id"]);
        assert_eq!(merging["conversation"]["model"], SAYS_HI);
        assert_eq!(again["assistant_message"]["id"], merged["id"]);
        let asked = last_asked(&setting);
        assert!(asked.contains("<message>\nTea?\n</message>"), "{asked}");
        assert!(asked.contains("<answer number=\"1\" model=\"say-Hi there\">\nHi there\n"), "{asked}");
        assert!(asked.contains("<answer number=\"2\""), "{asked}");
        let detail = ana.get(&conversation_path(conversation)).await.ok();
        assert_eq!(detail["leaf_id"], merged["id"]);
        let kept = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(kept["receipt"]["charged"], 1);
        assert_eq!(setting.provider.call_count(), 3);
    }

    async fn a_failed_answer_is_left_out_of_the_merging(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let models = [SAYS_HI, "fake/e401", ECHO];
        let sent = ana.post(&messages_path(new_conversation()), asked_of(&models, "Tea?")).await;
        let sent = sent.accepted();
        follow_all(&ana, &sent).await;

        let body = json!({ "id": new_message(), "model": SAYS_HI });
        let merging = ana.post(&merge_path(&sent), body).await.accepted();
        follow_run(&ana, merging["assistant_message"]["run_id"].as_str().unwrap()).await;

        let asked = last_asked(&setting);
        assert!(asked.contains("number=\"1\"") && asked.contains("number=\"3\""), "{asked}");
        assert!(!asked.contains("number=\"2\""), "{asked}");
    }

    async fn what_cannot_be_merged_is_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let ben = setting.ben().await;
        let path = messages_path(new_conversation());
        let sent = ana.post(&path, asked_of(&[SAYS_HI, "fake/e401"], "Tea?")).await.accepted();
        follow_all(&ana, &sent).await;
        let body = || json!({ "id": new_message() });

        ana.post(&merge_path(&sent), body()).await.assert_problem(422, "chat.too_few_answers");
        ben.post(&merge_path(&sent), body()).await.assert_problem(404, "chat.message_not_found");
        let answer = sent["assistant_message"]["id"].as_str().unwrap();
        ana.post(&format!("/api/chat/messages/{answer}/ensemble"), body()).await
            .assert_problem(422, "chat.not_a_question");
        let unknown = json!({ "id": new_message(), "answers": [new_message()] });
        ana.post(&merge_path(&sent), unknown).await.assert_problem(404, "chat.message_not_found");

        setting.provider.hold_after(1);
        let path = messages_path(new_conversation());
        let running = ana.post(&path, asked_of(&[ECHO, "fake/t20"], "Go")).await.accepted();
        ana.post(&merge_path(&running), body()).await.assert_problem(409, "chat.still_answering");
        setting.provider.release();
        follow_all(&ana, &running).await;
    }

    async fn a_merged_answer_is_merged_again_not_answered_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let sent = ana.post(&messages_path(new_conversation()), asked_of(&[SAYS_HI, ECHO], "Tea?")).await;
        let sent = sent.accepted();
        follow_all(&ana, &sent).await;
        let body = json!({ "id": new_message(), "model": SAYS_HI });
        let merging = ana.post(&merge_path(&sent), body).await.accepted();
        follow_run(&ana, merging["assistant_message"]["run_id"].as_str().unwrap()).await;

        let path = format!("/api/chat/messages/{}/regenerate", merging["assistant_message"]["id"].as_str().unwrap());
        let again = ana.post(&path, json!({ "id": new_message(), "model": ECHO })).await.accepted();
        follow_run(&ana, again["assistant_message"]["run_id"].as_str().unwrap()).await;

        assert_eq!(again["assistant_message"]["kind"], "ensemble");
        assert_eq!(again["assistant_message"]["model"], ECHO);
        assert!(last_asked(&setting).contains("<answer number=\"1\""));
    }

    async fn answers_are_merged_at_once_where_the_person_wants_that(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        merge_at_once(&setting, &ana).await;
        let conversation = new_conversation();
        setting.provider.hold_after(1);
        let sent = ana.post(&messages_path(conversation), asked_of(&["fake/t20", ECHO], "Tea for two")).await;
        let sent = sent.accepted();
        setting.provider.wait_until_held(2).await;
        setting.server.run_jobs().await;
        assert_eq!(merged_of(&ana, conversation).await, Vec::<Value>::new(), "not before the last answer");
        setting.provider.release();
        follow_all(&ana, &sent).await;

        setting.server.run_jobs().await;
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;

        let all = merged_of(&ana, conversation).await;
        assert_eq!(all.len(), 1, "once");
        let merged = &all[0];
        assert_eq!(merged["model"], "fake/t20", "the first of those who answered");
        assert_eq!(merged["state"], "completed");
        let detail = ana.get(&conversation_path(conversation)).await.ok();
        assert_eq!(detail["leaf_id"], merged["id"]);
    }

    async fn a_merging_that_waits_survives_the_process(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        merge_at_once(&setting, &ana).await;
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let models = ["fake/t20", "fake/t200"];
        let sent = ana.post(&messages_path(conversation), asked_of(&models, "Tea?")).await.accepted();
        for answer in sent["assistant_messages"].as_array().unwrap() {
            let run = answer["run_id"].as_str().unwrap();
            ana.events(&format!("/api/runs/{run}/events")).await.next_of("part.started").await;
        }
        setting.provider.wait_until_held(2).await;
        setting.server.clock().advance(MINUTE);

        let other = setting.server.another_process().await;
        setting.provider.release();
        other.run_jobs().await;
        other.services.generation.wait_idle().await;
        setting.server.services.generation.wait_idle().await;

        let ana_there = other.member("ana@example.com").await;
        let kept = messages(&ana_there, conversation).await;
        assert_eq!(kept.len(), 4);
        assert_eq!(kept[3]["kind"], "ensemble");
        assert_eq!(kept[3]["state"], "completed");
    }

    async fn who_went_on_meanwhile_is_not_taken_elsewhere(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        merge_at_once(&setting, &ana).await;
        let conversation = new_conversation();
        let sent = ana.post(&messages_path(conversation), asked_of(&[SAYS_HI, ECHO], "Tea?")).await;
        let sent = sent.accepted();
        follow_all(&ana, &sent).await;
        let next = message("And milk?", ECHO, Some(&sent["assistant_message"]["id"]));
        let next = ana.post(&messages_path(conversation), next).await.accepted();
        follow_all(&ana, &next).await;

        setting.server.run_jobs().await;
        setting.server.services.generation.wait_idle().await;

        let detail = ana.get(&conversation_path(conversation)).await.ok();
        assert_eq!(detail["leaf_id"], next["assistant_message"]["id"]);
        let merged = merged_of(&ana, conversation).await;
        assert_eq!(merged.len(), 1);
        assert!(!text(&merged[0]).is_empty());
    }

    // issue 3: "ensemble: one model merges them"; an automatic one that is refused says why
    async fn a_merging_that_is_refused_says_why_in_its_place_and_can_be_tried_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        merge_at_once(&setting, &ana).await;
        // Two of the forty questions of the day are left: none for the merged answer.
        for _ in 0..38 {
            converse(&ana, new_conversation(), "Hi", ECHO, None).await;
        }
        let conversation = new_conversation();
        let sent = ana.post(&messages_path(conversation), asked_of(&[SAYS_HI, ECHO], "Tea?")).await;
        let sent = sent.accepted();
        follow_all(&ana, &sent).await;
        let mut window = ana.events("/api/events").await;

        setting.server.run_jobs().await;
        setting.server.run_jobs().await;

        // Conversations before it get their titles meanwhile.
        while window.next_of("conversation.changed").await.data["conversation_id"] != json!(conversation) {}
        let merged = merged_of(&ana, conversation).await;
        assert_eq!(merged.len(), 1, "said once");
        assert_eq!(merged[0]["state"], "failed");
        assert_eq!(merged[0]["problem"]["code"], "ledger.queries_used_up");
        assert_eq!(merged[0]["model_name"], "say-Hi there");
        assert_eq!(merged[0]["batch_id"], sent["assistant_message"]["batch_id"]);
        let detail = ana.get(&conversation_path(conversation)).await.ok();
        assert_ne!(detail["leaf_id"], merged[0]["id"], "the person stays with the answer they read");
        let asked = |call: &testing::fake_provider::Call| call.body.to_string().contains("<answer number");
        assert!(!setting.provider.calls().iter().any(asked), "nobody was asked to merge");

        setting.server.clock().advance(12 * HOUR);
        let path = format!("/api/chat/messages/{}/regenerate", merged[0]["id"].as_str().unwrap());
        let again = ana.post(&path, json!({ "id": new_message() })).await.accepted();
        follow_run(&ana, again["assistant_message"]["run_id"].as_str().unwrap()).await;
        let merged = merged_of(&ana, conversation).await;
        assert_eq!((merged.len(), &merged[1]["state"]), (2, &json!("completed")));
    }

    async fn who_stopped_an_answer_is_not_told_that_it_was_not_merged(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        merge_at_once(&setting, &ana).await;
        let conversation = new_conversation();
        setting.provider.hold_after(1);
        let models = ["fake/t20", "fake/e401"];
        let sent = ana.post(&messages_path(conversation), asked_of(&models, "Tea?")).await.accepted();
        setting.provider.wait_until_held(1).await;
        let run = sent["assistant_message"]["run_id"].as_str().unwrap();
        ana.post(&format!("/api/runs/{run}/cancel"), json!({})).await.assert_status(202);
        setting.provider.release();
        setting.server.services.generation.wait_idle().await;

        setting.server.run_jobs().await;

        assert_eq!(merged_of(&ana, conversation).await, Vec::<Value>::new());
    }
}
