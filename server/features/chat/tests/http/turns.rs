//! Several models answer one message; one message alone is answered by another model; stale tabs.

use kernel::{MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{Client, for_each_store};

use crate::setting::{
    ECHO, SAYS_HI, Setting, conversation_path, converse, follow_run, message, messages,
    messages_path, new_conversation, new_message, text,
};

/// Sends a message that several models answer.
fn asked_of(models: &[&str], text: &str) -> Value {
    json!({ "id": new_message(), "parent_id": null, "text": text, "model": null, "models": models })
}

/// Waits for the end of all answers.
pub async fn follow_all(client: &Client, sent: &Value) {
    for answer in sent["assistant_messages"].as_array().unwrap() {
        follow_run(client, answer["run_id"].as_str().unwrap()).await;
    }
}

for_each_store! {
    // issue 3: "Several models answer side by side"
    async fn several_models_answer_side_by_side_each_with_its_receipt(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();

        let path = messages_path(conversation);
        let sent = ana.post(&path, asked_of(&[SAYS_HI, ECHO, "fake/t20"], "Tea?")).await.accepted();
        follow_all(&ana, &sent).await;

        let kept = messages(&ana, conversation).await;
        assert_eq!(kept.len(), 4, "one question and three answers");
        let models: Vec<&Value> = kept[1..].iter().map(|answer| &answer["model"]).collect();
        assert_eq!(models, [SAYS_HI, ECHO, "fake/t20"], "in the asked order");
        for answer in &kept[1..] {
            assert_eq!(answer["parent_id"], kept[0]["id"]);
            assert_eq!(answer["batch_id"], kept[1]["batch_id"]);
            assert_eq!(answer["receipt"]["charged"], 1, "{answer}");
        }
        assert!(kept[1]["batch_id"].is_string());
        assert_eq!(sent["assistant_messages"][0], sent["assistant_message"]);
        let detail = ana.get(&conversation_path(conversation)).await.ok();
        assert_eq!(detail["leaf_id"], kept[1]["id"]);
        assert_eq!(detail["conversation"]["model"], SAYS_HI);
    }

    async fn wrong_models_are_refused_and_change_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let path = messages_path(conversation);

        for models in [&[ECHO][..], &[ECHO, ECHO], &["a/a", "b/b", "c/c", "d/d", "e/e"]] {
            ana.post(&path, asked_of(models, "Hi")).await.assert_problem(422, "chat.models_count");
        }
        ana.post(&path, asked_of(&[ECHO, "fake/none"], "Hi")).await
            .assert_problem(422, "providers.model_unknown");

        ana.get(&conversation_path(conversation)).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(setting.provider.call_count(), 0);
    }

    async fn a_batch_is_refused_whole_when_the_meter_suffices_for_one_only(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..39 {
            converse(&ana, new_conversation(), "Hi", ECHO, None).await;
        }
        let conversation = new_conversation();

        ana.post(&messages_path(conversation), asked_of(&[ECHO, SAYS_HI], "Hi")).await
            .assert_problem(402, "ledger.queries_used_up");

        ana.get(&conversation_path(conversation)).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(setting.provider.call_count(), 39);
        // The hold of the first one is released.
        converse(&ana, conversation, "Hi", ECHO, None).await;
    }

    async fn a_batch_sent_twice_is_answered_and_charged_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let (path, body) = (messages_path(conversation), asked_of(&[ECHO, SAYS_HI], "Hi"));

        let (first, second) =
            tokio::join!(ana.post(&path, body.clone()), ana.post(&path, body.clone()));
        let (first, second) = (first.accepted(), second.accepted());
        follow_all(&ana, &first).await;
        let third = ana.post(&path, body).await.accepted();

        let ids = |sent: &Value| -> Vec<Value> {
            let answers = sent["assistant_messages"].as_array().unwrap();
            answers.iter().map(|answer| answer["id"].clone()).collect()
        };
        assert_eq!(ids(&first), ids(&second));
        assert_eq!(ids(&first), ids(&third));
        assert_eq!(ids(&third).len(), 2);
        assert_eq!(messages(&ana, conversation).await.len(), 3);
        assert_eq!(setting.provider.call_count(), 2);
    }

    async fn one_of_four_is_stopped_and_the_others_go_on(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(1);
        let models = ["fake/t20", "fake/t200", ECHO, SAYS_HI];
        let sent = ana.post(&messages_path(conversation), asked_of(&models, "Go on")).await;
        let sent = sent.accepted();
        setting.provider.wait_until_held(4).await;

        let run = sent["assistant_messages"][1]["run_id"].as_str().unwrap();
        ana.post(&format!("/api/runs/{run}/cancel"), json!({})).await.assert_status(202);
        follow_run(&ana, run).await;
        setting.provider.release();
        follow_all(&ana, &sent).await;

        let kept = messages(&ana, conversation).await;
        let states: Vec<&str> =
            kept[1..].iter().map(|answer| answer["state"].as_str().unwrap()).collect();
        assert_eq!(states, ["completed", "cancelled", "completed", "completed"]);
    }

    async fn one_that_fails_takes_no_other_with_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();

        let path = messages_path(conversation);
        let sent = ana.post(&path, asked_of(&["fake/e401", SAYS_HI], "Hi")).await.accepted();
        follow_all(&ana, &sent).await;

        let kept = messages(&ana, conversation).await;
        assert_eq!(kept[1]["state"], "failed");
        assert_eq!(kept[1]["receipt"]["charged"], 0);
        assert_eq!(text(&kept[2]), "Hi there");
        assert_eq!(kept[2]["receipt"]["charged"], 1);
    }

    async fn a_process_that_dies_loses_none_of_a_batch(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let models = ["fake/t20", "fake/t200"];
        let sent = ana.post(&messages_path(conversation), asked_of(&models, "Go")).await.accepted();
        setting.provider.wait_until_held(2).await;

        setting.server.clock().advance(MINUTE);
        let other = setting.server.another_process().await;
        let ana_there = other.member("ana@example.com").await;

        let kept = messages(&ana_there, conversation).await;
        assert_eq!(kept.len(), 3);
        for answer in &kept[1..] {
            assert_eq!(answer["state"], "interrupted");
            assert_eq!(answer["batch_id"], sent["assistant_message"]["batch_id"]);
        }
        setting.provider.release();
        setting.server.services.generation.wait_idle().await;
    }

    async fn an_answer_written_again_stays_in_its_batch(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = ana.post(&messages_path(conversation), asked_of(&[ECHO, SAYS_HI], "Hi")).await;
        let sent = sent.accepted();
        follow_all(&ana, &sent).await;
        setting.server.clock().advance(SECOND);

        let second = sent["assistant_messages"][1]["id"].as_str().unwrap();
        let path = format!("/api/chat/messages/{second}/regenerate");
        let again = ana.post(&path, json!({ "id": new_message() })).await.accepted();
        follow_run(&ana, again["assistant_message"]["run_id"].as_str().unwrap()).await;

        let answer = &again["assistant_message"];
        assert_eq!(answer["batch_id"], sent["assistant_message"]["batch_id"]);
        assert_eq!(answer["model"], SAYS_HI);
        assert_eq!(again["conversation"]["model"], ECHO, "what comes next is not changed");
    }

    // issue 3: "`@model` and `@bot` inside a message"
    async fn a_model_named_for_one_message_does_not_take_over_the_conversation(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(&ana, conversation, "Tea", ECHO, None).await;

        let mut named = message("@Hi Coffee", SAYS_HI, Some(&first["assistant_message"]["id"]));
        named["once"] = json!(true);
        let sent = ana.post(&messages_path(conversation), named).await.accepted();
        follow_all(&ana, &sent).await;

        assert_eq!(sent["assistant_message"]["model"], SAYS_HI);
        assert_eq!(sent["conversation"]["model"], ECHO);
    }

    async fn a_bot_named_for_one_message_is_kept_with_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let bot = new_message();
        let mut named = message("@Tutor help", ECHO, None);
        named["bot_id"] = json!(bot);
        named["once"] = json!(true);

        let sent = ana.post(&messages_path(conversation), named).await.accepted();
        follow_all(&ana, &sent).await;
        let next = converse(&ana, conversation, "Again", ECHO,
            Some(&sent["assistant_message"]["id"])).await;

        assert_eq!(sent["user_message"]["bot_id"], json!(bot));
        assert_eq!(sent["assistant_message"]["bot_id"], json!(bot));
        assert_eq!(next["assistant_message"]["bot_id"], json!(null));
    }

    // issue 3: "a send from a stale tab becomes a branch, never an overwrite"
    async fn a_message_from_a_stale_tab_is_a_branch_and_says_so(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(&ana, conversation, "Tea", ECHO, None).await;
        let leaf = &first["assistant_message"]["id"];
        setting.server.clock().advance(SECOND);
        let there = converse(&ana, conversation, "Here", ECHO, Some(leaf)).await;
        setting.server.clock().advance(SECOND);

        let body = message("Stale", ECHO, Some(leaf));
        let stale = ana.post(&messages_path(conversation), body.clone()).await.accepted();
        follow_all(&ana, &stale).await;
        let resent = ana.post(&messages_path(conversation), body).await.accepted();

        assert_eq!(there["beside"], json!(null));
        assert_eq!(stale["beside"], there["user_message"]["id"]);
        assert_eq!(resent["beside"], there["user_message"]["id"]);
        let said: Vec<String> = messages(&ana, conversation).await.iter().map(text).collect();
        assert_eq!(said, ["Tea", "Tea", "Here", "Here", "Stale", "Stale"]);
    }

    // issue 3: "continue a cut-off answer"
    async fn an_answer_says_why_it_ended(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Hi", ECHO, None).await;
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["receipt"]["finish_reason"], "stop");
    }
}
