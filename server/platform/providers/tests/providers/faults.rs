//! All faults that a provider can have.

use std::time::Duration;

use kernel::{Clock, Secret};
use providers::{FinishReason, ModelError, Protocol, Target, Timing, Usage, Wire, text_model};
use testing::fake_provider::FakeProvider;

use crate::heard::{NOW, PROTOCOLS, ask, ask_with, asking, broken, impatient, model, patient};

#[tokio::test]
async fn a_refused_key_is_not_tried_again() {
    for protocol in PROTOCOLS {
        for status in [401, 403] {
            let provider = FakeProvider::start().await;
            let heard = ask(protocol, &provider, &format!("e{status}")).await;
            let message = Some(format!("The fake provider refuses with {status}."));
            let error = match status {
                401 => ModelError::Unauthorized { message },
                _ => ModelError::Forbidden { message },
            };
            assert_eq!(heard.end, Some(Err(error)), "{protocol:?}");
            assert_eq!(provider.call_count(), 1, "{protocol:?}");
        }
    }
}

#[tokio::test]
async fn a_busy_provider_says_how_long_to_wait_in_seconds() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-e429-r7").await;
        let message = Some("The fake provider refuses with 429.".to_owned());
        let busy = ModelError::Busy { retry_after_seconds: Some(7), message: message.clone() };
        assert_eq!(heard.end, Some(Err(busy)), "{protocol:?}");
        assert_eq!(provider.call_count(), 1, "{protocol:?}");

        let heard = ask(protocol, &provider, "fake-e429").await;
        let busy = ModelError::Busy { retry_after_seconds: None, message };
        assert_eq!(heard.end, Some(Err(busy)), "{protocol:?}");
    }
}

#[tokio::test]
async fn a_busy_provider_may_say_the_moment_instead() {
    let provider = FakeProvider::start().await;
    let target = Target { base_url: provider.openai_url(), api_key: None, responses: false };
    let wire = Wire::new(Clock::system(), patient());
    let model = text_model(Protocol::OpenaiCompatible, target, wire);
    let refused = model.stream(asking("fake-e429-x90", "Hi")).await.err();
    let Some(ModelError::Busy { retry_after_seconds: Some(seconds), .. }) = refused else {
        panic!("{refused:?}")
    };
    assert!((60..=90).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn a_fault_of_the_provider_is_tried_twice_again() {
    for protocol in PROTOCOLS {
        for status in [500, 503, 529] {
            let provider = FakeProvider::start().await;
            let heard = ask(protocol, &provider, &format!("e{status}")).await;
            let message = Some(format!("The fake provider refuses with {status}."));
            let overloaded = ModelError::Overloaded { message };
            assert_eq!(heard.end, Some(Err(overloaded)), "{protocol:?}");
            assert_eq!(provider.call_count(), 3, "{protocol:?}");
        }
    }
}

#[tokio::test]
async fn a_provider_that_recovers_in_time_answers() {
    let provider = FakeProvider::start().await;
    let heard = ask(Protocol::OpenaiCompatible, &provider, "fake-t1-e500-n2").await;
    assert_eq!(heard.text, "the ");
    assert_eq!(provider.call_count(), 3);
}

#[tokio::test]
async fn a_wrong_request_is_refused_in_the_providers_words() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-e404").await;
        let message = "The fake provider refuses with 404.".to_owned();
        assert_eq!(heard.end, Some(Err(ModelError::Refused { message })), "{protocol:?}");
        assert_eq!(provider.call_count(), 1, "{protocol:?}");
    }
}

#[tokio::test]
async fn nobody_at_the_address_is_unreachable() {
    for protocol in PROTOCOLS {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}", free.local_addr().unwrap());
        drop(free);
        let target =
            Target { base_url, api_key: Some(Secret::new("k".to_owned())), responses: false };
        let model = text_model(protocol, target, Wire::new(Clock::frozen(NOW), patient()));
        let refused = model.stream(asking("m", "Hi")).await.err();
        assert_eq!(refused, Some(ModelError::Unreachable), "{protocol:?}");
    }
}

#[tokio::test]
async fn an_error_in_the_middle_keeps_the_text_and_is_not_tried_again() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-t4-emid").await;
        assert_eq!(heard.text, "the quick ", "{protocol:?}");
        assert_eq!(broken(&heard), "The fake provider broke down.", "{protocol:?}");
        assert_eq!(provider.call_count(), 1, "{protocol:?}");
    }
}

#[tokio::test]
async fn a_lost_connection_keeps_the_text() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-t4-d1-edrop").await;
        assert_eq!(heard.text, "the quick ", "{protocol:?}");
        assert_eq!(broken(&heard), "the connection was lost", "{protocol:?}");
        assert_eq!(provider.call_count(), 1, "{protocol:?}");
    }
}

