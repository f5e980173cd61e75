use super::{EVENTS, JSON, Row, Wire, check, events};

const HI: &str = r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}"#;
const STOP: &str = r#"{"candidates":[{"finishReason":"STOP"}]}"#;

const ROWS: &[Row] = &[
    (
        "as documented",
        &[
            HI,
            r#"{"candidates":[{"content":{"parts":[{"text":"!"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":1,"thoughtsTokenCount":4}}"#,
        ],
        "Hi! #3/5 stop",
    ),
    (
        "parts are null",
        &[HI, r#"{"candidates":[{"content":{"parts":null},"finishReason":"STOP"}]}"#],
        "Hi stop",
    ),
    (
        "content is null",
        &[HI, r#"{"candidates":[{"content":null,"finishReason":"STOP"}]}"#],
        "Hi stop",
    ),
    (
        "content is without parts",
        &[HI, r#"{"candidates":[{"content":{"role":"model"},"finishReason":"STOP"}]}"#],
        "Hi stop",
    ),
    (
        "parts are one object",
        &[r#"{"candidates":[{"content":{"parts":{"text":"Hi"}},"finishReason":"STOP"}]}"#],
        "Hi stop",
    ),
    (
        "candidates are null",
        &[
            HI,
            STOP,
            r#"{"candidates":null,"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":1}}"#,
        ],
        "Hi #3/1 stop",
    ),
    (
        "usage is null",
        &[HI, r#"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":null}"#],
        "Hi stop",
    ),
    (
        "text and flags are null",
        &[
            HI,
            r#"{"candidates":[{"content":{"parts":[{"text":null,"thought":null,"functionCall":null,"thoughtSignature":null}]},"finishReason":"STOP","finishMessage":null}],"promptFeedback":null,"error":null}"#,
        ],
        "Hi stop",
    ),
    (
        "an unknown part does not cost the others",
        &[
            r#"{"candidates":[{"content":{"parts":[7,{"inlineData":{"data":"x"}},{"text":"Hi"}]},"finishReason":"STOP"}]}"#,
        ],
        "Hi stop",
    ),
    (
        "a thought",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"Hm","thought":true},{"text":"Hi"}]},"finishReason":"STOP"}]}"#,
        ],
        "(Hm) Hi stop",
    ),
    (
        "a reason with every piece",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"H"}]},"finishReason":"STOP"}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"i"}]},"finishReason":"STOP"}]}"#,
        ],
        "Hi stop",
    ),
    (
        "an unspecified reason is none",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"H"}]},"finishReason":"FINISH_REASON_UNSPECIFIED"}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"i"}]},"finishReason":"STOP"}]}"#,
        ],
        "Hi stop",
    ),
    (
        "an empty reason is none",
        &[r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":""}]}"#, STOP],
        "Hi stop",
    ),
    (
        "another language's spelling",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finish_reason":"STOP"}],"usage_metadata":{"prompt_token_count":3,"candidates_token_count":1}}"#,
        ],
        "Hi #3/1 stop",
    ),
    (
        "pieces in a wrapper",
        &[
            r#"{"response":{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]},"traceId":"t"}"#,
        ],
        "Hi stop",
    ),
    (
        "a function call without arguments",
        &[
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":null}}]},"finishReason":"STOP"}]}"#,
        ],
        "look{} tool_calls",
    ),
    (
        "function calls in two pieces",
        &[
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":{"a":1}}}]}}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":{"a":2}}}]},"finishReason":"STOP"}]}"#,
        ],
        r#"look{"a":1} look{"a":2} tool_calls"#,
    ),
    (
        "a malformed call and no content",
        &[
            r#"{"candidates":[{"content":{},"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"Malformed function call: print(look())"}]}"#,
        ],
        "no answer: MALFORMED_FUNCTION_CALL: Malformed function call: print(look())",
    ),
    (
        "a malformed call after thoughts",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"Hm","thought":true}]},"finishReason":"MALFORMED_FUNCTION_CALL"}]}"#,
        ],
        "(Hm) no answer: MALFORMED_FUNCTION_CALL",
    ),
    (
        "an unexpected call in the middle",
        &[HI, r#"{"candidates":[{"finishReason":"UNEXPECTED_TOOL_CALL"}]}"#],
        "Hi [UNEXPECTED_TOOL_CALL] other",
    ),
    (
        "safety before the first word",
        &[r#"{"candidates":[{"finishReason":"SAFETY"}]}"#],
        "no answer: SAFETY",
    ),
    (
        "recitation in the middle",
        &[HI, r#"{"candidates":[{"finishReason":"RECITATION"}]}"#],
        "Hi [RECITATION] content_filter",
    ),
    (
        "the prompt was blocked",
        &[
            r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT","blockReasonMessage":"Not this."}}"#,
        ],
        "no answer: PROHIBITED_CONTENT: Not this.",
    ),
    (
        "thoughts only, and the longest answer",
        &[
            r#"{"candidates":[{"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":3,"thoughtsTokenCount":9}}"#,
        ],
        "#3/9 no answer: MAX_TOKENS",
    ),
    (
        "an error in the middle",
        &[
            HI,
            r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#,
        ],
        "Hi broken: The model is overloaded.",
    ),
    (
        "an error after the end does not spoil it",
        &[HI, STOP, r#"{"error":{"message":"late"}}"#],
        "Hi stop",
    ),
    ("no reason at the end", &[HI], "Hi broken: the answer ended before it was complete"),
    ("another protocol's mark", &[HI, "[DONE]"], "Hi stop"),
    ("a lost piece does not spoil a finished answer", &[HI, "{\"candidates\":[", STOP], "Hi stop"),
    (
        "thoughts in tags",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"<thought>Hm</thought>Hi"}]},"finishReason":"STOP"}]}"#,
        ],
        "(Hm) Hi stop",
    ),
    (
        "a surrogate pair in two pieces",
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"\ud83d"}]}}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"\ude00"}]},"finishReason":"STOP"}]}"#,
        ],
        "😀 stop",
    ),
];

#[tokio::test]
async fn odd_pieces_of_gemini_are_understood() {
    check(Wire::Gemini, EVENTS, ROWS, events).await;
    let rows: &[Row] = &[
        ("events", &[HI, STOP], "Hi stop"),
        (
            "a list of pieces",
            &[
                "~[",
                "~{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]}}]}\n,\r\n",
                "~{\"candidates\":[{\"finishReason\":\"STOP\"}]}]",
            ],
            "Hi stop",
        ),
        (
            "an answer at once",
            &[
                "~{\n\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]},\"finishReason\":\"STOP\"}]\n}",
            ],
            "Hi stop",
        ),
        (
            "an error in a list",
            &["~[{\"error\":{\"code\":400,\"message\":\"No such field\"}}]"],
            "broken: No such field",
        ),
    ];
    check(Wire::Gemini, JSON, rows, events).await;
}
