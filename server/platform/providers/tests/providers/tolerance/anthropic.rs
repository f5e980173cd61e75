use super::{EVENTS, JSON, Row, Wire, check, events};

const START: &str = r#"{"type":"message_start","message":{"id":"m","role":"assistant","content":[],"usage":{"input_tokens":3,"output_tokens":1}}}"#;
const HI: &str =
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#;
const END: &str =
    r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}"#;
const STOP: &str = r#"{"type":"message_stop"}"#;

const ROWS: &[Row] = &[
    ("as documented", &[START, HI, END, STOP], "Hi #3/5 stop"),
    (
        "usage is null",
        &[
            r#"{"type":"message_start","message":{"usage":null}}"#,
            HI,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":null}"#,
            STOP,
        ],
        "Hi stop",
    ),
    (
        "usage is of another shape",
        &[
            START,
            HI,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":"none"}"#,
            STOP,
        ],
        "Hi #3/1 stop",
    ),
    (
        "input is repeated as zero",
        &[
            START,
            HI,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":0,"output_tokens":5}}"#,
            STOP,
        ],
        "Hi #3/5 stop",
    ),
    (
        "usage only at the end",
        &[
            HI,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":3,"output_tokens":5}}"#,
            STOP,
        ],
        "Hi #3/5 stop",
    ),
    (
        "the message is null",
        &[r#"{"type":"message_start","message":null}"#, HI, END, STOP],
        "Hi #0/5 stop",
    ),
    (
        "the block is null",
        &[START, r#"{"type":"content_block_start","index":0,"content_block":null}"#, HI, END, STOP],
        "Hi #3/5 stop",
    ),
    (
        "the index is missing",
        &[
            START,
            r#"{"type":"content_block_start","content_block":{"type":"text","text":""}}"#,
            HI,
            END,
            STOP,
        ],
        "Hi #3/5 stop",
    ),
    (
        "words begin with their block",
        &[
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"H"}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"i"}}"#,
            END,
            STOP,
        ],
        "Hi #0/5 stop",
    ),
    (
        "thoughts begin with their block",
        &[
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"Hm","signature":""}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}"#,
            END,
            STOP,
        ],
        "(Hm) Hi #0/5 stop",
    ),
    (
        "a delta is null",
        &[START, r#"{"type":"content_block_delta","index":0,"delta":null}"#, HI, END, STOP],
        "Hi #3/5 stop",
    ),
    (
        "text of another shape",
        &[
            START,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":null,"thinking":7}}"#,
            HI,
            END,
            STOP,
        ],
        "Hi #3/5 stop",
    ),
    ("the end of the stream is missing", &[START, HI, END], "Hi #3/5 stop"),
    ("the reason is missing", &[START, HI, STOP], "Hi #3/1 stop"),
    (
        "the reason is empty and then there",
        &[START, r#"{"type":"message_delta","delta":{"stop_reason":""}}"#, HI, END, STOP],
        "Hi #3/5 stop",
    ),
    ("another protocol's mark", &[START, HI, END, "[DONE]"], "Hi #3/5 stop"),
    (
        "another protocol's reason",
        &[HI, r#"{"type":"message_delta","delta":{"stop_reason":"STOP"}}"#, STOP],
        "Hi stop",
    ),
    (
        "unknown kinds",
        &[r#"{"type":"ping"}"#, r#"{"type":"content_block_new","x":[]}"#, START, HI, END, STOP],
        "Hi #3/5 stop",
    ),
    (
        "no kind at all",
        &[r#"{"index":0,"delta":{"text":"Hi"}}"#, r#"{"delta":{"stop_reason":"end_turn"}}"#],
        "Hi stop",
    ),
    (
        "a tool whose arguments come at once",
        &[
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":{"a":1}}}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#,
            STOP,
        ],
        r#"look{"a":1} tool_calls"#,
    ),
    (
        "a tool whose arguments come twice",
        &[
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":{"a":1}}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#,
            STOP,
        ],
        r#"look{"a":1} tool_calls"#,
    ),
    (
        "a tool without input and id",
        &[
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"look","input":null}}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
            STOP,
        ],
        "look{} tool_calls",
    ),
    (
        "a refusal before the first word",
        &[
            r#"{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"Not this."}}}"#,
            STOP,
        ],
        "no answer: refusal: Not this.",
    ),
    (
        "a refusal in the middle",
        &[HI, r#"{"type":"message_delta","delta":{"stop_reason":"refusal"}}"#, STOP],
        "Hi [refusal] content_filter",
    ),
    (
        "the window is full",
        &[
            HI,
            r#"{"type":"message_delta","delta":{"stop_reason":"model_context_window_exceeded"}}"#,
            STOP,
        ],
        "Hi length",
    ),
    (
        "an error as a text",
        &[HI, r#"{"type":"error","error":"overloaded"}"#],
        "Hi broken: overloaded",
    ),
    (
        "an error without words",
        &[HI, r#"{"type":"error","error":null}"#],
        "Hi broken: the answer failed",
    ),
    (
        "an error without its kind",
        &[HI, r#"{"error":{"type":"api_error","message":"Internal"}}"#],
        "Hi broken: Internal",
    ),
    (
        "an error after the end does not spoil it",
        &[HI, END, r#"{"type":"error","error":{"message":"late"}}"#],
        "Hi #0/5 stop",
    ),
    (
        "a lost piece does not spoil a finished answer",
        &[HI, "{\"type\":", END, STOP],
        "Hi #0/5 stop",
    ),
    (
        "thoughts in tags",
        &[
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"<think>Hm</think>\n\nHi"}}"#,
            END,
            STOP,
        ],
        "(Hm) Hi #0/5 stop",
    ),
    ("empty and comment data", &["~data: \n\ndata: : ping\n\n", HI, END, STOP], "Hi #0/5 stop"),
    (
        "a surrogate pair in two pieces",
        &[
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\ud83d"}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\ude00"}}"#,
            END,
            STOP,
        ],
        "😀 #0/5 stop",
    ),
];

#[tokio::test]
async fn odd_pieces_of_messages_are_understood() {
    check(Wire::Anthropic, EVENTS, ROWS, events).await;
    let rows: &[Row] = &[
        ("events", &[START, HI, END, STOP], "Hi #3/5 stop"),
        (
            "a message at once",
            &[
                r#"~{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"Hm"},{"type":"text","text":"Hi"},{"type":"tool_use","id":"t","name":"look","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":5}}"#,
            ],
            "(Hm) Hi look{} #3/5 tool_calls",
        ),
        (
            "an error at once",
            &[r#"~{"type":"error","error":{"type":"not_found_error","message":"model: x"}}"#],
            "broken: model: x",
        ),
    ];
    check(Wire::Anthropic, JSON, rows, events).await;
}
