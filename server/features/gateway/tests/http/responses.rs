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

    async fn a_response_is_continued_read_and_deleted_by_its_id(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let tool = json!({ "type": "function", "name": "weather", "parameters": { "type": "object" } });
        let first = program
            .post(PATH, json!({ "model": "fake/use-echo", "input": "weather {}", "tools": [tool] }))
            .await
            .ok();
        let call = &first["output"][0];

        let result = json!({ "type": "function_call_output", "call_id": call["call_id"], "output": "rain" });
        let next = |input: Value, previous: &Value| {
            json!({
                "model": "fake/use-echo", "input": input, "previous_response_id": previous, "tools": [tool],
            })
        };
        let second = program.post(PATH, next(json!([result]), &first["id"])).await.ok();
        assert_eq!(second["output"][0]["content"][0]["text"], "rain");
        assert_eq!(second["previous_response_id"], first["id"]);

        // What some clients send instead: the items' ids.
        let reference = |item: &Value| json!({ "type": "item_reference", "id": item["id"] });
        let mut named = next(json!([
            { "role": "user", "content": "weather {}" }, reference(call), result,
        ]), &Value::Null);
        named["stream"] = json!(true);
        let text = program.post(PATH, named).await.assert_status(200).text();
        let streamed = &events(&text).pop().unwrap()["response"];
        assert_eq!(streamed["output"][0]["content"][0]["text"], "rain");

        for made in [&first, &second, streamed] {
            let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
            assert_eq!(&program.get(&path).await.ok(), made);
        }
        let path = format!("{PATH}/{}", first["id"].as_str().unwrap());
        let bob = setting.server.member("bob@example.com").await;
        let key = bob.post("/api/gateway/keys", json!({ "name": "b", "scopes": ["chat"] })).await;
        let stranger = setting.program_with(key.created()["secret"].as_str().unwrap());
        stranger.get(&path).await.assert_status(404);
        stranger.delete(&path).await.assert_status(404);

        assert_eq!(program.delete(&path).await.ok()["deleted"], true);
        program.get(&path).await.assert_status(404);
        let gone = program.post(PATH, next(json!("Hi"), &second["id"])).await.assert_status(400).json();
        assert_eq!(gone["error"]["code"], "previous_response_not_found");
    }

    async fn a_response_that_is_not_to_be_kept_is_not(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let request = json!({ "model": SAYS_HI, "input": "Hello?", "store": false });
        let made = program.post(PATH, request).await.ok();
        assert_eq!(made["store"], false);
        program.get(&format!("{PATH}/{}", made["id"].as_str().unwrap())).await.assert_status(404);
    }

    async fn responses_are_forgotten_after_a_month(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let made = program.post(PATH, json!({ "model": SAYS_HI, "input": "Hello?" })).await.ok();
        let path = format!("{PATH}/{}", made["id"].as_str().unwrap());
        program.get(&path).await.ok();
        setting.server.clock().advance(31 * kernel::DAY);
        let upkeep = gateway::area().upkeep;
        let forget = upkeep.iter().find(|upkeep| upkeep.name == "gateway.forget_responses").unwrap();
        (forget.run)(setting.server.services.clone()).await.unwrap();
        program.get(&path).await.assert_status(404);
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
