//! The part of a long conversation that a model is given.

use serde_json::{Value, json};
use testing::{Client, for_each_store};

use crate::setting::{
    ECHO, SAYS_HI, Setting, conversation_path, converse, messages, new_conversation, text,
};

/// Returns about 5,000 tokens, as estimated for an unknown model.
fn long(word: &str) -> String {
    format!("{word} ").repeat(4_000)
}

fn context_path(conversation: kernel::ConversationId) -> String {
    format!("{}/context", conversation_path(conversation))
}

/// Asks one long question after the other; returns the last answer's id.
async fn ask_long(client: &Client, conversation: kernel::ConversationId, count: usize) -> Value {
    let mut leaf = None;
    for _ in 0..count {
        let sent = converse(client, conversation, &long("word"), SAYS_HI, leaf.as_ref()).await;
        leaf = Some(sent["assistant_message"]["id"].clone());
    }
    leaf.unwrap()
}

fn roles(body: &Value) -> Vec<String> {
    let messages = body["messages"].as_array().unwrap();
    messages.iter().map(|message| message["role"].as_str().unwrap().to_owned()).collect()
}

for_each_store! {
    // spec §4: "Chat context: nearing limit, smart trimming, custom limit."
    async fn older_turns_that_do_not_fit_are_summed_up_and_stay_as_they_were(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let leaf = ask_long(&ana, conversation, 3).await;
        let near = ana.get(&context_path(conversation)).await.ok();
        assert_eq!((&near["mode"], &near["limit_tokens"]), (&json!("smart"), &json!(20_000)));
        assert_eq!((&near["exact"], &near["near_limit"]), (&json!(false), &json!(false)));
        assert_eq!(near["trimmed_messages"], 0);

        let sent = converse(&ana, conversation, &long("more"), SAYS_HI, Some(&leaf)).await;
        let leaf = sent["assistant_message"]["id"].clone();
        let cropped = setting.provider.calls().pop().unwrap();
        assert_eq!(roles(&cropped.body).first().map(String::as_str), Some("user"), "no summary yet");
        setting.server.run_jobs().await;
        let full = ana.get(&context_path(conversation)).await.ok();
        assert_eq!(full["near_limit"], true);
        assert_eq!(full["summary"]["text"], "Hi there");
        assert_eq!(full["summary"]["edited"], false);

        converse(&ana, conversation, "And now?", SAYS_HI, Some(&leaf)).await;
        let summed = setting.provider.calls().pop().unwrap();
        let system = summed.body["messages"][0]["content"].as_str().unwrap();
        assert!(system.contains("A summary of that earlier part:\n\nHi there"), "{system}");
        let kept = messages(&ana, conversation).await;
        assert_eq!(kept.len(), 10);
        let is_said = |message: &Value| text(message).starts_with("word word");
        assert!(kept.iter().any(is_said), "what was said stays");
    }

    async fn a_summary_costs_nothing_and_one_more_branch_does_not_use_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        ask_long(&ana, conversation, 5).await;
        setting.server.run_jobs().await;

        let mut conn = setting.server.db().read().await.unwrap();
        let usage = setting.server.services.ledger.usage(&mut conn, &ana.payer()).await.unwrap();
        assert_eq!(usage.iter().map(|meter| meter.used).sum::<i64>(), 5);
        drop(conn);
        let beside = converse(&ana, conversation, "Another beginning", SAYS_HI, None).await;
        let call = setting.provider.calls().pop().unwrap();
        assert_eq!(roles(&call.body), ["user"]);
        let leaf = beside["assistant_message"]["id"].as_str().unwrap();
        let path = format!("{}?leaf_id={leaf}", context_path(conversation));
        assert_eq!(ana.get(&path).await.ok()["summary"], Value::Null);
    }

    async fn a_person_changes_a_summary_of_their_own_and_models_read_their_words(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let conversation = new_conversation();
        let leaf = ask_long(&ana, conversation, 5).await;
        setting.server.run_jobs().await;
        let report = ana.get(&context_path(conversation)).await.ok();
        let path = format!("/api/chat/summaries/{}", report["summary"]["id"].as_str().unwrap());

        ben.put(&path, json!({ "text": "Mine" })).await
            .assert_problem(404, "chat.summary_not_found");
        ana.put(&path, json!({ "text": "  " })).await.assert_problem(422, "chat.summary_empty");
        ana.put(&path, json!({ "text": "x".repeat(20_001) })).await
            .assert_problem(422, "chat.summary_too_long");
        setting.server.clock().advance(1);
        let edited = ana.put(&path, json!({ "text": "Ana likes tea." })).await.ok();
        assert_eq!(edited["edited"], true);
        // security P11: "If-Match version on edits ⇒ 412"
        let tag = format!("\"{}\"", report["summary"]["updated_at"].as_str().unwrap());
        let late = ana.client.clone().with_header("if-match", &tag);
        late.put(&path, json!({ "text": "Late" })).await.assert_problem(412, "chat.changed_elsewhere");

        converse(&ana, conversation, "And now?", SAYS_HI, Some(&leaf)).await;
        let call = setting.provider.calls().pop().unwrap();
        let system = call.body["messages"][0]["content"].as_str().unwrap();
        assert!(system.ends_with("Ana likes tea.\n\nReply in the language that the person's last message is written in."), "{system}");
    }

    // spec §3: "Context limit mode: smart or custom, with no-limit or crop-to."
    async fn a_custom_limit_crops_and_sums_nothing_up(store) {
        let setting = Setting::new(store).await;
        let operator = setting.server.operator().await;
        let conversation = new_conversation();
        let leaf = ask_long(&operator, conversation, 2).await;
        let path = format!("{}/settings", conversation_path(conversation));
        let crop = json!({ "context": { "mode": "custom", "limit": "crop", "tokens": 4_000 } });

        operator.put(&path, crop).await.ok();
        converse(&operator, conversation, "Short", SAYS_HI, Some(&leaf)).await;
        let call = setting.provider.calls().pop().unwrap();
        assert_eq!(roles(&call.body), ["user"], "only what was asked last fits");
        setting.server.run_jobs().await;
        let report = operator.get(&context_path(conversation)).await.ok();
        assert_eq!((&report["mode"], &report["summary"]), (&json!("custom"), &Value::Null));
        let open = json!({ "context": { "mode": "custom", "limit": "none", "tokens": 4_000 } });
        operator.put(&path, open).await.ok();
        let report = operator.get(&context_path(conversation)).await.ok();
        assert_eq!((&report["limit_tokens"], &report["trimmed_messages"]), (&Value::Null, &json!(0)));
        let detail = operator.get(&conversation_path(conversation)).await.ok();
        assert_eq!(detail["settings"]["context"]["limit"], "none");
    }

    // spec §6: "Paid subscriber (Pro, Pro+, Unlimited): … custom context." and "Upgrade to Unlock"
    async fn a_custom_context_is_locked_on_the_free_plan(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Hi", ECHO, None).await;
        let path = format!("{}/settings", conversation_path(conversation));

        let custom = json!({ "context": { "mode": "custom", "limit": "crop", "tokens": 50_000 } });
        let problem = ana.put(&path, custom).await
            .assert_problem(403, "entitlements.upgrade_to_unlock");
        assert_eq!(problem["message"], "Upgrade to Unlock");
        let operator = setting.server.operator().await;
        let theirs = new_conversation();
        converse(&operator, theirs, "Hi", ECHO, None).await;
        let path = format!("{}/settings", conversation_path(theirs));
        for tokens in [3_000, 4_500, 10_000_000] {
            let wrong = json!({ "context": { "mode": "custom", "tokens": tokens } });
            operator.put(&path, wrong).await.assert_problem(422, "chat.invalid_settings");
        }
    }

    // spec §3: "Chat settings: context mode, font size (normal or large), content width (full or
    // max-width), scroll behaviour, reply language, temporary chat, starred."
    async fn a_reply_language_is_told_to_the_model(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(&ana, conversation, "Hi", ECHO, None).await;
        let path = format!("{}/settings", conversation_path(conversation));
        let here = json!({ "reply_language": "fr", "content_width": "full", "scroll": "pin" });

        ana.put(&path, here).await.ok();
        let leaf = &first["assistant_message"]["id"];
        converse(&ana, conversation, "Hello", ECHO, Some(leaf)).await;

        let call = setting.provider.calls().pop().unwrap();
        let system = call.body["messages"][0]["content"].as_str().unwrap();
        assert!(system.contains("Always reply in French (fr)"), "{system}");
        let ben = setting.ben().await;
        ben.put(&path, json!({})).await.assert_problem(404, "chat.conversation_not_found");
    }
}
