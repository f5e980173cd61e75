//! Provider faults: the cause is shown, what was written is kept, and nobody pays for nothing.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use providers::{
    ModelError, ModelEvent, ModelInfo, ModelRequest, ModelStream, Protocol, TextModel,
};
use serde_json::{Value, json};
use store::sql;
use testing::{TestStore, assert_sums_hold, for_each_store};

use crate::setting::{Setting, converse, messages, new_conversation, text};

async fn answer_of(store: TestStore, model: &str) -> (Setting, Value) {
    answer_in(Setting::new(store).await, model).await
}

async fn answer_in(setting: Setting, model: &str) -> (Setting, Value) {
    let ana = setting.ana().await;
    let conversation = new_conversation();
    converse(&ana, conversation, "Hi", model, None).await;
    let answer = messages(&ana, conversation).await.pop().unwrap();
    (setting, answer)
}

/// Asserts that the receipt and the books agree on a charge, and that nothing is held any more.
async fn assert_charged(setting: &Setting, answer: &Value, charged: i64) {
    assert_eq!(answer["receipt"]["charged"], charged, "{answer}");
    let db = setting.server.db();
    let mut conn = db.read().await.unwrap();
    let sums = sql!(
        &mut conn,
        one(i64, i64),
        "SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT), CAST(COALESCE(SUM(held), 0) AS BIGINT)
         FROM ledger_buckets"
    );
    assert_eq!(sums.unwrap(), (charged, 0), "used, held");
    let holds = sql!(&mut conn, all(String, i64), "SELECT state, charged FROM ledger_holds");
    assert_eq!(holds.unwrap(), [("settled".to_owned(), charged)]);
    drop(conn);
    assert_sums_hold(db).await;
}

fn word_count(answer: &Value) -> usize {
    text(answer).split_whitespace().count()
}

/// A model with a bug: it panics when it is asked, or after its output.
struct Faulty(Vec<ModelEvent>);

#[async_trait]
impl TextModel for Faulty {
    async fn stream(&self, _: ModelRequest) -> Result<ModelStream, ModelError> {
        assert!(!self.0.is_empty(), "this model was never finished");
        let said = futures::stream::iter(self.0.clone().into_iter().map(Ok));
        let broken = futures::stream::once(async { panic!("this model was never finished") });
        Ok(said.chain(broken).boxed())
    }
}

/// Returns the answer of a model of this program's own, which is paid as those of a provider are.
async fn answer_of_own(store: TestStore, model: Faulty) -> (Setting, Value) {
    let setting = Setting::new(store).await;
    let info = ModelInfo {
        id: "odd/model".to_owned(),
        name: "Odd".to_owned(),
        connection_name: "Odd".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        tier: kernel::Tier::Standard,
        credits_per_1k: None,
        context_tokens: None,
        vision: false,
        tools: false,
        reasoning: false,
    };
    setting.server.services.providers.register("odd", Arc::new(model), vec![info]);
    answer_in(setting, "odd/model").await
}

