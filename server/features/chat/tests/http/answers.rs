//! A message and its answer.

use serde_json::json;
use testing::{Client, for_each_store};

use crate::setting::{
    ECHO, SAYS_HI, Setting, converse, events_path, follow, message, messages, messages_path,
    new_conversation, new_message, text,
};

for_each_store! {
    async fn an_answer_is_streamed_and_kept(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();

        let sent = ana.post(&messages_path(conversation), message("Hello", SAYS_HI, None)).await;
        let sent = sent.accepted();
        let events = follow(&ana, &sent).await;

        assert_eq!(sent["conversation"]["title"], "Hello");
        assert_eq!(sent["assistant_message"]["state"], "running");
        assert_eq!(events.first().unwrap().event, "run.started");
        assert_eq!(events[events.len() - 2].event, "run.completed");
        assert_eq!(events.last().unwrap().event, "done");
        let kept = messages(&ana, conversation).await;
        assert_eq!(kept.len(), 2);
        assert_eq!(text(&kept[0]), "Hello");
        assert_eq!(text(&kept[1]), "Hi there");
        assert_eq!(kept[1]["state"], "completed");
        assert_eq!(kept[1]["receipt"]["meter"], "standard_query");
        assert_eq!(kept[1]["receipt"]["charged"], 1);
    }

    async fn who_accepts_events_has_them_on_the_line_that_asked(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let asked = message("Go", "fake/t200", None);
        setting.provider.hold_after(10);

        let mut line = ana.post_for_events(&messages_path(conversation), asked.clone()).await;
        assert_eq!(line.status, 202);
        let sent = line.next().await.unwrap();
        assert_eq!((sent.event.as_str(), sent.id), ("sent", None));
        let sent = sent.data;
        line.next_of("part.started").await;

        // The same message again starts nothing, and is followed from the answer's beginning.
        let mut again = ana.post_for_events(&messages_path(conversation), asked).await;
        assert_eq!(again.next().await.unwrap().data["assistant_message"], sent["assistant_message"]);
        setting.provider.release();
        let rest = again.rest().await;
        assert_eq!(rest, ana.events(&events_path(&sent)).await.rest().await);
        assert_eq!(line.rest().await.last().unwrap().event, "done");
        assert_eq!(setting.provider.calls().len(), 1);

        let answer = sent["assistant_message"]["id"].as_str().unwrap();
        let path = format!("/api/chat/messages/{answer}/regenerate");
        setting.provider.hold_after(10);
        let mut line = ana.post_for_events(&path, json!({ "id": new_message() })).await;
        assert_eq!(line.next().await.unwrap().event, "sent");
        setting.provider.release();
        assert_eq!(line.rest().await.last().unwrap().event, "done");
    }

    async fn several_answers_and_refusals_come_as_json_whatever_is_accepted(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let ana = Client::clone(&ana).with_header("accept", "text/event-stream");

        let two = json!({ "id": new_message(), "parent_id": null, "text": "Tea?", "models": [SAYS_HI, ECHO] });
        let sent = ana.post(&messages_path(new_conversation()), two).await.accepted();
        assert_eq!(sent["assistant_messages"].as_array().unwrap().len(), 2);
        let empty = ana.post(&messages_path(new_conversation()), message(" ", ECHO, None)).await;
        empty.assert_problem(422, "chat.text_empty");
    }

    async fn a_model_is_given_the_branch_it_answers(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let first = converse(&ana, conversation, "One", ECHO, None).await;
        let leaf = &first["assistant_message"]["id"];

        converse(&ana, conversation, "Two", ECHO, Some(leaf)).await;

        let call = setting.provider.calls().pop().unwrap();
        let asked = call.body["messages"].as_array().unwrap().clone();
        assert_eq!(asked.len(), 3);
        assert_eq!(asked[0], json!({ "role": "user", "content": "One" }));
        assert_eq!(asked[1], json!({ "role": "assistant", "content": "One" }));
        assert_eq!(asked[2], json!({ "role": "user", "content": "Two" }));
    }

    async fn what_the_model_thought_is_kept_apart_with_its_time(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();

        converse(&ana, conversation, "Think", "fake/k5-t5", None).await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["parts"][0]["kind"], "reasoning");
        assert!(answer["parts"][0]["duration_ms"].is_i64());
        assert_eq!(answer["parts"][1]["kind"], "text");
    }

    async fn words_that_came_together_are_sent_together(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t200", None)).await;

        let events = follow(&ana, &sent.accepted()).await;

        let pieces = events.iter().filter(|event| event.event.starts_with("part.")).count();
        assert!(pieces <= 50, "200 words, sent at once, came in {pieces} pieces");
        assert_eq!(text(&messages(&ana, conversation).await[1]).split_whitespace().count(), 200);
    }

    async fn stop_reaches_the_provider_and_keeps_what_was_written(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(10);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t200", None)).await;
        let sent = sent.accepted();
        ana.events(&events_path(&sent)).await.next_of("part.started").await;
        setting.provider.wait_until_held(1).await;

        let run = sent["assistant_message"]["run_id"].as_str().unwrap();
        ana.post(&format!("/api/runs/{run}/cancel"), json!({})).await.assert_status(202);
        let events = follow(&ana, &sent).await;

        setting.provider.wait_until_idle().await;
        assert_eq!(events[events.len() - 2].event, "run.cancelled");
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["state"], "cancelled");
        assert!(text(&answer).starts_with("the quick brown"), "{answer}");
    }

    async fn a_late_reader_sees_the_same_events_from_where_it_was(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = converse(&ana, conversation, "Go", "fake/t200", None).await;
        let path = events_path(&sent);

        let all = ana.events(&path).await.rest().await;
        let rest = ana.events_after(&path, Some("1")).await.rest().await;

        assert_eq!(all[0].id.as_deref(), Some("1"));
        assert_eq!(rest, all[1..]);
    }

    async fn what_cannot_be_sent_changes_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let path = messages_path(new_conversation());

        ana.post(&path, message("  ", SAYS_HI, None)).await.assert_problem(422, "chat.text_empty");
        let long = "x".repeat(200_001);
        ana.post(&path, message(&long, SAYS_HI, None)).await
            .assert_problem(422, "chat.text_too_long");
        ana.post(&path, message("Hi", "fake/none", None)).await
            .assert_problem(422, "providers.model_unknown");
        let unknown = json!(crate::setting::new_message());
        ana.post(&path, message("Hi", SAYS_HI, Some(&unknown))).await
            .assert_problem(404, "chat.message_not_found");
        setting.server.visitor().post(&path, message("Hi", SAYS_HI, None)).await
            .assert_problem(401, "identity.login_required");

        assert_eq!(ana.get("/api/chat/conversations").await.ok()["items"], json!([]));
        assert_eq!(setting.provider.call_count(), 0);
    }
}
