//! Oddities below the protocol: bytes, lines and events.

use testing::fake_provider::FakeProvider;

use super::{EVENTS, Row, Wire, check, events, told};

const H: &str = r#"~data: {"choices":[{"delta":{"content":"H"}}]}"#;

#[tokio::test]
async fn odd_events_are_understood() {
    let rows: &[Row] = &[
        (
            "comments as data",
            &[
                "~data: : keepalive\n\ndata: \n\ndata:\n\n",
                H,
                "~\n\n",
                "~data: : OPENROUTER PROCESSING\n\n",
                "~",
                "~",
                "~data: [KEEPALIVE]\n\n",
                "~data: ping\n\ndata: null\n\n",
                r#"{"choices":[{"delta":{"content":"i"},"finish_reason":"stop"}]}"#,
                "[DONE]",
            ],
            "Hi stop",
        ),
        (
            "an event called ping",
            &[
                "~event: ping\ndata: still here\n\n",
                H,
                "~\n\nevent: heartbeat\ndata: {\"n\":1}\n\n",
                "~data: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "CRLF",
            &[
                "~data: {\"choices\":[{\"delta\":{\"content\":\"H\"}}]}\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\r\n\r\ndata: [DONE]\r\n\r\n",
            ],
            "Hi stop",
        ),
        (
            "CR alone",
            &[
                "~data: {\"choices\":[{\"delta\":{\"content\":\"H\"}}]}\r\rdata: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\r\r",
            ],
            "Hi stop",
        ),
        (
            "a byte order mark",
            &[
                "~\u{feff}data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "white space first",
            &[
                "~\n\n  \n",
                "~data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "no space after the colon",
            &[
                "~data:{\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "space before the field",
            &[
                "~ data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "the field twice",
            &[
                "~data: data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "no blank line between events",
            &[
                H,
                "~\n",
                "~data: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\n",
                "~data: [DONE]\n",
            ],
            "Hi stop",
        ),
        (
            "no blank line at the end",
            &[
                H,
                "~\n\n",
                "~data: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}",
            ],
            "Hi stop",
        ),
        (
            "ids and retries",
            &[
                "~id: 1\nretry: 100\nevent: message\n",
                H,
                "~\n\nid: 2\n",
                "~data: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "one object over several data lines",
            &[
                "~data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"Hi\"},\ndata: \"finish_reason\":\"stop\"}]}\n\n",
            ],
            "Hi stop",
        ),
        (
            "a list of chunks in one event",
            &[
                r#"[{"choices":[{"delta":{"content":"H"}}]},{"choices":[{"delta":{"content":"i"},"finish_reason":"stop"}]}]"#,
            ],
            "Hi stop",
        ),
        (
            "a comma after the object",
            &[r#"{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]},"#],
            "Hi stop",
        ),
        (
            "numbers that only Python knows",
            &[
                r#"{"choices":[{"delta":{"content":"Hi"},"logprobs":{"p":-Infinity,"q":NaN},"finish_reason":"stop"}]}"#,
            ],
            "Hi stop",
        ),
        (
            "a surrogate pair in two chunks",
            &[
                r#"{"choices":[{"delta":{"content":"a\ud83d"}}]}"#,
                r#"{"choices":[{"delta":{"content":"\ude00b"},"finish_reason":"stop"}]}"#,
            ],
            "a😀b stop",
        ),
        (
            "a surrogate pair with a chunk between",
            &[
                r#"{"choices":[{"delta":{"content":"\uD83D"}}]}"#,
                r#"{"choices":[],"usage":null}"#,
                r#"{"choices":[{"delta":{"content":"\uDE00"},"finish_reason":"stop"}]}"#,
            ],
            "😀 stop",
        ),
        (
            "a surrogate without its other half",
            &[r#"{"choices":[{"delta":{"content":"a\ude00b"},"finish_reason":"stop"}]}"#],
            "a\u{fffd}b stop",
        ),
    ];
    check(Wire::Compatible, EVENTS, rows, events).await;
}

#[tokio::test]
async fn the_bytes_of_a_letter_may_come_in_two_events() {
    let provider = FakeProvider::start().await;
    let mut body = b"data: {\"choices\":[{\"delta\":{\"content\":\"a\xf0\x9f\"}}]}\n\n".to_vec();
    body.extend(b"data: {\"choices\":[{\"delta\":{\"content\":\"\x98\x80b\"},\"finish_reason\":\"stop\"}]}\n\n");
    assert_eq!(told(&provider, Wire::Compatible, EVENTS, body).await, "a😀b stop");
    let broken = b"data: {\"choices\":[{\"delta\":{\"content\":\"a\xffb\"},\"finish_reason\":\"stop\"}]}\n\n";
    assert_eq!(told(&provider, Wire::Compatible, EVENTS, broken.to_vec()).await, "ab stop");
}
