//! Tools and pictures, in every protocol.

use std::sync::Arc;

use providers::{
    FinishReason, ModelImage, ModelMessage, ModelRequest, Protocol, Role, TextModel, ToolCall,
    ToolChoice, ToolSpec,
};
use serde_json::{Value, json};
use testing::fake_provider::FakeProvider;

use crate::heard::{Heard, PROTOCOLS, asking, hear, model, patient, responses_model};

/// Runs a test with every way of calling a model: the protocols, and OpenAI's responses.
async fn with_every_model(check: impl AsyncFn(&str, &FakeProvider, Arc<dyn TextModel>)) {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let model = model(protocol, &provider, patient());
        check(protocol.as_str(), &provider, model).await;
    }
    let provider = FakeProvider::start().await;
    let model = responses_model(&provider);
    check("responses", &provider, model).await;
}

async fn answer(model: &Arc<dyn TextModel>, request: ModelRequest) -> Heard {
    hear(model.stream(request).await.unwrap()).await
}

fn tool(name: &str) -> ToolSpec {
    let parameters = json!({ "type": "object", "properties": { "city": { "type": "string" } } });
    ToolSpec { name: name.to_owned(), description: "Looks.".to_owned(), parameters }
}

fn with_tools(model: &str, text: &str) -> ModelRequest {
    ModelRequest { tools: vec![tool("weather"), tool("time")], ..asking(model, text) }
}

fn json_of(call: &ToolCall) -> Value {
    serde_json::from_str(&call.arguments).unwrap()
}

#[tokio::test]
async fn calls_are_heard_whole_and_their_results_are_sent_back() {
    with_every_model(async |name, provider, model| {
        let mut request = with_tools("use-echo", "weather {\"city\": \"Köln\"}\ntime {}");
        let heard = answer(&model, request.clone()).await;

        assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)), "{name}");
        let names: Vec<_> = heard.calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["weather", "time"], "{name}");
        assert_eq!(json_of(&heard.calls[0]), json!({ "city": "Köln" }), "{name}");
        assert_ne!(heard.calls[0].id, heard.calls[1].id, "{name}");

        let results: Vec<_> = heard
            .calls
            .iter()
            .map(|call| ModelMessage::tool_result(&call.id, format!("[{} said]", call.name)))
            .collect();
        let calls = heard.calls.clone();
        request
            .messages
            .push(ModelMessage { tool_calls: calls, ..ModelMessage::text(Role::Assistant, "") });
        request.messages.extend(results);
        let heard = answer(&model, request).await;

        assert_eq!(heard.end, Some(Ok(FinishReason::Stop)), "{name}");
        assert!(heard.text.ends_with("[time said]"), "{name}: {}", heard.text);
        let sent = provider.calls().pop().unwrap().body.to_string();
        assert!(sent.contains("[weather said]"), "{name}: {sent}");
    })
    .await;
}

#[tokio::test]
async fn pictures_are_shown() {
    with_every_model(async |name, _, model| {
        let mut request = asking("see", "What is this?");
        let data = bytes::Bytes::from_static(b"\x89PNG");
        request.messages[0].images = vec![ModelImage { media_type: "image/png".to_owned(), data }];
        let seen = if name == "ollama" { "image" } else { "image/png" };
        assert_eq!(answer(&model, request).await.text, seen, "{name}");
    })
    .await;
}

#[tokio::test]
async fn a_tool_can_be_demanded_and_forbidden() {
    let sent = |protocol, choice: ToolChoice| async move {
        let provider = FakeProvider::start().await;
        let mut request = with_tools("say-yes", "Hi");
        request.options.tool_choice = choice;
        answer(&model(protocol, &provider, patient()), request).await;
        provider.calls().remove(0).body
    };
    let named = ToolChoice::Named("time".to_owned());
    let openai = sent(Protocol::Openai, named.clone()).await;
    assert_eq!(openai["tool_choice"]["function"]["name"], "time");
    assert_eq!(sent(Protocol::Openai, ToolChoice::None).await["tool_choice"], "none");
    assert_eq!(sent(Protocol::Openai, ToolChoice::Auto).await["tool_choice"], json!(null));
    let anthropic = sent(Protocol::Anthropic, ToolChoice::Required).await;
    assert_eq!(anthropic["tool_choice"], json!({ "type": "any" }));
    let gemini = sent(Protocol::Gemini, named).await;
    let config = &gemini["toolConfig"]["functionCallingConfig"];
    assert_eq!(config["allowedFunctionNames"], json!(["time"]));
    assert_eq!(sent(Protocol::Ollama, ToolChoice::None).await["tools"], json!(null));
}

