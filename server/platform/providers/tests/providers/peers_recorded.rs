//! Answers of real peers, recorded with `scripts/peers record`: llama-server, and LiteLLM in front of it. The model
//! says "Bonjour, how can I help?" after some reasoning, or calls a tool.

use providers::{FinishReason, Protocol, ToolSpec};
use serde_json::{Value, json};
use testing::fake_provider::FakeProvider;

use crate::heard::{Heard, asking, hear, model, patient, responses_model};

async fn heard_of(protocol: Protocol, recording: &str) -> Heard {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded/peers");
    let body = std::fs::read(format!("{folder}/{recording}.txt")).unwrap();
    let provider = FakeProvider::start().await;
    provider.replay("text/event-stream", body);
    let mut request = asking("says", "Hello");
    let parameters = json!({ "type": "object" });
    let (name, description) = ("get_weather".to_owned(), "Weather".to_owned());
    request.tools = vec![ToolSpec { name, description, parameters }];
    let asked = match recording.contains("_responses") {
        true => responses_model(&provider).stream(request).await,
        false => model(protocol, &provider, patient()).stream(request).await,
    };
    hear(asked.unwrap()).await
}

const SAYS: &str = "Bonjour, how can I help?";

#[tokio::test]
async fn text_of_every_peer_in_every_protocol() {
    use Protocol::{Anthropic, Gemini, OpenaiCompatible};
    for (protocol, recording, thinks) in [
        (OpenaiCompatible, "llama_chat", true),
        (OpenaiCompatible, "llama_responses", true),
        (Anthropic, "llama_messages", true),
        (OpenaiCompatible, "litellm_chat", true),
        (OpenaiCompatible, "litellm_responses", true),
        (Anthropic, "litellm_messages", false),
        (Gemini, "litellm_gemini", false),
    ] {
        let heard = heard_of(protocol, recording).await;
        assert_eq!(heard.text, SAYS, "{recording}");
        assert_eq!(heard.end, Some(Ok(FinishReason::Stop)), "{recording}");
        assert_eq!(heard.reasoning.contains("The user greets."), thinks, "{recording}");
    }
}

#[tokio::test]
async fn calls_of_tools_of_every_peer_in_every_protocol() {
    use Protocol::{Anthropic, Gemini, OpenaiCompatible};
    for (protocol, recording) in [
        (OpenaiCompatible, "llama_chat_tools"),
        (OpenaiCompatible, "llama_responses_tools"),
        (Anthropic, "llama_messages_tools"),
        (OpenaiCompatible, "litellm_chat_tools"),
        (OpenaiCompatible, "litellm_responses_tools"),
        (Anthropic, "litellm_messages_tools"),
        (Gemini, "litellm_gemini_tools"),
    ] {
        let heard = heard_of(protocol, recording).await;
        assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)), "{recording}");
        let [call] = &heard.calls[..] else { panic!("{recording}: {:?}", heard.calls) };
        assert_eq!(call.name, "get_weather", "{recording}");
        assert!(!call.id.is_empty(), "{recording}");
        let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
        assert_eq!(arguments, json!({ "city": "Paris" }), "{recording}");
    }
}

#[tokio::test]
async fn an_answer_of_litellms_own() {
    let heard = heard_of(Protocol::OpenaiCompatible, "litellm_mocked").await;
    assert_eq!(heard.text, "Hello from a mocked model, in a few pieces.");
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
    assert!(heard.usage.is_some_and(|usage| usage.output_tokens > 0));
}
