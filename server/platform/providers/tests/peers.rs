//! The adapters against third-party servers, live: run by `scripts/peers test`, which starts them. `make test` replays
//! their recorded answers (`providers/peers_recorded.rs`).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::sync::Arc;

use futures::StreamExt;
use kernel::{Clock, Secret, Timestamp};
use providers::{
    FinishReason, ModelError, ModelEvent, ModelMessage, ModelRequest, Protocol, Role, Target,
    TextModel, Timing, ToolCall, ToolSpec, Wire, text_model,
};
use serde_json::json;

const LITELLM: &str = "http://127.0.0.1:14000";
const SAYS: &str = "http://127.0.0.1:18082";
const CALLS: &str = "http://127.0.0.1:18083";

fn peer(protocol: Protocol, address: &str, key: &str, responses: bool) -> Arc<dyn TextModel> {
    let is_openai = protocol == Protocol::OpenaiCompatible;
    let base_url = if is_openai { format!("{address}/v1") } else { address.to_owned() };
    let target = Target { base_url, api_key: Some(Secret::new(key.to_owned())), responses };
    let timing = Timing { retry_delays: Vec::new(), ..Timing::default() };
    let clock = Clock::frozen(Timestamp::from_micros(1_795_172_400_000_000));
    text_model(protocol, target, Wire::new(clock, timing))
}

/// Returns every protocol that a peer speaks, at its address.
fn peers(of_llama: &'static str) -> Vec<(&'static str, Arc<dyn TextModel>)> {
    use Protocol::{Anthropic, Gemini, OpenaiCompatible};
    let litellm = |protocol, responses| peer(protocol, LITELLM, "sk-peers", responses);
    let llama = |protocol, responses| peer(protocol, of_llama, "none", responses);
    vec![
        ("llama chat", llama(OpenaiCompatible, false)),
        ("llama responses", llama(OpenaiCompatible, true)),
        ("llama messages", llama(Anthropic, false)),
        ("litellm chat", litellm(OpenaiCompatible, false)),
        ("litellm responses", litellm(OpenaiCompatible, true)),
        ("litellm messages", litellm(Anthropic, false)),
        ("litellm gemini", litellm(Gemini, false)),
    ]
}

fn asking(model: &str) -> ModelRequest {
    ModelRequest {
        model: model.to_owned(),
        messages: vec![ModelMessage::text(Role::User, "Hello")],
        max_output_tokens: Some(100),
        ..ModelRequest::default()
    }
}

async fn hear(
    model: &Arc<dyn TextModel>,
    request: ModelRequest,
) -> Result<(String, Vec<ToolCall>, FinishReason), ModelError> {
    let mut stream = model.stream(request).await?;
    let (mut text, mut calls) = (String::new(), Vec::new());
    while let Some(event) = stream.next().await {
        match event? {
            ModelEvent::Text(words) => text += &words,
            ModelEvent::ToolCall(call) => calls.push(call),
            ModelEvent::Finished(reason) => return Ok((text, calls, reason)),
            _ => {}
        }
    }
    panic!("an answer has an end");
}

#[tokio::test]
async fn every_peer_answers_in_every_protocol() {
    for (name, model) in peers(SAYS) {
        let (text, _, reason) = hear(&model, asking("says")).await.unwrap();
        assert_eq!(
            (text.as_str(), reason),
            ("Bonjour, how can I help?", FinishReason::Stop),
            "{name}"
        );
    }
}

#[tokio::test]
async fn every_peer_calls_tools_and_takes_their_results() {
    for (name, model) in peers(CALLS) {
        let mut request = asking("calls");
        request.tools = vec![ToolSpec {
            name: "get_weather".to_owned(),
            description: "Weather".to_owned(),
            parameters: json!({ "type": "object", "properties": { "city": { "type": "string" } } }),
        }];
        let (text, calls, reason) = hear(&model, request.clone()).await.unwrap();
        assert_eq!(reason, FinishReason::ToolCalls, "{name}");
        let arguments: serde_json::Value = serde_json::from_str(&calls[0].arguments).unwrap();
        assert_eq!(arguments, json!({ "city": "Paris" }), "{name}");

        let result = ModelMessage::tool_result(&calls[0].id, "12 degrees");
        let answer = ModelMessage::text(Role::Assistant, text);
        request.messages.push(ModelMessage { tool_calls: calls, ..answer });
        request.messages.push(result);
        // The model always says the same; the test checks that the peer accepts the conversation.
        hear(&model, request).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[tokio::test]
async fn what_goes_wrong_is_understood() {
    let model = peer(Protocol::OpenaiCompatible, LITELLM, "sk-peers", false);
    let error = hear(&model, asking("busy")).await.unwrap_err();
    assert!(matches!(error, ModelError::Busy { .. }), "{error:?}");
    let error = hear(&model, asking("broken")).await.unwrap_err();
    assert!(matches!(error, ModelError::Overloaded { .. }), "{error:?}");
    let error = hear(&model, asking("too-long")).await.unwrap_err();
    assert!(matches!(error, ModelError::Refused { .. }), "{error:?}");
    let stranger = peer(Protocol::OpenaiCompatible, LITELLM, "sk-wrong", false);
    let error = hear(&stranger, asking("says")).await.unwrap_err();
    let is_refused = matches!(error, ModelError::Unauthorized { .. } | ModelError::Refused { .. });
    assert!(is_refused, "{error:?}");
}
