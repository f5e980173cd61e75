//! Helpers that read answers in tests.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use kernel::{Clock, Secret, Timestamp};
use providers::{
    FinishReason, ModelError, ModelEvent, ModelMessage, ModelRequest, ModelStream, Protocol, Role,
    Target, TextModel, Timing, ToolCall, Usage, Wire, text_model,
};
use testing::fake_provider::FakeProvider;

/// 2026-11-20T11:00:00Z.
pub const NOW: Timestamp = Timestamp::from_micros(1_795_172_400_000_000);

pub const PROTOCOLS: [Protocol; 5] = [
    Protocol::Openai,
    Protocol::Anthropic,
    Protocol::Gemini,
    Protocol::Ollama,
    Protocol::OpenaiCompatible,
];

/// Returns timeouts long enough for a busy machine, short where a test waits for them to expire.
pub fn patient() -> Timing {
    Timing { retry_delays: vec![Duration::ZERO; 2], ..Timing::default() }
}

pub fn impatient() -> Timing {
    let short = Duration::from_millis(60);
    Timing { first_event: short, idle: short, epilogue: short, ..patient() }
}

pub fn model(protocol: Protocol, provider: &FakeProvider, timing: Timing) -> Arc<dyn TextModel> {
    let base_url = base_url(protocol, provider);
    let target =
        Target { base_url, api_key: Some(Secret::new("sk-test".to_owned())), responses: false };
    text_model(protocol, target, Wire::new(Clock::frozen(NOW), timing))
}

/// Returns a model of the same server, called through OpenAI's responses.
pub fn responses_model(provider: &FakeProvider) -> Arc<dyn TextModel> {
    let target = Target { base_url: provider.openai_url(), api_key: None, responses: true };
    text_model(Protocol::Openai, target, Wire::new(Clock::frozen(NOW), patient()))
}

pub fn base_url(protocol: Protocol, provider: &FakeProvider) -> String {
    match protocol {
        Protocol::Openai | Protocol::OpenaiCompatible => provider.openai_url(),
        _ => provider.url(),
    }
}

pub fn asking(model: &str, text: &str) -> ModelRequest {
    ModelRequest {
        model: model.to_owned(),
        messages: vec![ModelMessage::text(Role::User, text)],
        ..ModelRequest::default()
    }
}

/// An answer to its end.
#[derive(Debug, Default, PartialEq)]
pub struct Heard {
    pub text: String,
    pub reasoning: String,
    pub usage: Option<Usage>,
    pub calls: Vec<ToolCall>,
    /// Words of a provider that stopped an answer before its end.
    pub stopped: Option<String>,
    pub end: Option<Result<FinishReason, ModelError>>,
}

pub async fn hear(mut stream: ModelStream) -> Heard {
    let mut heard = Heard::default();
    while let Some(item) = stream.next().await {
        assert_eq!(heard.end, None, "nothing follows the end");
        match item {
            Ok(ModelEvent::Text(text)) => heard.text += &text,
            Ok(ModelEvent::Reasoning(text)) => heard.reasoning += &text,
            Ok(ModelEvent::TextWasReasoning) => heard.reasoning += &std::mem::take(&mut heard.text),
            Ok(ModelEvent::Notice(notice)) => heard.stopped = Some(notice.text),
            Ok(ModelEvent::ToolCall(call)) => heard.calls.push(call),
            Ok(ModelEvent::Usage(usage)) => heard.usage = Some(usage),
            Ok(ModelEvent::Finished(reason)) => heard.end = Some(Ok(reason)),
            Ok(other) => panic!("no adapter says {other:?}"),
            Err(error) => heard.end = Some(Err(error)),
        }
    }
    assert!(heard.end.is_some(), "an answer has an end");
    heard
}

/// Asks and hears the whole answer.
pub async fn ask(protocol: Protocol, provider: &FakeProvider, name: &str) -> Heard {
    ask_with(protocol, provider, name, patient()).await
}

pub async fn ask_with(
    protocol: Protocol,
    provider: &FakeProvider,
    name: &str,
    timing: Timing,
) -> Heard {
    match model(protocol, provider, timing).stream(asking(name, "Tell me")).await {
        Ok(stream) => hear(stream).await,
        Err(error) => Heard { end: Some(Err(error)), ..Heard::default() },
    }
}

pub fn broken(heard: &Heard) -> &str {
    match &heard.end {
        Some(Err(ModelError::Broken { message })) => message,
        other => panic!("not broken: {other:?}"),
    }
}
