//! Requests that come again under the same `Idempotency-Key`.

use futures::future::join_all;
use http::Request;
use kernel::{DAY, MINUTE, SECOND};
use serde_json::{Value, json};
use testing::{Answer, Client, for_each_store};

use crate::setting::{LONG, REFUSES, SAYS_HI, Setting, question, streamed};

const COMPLETIONS: &str = "/v1/chat/completions";
const EMBEDDINGS: &str = "/v1/embeddings";

fn named(program: &Client, name: &str) -> Client {
    program.clone().with_header("idempotency-key", name)
}

/// Returns the amount charged to Ana's only key.
async fn spent(setting: &Setting) -> Value {
    setting.keys().await[0]["spent"].clone()
}

fn texts(texts: &[&str]) -> Value {
    json!({ "model": "fake/text-embedding-1", "input": texts })
}

for_each_store! {
    async fn the_same_request_gets_the_same_answer_and_is_charged_once(store) {
        let setting = Setting::new(store).await;
        // The limit is reached by the first.
        let program = named(&setting.program(Some(1)).await, "one");

        let first = program.post(COMPLETIONS, question(SAYS_HI)).await.ok();
        let again = program.post(COMPLETIONS, question(SAYS_HI)).await.ok();

        assert_eq!(first, again);
        assert_eq!(again["choices"][0]["message"]["content"], "Hi there");
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
    }

    async fn a_stream_is_told_again_from_the_log(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");
        let response = json!({ "model": SAYS_HI, "input": "Hello?", "stream": true });

        let first = program.post(COMPLETIONS, streamed(SAYS_HI)).await.assert_status(200);
        let again = program.post(COMPLETIONS, streamed(SAYS_HI)).await.assert_status(200);
        assert_eq!(again.header("content-type"), "text/event-stream");
        assert!(again.text().ends_with("data: [DONE]\n\n"));
        assert_eq!(said(&first), "Hi there");
        assert_eq!(said(&again), "Hi there");
        assert_eq!(id_of(&first), id_of(&again));

        // Another address is another request.
        let refused = program.post("/v1/responses", response).await.assert_status(422);
        assert_eq!(refused.json()["error"]["code"], "gateway.repeat_differs");
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
    }

    async fn a_response_is_given_again(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");
        let request = json!({ "model": SAYS_HI, "input": "Hello?" });

        let first = program.post("/v1/responses", request.clone()).await.ok();
        let again = program.post("/v1/responses", request).await.ok();

        assert_eq!(first, again);
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
    }

    async fn of_the_same_request_many_times_at_once_one_is_asked_and_all_are_answered(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");

        let asked = (0..8).map(|_| program.post(COMPLETIONS, question(SAYS_HI)));
        let answers: Vec<Value> = join_all(asked).await.into_iter().map(Answer::ok).collect();

        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
    }

    async fn a_program_that_lost_the_line_comes_back_to_its_answer(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");
        setting.provider.hold_after(3);
        let request = Request::post(COMPLETIONS).body(streamed(LONG).to_string().into()).unwrap();
        let response = program.start(request).await;
        setting.provider.wait_until_held(1).await;

        drop(response);
        setting.provider.release();

        let again = program.post(COMPLETIONS, streamed(LONG)).await.assert_status(200);
        assert!(again.text().ends_with("data: [DONE]\n\n"));
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
    }

    async fn another_request_under_the_same_name_is_refused(store) {
        let setting = Setting::new(store).await;
        let plain = setting.program(None).await;
        let program = named(&plain, "one");
        program.post(COMPLETIONS, question(SAYS_HI)).await.ok();

        let other = program.post(COMPLETIONS, question("fake/k2-t3")).await.assert_status(422);
        assert_eq!(other.json()["error"]["code"], "gateway.repeat_differs");
        assert_eq!(other.json()["error"]["type"], "invalid_request_error");
        // A name is one key's.
        let another = named(&setting.program(None).await, "one");
        another.post(COMPLETIONS, question("fake/k2-t3")).await.ok();
        for odd in [" ", &"n".repeat(256)] {
            let refused = named(&plain, odd).post(COMPLETIONS, question(SAYS_HI)).await;
            assert_eq!(refused.assert_status(400).json()["error"]["param"], "Idempotency-Key");
        }
        named(&plain, &"n".repeat(255)).post(COMPLETIONS, question(SAYS_HI)).await.ok();
    }

    async fn what_failed_and_cost_nothing_is_tried_anew(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(None).await, "one");

        let refused = program.post(COMPLETIONS, question(REFUSES)).await;
        assert_eq!(refused.status, 502);
        setting.server.services.generation.wait_idle().await;
        let again = program.post(COMPLETIONS, question(REFUSES)).await;

        assert_eq!(again.status, 502);
        assert_eq!(setting.provider.call_count(), 2, "it was asked again");
        // A request that never began is not remembered: the key is free.
        let unknown = named(&program, "two").post(COMPLETIONS, question("fake/nobody")).await;
        unknown.assert_status(404);
        named(&program, "two").post(COMPLETIONS, question(SAYS_HI)).await.assert_status(200);
    }

    async fn a_name_is_free_again_after_a_day(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(None).await, "one");
        program.post(COMPLETIONS, question(SAYS_HI)).await.ok();
        setting.server.clock().advance(DAY - SECOND);
        program.post(COMPLETIONS, question(SAYS_HI)).await.ok();
        assert_eq!(setting.provider.call_count(), 1);

        setting.server.clock().advance(SECOND);
        program.post(COMPLETIONS, streamed(SAYS_HI)).await.assert_status(200);

        assert_eq!((setting.provider.call_count(), spent(&setting).await), (2, json!(2)));
        setting.server.clock().advance(DAY);
        let upkeep = gateway::area().upkeep;
        let forget = upkeep.iter().find(|upkeep| upkeep.name == "gateway.forget_repeats").unwrap();
        (forget.run)(setting.server.services.clone()).await.unwrap();
        let mut conn = setting.server.db().read().await.unwrap();
        let left = ::store::sql!(&mut conn, all(String,), "SELECT name FROM gateway_repeats");
        assert!(left.unwrap().is_empty());
    }

    async fn vectors_are_given_again_and_charged_once(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");

        let first = program.post(EMBEDDINGS, texts(&["abba", "cab"])).await.ok();
        let again = program.post(EMBEDDINGS, texts(&["abba", "cab"])).await.ok();

        assert_eq!(first, again);
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
        let other = program.post(EMBEDDINGS, texts(&["cab"])).await.assert_status(422);
        assert_eq!(other.json()["error"]["code"], "gateway.repeat_differs");
    }

    async fn vectors_that_failed_are_made_anew(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");
        setting.provider.require_key("another");
        program.post(EMBEDDINGS, texts(&["a"])).await.assert_status(502);
        assert_eq!(spent(&setting).await, 0);
        program.post(EMBEDDINGS, texts(&["a"])).await.assert_status(502);
        assert_eq!(setting.provider.call_count(), 2);
    }

    async fn vectors_that_are_just_being_made_are_waited_for_and_lost_ones_are_made_anew(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(2)).await, "one");
        program.post(EMBEDDINGS, texts(&["a"])).await.ok();
        // As if the first request were not finished.
        let mut tx = setting.server.db().begin().await.unwrap();
        ::store::sql!(&mut tx, execute, "UPDATE gateway_repeats SET vectors = NULL").unwrap();
        tx.commit().await.unwrap();

        let early = program.post(EMBEDDINGS, texts(&["a"])).await.assert_status(409);
        assert_eq!(early.header("retry-after"), "1");
        assert_eq!(early.json()["error"]["code"], "gateway.repeat_running");
        setting.server.clock().advance(10 * MINUTE);
        program.post(EMBEDDINGS, texts(&["a"])).await.ok();
        assert_eq!(setting.provider.call_count(), 2);
    }

    async fn of_the_same_texts_at_once_one_request_makes_vectors(store) {
        let setting = Setting::new(store).await;
        let program = named(&setting.program(Some(1)).await, "one");

        let answers = join_all((0..6).map(|_| program.post(EMBEDDINGS, texts(&["a"])))).await;

        // The others get the vectors too, or retry.
        assert!(answers.iter().any(|answer| answer.status == 200));
        assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 409)));
        assert_eq!((setting.provider.call_count(), spent(&setting).await), (1, json!(1)));
        program.post(EMBEDDINGS, texts(&["a"])).await.ok();
    }
}

/// Returns the JSON of each `data:` line, but the last.
fn chunks(answer: &Answer) -> Vec<Value> {
    let text = answer.text();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.filter(|json| *json != "[DONE]").map(|json| serde_json::from_str(json).unwrap()).collect()
}

fn said(answer: &Answer) -> String {
    let chunks = chunks(answer);
    chunks.iter().filter_map(|it| it["choices"][0]["delta"]["content"].as_str()).collect()
}

fn id_of(answer: &Answer) -> Value {
    chunks(answer)[0]["id"].clone()
}