#[tokio::test]
async fn one_lost_piece_does_not_fail_a_finished_answer() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-t4-ebad").await;
        assert_eq!(heard.text, "the quick brown fox ", "{protocol:?}");
        assert!(heard.usage.is_some(), "{protocol:?}");
        assert_eq!(heard.end, Some(Ok(FinishReason::Stop)), "{protocol:?}");
    }
}

#[tokio::test]
async fn nothing_but_garbage_is_given_up() {
    let provider = FakeProvider::start().await;
    provider.replay("text/event-stream", "data: {\n\n".repeat(1_000));
    let heard = ask(Protocol::OpenaiCompatible, &provider, "m").await;
    assert_eq!(broken(&heard), "17 unreadable pieces");
}

#[tokio::test]
async fn an_answer_that_ends_without_a_finish_keeps_its_text() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-t4-enodone").await;
        assert_eq!(heard.text, "the quick ", "{protocol:?}");
        assert_eq!(broken(&heard), "the answer ended before it was complete", "{protocol:?}");
    }
}

#[tokio::test]
async fn silence_in_the_middle_times_out_and_keeps_the_text() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let timing = Timing { idle: Duration::from_millis(300), ..patient() };
        let heard = ask_with(protocol, &provider, "fake-t4-ehang-a2", timing).await;
        assert_eq!(heard.text, "the quick ", "{protocol:?}");
        assert_eq!(heard.end, Some(Err(ModelError::TimedOut)), "{protocol:?}");
        provider.wait_until_idle().await;
    }
}

#[tokio::test]
async fn silence_before_the_first_word_times_out() {
    for protocol in PROTOCOLS {
        for name in ["fake-ehang", "fake-ehanghdr"] {
            let provider = FakeProvider::start().await;
            let heard = ask_with(protocol, &provider, name, impatient()).await;
            assert_eq!(heard.end, Some(Err(ModelError::TimedOut)), "{protocol:?} {name}");
            assert_eq!(provider.call_count(), 1, "{protocol:?} {name}");
        }
    }
}

#[tokio::test]
async fn a_finished_answer_needs_no_end_of_its_stream() {
    let provider = FakeProvider::start().await;
    provider.replay(
        "text/event-stream",
        "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n",
    );
    let heard = ask(Protocol::OpenaiCompatible, &provider, "m").await;
    assert_eq!((heard.text.as_str(), heard.end), ("Hi", Some(Ok(FinishReason::Stop))));
}

#[tokio::test]
async fn a_web_page_is_no_answer_whatever_its_label() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        provider.replay("text/event-stream", "<!doctype html><p>Sign in</p>");
        let heard = ask(protocol, &provider, "m").await;
        assert_eq!(broken(&heard), "the address answered with a web page", "{protocol:?}");

        let provider = FakeProvider::start().await;
        let asked = model(protocol, &provider, patient()).stream(asking("fake-ehtml", "Hi")).await;
        let message = "the address answered with a web page".to_owned();
        assert_eq!(asked.err(), Some(ModelError::Broken { message }), "{protocol:?}");
    }
}

#[tokio::test]
async fn absurd_token_counts_are_clamped() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-t1-eusage").await;
        let usage = Usage { output_tokens: 10_000_000, ..Usage::default() };
        assert_eq!(heard.usage, Some(usage), "{protocol:?}");
    }
}

#[tokio::test]
async fn an_answer_without_token_counts_is_an_answer() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "fake-t1-unone").await;
        assert_eq!(heard.text, "the ", "{protocol:?}");
        assert_eq!(heard.end, Some(Ok(FinishReason::Stop)), "{protocol:?}");
    }
}

#[tokio::test]
async fn a_models_name_cannot_lead_to_another_address_of_gemini() {
    let provider = FakeProvider::start().await;
    for name in ["../files", "a/b", "a?key=1", "a:countTokens", "..", "", "a b"] {
        let asked = model(Protocol::Gemini, &provider, patient()).stream(asking(name, "Hi")).await;
        assert!(matches!(asked.err(), Some(ModelError::Refused { .. })), "{name}");
    }
    assert_eq!(provider.call_count(), 0);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for protocol in PROTOCOLS {
        let provider = FakeProvider::start().await;
        let heard = ask(protocol, &provider, "e307").await;
        assert!(matches!(heard.end, Some(Err(ModelError::Refused { .. }))), "{protocol:?}");
        assert_eq!(provider.call_count(), 1, "{protocol:?}");
    }
}