/// Returns a question, the use of a tool that came with `state`, and its result.
fn used(model: &str, state: Option<&str>) -> ModelRequest {
    let mut request = with_tools(model, "weather {}");
    let call = ToolCall {
        id: "call_1".to_owned(),
        name: "weather".to_owned(),
        arguments: "{}".to_owned(),
        provider_state: state.map(str::to_owned),
    };
    request.messages.push(ModelMessage {
        tool_calls: vec![call],
        ..ModelMessage::text(Role::Assistant, "I look.")
    });
    request.messages.push(ModelMessage::tool_result("call_1", "sunny"));
    request
}

async fn sent_to(protocol: Protocol, request: ModelRequest) -> Value {
    let provider = FakeProvider::start().await;
    answer(&model(protocol, &provider, patient()), request).await;
    provider.calls().remove(0).body
}

#[tokio::test]
async fn what_a_provider_wants_back_goes_back_to_it_and_to_nobody_else() {
    let thought = r#"anthropic:[{"type":"thinking","thinking":"Hm","signature":"s"}]"#;
    let to_anthropic = sent_to(Protocol::Anthropic, used("say-yes", Some(thought))).await;
    let blocks = &to_anthropic["messages"][1]["content"];
    assert_eq!(blocks[0], json!({ "type": "thinking", "thinking": "Hm", "signature": "s" }));
    assert_eq!(blocks[1]["text"], "I look.");
    assert_eq!(blocks[2]["type"], "tool_use");
    let result = &to_anthropic["messages"][2]["content"][0];
    assert_eq!((&result["type"], &result["content"]), (&json!("tool_result"), &json!("sunny")));

    let to_gemini = sent_to(Protocol::Gemini, used("gemini-3-pro", Some(thought))).await;
    let call = &to_gemini["contents"][1]["parts"][1];
    assert_eq!(call["thoughtSignature"], "skip_thought_signature_validator");
    let to_gemini = sent_to(Protocol::Gemini, used("gemini-3-pro", Some("gemini:sig"))).await;
    assert_eq!(to_gemini["contents"][1]["parts"][1]["thoughtSignature"], "sig");
    let response = &to_gemini["contents"][2]["parts"][0]["functionResponse"];
    assert_eq!(response["name"], "weather");

    let to_openai = sent_to(Protocol::Openai, used("say-yes", Some(thought))).await;
    assert!(!to_openai.to_string().contains("Hm"), "{to_openai}");
}

#[tokio::test]
async fn a_model_that_knows_no_sampling_is_not_told_any() {
    let mut request = asking("gpt-5-mini", "Hi");
    request.temperature = Some(0.5);
    request.options.top_p = Some(0.9);
    let sent = sent_to(Protocol::Openai, request).await;
    assert_eq!((&sent["temperature"], &sent["top_p"]), (&json!(null), &json!(null)));
}

#[tokio::test]
async fn one_bad_tool_does_not_cost_the_request() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let mut request = with_tools("say-yes", "Hi");
        request.tools[1].parameters = json!({ "type": "array" });
        let heard =
            hear(model(protocol, &provider, patient()).stream(request).await.unwrap()).await;
        assert_eq!(heard.end, Some(Ok(FinishReason::Stop)), "{protocol:?}");
        let wanted = format!("{}: its arguments are no object", tool("time").name);
        assert_eq!(heard.stopped, Some(wanted), "{protocol:?}");
        let sent = provider.calls().remove(0).body["tools"].to_string();
        assert!(sent.contains("weather") && !sent.contains("\"time\""), "{protocol:?}: {sent}");
    }
}
