//! What a provider does wrong: the cause is shown, what was written is kept, nobody pays for nothing.

use serde_json::Value;
use testing::{TestStore, for_each_store};

use crate::setting::{Setting, converse, messages, new_conversation, text};

async fn answer_of(store: TestStore, model: &str) -> (Setting, Value) {
    let setting = Setting::new(store).await;
    let ana = setting.ana().await;
    let conversation = new_conversation();
    converse(&ana, conversation, "Hi", model, None).await;
    let answer = messages(&ana, conversation).await.pop().unwrap();
    (setting, answer)
}

for_each_store! {
    async fn a_refused_key_is_said(store) {
        let (_, answer) = answer_of(store, "fake/e401").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "providers.key_refused");
        assert_eq!(text(&answer), "");
    }

    async fn an_error_in_the_middle_keeps_what_was_written(store) {
        let (_, answer) = answer_of(store, "fake/t20-a10-emid").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(text(&answer).split_whitespace().count(), 10);
        assert_eq!(answer["receipt"]["charged"], 1);
    }

    async fn a_dropped_line_keeps_what_was_written(store) {
        let (setting, answer) = answer_of(store, "fake/t20-a10-d3-edrop").await;
        assert_eq!(answer["problem"]["code"], "providers.answer_broke_off");
        // A reset may take words along that were on the way: what arrived is kept.
        assert!((1..=10).contains(&text(&answer).split_whitespace().count()), "{answer}");
        assert_eq!(setting.provider.call_count(), 1);
    }

    async fn an_end_without_a_finish_is_not_taken_for_the_whole(store) {
        let (_, answer) = answer_of(store, "fake/t20-a10-enodone").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(text(&answer).split_whitespace().count(), 10);
    }

    // spec §8: "Generation failed"
    async fn an_answer_without_a_word_is_a_failure(store) {
        let (_, answer) = answer_of(store, "fake/fake-t0").await;
        assert_eq!(answer["state"], "failed");
        assert_eq!(answer["problem"]["code"], "generation.empty_answer");
        assert_eq!(answer["problem"]["message"], "Generation failed");
        assert_eq!(answer["receipt"]["charged"], 0);
    }

    async fn tokens_that_nobody_counted_are_not_made_up(store) {
        let (_, answer) = answer_of(store, "fake/t3-unone").await;
        assert_eq!(answer["state"], "completed");
        assert_eq!(answer["receipt"]["input_tokens"], Value::Null);
    }
}
