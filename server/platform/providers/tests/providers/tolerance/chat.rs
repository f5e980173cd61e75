use super::{EVENTS, JSON, LINES, Row, Wire, check, events};

/// Returns chunks of chat completions: `d:` is a delta, `f:` a delta with the reason for stopping, `c:` a choice; the rest
/// stands for itself.
fn chunks(pieces: &[&str]) -> String {
    let written: Vec<String> = pieces
        .iter()
        .map(|piece| {
            if let Some(delta) = piece.strip_prefix("d:") {
                format!(r#"{{"choices":[{{"index":0,"delta":{delta}}}]}}"#)
            } else if let Some(reason) = piece.strip_prefix("f:") {
                format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":{reason}}}]}}"#)
            } else if let Some(choice) = piece.strip_prefix("c:") {
                format!(r#"{{"choices":[{choice}]}}"#)
            } else {
                (*piece).to_owned()
            }
        })
        .collect();
    events(&written.iter().map(String::as_str).collect::<Vec<_>>())
}

const HI: &str = r#"d:{"content":"Hi"}"#;
const STOP: &str = r#"f:"stop""#;
const DONE: &str = "[DONE]";

const FIELDS: &[Row] = &[
    (
        "an empty reason is none",
        &[
            r#"c:{"delta":{"content":"H"},"finish_reason":""}"#,
            r#"c:{"delta":{"content":"i"},"finish_reason":""}"#,
            STOP,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "the word null is no reason",
        &[
            r#"c:{"delta":{"content":"H"},"finish_reason":"null"}"#,
            r#"d:{"content":"i"}"#,
            STOP,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "a reason beside reasoning alone ends nothing",
        &[r#"c:{"delta":{"reasoning":"Hm"},"finish_reason":"stop"}"#, HI, STOP, DONE],
        "(Hm) Hi stop",
    ),
    (
        "a reason with every chunk",
        &[
            r#"c:{"delta":{"content":"H"},"finish_reason":"stop"}"#,
            r#"c:{"delta":{"content":"i"},"finish_reason":"stop"}"#,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "a reason with every fragment of a call",
        &[
            r#"c:{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{\"p\":"}}]},"finish_reason":"tool_calls"}"#,
            r#"c:{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":"tool_calls"}"#,
            DONE,
        ],
        r#"look{"p":1} tool_calls"#,
    ),
    (
        "message and delta in one choice",
        &[
            r#"c:{"delta":{"role":"assistant","content":"H"},"message":{"content":"H"}}"#,
            r#"c:{"delta":{"content":"i"},"message":{"content":"Hi"}}"#,
            r#"c:{"delta":{"content":""},"message":{"content":"Hi"},"finish_reason":"stop"}"#,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "a whole message beside an empty delta",
        &[r#"c:{"delta":{},"message":{"content":"Hi"},"finish_reason":"stop"}"#, DONE],
        "Hi stop",
    ),
    (
        "choices are null in the last chunk",
        &[HI, STOP, r#"{"choices":null,"usage":{"prompt_tokens":3,"completion_tokens":1}}"#, DONE],
        "Hi #3/1 stop",
    ),
    (
        "choices are absent in the last chunk",
        &[HI, STOP, r#"{"usage":{"prompt_tokens":3,"completion_tokens":1}}"#, DONE],
        "Hi #3/1 stop",
    ),
    (
        "choices are an object",
        &[r#"{"choices":{"delta":{"content":"Hi"},"finish_reason":"stop"}}"#, DONE],
        "Hi stop",
    ),
    ("a delta is null", &[HI, r#"c:{"delta":null,"finish_reason":"stop"}"#, DONE], "Hi stop"),
    (
        "null everywhere",
        &[
            r#"{"choices":[{"index":null,"delta":{"role":null,"content":"Hi","reasoning_content":null,"reasoning":null,"refusal":null,"tool_calls":null,"function_call":null},"logprobs":null,"finish_reason":null}],"usage":null,"error":null}"#,
            STOP,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "side fields of other shapes",
        &[
            r#"{"choices":[{"index":"0","delta":{"content":"Hi","reasoning":7,"tool_calls":"none","refusal":false},"finish_reason":0}],"usage":"unknown","object":3,"x_groq":[]}"#,
            STOP,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "an empty error is none",
        &[
            r#"{"choices":[{"delta":{"content":"Hi"}}],"error":""}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}],"error":{}}"#,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "a key stands twice",
        &[
            r#"{"id":"1","id":"2","choices":[{"delta":{"content":"Hi","content":"Hi"}}]}"#,
            STOP,
            DONE,
        ],
        "Hi stop",
    ),
    (
        "content is a list of parts",
        &[r#"d:{"content":[{"type":"text","text":"H"},{"type":"text","text":"i"}]}"#, STOP, DONE],
        "Hi stop",
    ),
    (
        "content is an object",
        &[r#"d:{"content":{"type":"text","text":"Hi"}}"#, STOP, DONE],
        "Hi stop",
    ),
    (
        "thinking parts",
        &[
            r#"d:{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]}]}"#,
            HI,
            STOP,
            DONE,
        ],
        "(Hm) Hi stop",
    ),
    (
        "an empty thought beside another name for it",
        &[r#"d:{"reasoning_content":"","reasoning":"Hm"}"#, HI, STOP, DONE],
        "(Hm) Hi stop",
    ),
    (
        "a thought under two names",
        &[r#"d:{"reasoning_content":"Hm","reasoning":"Hm"}"#, HI, STOP, DONE],
        "(Hm) Hi stop",
    ),
    (
        "a thought in details alone",
        &[
            r#"d:{"content":"","reasoning_details":[{"type":"reasoning.text","text":"Hm"}]}"#,
            HI,
            STOP,
            DONE,
        ],
        "(Hm) Hi stop",
    ),
    (
        "a thought beside details that repeat it",
        &[
            r#"d:{"reasoning":"Hm","reasoning_details":[{"type":"reasoning.text","text":"Hm"}]}"#,
            HI,
            STOP,
            DONE,
        ],
        "(Hm) Hi stop",
    ),
    (
        "text of a completing server",
        &[r#"c:{"text":"Hi","finish_reason":"stop"}"#, DONE],
        "Hi stop",
    ),
    (
        "other choices are left out",
        &[HI, r#"c:{"index":1,"delta":{"content":"Other"}}"#, STOP, DONE],
        "Hi stop",
    ),
    (
        "usage in a choice",
        &[
            HI,
            r#"c:{"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":3,"completion_tokens":1}}"#,
            DONE,
        ],
        "Hi #3/1 stop",
    ),
    (
        "usage under a vendor's name",
        &[
            HI,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}],"x_groq":{"id":"r","usage":{"prompt_tokens":3,"completion_tokens":1}}}"#,
            DONE,
        ],
        "Hi #3/1 stop",
    ),
    (
        "usage in other words",
        &[HI, STOP, r#"{"choices":[],"usage":{"input_tokens":"3","output_tokens":1.0}}"#, DONE],
        "Hi #3/1 stop",
    ),
    (
        "usage with every chunk",
        &[
            r#"{"choices":[{"delta":{"content":"Hi"}}],"usage":{"prompt_tokens":3,"completion_tokens":1}}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}"#,
            DONE,
        ],
        "Hi #3/2 stop",
    ),
    (
        "usage of nulls changes nothing",
        &[
            r#"{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":null}}"#,
            DONE,
        ],
        "Hi #3/1 stop",
    ),
    (
        "usage before the answer",
        &[r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":0}}"#, HI, STOP, DONE],
        "Hi #3/0 stop",
    ),
];

const ENDS: &[Row] = &[
    ("the mark is missing", &[HI, STOP], "Hi stop"),
    ("the reason is missing", &[HI, DONE], "Hi stop"),
    (
        "both are missing, but tokens were counted",
        &[HI, r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}"#],
        "Hi #3/1 stop",
    ),
    ("both are missing", &[HI], "Hi broken: the answer ended before it was complete"),
    ("the mark is quoted", &[HI, STOP, "\"[DONE]\""], "Hi stop"),
    ("something follows the mark", &[HI, STOP, DONE, r#"{"error":"late"}"#], "Hi stop"),
    ("the reason in capitals", &[HI, r#"f:"STOP""#, DONE], "Hi stop"),
    ("another protocol's reason", &[HI, r#"f:"end_turn""#, DONE], "Hi stop"),
    ("the longest answer in other words", &[HI, r#"f:"MAX_TOKENS""#, DONE], "Hi length"),
    ("nothing before the longest answer", &[r#"f:"length""#, DONE], "no answer: length"),
    (
        "thoughts only, and the longest answer",
        &[r#"d:{"reasoning":"Hm"}"#, r#"f:"length""#, DONE],
        "(Hm) no answer: length",
    ),
    (
        "a filter before the first word",
        &[r#"f:"content_filter""#, DONE],
        "no answer: content_filter",
    ),
    (
        "a filter in the middle",
        &[HI, r#"f:"content_filter""#, DONE],
        "Hi [content_filter] content_filter",
    ),
    (
        "an unknown reason in the middle",
        &[HI, r#"f:"insufficient_system_resource""#, DONE],
        "Hi [insufficient_system_resource] other",
    ),
    ("a refusal is the answer", &[r#"d:{"refusal":"I can't"}"#, STOP, DONE], "I can't stop"),
    ("an empty refusal is none", &[r#"d:{"content":"Hi","refusal":""}"#, STOP, DONE], "Hi stop"),
    (
        "the reason says error",
        &[HI, r#"f:"error""#, DONE],
        "Hi broken: the provider reported an error",
    ),
    (
        "an error after the end does not spoil it",
        &[HI, STOP, r#"{"error":{"message":"usage failed"}}"#, DONE],
        "Hi stop",
    ),
    (
        "a lost piece does not spoil a finished answer",
        &[HI, r#"{"choices":[{"delta":{"content":"!"#, STOP, DONE],
        "Hi stop",
    ),
    ("an error as a text", &[HI, r#"{"error":"out of memory"}"#], "Hi broken: out of memory"),
    (
        "an error with a router's and the provider's words",
        &[
            HI,
            r#"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream is down"}},"choices":[{"delta":{},"finish_reason":"error"}]}"#,
        ],
        "Hi broken: Provider returned error: upstream is down",
    ),
    (
        "an error as a message of its own",
        &[r#"{"object":"error","message":"context is too long","code":400}"#],
        "broken: context is too long",
    ),
    ("an error as a detail", &[r#"{"detail":"No such model"}"#], "broken: No such model"),
    (
        "an error in a vendor's field",
        &[HI, r#"{"choices":[],"x_groq":{"error":"over capacity"}}"#],
        "Hi broken: over capacity",
    ),
    (
        "an event called error with a plain text",
        &[HI, "~event: error\ndata: upstream timed out\n\n"],
        "Hi broken: upstream timed out",
    ),
    (
        "an event called error with other JSON",
        &[HI, "~event: error\ndata: {\"message\":\"timed out\"}\n\n"],
        "Hi broken: timed out",
    ),
    (
        "an error between the events",
        &[HI, "~{\"error\":{\"message\":\"engine died\"}}\n"],
        "Hi broken: engine died",
    ),
    (
        "plain words instead of a chunk",
        &[HI, "Internal Server Error"],
        "Hi broken: Internal Server Error",
    ),
];

const CALLS: &[Row] = &[
    (
        "a nameless tail of another index",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"call_a","function":{"name":"look","arguments":"{}"}}]}"#,
            r#"d:{"tool_calls":[{"index":0,"id":"call_b","function":{"name":"look","arguments":"{\"p\":"}}]}"#,
            r#"d:{"tool_calls":[{"index":1,"function":{"arguments":"\"b\"}"}}]}"#,
            r#"f:"tool_calls""#,
            DONE,
        ],
        r#"look{} look{"p":"b"} tool_calls"#,
    ),
    (
        "two whole calls of one index without ids",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"","function":{"name":"look","arguments":"{\"a\":1}"}}]}"#,
            r#"d:{"tool_calls":[{"index":0,"id":"","function":{"name":"look","arguments":"{\"a\":2}"}}]}"#,
            r#"f:"stop""#,
            DONE,
        ],
        r#"look{"a":1} look{"a":2} tool_calls"#,
    ),
    (
        "the index is a text",
        &[
            r#"d:{"tool_calls":[{"index":"0","id":"a","function":{"name":"look","arguments":"{"}}]}"#,
            r#"d:{"tool_calls":[{"index":"0","function":{"arguments":"}"}}]}"#,
            STOP,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "the index is null",
        &[
            r#"d:{"tool_calls":[{"index":null,"id":"a","function":{"name":"look","arguments":"{"}}]}"#,
            r#"d:{"tool_calls":[{"index":null,"id":null,"function":{"name":null,"arguments":"}"}}]}"#,
            STOP,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "the calls are one object",
        &[
            r#"d:{"tool_calls":{"index":0,"id":"a","function":{"name":"look","arguments":"{}"}}}"#,
            STOP,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "a broken call does not cost the others",
        &[
            r#"d:{"content":"Hi","tool_calls":[null,"x",{"index":0,"id":"a","function":{"name":"look","arguments":"{}"}}]}"#,
            STOP,
            DONE,
        ],
        "Hi look{} tool_calls",
    ),
    (
        "arguments are an object",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":{"a":1}}}]}"#,
            STOP,
            DONE,
        ],
        r#"look{"a":1} tool_calls"#,
    ),
    (
        "arguments are null",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":null}}]}"#,
            STOP,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "no function in a tail",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{}"}}]}"#,
            r#"d:{"tool_calls":[{"index":0,"function":null}]}"#,
            STOP,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "name and arguments without a function",
        &[r#"d:{"tool_calls":[{"index":0,"id":"a","name":"look","arguments":"{}"}]}"#, STOP, DONE],
        "look{} tool_calls",
    ),
    (
        "an id that is a number",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":7,"function":{"name":"look","arguments":"{}"}}]}"#,
            STOP,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "the older function call",
        &[
            r#"d:{"function_call":{"name":"look","arguments":"{"}}"#,
            r#"d:{"function_call":{"arguments":"}"}}"#,
            r#"f:"function_call""#,
            DONE,
        ],
        "look{} tool_calls",
    ),
    (
        "arguments repeated whole at the end",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{\"a\":"}}]}"#,
            r#"d:{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}"#,
            r#"d:{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":1}"}}]}"#,
            r#"f:"tool_calls""#,
            DONE,
        ],
        r#"look{"a":1} tool_calls"#,
    ),
    (
        "fragments of two calls take turns",
        &[
            r#"d:{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":""}},{"index":1,"id":"b","function":{"name":"look","arguments":""}}]}"#,
            r#"d:{"tool_calls":[{"index":1,"function":{"arguments":"{\"b\":1}"}},{"index":0,"function":{"arguments":"{\"a\":1}"}}]}"#,
            r#"f:"tool_calls""#,
            DONE,
        ],
        r#"look{"a":1} look{"b":1} tool_calls"#,
    ),
    (
        "calls without the reason and the mark are lost",
        &[r#"d:{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":"{"}}]}"#],
        "broken: the answer ended before it was complete",
    ),
];

const TAGS: &[Row] = &[
    (
        "thoughts in tags",
        &[r#"d:{"content":"<think>\nHm"}"#, r#"d:{"content":"\n</think>\n\nHi"}"#, STOP, DONE],
        "(\nHm) Hi stop",
    ),
    (
        "tags in pieces",
        &[
            r#"d:{"content":"<th"}"#,
            r#"d:{"content":"ink>Hm</thi"}"#,
            r#"d:{"content":"nk>Hi"}"#,
            STOP,
            DONE,
        ],
        "(Hm) Hi stop",
    ),
    (
        "only a closing tag",
        &[r#"d:{"content":"Hm"}"#, r#"d:{"content":"\n</think>\n\nHi"}"#, STOP, DONE],
        "(Hm) Hi stop",
    ),
    (
        "tags further on are text",
        &[r#"d:{"content":"The tags <think> and </think>"}"#, STOP, DONE],
        "The tags <think> and </think> stop",
    ),
    (
        "a closing tag in code is text",
        &[r#"d:{"content":"Write `</think>`."}"#, STOP, DONE],
        "Write `</think>`. stop",
    ),
    (
        "tags after reasoning of the protocol",
        &[r#"d:{"reasoning":"Hm"}"#, r#"d:{"content":"</think>\n\nHi"}"#, STOP, DONE],
        "(Hm) Hi stop",
    ),
    ("empty tags", &[r#"d:{"content":"<think>\n\n</think>\n\nHi"}"#, STOP, DONE], "Hi stop"),
    ("tags in brackets", &[r#"d:{"content":"[THINK]Hm[/THINK]Hi"}"#, STOP, DONE], "(Hm) Hi stop"),
];

#[tokio::test]
async fn odd_chunks_of_chat_completions_are_understood() {
    for wire in [Wire::Chat, Wire::Compatible] {
        for rows in [FIELDS, ENDS, CALLS, TAGS] {
            check(wire, EVENTS, rows, chunks).await;
        }
    }
}

#[tokio::test]
async fn the_label_of_an_answer_counts_for_nothing() {
    let rows: &[Row] = &[("chunks", &[HI, STOP, DONE], "Hi stop")];
    for label in [JSON, LINES, "text/plain", "application/octet-stream", ""] {
        check(Wire::Compatible, label, rows, chunks).await;
    }
    let whole: &[Row] = &[
        (
            "an answer at once",
            &[
                r#"~{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}"#,
            ],
            "Hi #3/1 stop",
        ),
        (
            "an answer at once on several lines",
            &[
                "~{\n \"choices\": [\n {\"message\": {\"content\": \"Hi\"},\n \"finish_reason\": \"stop\"}\n]\n}\n",
            ],
            "Hi stop",
        ),
        (
            "chunks as lines",
            &[
                "~{\"choices\":[{\"delta\":{\"content\":\"H\"}}]}\n",
                "~{\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\n",
            ],
            "Hi stop",
        ),
        (
            "chunks as a list",
            &[
                "~[{\"choices\":[{\"delta\":{\"content\":\"H\"}}]},\n",
                "~{\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}]",
            ],
            "Hi stop",
        ),
        (
            "an error at once",
            &[r#"~{"error":{"message":"No such model"}}"#],
            "broken: No such model",
        ),
        ("plain words", &["~The model is being loaded"], "broken: The model is being loaded"),
        ("nothing", &[], "broken: the answer ended before it was complete"),
    ];
    for label in [EVENTS, JSON, "text/plain"] {
        check(Wire::Compatible, label, whole, events).await;
    }
}
