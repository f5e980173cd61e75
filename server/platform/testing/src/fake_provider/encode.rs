//! The same answer in the words of four protocols.

use serde_json::{Value, json};

/// One thing that a fake model says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Word {
    Begin {
        input_tokens: i64,
    },
    Reasoning(String),
    Text(String),
    Finish {
        usage: Option<(i64, i64)>,
    },
    Error(&'static str),
    /// Half a JSON value.
    Broken,
}

/// What protocol a request was made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
}

impl Dialect {
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Ollama => "application/x-ndjson",
            _ => "text/event-stream",
        }
    }

    /// The bytes that say `word`, as `model`.
    pub fn encode(self, word: &Word, model: &str) -> String {
        match self {
            Self::OpenAi => openai(word, model),
            Self::Anthropic => anthropic(word, model),
            Self::Gemini => gemini(word),
            Self::Ollama => ollama(word, model),
        }
    }

    /// The body of a refusal.
    pub fn refusal(self, status: u16) -> Value {
        let message = format!("The fake provider refuses with {status}.");
        match self {
            Self::OpenAi => json!({"error": {"message": message, "type": "fake", "code": null}}),
            Self::Anthropic => {
                json!({"type": "error", "error": {"type": "fake", "message": message}})
            }
            Self::Gemini => {
                json!({"error": {"code": status, "message": message, "status": "FAKE"}})
            }
            Self::Ollama => json!({"error": message}),
        }
    }
}

fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

fn named_event(data: &Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or_default())
}

fn openai(word: &Word, model: &str) -> String {
    let chunk = |delta: Value, finish_reason: Value| {
        event(&json!({
            "id": "chatcmpl-fake", "object": "chat.completion.chunk", "created": 0, "model": model,
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
            "usage": null,
        }))
    };
    match word {
        Word::Begin { .. } => chunk(json!({"role": "assistant", "content": ""}), Value::Null),
        Word::Reasoning(text) => chunk(json!({"reasoning_content": text}), Value::Null),
        Word::Text(text) => chunk(json!({"content": text}), Value::Null),
        Word::Error(message) => event(&json!({"error": {"message": message, "code": 500}})),
        Word::Broken => "data: {\"choices\":[{\"delta\":{\"content\":\"ha\n\n".to_owned(),
        Word::Finish { usage } => {
            let mut text = chunk(json!({}), json!("stop"));
            if let Some(usage) = usage {
                text += &event(&json!({
                    "id": "chatcmpl-fake", "object": "chat.completion.chunk", "created": 0,
                    "model": model, "choices": [], "usage": openai_usage(*usage),
                }));
            }
            text + "data: [DONE]\n\n"
        }
    }
}

fn openai_usage((input, output): (i64, i64)) -> Value {
    json!({
        "prompt_tokens": input, "completion_tokens": output,
        "total_tokens": input.saturating_add(output),
    })
}

/// OpenAI's answer that comes at once.
pub(super) fn openai_completion(model: &str, text: &str, usage: Option<(i64, i64)>) -> Value {
    json!({
        "id": "chatcmpl-fake", "object": "chat.completion", "created": 0, "model": model,
        "choices": [{
            "index": 0, "finish_reason": "stop",
            "message": {"role": "assistant", "content": text},
        }],
        "usage": usage.map(openai_usage),
    })
}

fn anthropic(word: &Word, model: &str) -> String {
    let delta = |kind: &str, field: &str, text: &str| {
        named_event(&json!({
            "type": "content_block_delta", "index": 0, "delta": {"type": kind, field: text},
        }))
    };
    match word {
        Word::Begin { input_tokens } => {
            named_event(&json!({"type": "message_start", "message": {
                "id": "msg_fake", "type": "message", "role": "assistant", "model": model,
                "content": [], "stop_reason": null,
                "usage": {"input_tokens": input_tokens, "output_tokens": 1},
            }})) + &named_event(&json!({
                "type": "content_block_start", "index": 0,
                "content_block": {"type": "text", "text": ""},
            })) + &named_event(&json!({"type": "ping"}))
        }
        Word::Reasoning(text) => delta("thinking_delta", "thinking", text),
        Word::Text(text) => delta("text_delta", "text", text),
        Word::Error(message) => named_event(&json!({
            "type": "error", "error": {"type": "api_error", "message": message},
        })),
        Word::Broken => "event: content_block_delta\ndata: {\"type\":\"content_bl\n\n".to_owned(),
        Word::Finish { usage } => {
            let output = usage.map(|(_, output)| json!({"output_tokens": output}));
            named_event(&json!({"type": "content_block_stop", "index": 0}))
                + &named_event(&json!({
                    "type": "message_delta", "delta": {"stop_reason": "end_turn"},
                    "usage": output.unwrap_or(json!({})),
                }))
                + &named_event(&json!({"type": "message_stop"}))
        }
    }
}

fn gemini(word: &Word) -> String {
    let part = |part: Value| {
        event(&json!({"candidates": [{"content": {"role": "model", "parts": [part]}}]}))
    };
    match word {
        Word::Begin { .. } => String::new(),
        Word::Reasoning(text) => part(json!({"text": text, "thought": true})),
        Word::Text(text) => part(json!({"text": text})),
        Word::Error(message) => {
            event(&json!({"error": {"code": 500, "message": message, "status": "INTERNAL"}}))
        }
        Word::Broken => "data: {\"candidates\": [{\"content\n\n".to_owned(),
        Word::Finish { usage } => {
            let usage = usage.map(|(input, output)| {
                json!({"promptTokenCount": input, "candidatesTokenCount": output})
            });
            event(&json!({
                "candidates": [{"content": {"role": "model", "parts": [{"text": ""}]},
                                "finishReason": "STOP"}],
                "usageMetadata": usage,
            }))
        }
    }
}

fn ollama(word: &Word, model: &str) -> String {
    let line = |message: Value, done: bool| json!({"model": model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done});
    let said = match word {
        Word::Begin { .. } => return String::new(),
        Word::Reasoning(text) => {
            line(json!({"role": "assistant", "content": "", "thinking": text}), false)
        }
        Word::Text(text) => line(json!({"role": "assistant", "content": text}), false),
        Word::Error(message) => json!({"error": message}),
        Word::Broken => return "{\"model\": \"fa\n".to_owned(),
        Word::Finish { usage } => {
            let mut last = line(json!({"role": "assistant", "content": ""}), true);
            last["done_reason"] = json!("stop");
            if let Some((input, output)) = usage {
                last["prompt_eval_count"] = json!(input);
                last["eval_count"] = json!(output);
            }
            last
        }
    };
    format!("{said}\n")
}
