//! OpenAI's responses.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{REFUSES, SAYS_HI, Setting};

const PATH: &str = "/v1/responses";

/// Returns the events of a stream.
fn events(text: &str) -> Vec<Value> {
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|json| serde_json::from_str(json).unwrap())
        .collect()
}

for_each_store! {
    async fn a_whole_response_has_openais_shape(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let made = program.post(PATH, json!({ "model": SAYS_HI, "input": "Hello?" })).await.ok();

        assert_eq!((&made["object"], &made["status"]), (&json!("response"), &json!("completed")));
        let message = &made["output"][0];
        assert_eq!((&message["type"], &message["role"]), (&json!("message"), &json!("assistant")));
        assert_eq!(message["content"][0]["text"], "Hi there");
        assert!(made["usage"]["total_tokens"].as_i64().unwrap() > 0);
    }

    async fn a_streamed_response_tells_each_item_and_ends_with_the_whole(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let request = json!({ "model": "fake/k2-t3", "input": "Hello?", "stream": true });
        let text = program.post(PATH, request).await.assert_status(200).text();

        let events = events(&text);
        for (number, event) in events.iter().enumerate() {
            assert_eq!(event["sequence_number"], json!(number));
        }
        let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(kinds[..3], ["response.created", "response.in_progress", "response.output_item.added"]);
        let said: String = events
            .iter()
            .filter(|event| event["type"] == "response.output_text.delta")
            .filter_map(|event| event["delta"].as_str())
            .collect();
        assert_eq!(said, "the quick brown ");
        let last = events.last().unwrap();
        assert_eq!(last["type"], "response.completed");
        let output = last["response"]["output"].as_array().unwrap();
        assert_eq!(output[0]["summary"][0]["text"], "hm hm ");
        assert_eq!(output[1]["content"][0]["text"], "the quick brown ");
    }

    async fn a_program_uses_its_own_tools_in_responses_too(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut request = json!({
            "model": "fake/use-echo", "input": [{ "role": "user", "content": "weather {}" }],
            "tools": [{ "type": "function", "name": "weather", "parameters": { "type": "object" } }],
        });

        let made = program.post(PATH, request.clone()).await.ok();
        let call = made["output"][0].clone();
        assert_eq!((&call["type"], &call["name"]), (&json!("function_call"), &json!("weather")));

        let input = request["input"].as_array_mut().unwrap();
        let result = json!({ "type": "function_call_output", "call_id": call["call_id"], "output": "rain" });
        input.extend([call, result]);
        let made = program.post(PATH, request).await.ok();
        assert_eq!(made["output"][0]["content"][0]["text"], "rain");
    }

    async fn a_response_that_fails_at_once_keeps_its_status(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let request = json!({ "model": REFUSES, "input": "Hello?", "stream": true });
        let answer = program.post(PATH, request).await;
        assert_eq!(answer.status, 502);
        assert_eq!(answer.json()["error"]["code"], "providers.key_refused");
    }
}
