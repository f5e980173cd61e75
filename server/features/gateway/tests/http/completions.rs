//! Chat completions as programs that use OpenAI's API get them.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{BREAKS, LONG, REFUSES, SAYS_HI, Setting, question, streamed};

const PATH: &str = "/v1/chat/completions";

/// Returns the JSON of each `data:` line, and whether `[DONE]` came last.
fn chunks(text: &str) -> (Vec<Value>, bool) {
    let mut data: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("data: ")).collect();
    let is_done = data.last() == Some(&"[DONE]");
    if is_done {
        data.pop();
    }
    (data.iter().map(|json| serde_json::from_str(json).unwrap()).collect(), is_done)
}

fn content(chunks: &[Value]) -> String {
    let pieces = chunks.iter().filter_map(|c| c["choices"][0]["delta"]["content"].as_str());
    pieces.collect()
}

for_each_store! {
    async fn a_whole_answer_has_openais_shape(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let answer = program.post(PATH, question(SAYS_HI)).await.ok();

        assert_eq!(answer["object"], "chat.completion");
        assert_eq!(answer["model"], SAYS_HI);
        assert_eq!(answer["choices"][0]["message"], json!({ "role": "assistant", "content": "Hi there" }));
        assert_eq!(answer["choices"][0]["finish_reason"], "stop");
        let usage = &answer["usage"];
        let sum = usage["prompt_tokens"].as_i64().unwrap() + usage["completion_tokens"].as_i64().unwrap();
        assert_eq!(usage["total_tokens"].as_i64(), Some(sum));
        assert!(answer["id"].as_str().unwrap().starts_with("chatcmpl-"));
    }

    async fn a_streamed_answer_ends_with_its_reason_its_usage_and_done(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let answer = program.post(PATH, streamed(SAYS_HI)).await.assert_status(200);

        assert_eq!(answer.header("content-type"), "text/event-stream");
        let (chunks, is_done) = chunks(&answer.text());
        assert!(is_done);
        assert_eq!(chunks[0]["choices"][0]["delta"]["role"], "assistant");
        assert_eq!(content(&chunks), "Hi there");
        let [.., last, usage] = &chunks[..] else { panic!("too few chunks") };
        assert_eq!(last["choices"][0]["finish_reason"], "stop");
        assert_eq!(usage["choices"], json!([]));
        assert!(usage["usage"]["total_tokens"].is_i64());
    }

    async fn several_answers_are_given_and_charged(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(Some(5)).await;
        let mut request = question(SAYS_HI);
        request["n"] = json!(2);
        let whole = program.post(PATH, request.clone()).await.ok();
        request["stream"] = json!(true);
        let stream = program.post(PATH, request.clone()).await.assert_status(200).text();

        for (index, choice) in whole["choices"].as_array().unwrap().iter().enumerate() {
            assert_eq!(choice["index"], json!(index));
            assert_eq!(choice["message"]["content"], "Hi there");
        }
        let (chunks, is_done) = chunks(&stream);
        assert!(is_done);
        for index in [0, 1] {
            let own: Vec<Value> =
                chunks.iter().filter(|c| c["choices"][0]["index"] == index).cloned().collect();
            assert_eq!(content(&own), "Hi there");
            assert_eq!(own.last().unwrap()["choices"][0]["finish_reason"], "stop");
        }
        setting.wait_for_spent(4).await;
        // The second answer is beyond the key's limit: the first is not given either, and costs nothing.
        program.post(PATH, request.clone()).await.assert_status(402);
        assert_eq!(setting.keys().await[0]["spent"], 4);
        let named = program.with_header("idempotency-key", "one");
        named.post(PATH, request).await.assert_status(400);
    }

    async fn an_answer_is_charged_to_the_person_and_to_the_key(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(Some(1)).await;

        program.post(PATH, question(SAYS_HI)).await.ok();
        let refused = program.post(PATH, question(SAYS_HI)).await.assert_status(402);

        assert_eq!(refused.json()["error"]["code"], "insufficient_quota");
        assert_eq!(setting.keys().await[0]["spent"], 1);
        let mut conn = setting.server.db().read().await.unwrap();
        let usage = setting.server.services.ledger.usage(&mut conn, &setting.ana.payer()).await;
        assert!(usage.unwrap().iter().any(|meter| meter.used == 1));
        assert_eq!(setting.provider.call_count(), 1);
    }

    async fn a_call_that_fails_at_once_keeps_its_status_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(Some(5)).await;

        let whole = program.post(PATH, question(REFUSES)).await;
        let stream = program.post(PATH, streamed(REFUSES)).await;

        assert!(whole.status.is_client_error() || whole.status.is_server_error());
        assert_eq!(stream.status, whole.status);
        assert_eq!(stream.json()["error"]["code"], whole.json()["error"]["code"]);
        setting.wait_for_spent(0).await;
    }

    async fn an_answer_that_breaks_off_says_so_in_the_stream(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let answer = program.post(PATH, streamed(BREAKS)).await.assert_status(200);

        let (chunks, is_done) = chunks(&answer.text());
        assert!(!is_done);
        assert!(!content(&chunks).is_empty());
        assert!(chunks.last().unwrap()["error"]["message"].is_string());
    }

    async fn a_program_that_hangs_up_stops_its_run(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        setting.provider.hold_after(3);
        let request = http::Request::post(PATH).body(streamed(LONG).to_string().into()).unwrap();
        let response = program.start(request).await;
        setting.provider.wait_until_held(1).await;

        drop(response);

        setting.provider.wait_until_idle().await;
        setting.server.services.generation.wait_idle().await;
    }

    async fn only_a_key_opens_the_gateway(store) {
        let setting = Setting::new(store).await;
        let visitor = setting.server.visitor();
        for (client, status) in [(&visitor, 401), (&setting.ana.client, 401)] {
            let answer = client.post(PATH, question(SAYS_HI)).await.assert_status(status);
            assert_eq!(answer.json()["error"]["type"], "authentication_error");
            assert_eq!(answer.header("access-control-allow-origin"), "");
        }
        assert_eq!(setting.provider.call_count(), 0);
    }

    async fn what_is_wrong_with_a_request_is_said_in_openais_shape(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let malformed = program.post(PATH, json!({ "model": 5 })).await.assert_status(400);
        let unknown = program.post(PATH, question("fake/nobody")).await.assert_status(404);

        assert_eq!(malformed.json()["error"]["type"], "invalid_request_error");
        assert_eq!(unknown.json()["error"]["code"], "model_not_found");
    }

    async fn models_are_listed_and_found_with_their_slash_however_it_is_written(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let list = program.get("/v1/models").await.ok();
        let ids: Vec<&str> =
            list["data"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();

        assert!(ids.contains(&"fake/t200"), "{ids:?}");
        assert_eq!(program.get("/v1/models/fake%2Ft200").await.ok()["id"], "fake/t200");
        assert_eq!(program.get("/v1/models/fake/t200").await.ok()["id"], "fake/t200");
        program.get("/v1/models/fake/nobody").await.assert_status(404);
    }
}
