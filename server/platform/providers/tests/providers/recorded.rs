//! Answers as providers really send them, from `tests/recorded/<protocol>/<scenario>.txt`.

use providers::{FinishReason, ModelError, Protocol, Usage};
use testing::fake_provider::FakeProvider;

use crate::heard::{Heard, ask, broken};

async fn heard_of(protocol: Protocol, scenario: &str) -> Heard {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded");
    let body = std::fs::read(format!("{folder}/{scenario}.txt")).unwrap();
    let content_type = match protocol {
        Protocol::Ollama => "application/x-ndjson",
        _ if scenario.ends_with(".json") => "application/json",
        _ => "text/event-stream; charset=utf-8",
    };
    let provider = FakeProvider::start().await;
    provider.replay(content_type, body);
    ask(protocol, &provider, "model").await
}

fn usage(input_tokens: u32, output_tokens: u32) -> Option<Usage> {
    Some(Usage { input_tokens, output_tokens })
}

#[tokio::test]
async fn openai_plain() {
    let heard = heard_of(Protocol::Openai, "openai/plain").await;
    assert_eq!(heard.text, "Café — 你好\n");
    assert_eq!(heard.usage, usage(19, 10));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn openai_through_a_router_with_comments_and_crlf() {
    let heard = heard_of(Protocol::OpenaiCompatible, "openai/router_comments_and_crlf").await;
    assert_eq!((heard.reasoning.as_str(), heard.text.as_str()), ("Let me think.", "Four."));
    assert_eq!(heard.usage, usage(12, 30));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn openai_reasoning_content_and_the_longest_answer() {
    let heard = heard_of(Protocol::OpenaiCompatible, "openai/reasoning_content").await;
    assert_eq!((heard.reasoning.as_str(), heard.text.as_str()), ("Two and two.", "4"));
    assert_eq!(heard.usage, usage(9, 5));
    assert_eq!(heard.end, Some(Ok(FinishReason::Length)));
}

#[tokio::test]
async fn openai_content_filter_results_come_first() {
    let heard = heard_of(Protocol::OpenaiCompatible, "openai/content_filter_results_first").await;
    assert_eq!(heard.text, "Part");
    assert_eq!(heard.end, Some(Ok(FinishReason::ContentFilter)));
}

#[tokio::test]
async fn openai_error_in_the_middle() {
    let heard = heard_of(Protocol::OpenaiCompatible, "openai/error_in_the_middle").await;
    assert_eq!(heard.text, "It was a");
    assert_eq!(broken(&heard), "Provider disconnected unexpectedly");
}

#[tokio::test]
async fn openai_answered_at_once_although_a_stream_was_asked_for() {
    let heard = heard_of(Protocol::OpenaiCompatible, "openai/answered_at_once.json").await;
    assert_eq!(heard.text, "All at once.");
    assert_eq!(heard.usage, usage(3, 4));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn openai_finish_but_no_done() {
    let heard = heard_of(Protocol::OpenaiCompatible, "openai/finish_but_no_done").await;
    assert_eq!(heard.text, "No mark");
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn anthropic_plain_counts_what_the_cache_gave() {
    let heard = heard_of(Protocol::Anthropic, "anthropic/plain").await;
    assert_eq!(heard.text, "Hello!");
    assert_eq!(heard.usage, usage(30, 15));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn anthropic_thinking_and_the_longest_answer() {
    let heard = heard_of(Protocol::Anthropic, "anthropic/thinking").await;
    assert_eq!(
        (heard.reasoning.as_str(), heard.text.as_str()),
        ("I need the divisor.", "It is 21")
    );
    assert_eq!(heard.usage, usage(8, 40));
    assert_eq!(heard.end, Some(Ok(FinishReason::Length)));
}

#[tokio::test]
async fn anthropic_overloaded_in_the_middle() {
    let heard = heard_of(Protocol::Anthropic, "anthropic/overloaded_in_the_middle").await;
    assert_eq!(heard.text, "It is");
    assert_eq!(heard.usage, usage(8, 1));
    let message = "Overloaded".to_owned();
    assert_eq!(heard.end, Some(Err(ModelError::Broken { message })));
}

#[tokio::test]
async fn gemini_thinking_counts_as_output() {
    let heard = heard_of(Protocol::Gemini, "gemini/thinking").await;
    assert_eq!(
        (heard.reasoning.as_str(), heard.text.as_str()),
        ("**Counting**", "There are three.")
    );
    assert_eq!(heard.usage, usage(7, 17));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn gemini_prompt_blocked() {
    let heard = heard_of(Protocol::Gemini, "gemini/prompt_blocked").await;
    assert_eq!(heard.text, "");
    assert_eq!(heard.end, Some(Ok(FinishReason::ContentFilter)));
}

#[tokio::test]
async fn gemini_longest_answer() {
    let heard = heard_of(Protocol::Gemini, "gemini/longest_answer").await;
    assert_eq!(heard.text, "Once upon");
    assert_eq!(heard.end, Some(Ok(FinishReason::Length)));
}

#[tokio::test]
async fn ollama_plain() {
    let heard = heard_of(Protocol::Ollama, "ollama/plain").await;
    assert_eq!(heard.text, "The sky");
    assert_eq!(heard.usage, usage(26, 282));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn ollama_thinking_and_the_longest_answer() {
    let heard = heard_of(Protocol::Ollama, "ollama/thinking").await;
    assert_eq!((heard.reasoning.as_str(), heard.text.as_str()), ("Okay", "Yes."));
    assert_eq!(heard.end, Some(Ok(FinishReason::Length)));
}

#[tokio::test]
async fn ollama_out_of_memory() {
    let heard = heard_of(Protocol::Ollama, "ollama/out_of_memory").await;
    assert_eq!(heard.text, "Half");
    assert!(broken(&heard).ends_with("CUDA error: out of memory"));
}
