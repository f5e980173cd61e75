//! Tools and pictures of programs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::Setting;

const PATH: &str = "/v1/chat/completions";
/// A photo with metadata: place, time and camera.
const PHONE: &[u8] = include_bytes!("../../../../platform/pictures/tests/pictures/phone.jpg");

fn with_tool() -> Value {
    json!({
        "model": "fake/use-echo",
        "messages": [{ "role": "user", "content": "weather {\"city\": \"Köln\"}" }],
        "tools": [{ "type": "function", "function": {
            "name": "weather", "parameters": { "type": "object" },
        }}],
    })
}

for_each_store! {
    async fn a_program_uses_its_own_tools(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let asked = program.post(PATH, with_tool()).await.ok();
        let choice = &asked["choices"][0];
        assert_eq!(choice["finish_reason"], "tool_calls");
        assert_eq!(choice["message"]["content"], Value::Null);
        let call = &choice["message"]["tool_calls"][0];
        assert_eq!(call["function"]["name"], "weather");
        let arguments: Value =
            serde_json::from_str(call["function"]["arguments"].as_str().unwrap()).unwrap();
        assert_eq!(arguments, json!({ "city": "Köln" }));

        let mut second = with_tool();
        let messages = second["messages"].as_array_mut().unwrap();
        messages.push(choice["message"].clone());
        messages.push(json!({ "role": "tool", "tool_call_id": call["id"], "content": "12 degrees" }));
        let answered = program.post(PATH, second).await.ok();
        assert_eq!(answered["choices"][0]["message"]["content"], "12 degrees");
    }

    async fn calls_are_streamed_with_their_numbers(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut request = with_tool();
        request["stream"] = json!(true);

        let text = program.post(PATH, request).await.assert_status(200).text();

        let chunks: Vec<Value> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
            .collect();
        let call = chunks
            .iter()
            .find_map(|chunk| chunk["choices"][0]["delta"]["tool_calls"][0].as_object())
            .unwrap();
        assert_eq!(call["index"], 0);
        assert_eq!(call["function"]["name"], "weather");
        assert_eq!(chunks.last().unwrap()["choices"][0]["finish_reason"], "tool_calls");
    }

    async fn a_picture_of_a_program_reaches_the_model_alone(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let ask = async |content: &[u8]| {
            let url = format!("data:image/jpeg;base64,{}", STANDARD.encode(content));
            program.post(PATH, json!({ "model": "fake/see", "messages": [
                { "role": "user", "content": [
                    { "type": "text", "text": "What is it?" },
                    { "type": "image_url", "image_url": { "url": url } },
                ] },
            ]})).await
        };

        let answer = ask(PHONE).await.ok();
        assert_eq!(answer["choices"][0]["message"]["content"], "image/jpeg");
        let given = setting.provider.calls().last().unwrap().body["messages"].to_string();
        let given = given.split("base64,").nth(1).unwrap().split('"').next().unwrap();
        let given = STANDARD.decode(given).unwrap();
        for secret in ["Phonemaker", "2026:03:14", "Taken at home"] {
            assert!(PHONE.windows(secret.len()).any(|at| at == secret.as_bytes()), "{secret}");
            assert!(!given.windows(secret.len()).any(|at| at == secret.as_bytes()), "{secret}");
        }

        let cut = ask(&PHONE[..100]).await;
        assert_eq!(cut.status, 400);
        assert!(cut.text().contains("cannot be read to its end"));
    }

    async fn what_a_program_wishes_is_passed_on(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut request = crate::setting::question("fake/say-Hi there");
        request["top_p"] = json!(0.5);
        request["stop"] = json!(["END"]);
        request["seed"] = json!(7);
        request["response_format"] = json!({ "type": "json_object" });

        program.post(PATH, request).await.ok();

        let sent = setting.provider.calls().remove(0).body;
        assert_eq!((&sent["top_p"], &sent["seed"]), (&json!(0.5), &json!(7)));
        assert_eq!(sent["stop"], json!(["END"]));
        assert_eq!(sent["response_format"], json!({ "type": "json_object" }));
    }
}
