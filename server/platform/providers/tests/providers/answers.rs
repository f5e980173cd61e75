//! Abilities that every protocol has.

use futures::StreamExt;
use providers::{FinishReason, ModelEvent, ModelMessage, Protocol, Role, Usage};
use serde_json::json;
use testing::fake_provider::FakeProvider;

use crate::heard::{PROTOCOLS, ask, asking, hear, model, patient};

#[tokio::test]
async fn every_protocol_streams_reasoning_text_and_usage() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-k2-t3").await;
        assert_eq!(heard.reasoning, "hm hm ", "{protocol:?}");
        assert_eq!(heard.text, "the quick brown ", "{protocol:?}");
        let usage = heard.usage.unwrap();
        assert_eq!((usage.input_tokens, usage.output_tokens), (2, 5), "{protocol:?}");
        assert_eq!(heard.end, Some(Ok(FinishReason::Stop)), "{protocol:?}");
        assert_eq!(provider.call_count(), 1, "{protocol:?}");
    }
}

#[tokio::test]
async fn tokens_from_the_cache_and_of_reasoning_are_told_where_a_protocol_counts_them() {
    for (protocol, cache_read_tokens, reasoning_tokens) in [
        (Protocol::Openai, 1, 2),
        (Protocol::OpenaiCompatible, 1, 2),
        (Protocol::Gemini, 1, 2),
        (Protocol::Anthropic, 1, 0),
        (Protocol::Ollama, 0, 0),
    ] {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-k2-t3-c1").await;
        let counted = Usage { cache_read_tokens, reasoning_tokens, ..Usage::default() };
        let expected = Usage { input_tokens: 2, output_tokens: 5, ..counted };
        assert_eq!(heard.usage, Some(expected), "{protocol:?}");
    }
}

#[tokio::test]
async fn every_protocol_sends_the_conversation_and_the_key() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let message = |role, text: &str| ModelMessage::text(role, text);
        let mut request = asking("fake-echo", "");
        request.system = Some("Be brief.".to_owned());
        request.messages = vec![
            message(Role::User, "One?"),
            message(Role::Assistant, "One."),
            // An answer that failed before its first word.
            message(Role::Assistant, ""),
            message(Role::User, "And two?"),
        ];
        request.max_output_tokens = Some(50);
        request.temperature = Some(0.5);

        let heard =
            hear(model(protocol, &provider, patient()).stream(request).await.unwrap()).await;

        assert_eq!(heard.text, "And two?", "{protocol:?}");
        let call = provider.calls().remove(0);
        assert_eq!(call.model, "fake-echo", "{protocol:?}");
        assert_eq!(call.key.as_deref(), Some("sk-test"), "{protocol:?}");
        let sent = call.body.to_string();
        assert!(sent.contains("Be brief."), "{protocol:?}: {sent}");
        assert!(sent.contains("50") && sent.contains("0.5"), "{protocol:?}: {sent}");
        let (list, system) = match protocol {
            Protocol::Gemini => (&call.body["contents"], 0),
            Protocol::Anthropic => (&call.body["messages"], 0),
            _ => (&call.body["messages"], 1),
        };
        assert_eq!(list.as_array().unwrap().len(), 3 + system, "{protocol:?}: {sent}");
    }
}

#[tokio::test]
async fn openai_is_told_the_longest_answer_by_its_newer_name() {
    let provider = FakeProvider::start().await;
    for protocol in [Protocol::Openai, Protocol::OpenaiCompatible] {
        let mut request = asking("fake-t1", "Hi");
        request.max_output_tokens = Some(9);
        hear(model(protocol, &provider, patient()).stream(request).await.unwrap()).await;
    }
    let calls = provider.calls();
    assert_eq!(calls[0].body["max_completion_tokens"], json!(9));
    assert_eq!(calls[0].body["max_tokens"], json!(null));
    assert_eq!(calls[1].body["max_tokens"], json!(9));
}

#[tokio::test]
async fn tokens_come_one_by_one_and_not_at_the_end() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        provider.hold_after(1);
        let asked = model(protocol, &provider, patient()).stream(asking("fake-t3", "Hi")).await;
        let mut stream = asked.unwrap();
        loop {
            match stream.next().await.unwrap().unwrap() {
                ModelEvent::Text(text) => break assert_eq!(text, "the ", "{protocol:?}"),
                ModelEvent::Usage(_) => {}
                other => panic!("{protocol:?}: {other:?}"),
            }
        }
        provider.wait_until_held(1).await;

        provider.release();
        assert_eq!(hear(stream).await.text, "quick brown ", "{protocol:?}");
    }
}

#[tokio::test]
async fn dropping_the_stream_ends_the_call_at_the_provider() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let asked =
            model(protocol, &provider, patient()).stream(asking("fake-ehang-a2", "Hi")).await;
        let mut stream = asked.unwrap();
        while !matches!(stream.next().await.unwrap().unwrap(), ModelEvent::Text(_)) {}
        assert_eq!(provider.open_streams(), 1, "{protocol:?}");

        drop(stream);

        provider.wait_until_idle().await;
    }
}
