use super::{EVENTS, JSON, Row, Wire, check, events};

const HI: &str = r#"{"type":"response.output_text.delta","output_index":0,"delta":"Hi"}"#;
const END: &str = r#"{"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":3,"output_tokens":1}}}"#;

const ROWS: &[Row] = &[
    ("as documented", &[HI, END], "Hi #3/1 stop"),
    (
        "usage is null",
        &[
            HI,
            r#"{"type":"response.completed","response":{"usage":null,"incomplete_details":null,"error":null}}"#,
        ],
        "Hi stop",
    ),
    ("the response is null", &[HI, r#"{"type":"response.completed","response":null}"#], "Hi stop"),
    (
        "usage in other words",
        &[
            HI,
            r#"{"type":"response.completed","response":{"usage":{"prompt_tokens":3,"completion_tokens":1}}}"#,
        ],
        "Hi #3/1 stop",
    ),
    (
        "a delta is null",
        &[r#"{"type":"response.output_text.delta","delta":null}"#, HI, END],
        "Hi #3/1 stop",
    ),
    (
        "a delta is an object",
        &[r#"{"type":"response.output_text.delta","delta":{"text":"Hi"}}"#, END],
        "Hi #3/1 stop",
    ),
    (
        "the index is a text",
        &[r#"{"type":"response.output_text.delta","output_index":"0","delta":"Hi"}"#, END],
        "Hi #3/1 stop",
    ),
    (
        "unknown kinds",
        &[r#"{"type":"keepalive"}"#, r#"{"type":"response.new.thing","item":7}"#, HI, END],
        "Hi #3/1 stop",
    ),
    ("no kind", &[r#"{"x":1}"#, HI, END], "Hi #3/1 stop"),
    (
        "an item is null",
        &[
            r#"{"type":"response.output_item.added","item":null}"#,
            HI,
            r#"{"type":"response.output_item.done","item":null}"#,
            END,
        ],
        "Hi #3/1 stop",
    ),
    (
        "words only in the whole item",
        &[
            r#"{"type":"response.output_item.done","item":{"type":"message","content":[{"type":"output_text","text":"Hi"}]}}"#,
            END,
        ],
        "Hi #3/1 stop",
    ),
    (
        "words in pieces and in the whole item",
        &[
            HI,
            r#"{"type":"response.output_item.done","item":{"type":"message","content":[{"type":"output_text","text":"Hi"}]}}"#,
            END,
        ],
        "Hi #3/1 stop",
    ),
    (
        "words only in the whole response",
        &[
            r#"{"type":"response.completed","response":{"output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"Hm"}]},{"type":"message","content":[{"type":"output_text","text":"Hi"}]}]}}"#,
        ],
        "(Hm) Hi stop",
    ),
    (
        "thoughts under another name",
        &[r#"{"type":"response.reasoning_text.delta","delta":"Hm"}"#, HI, END],
        "(Hm) Hi #3/1 stop",
    ),
    (
        "a call only as a whole",
        &[
            r#"{"type":"response.output_item.done","item":{"type":"function_call","call_id":"a","name":"look","arguments":"{\"a\":1}"}}"#,
            END,
        ],
        r#"look{"a":1} #3/1 tool_calls"#,
    ),
    (
        "a call in pieces without numbers",
        &[
            r#"{"type":"response.output_item.added","item":{"type":"function_call","call_id":"a","name":"look","arguments":""}}"#,
            r#"{"type":"response.function_call_arguments.delta","delta":"{}"}"#,
            END,
        ],
        "look{} #3/1 tool_calls",
    ),
    (
        "arguments are an object",
        &[
            r#"{"type":"response.output_item.done","item":{"type":"function_call","call_id":"a","name":"look","arguments":{"a":1}}}"#,
            END,
        ],
        r#"look{"a":1} #3/1 tool_calls"#,
    ),
    (
        "a call without an id for its result",
        &[
            r#"{"type":"response.output_item.done","item":{"type":"function_call","id":"fc_1","name":"look","arguments":null}}"#,
            END,
        ],
        "look{} #3/1 tool_calls",
    ),
    (
        "a call only in the whole response",
        &[
            r#"{"type":"response.completed","response":{"output":[{"type":"function_call","call_id":"a","name":"look","arguments":"{}"}]}}"#,
        ],
        "look{} tool_calls",
    ),
    (
        "a refusal is the answer",
        &[r#"{"type":"response.refusal.delta","delta":"I can't"}"#, END],
        "I can't #3/1 stop",
    ),
    (
        "the longest answer",
        &[
            HI,
            r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#,
        ],
        "Hi length",
    ),
    (
        "nothing before the longest answer",
        &[
            r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#,
        ],
        "no answer: max_output_tokens",
    ),
    (
        "a filter in the middle",
        &[
            HI,
            r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"content_filter"}}}"#,
        ],
        "Hi [content_filter] content_filter",
    ),
    (
        "a filter before the first word",
        &[
            r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"content_filter"}}}"#,
        ],
        "no answer: content_filter",
    ),
    (
        "a failure",
        &[
            HI,
            r#"{"type":"response.failed","response":{"error":{"code":"server_error","message":"Failed"}}}"#,
        ],
        "Hi broken: Failed",
    ),
    (
        "a failure without words",
        &[HI, r#"{"type":"response.failed","response":{"error":null}}"#],
        "Hi broken: the answer failed",
    ),
    (
        "a failure that is called completed",
        &[
            r#"{"type":"response.completed","response":{"status":"failed","error":{"message":"Failed"}}}"#,
        ],
        "broken: Failed",
    ),
    (
        "an error",
        &[HI, r#"{"type":"error","message":"Busy","code":"rate_limit"}"#],
        "Hi broken: Busy",
    ),
    (
        "an error in the words of chat completions",
        &[HI, r#"{"error":{"message":"Busy"}}"#],
        "Hi broken: Busy",
    ),
    ("the mark instead of an end", &[HI, "[DONE]"], "Hi stop"),
    ("no end", &[HI], "Hi broken: the answer ended before it was complete"),
    ("a lost piece does not spoil a finished answer", &[HI, "{\"type\":", END], "Hi #3/1 stop"),
    ("empty and comment data", &["~data: \n\ndata: : ping\n\n", HI, END], "Hi #3/1 stop"),
    (
        "thoughts in tags",
        &[r#"{"type":"response.output_text.delta","delta":"<think>Hm</think>Hi"}"#, END],
        "(Hm) Hi #3/1 stop",
    ),
];

#[tokio::test]
async fn odd_pieces_of_responses_are_understood() {
    check(Wire::Responses, EVENTS, ROWS, events).await;
    let rows: &[Row] = &[
        ("events", &[HI, END], "Hi #3/1 stop"),
        (
            "a response at once",
            &[
                r#"~{"object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}],"usage":{"input_tokens":3,"output_tokens":1},"error":null}"#,
            ],
            "Hi #3/1 stop",
        ),
    ];
    check(Wire::Responses, JSON, rows, events).await;
}