for_each_store! {
    // security CR13: "panic in handler / parser / task"
    async fn a_model_that_panics_ends_its_run_and_no_other(store) {
        let (setting, answer) = answer_of_own(store, Faulty(Vec::new())).await;
        assert_eq!(answer["state"], "interrupted");
        assert_eq!(answer["problem"]["code"], "generation.interrupted");
        assert_charged(&setting, &answer, 0).await;
        assert_eq!(setting.server.services.generation.active_runs(), 0);

        let (_, answer) = answer_in(setting, crate::setting::ECHO).await;
        assert_eq!(answer["state"], "completed");
    }

    async fn what_a_model_said_before_it_panicked_is_kept_and_paid(store) {
        let said = vec![ModelEvent::Text("Tides rise ".to_owned())];
        let (setting, answer) = answer_of_own(store, Faulty(said)).await;
        assert_eq!(answer["state"], "interrupted");
        assert_eq!(text(&answer), "Tides rise ");
        assert_charged(&setting, &answer, 1).await;
    }

    async fn a_closing_tag_alone_turns_what_was_written_into_reasoning(store) {
        let setting = Setting::new(store).await;
        let piece = |text: &str| {
            format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": text } }] }))
        };
        let body = [piece("Hm, a greeting."), piece("\n</think>\n\nHello."), "data: [DONE]\n\n".to_owned()];
        setting.provider.replay("text/event-stream", body.concat());
        let (_, answer) = answer_in(setting, "fake/t20").await;
        let parts = answer["parts"].as_array().unwrap();
        let kinds: Vec<_> = parts.iter().map(|part| part["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["reasoning", "text"], "{answer}");
        assert_eq!(parts[0]["text"], "Hm, a greeting.");
        assert_eq!(text(&answer), "Hello.");
    }

    async fn a_model_that_stops_before_its_first_word_says_why(store) {
        let setting = Setting::new(store).await;
        let body = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n";
        setting.provider.replay("text/event-stream", body);
        let (setting, answer) = answer_in(setting, "fake/t20").await;
        assert_eq!(answer["problem"]["code"], "providers.no_answer");
        assert_eq!(answer["problem"]["params"]["message"], "content_filter");
        assert_charged(&setting, &answer, 0).await;
    }

    async fn a_refused_key_is_said(store) {
        let (setting, answer) = answer_of(store, "fake/e401").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "providers.key_refused");
        let said = "The fake provider refuses with 401.";
        assert_eq!(answer["problem"]["params"]["message"], said);
        assert_eq!(text(&answer), "");
        assert_charged(&setting, &answer, 0).await;
    }

    async fn an_error_in_the_middle_keeps_what_was_written(store) {
        let (setting, answer) = answer_of(store, "fake/t20-a10-emid").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "providers.answer_broke_off");
        assert_eq!(word_count(&answer), 10);
        assert_charged(&setting, &answer, 1).await;
    }

    async fn a_dropped_line_keeps_what_was_written(store) {
        let (setting, answer) = answer_of(store, "fake/t20-a10-d3-edrop").await;
        assert_eq!(answer["problem"]["code"], "providers.answer_broke_off");
        // A reset may drop words in transit: those that arrived are kept.
        assert!((1..=10).contains(&word_count(&answer)), "{answer}");
        assert_eq!(setting.provider.call_count(), 1);
        assert_charged(&setting, &answer, 1).await;
    }

    async fn an_end_without_a_finish_is_not_taken_for_the_whole(store) {
        let (setting, answer) = answer_of(store, "fake/t20-a10-enodone").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "providers.answer_broke_off");
        assert_eq!(word_count(&answer), 10);
        assert_charged(&setting, &answer, 1).await;
    }

    async fn a_provider_that_falls_silent_is_given_up_and_what_it_said_is_kept(store) {
        let setting = Setting::with_patience(store, Duration::from_millis(150)).await;
        let (setting, answer) = answer_in(setting, "fake/t20-a10-ehang").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "providers.timed_out");
        assert_eq!(word_count(&answer), 10);
        // Nobody keeps listening.
        setting.provider.wait_until_idle().await;
        assert_eq!(setting.provider.call_count(), 1);
        assert_charged(&setting, &answer, 1).await;
    }

    // spec §8: "Generation failed"
    async fn an_answer_without_a_word_is_a_failure(store) {
        let (setting, answer) = answer_of(store, "fake/fake-t0").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "generation.empty_answer");
        assert_eq!(answer["problem"]["message"], "Generation failed");
        assert_charged(&setting, &answer, 0).await;
    }

    async fn tokens_that_nobody_counted_are_not_made_up(store) {
        let (setting, answer) = answer_of(store, "fake/t3-unone").await;
        assert_eq!(answer["state"], "completed");
        assert_eq!(answer["receipt"]["input_tokens"], Value::Null);
        assert_charged(&setting, &answer, 1).await;
    }
}
