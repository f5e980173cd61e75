use providers::{AnswerFormat, ToolChoice};
use serde_json::json;

use super::*;

fn read(request: serde_json::Value) -> OpenAiResult<ModelRequest> {
    serde_json::from_value::<CompletionRequest>(request).unwrap().to_model_request()
}

#[test]
fn texts_and_text_parts_are_understood() {
    let request = read(json!({
        "model": "m", "max_tokens": 5, "user": "ignored",
        "messages": [
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": "b" }] },
            { "role": "assistant", "content": null },
            { "role": "user", "content": "c" },
        ],
    }))
    .unwrap();

    assert_eq!(request.system.as_deref(), Some("Be brief."));
    assert_eq!(request.messages[0].text, "a\nb");
    assert_eq!(request.messages.len(), 3);
    assert_eq!(request.max_output_tokens, Some(5));
}

#[test]
fn fields_are_taken_as_clients_send_them() {
    let request = read(json!({
        "model": "m", "tools": null, "stream": null, "stream_options": { "include_usage": null },
        "max_tokens": 100.0, "n": 1.0, "seed": 7.0, "stop": null, "logprobs": false, "top_logprobs": 0,
        "functions": null, "modalities": ["text"], "tool_choice": { "type": "auto" },
        "messages": [
            { "role": "user", "content": "a", "name": "Ana" },
            { "role": "assistant", "content": null, "tool_calls": [
                { "id": "c1", "function": { "name": "look", "arguments": { "at": 1 } } },
            ] },
            { "role": "tool", "tool_call_id": "c1", "content": "b" },
        ],
    }))
    .unwrap();
    assert_eq!(request.max_output_tokens, Some(100));
    assert_eq!(request.options.seed, Some(7));
    assert_eq!(request.options.tool_choice, ToolChoice::Auto);
    assert_eq!(request.messages[0].name.as_deref(), Some("Ana"));
    assert_eq!(request.messages[1].tool_calls[0].arguments, r#"{"at":1}"#);
}

#[test]
fn messages_arrive_as_they_were_sent() {
    let said = |messages: Value| read(json!({ "model": "m", "messages": messages }));
    let system = |text: &str| json!({ "role": "system", "content": text });
    let user = |text: &str| json!({ "role": "user", "content": text });

    let alone = said(json!([system("Say hi.")])).unwrap();
    assert_eq!((alone.system.as_deref(), alone.messages.len()), (Some("Say hi."), 0));

    let blank = said(json!([user("")])).unwrap();
    assert_eq!(blank.messages, [ModelMessage::text(Role::User, "")]);

    let late = said(json!([system("A"), user("b"), system("C"), user("d")])).unwrap();
    assert_eq!(late.system.as_deref(), Some("A"));
    assert_eq!(late.messages[1], ModelMessage::text(Role::System, "C"));
}

#[test]
fn options_for_tools_are_passed_on() {
    let request = read(json!({
        "model": "m", "parallel_tool_calls": false, "logit_bias": { "5": -100 },
        "messages": [{ "role": "user", "content": "a" }],
        "tools": [
            { "type": "function", "function": { "name": "look", "strict": true } },
            { "type": "function", "function": { "name": "go" } },
        ],
    }))
    .unwrap();
    assert_eq!(request.options.parallel_tool_calls, Some(false));
    assert_eq!(request.options.strict_tools, ["look"]);
    assert_eq!(request.options.logit_bias, Some(json!({ "5": -100 })));
}

#[test]
fn a_bounded_number_of_answers_is_given() {
    for (n, expected) in [(None, Some(1)), (Some(3), Some(3)), (Some(0), None), (Some(100), None)] {
        assert_eq!(choices(n).ok(), expected, "{n:?}");
    }
}

/// One point.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn pictures_tools_and_their_results_are_understood() {
    let request = read(json!({
        "model": "m", "stop": "END", "top_p": 0.5,
        "messages": [
            { "role": "user", "content": [
                { "type": "text", "text": "What is it?" },
                { "type": "image_url", "image_url": { "url": PICTURE } },
            ] },
            { "role": "assistant", "content": null, "tool_calls": [
                { "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{}" } },
            ] },
            { "role": "tool", "tool_call_id": "c1", "content": "a cat" },
        ],
        "tools": [{ "type": "function", "function": { "name": "look", "parameters": { "type": "object" } } }],
        "tool_choice": { "type": "function", "function": { "name": "look" } },
        "response_format": { "type": "json_schema", "json_schema": { "name": "n", "schema": {} } },
    }))
    .unwrap();

    assert_eq!(request.messages[0].images[0].media_type, "image/png");
    assert_eq!(request.messages[1].tool_calls[0].id, "c1");
    assert_eq!(request.messages[2].tool_call_id.as_deref(), Some("c1"));
    assert_eq!(request.tools[0].name, "look");
    assert_eq!(request.options.stop, ["END"]);
    assert_eq!(request.options.tool_choice, ToolChoice::Named("look".to_owned()));
    assert!(matches!(request.options.format, AnswerFormat::Schema { .. }));
}

#[test]
fn what_is_not_served_is_refused_where_it_stands() {
    let asked = |message: Value| json!({ "model": "m", "messages": [message] });
    let far = asked(json!({ "role": "user", "content": [
        { "type": "image_url", "image_url": { "url": "https://example.org/a.png" } },
    ]}));
    let sound = asked(json!({ "role": "user", "content": [{ "type": "input_audio" }] }));
    let nameless = asked(json!({ "role": "tool", "content": "x" }));
    let mut search = asked(json!({ "role": "user", "content": "x" }));
    search["tools"] = json!([{ "type": "web_search" }]);
    let none = json!({ "model": "m", "messages": [] });
    let with = |field: &str, value: Value| {
        let mut request = asked(json!({ "role": "user", "content": "x" }));
        request[field] = value;
        request
    };
    for (request, param) in [
        (with("logprobs", json!(true)), "logprobs"),
        (with("top_logprobs", json!(2)), "top_logprobs"),
        (with("functions", json!([{ "name": "look" }])), "functions"),
        (with("modalities", json!(["text", "audio"])), "modalities"),
        (with("web_search_options", json!({})), "web_search_options"),
        (far, "messages[0].content"),
        (sound, "messages[0].content"),
        (nameless, "messages[0].tool_call_id"),
        (search, "tools"),
        (none, "messages"),
    ] {
        let error = read(request).unwrap_err().body().error;
        assert_eq!(error.param.as_deref(), Some(param));
    }
}
