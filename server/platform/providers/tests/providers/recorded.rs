//! Answers as providers really send them, from `tests/recorded/<protocol>/<scenario>.txt`.

use providers::{FinishReason, ModelError, Protocol, ToolCall, ToolSpec, Usage};
use serde_json::json;
use testing::fake_provider::FakeProvider;

use crate::heard::{Heard, ask, asking, broken, hear, model, patient, responses_model};

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

/// Returns the recorded answer to a request with a tool.
async fn heard_with_tool(protocol: Protocol, scenario: &str) -> Heard {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded");
    let body = std::fs::read(format!("{folder}/{scenario}.txt")).unwrap();
    let provider = FakeProvider::start().await;
    let kind =
        if protocol == Protocol::Ollama { "application/x-ndjson" } else { "text/event-stream" };
    provider.replay(kind, body);
    let mut request = asking("model", "What is the weather in Paris?");
    request.tools = vec![ToolSpec {
        name: "get_weather".to_owned(),
        description: "The weather.".to_owned(),
        parameters: json!({ "type": "object" }),
    }];
    let asked = match scenario.starts_with("responses/") {
        true => responses_model(&provider).stream(request).await,
        false => model(protocol, &provider, patient()).stream(request).await,
    };
    hear(asked.unwrap()).await
}

fn call(id: &str, arguments: &str) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        name: "get_weather".to_owned(),
        arguments: arguments.to_owned(),
        provider_state: None,
    }
}

#[tokio::test]
async fn openai_tool_calls_in_fragments() {
    let heard = heard_with_tool(Protocol::Openai, "openai/tool_calls").await;
    let wanted = [call("call_a", "{\"city\":\"Paris\"}"), call("call_b", "{\"city\":\"Lyon\"}")];
    assert_eq!(heard.calls, wanted);
    assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)));
}

#[tokio::test]
async fn openai_compatible_servers_repeat_ids_and_say_stop() {
    let scenario = "openai/tool_call_repeats_its_id";
    let heard = heard_with_tool(Protocol::OpenaiCompatible, scenario).await;
    assert_eq!(heard.calls, [call("call__0_get_weather", "{\"city\":\"Paris\"}")]);
    assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)));
}

#[tokio::test]
async fn openai_compatible_servers_leave_out_ids_and_send_arguments_as_json() {
    let scenario = "openai/tool_call_without_id";
    let heard = heard_with_tool(Protocol::OpenaiCompatible, scenario).await;
    assert_eq!(heard.calls.len(), 1);
    assert!(heard.calls[0].id.starts_with("call_"));
    assert_eq!(heard.calls[0].arguments, "{\"city\":\"Paris\"}");
}

#[tokio::test]
async fn anthropic_tool_use_keeps_the_signed_thoughts() {
    let heard = heard_with_tool(Protocol::Anthropic, "anthropic/tool_use").await;
    assert_eq!((heard.reasoning.as_str(), heard.text.as_str()), ("The city is known.", "I look."));
    assert_eq!(heard.calls[0].id, "toolu_01");
    assert_eq!(heard.calls[0].arguments, "{\"city\": \"Paris\"}");
    let state = heard.calls[0].provider_state.as_deref().unwrap();
    let blocks = state.strip_prefix("anthropic:").unwrap();
    let blocks: serde_json::Value = serde_json::from_str(blocks).unwrap();
    let thinking =
        json!({ "type": "thinking", "thinking": "The city is known.", "signature": "EqQB" });
    assert_eq!(blocks, json!([thinking, { "type": "redacted_thinking", "data": "EmwK" }]));
    assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)));
}

#[tokio::test]
async fn gemini_function_calls_have_no_id_but_a_signature() {
    let heard = heard_with_tool(Protocol::Gemini, "gemini/function_calls").await;
    assert_eq!(heard.calls.len(), 2);
    assert_ne!(heard.calls[0].id, heard.calls[1].id);
    assert_eq!(heard.calls[0].arguments, "{\"city\":\"Paris\"}");
    assert_eq!(heard.calls[0].provider_state.as_deref(), Some("gemini:CiQB"));
    assert_eq!(heard.calls[1].provider_state, None);
    assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)));
}

#[tokio::test]
async fn ollama_sends_calls_whole() {
    let heard = heard_with_tool(Protocol::Ollama, "ollama/tool_calls").await;
    assert_eq!(heard.calls.len(), 1);
    assert_eq!(heard.calls[0].arguments, "{\"city\":\"Paris\"}");
    assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)));
}

#[tokio::test]
async fn responses_plain_with_a_summary_of_thoughts() {
    let heard = heard_with_tool(Protocol::Openai, "responses/plain").await;
    assert_eq!((heard.reasoning.as_str(), heard.text.as_str()), ("**Greeting**", "Hello there."));
    assert_eq!(heard.usage, Some(Usage { reasoning_tokens: 4, ..usage(11, 9).unwrap() }));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn responses_function_call_keeps_the_sealed_thoughts() {
    let heard = heard_with_tool(Protocol::Openai, "responses/function_call").await;
    assert_eq!(heard.calls[0].id, "call_x");
    assert_eq!(heard.calls[0].arguments, "{\"city\":\"Paris\"}");
    let state = heard.calls[0].provider_state.as_deref().unwrap();
    assert!(state.starts_with("responses:") && state.contains("gAAAA"), "{state}");
    assert_eq!(heard.end, Some(Ok(FinishReason::ToolCalls)));
}

#[tokio::test]
async fn responses_longest_answer_and_failure() {
    let heard = heard_with_tool(Protocol::Openai, "responses/incomplete").await;
    assert_eq!(heard.end, Some(Ok(FinishReason::Length)));
    let heard = heard_with_tool(Protocol::Openai, "responses/failed").await;
    assert_eq!(broken(&heard), "The server had an error");
}

fn usage(input_tokens: u32, output_tokens: u32) -> Option<Usage> {
    Some(Usage { input_tokens, output_tokens, ..Usage::default() })
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
    assert_eq!(heard.stopped.as_deref(), Some("content_filter"));
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
    let cached = Usage { cache_read_tokens: 2, cache_write_tokens: 3, ..usage(30, 15).unwrap() };
    assert_eq!(heard.usage, Some(cached));
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
    assert_eq!(heard.usage, Some(Usage { reasoning_tokens: 13, ..usage(7, 17).unwrap() }));
    assert_eq!(heard.end, Some(Ok(FinishReason::Stop)));
}

#[tokio::test]
async fn gemini_prompt_blocked() {
    let heard = heard_of(Protocol::Gemini, "gemini/prompt_blocked").await;
    assert_eq!(heard.text, "");
    let message = "PROHIBITED_CONTENT".to_owned();
    assert_eq!(heard.end, Some(Err(ModelError::NoAnswer { message })));
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
