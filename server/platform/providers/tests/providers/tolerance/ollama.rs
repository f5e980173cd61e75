use super::{EVENTS, JSON, LINES, Row, Wire, check, events};

const HI: &str = r#"{"message":{"role":"assistant","content":"Hi"},"done":false}"#;
const DONE: &str = r#"{"message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":1}"#;

const ROWS: &[Row] = &[
    ("as documented", &[HI, DONE], "Hi #3/1 stop"),
    (
        "the message is null",
        &[HI, r#"{"message":null,"done":true,"done_reason":"stop"}"#],
        "Hi stop",
    ),
    (
        "content is null beside thinking",
        &[r#"{"message":{"content":null,"thinking":"Hm"},"done":false}"#, HI, DONE],
        "(Hm) Hi #3/1 stop",
    ),
    (
        "side fields of other shapes",
        &[
            r#"{"message":{"content":"Hi","thinking":7,"images":null,"tool_calls":"none"},"done":null,"eval_count":"many","error":null}"#,
            DONE,
        ],
        "Hi #3/1 stop",
    ),
    (
        "thinking under another name",
        &[r#"{"message":{"content":"","thinking":"","reasoning":"Hm"}}"#, HI, DONE],
        "(Hm) Hi #3/1 stop",
    ),
    (
        "the text of a completion",
        &[
            r#"{"response":"Hi","done":false}"#,
            r#"{"response":"","done":true,"done_reason":"stop"}"#,
        ],
        "Hi stop",
    ),
    ("done without a reason", &[HI, r#"{"done":true}"#], "Hi stop"),
    ("done with an empty reason", &[HI, r#"{"done":true,"done_reason":""}"#], "Hi stop"),
    ("done is a text", &[HI, r#"{"done":"true","done_reason":"stop"}"#], "Hi stop"),
    ("the longest answer", &[HI, r#"{"done":true,"done_reason":"length"}"#], "Hi length"),
    (
        "nothing before the longest answer",
        &[r#"{"done":true,"done_reason":"length"}"#],
        "no answer: length",
    ),
    (
        "the model was only loaded",
        &[r#"{"message":{"content":""},"done":true,"done_reason":"load"}"#],
        "no answer: load",
    ),
    ("done is missing", &[HI], "Hi broken: the answer ended before it was complete"),
    ("another protocol's mark", &[HI, "[DONE]"], "Hi stop"),
    (
        "arguments are a text",
        &[
            r#"{"message":{"content":"","tool_calls":[{"function":{"name":"look","arguments":"{\"a\":1}"}}]},"done":false}"#,
            DONE,
        ],
        r#"look{"a":1} #3/1 tool_calls"#,
    ),
    (
        "arguments are null",
        &[
            r#"{"message":{"tool_calls":[{"function":{"name":"look","arguments":null}}]},"done":true}"#,
        ],
        "look{} tool_calls",
    ),
    (
        "calls in two pieces",
        &[
            r#"{"message":{"tool_calls":[{"function":{"name":"look","arguments":{"a":1}}}]}}"#,
            r#"{"message":{"tool_calls":[{"function":{"name":"look","arguments":{"a":2}}}]}}"#,
            DONE,
        ],
        r#"look{"a":1} look{"a":2} #3/1 tool_calls"#,
    ),
    (
        "a broken call does not cost the others",
        &[
            r#"{"message":{"content":"Hi","tool_calls":[{"function":null},7,{"function":{"name":"look","arguments":{}}}]}}"#,
            DONE,
        ],
        "Hi look{} #3/1 tool_calls",
    ),
    (
        "an error",
        &[HI, r#"{"error":"model runner has unexpectedly stopped"}"#],
        "Hi broken: model runner has unexpectedly stopped",
    ),
    (
        "an error as an object",
        &[r#"{"error":{"message":"does not support tools"}}"#],
        "broken: does not support tools",
    ),
    (
        "plain words",
        &["llama runner process has terminated"],
        "broken: llama runner process has terminated",
    ),
    (
        "a lost line does not spoil a finished answer",
        &[HI, r#"{"message":{"content":"!"#, DONE],
        "Hi #3/1 stop",
    ),
    (
        "thoughts in tags",
        &[
            r#"{"message":{"content":"<think>"}}"#,
            r#"{"message":{"content":"Hm</think>\n\n"}}"#,
            HI,
            DONE,
        ],
        "(Hm) Hi #3/1 stop",
    ),
    (
        "only a closing tag",
        &[r#"{"message":{"content":"Hm\n</think>\n\nHi"}}"#, DONE],
        "(Hm) Hi #3/1 stop",
    ),
    (
        "a surrogate pair in two lines",
        &[r#"{"message":{"content":"\ud83d"}}"#, r#"{"message":{"content":"\ude00"}}"#, DONE],
        "😀 #3/1 stop",
    ),
    ("empty lines", &["", "", HI, "", DONE], "Hi #3/1 stop"),
];

fn lines(pieces: &[&str]) -> String {
    pieces.iter().map(|piece| format!("{piece}\n")).collect()
}

#[tokio::test]
async fn odd_lines_of_ollama_are_understood() {
    check(Wire::Ollama, LINES, ROWS, lines).await;
    let rows: &[Row] = &[("events", &[HI, DONE], "Hi #3/1 stop")];
    check(Wire::Ollama, EVENTS, rows, events).await;
    check(Wire::Ollama, LINES, rows, events).await;
    let crlf = |pieces: &[&str]| lines(pieces).replace('\n', "\r\n");
    check(Wire::Ollama, JSON, rows, crlf).await;
    check(Wire::Ollama, JSON, rows, |pieces| format!("\u{feff}{}", lines(pieces))).await;
    check(Wire::Ollama, EVENTS, rows, |pieces| format!("[{}]", pieces.join(","))).await;
    let at_once: &[Row] = &[(
        "an answer at once",
        &["{\n \"message\": {\"content\": \"Hi\"},\n \"done\": true\n}"],
        "Hi stop",
    )];
    check(Wire::Ollama, JSON, at_once, lines).await;
}
