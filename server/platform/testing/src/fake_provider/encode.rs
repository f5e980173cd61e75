//! The same answer in the words of five protocols.

use serde_json::{Value, json};

/// A unit of a fake model's output.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Word {
    Begin {
        input_tokens: i64,
        cached: i64,
    },
    Reasoning(String),
    Text(String),
    /// The call of a tool that has this number among the calls of the answer.
    Call {
        number: usize,
        tool: String,
        arguments: String,
    },
    Finish {
        usage: Option<Counts>,
        has_calls: bool,
    },
    Error(&'static str),
    /// Half a JSON value.
    Broken,
}

/// The tokens of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Counts {
    pub input: i64,
    pub output: i64,
    /// Tokens of the input that came from the cache.
    pub cached: i64,
    /// Tokens of the output that are reasoning.
    pub reasoning: i64,
}

/// The protocol of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    OpenAi,
    Responses,
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

    /// Encodes `word`, as `model`.
    pub fn encode(self, word: &Word, model: &str) -> String {
        match self {
            Self::OpenAi => openai(word, model),
            Self::Responses => responses(word, model),
            Self::Anthropic => anthropic(word, model),
            Self::Gemini => gemini(word),
            Self::Ollama => ollama(word, model),
        }
    }

    /// Returns the body of a refusal.
    pub fn refusal(self, status: u16) -> Value {
        let message = format!("The fake provider refuses with {status}.");
        match self {
            Self::OpenAi | Self::Responses => {
                json!({"error": {"message": message, "type": "fake", "code": null}})
            }
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

/// Splits a call's arguments into the fragments they are sent in.
fn halves(arguments: &str) -> [&str; 2] {
    let middle = (arguments.len() / 2..=arguments.len()).find(|at| arguments.is_char_boundary(*at));
    arguments.split_at(middle.unwrap_or_default()).into()
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
        Word::Call { number, tool, arguments } => {
            let piece = |call: Value| chunk(json!({"tool_calls": [call]}), Value::Null);
            let begin = piece(json!({
                "index": number, "id": call_id(*number), "type": "function",
                "function": {"name": tool, "arguments": ""},
            }));
            let rest = halves(arguments)
                .map(|half| piece(json!({"index": number, "function": {"arguments": half}})));
            begin + &rest.concat()
        }
        Word::Finish { usage, has_calls } => {
            let reason = if *has_calls { "tool_calls" } else { "stop" };
            let mut text = chunk(json!({}), json!(reason));
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

fn call_id(number: usize) -> String {
    format!("call_fake{number}")
}

/// Encodes OpenAI's responses: one output item, with the fields that our reader uses.
fn responses(word: &Word, model: &str) -> String {
    let response = |status: &str| json!({"id": "resp_fake", "object": "response", "model": model, "status": status});
    let delta = |kind: &str, text: &str| {
        named_event(
            &json!({"type": kind, "output_index": 0, "item_id": "item_fake", "delta": text}),
        )
    };
    match word {
        Word::Begin { .. } => {
            named_event(&json!({"type": "response.created", "response": response("in_progress")}))
        }
        Word::Reasoning(text) => delta("response.reasoning_summary_text.delta", text),
        Word::Text(text) => delta("response.output_text.delta", text),
        Word::Error(message) => {
            named_event(&json!({"type": "error", "code": "server_error", "message": message}))
        }
        Word::Broken => "event: response.output_text.delta\ndata: {\"type\":\"resp\n\n".to_owned(),
        Word::Call { number, tool, arguments } => {
            let item = |arguments: &str| {
                json!({
                    "type": "function_call", "id": format!("fc_fake{number}"), "call_id": call_id(*number),
                    "name": tool, "arguments": arguments,
                })
            };
            let added = named_event(&json!({
                "type": "response.output_item.added", "output_index": number, "item": item(""),
            }));
            let pieces = halves(arguments).map(|half| named_event(&json!({
                "type": "response.function_call_arguments.delta", "output_index": number, "delta": half,
            })));
            let done = named_event(&json!({
                "type": "response.output_item.done", "output_index": number, "item": item(arguments),
            }));
            added + &pieces.concat() + &done
        }
        Word::Finish { usage, .. } => {
            let mut last = response("completed");
            last["usage"] = usage.map_or(Value::Null, |usage| {
                json!({
                    "input_tokens": usage.input, "output_tokens": usage.output,
                    "input_tokens_details": {"cached_tokens": usage.cached},
                    "output_tokens_details": {"reasoning_tokens": usage.reasoning},
                })
            });
            named_event(&json!({"type": "response.completed", "response": last}))
        }
    }
}

fn openai_usage(usage: Counts) -> Value {
    json!({
        "prompt_tokens": usage.input, "completion_tokens": usage.output,
        "total_tokens": usage.input.saturating_add(usage.output),
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    })
}

/// Returns OpenAI's answer without streaming.
pub(super) fn openai_completion(model: &str, text: &str, usage: Option<Counts>) -> Value {
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
        Word::Begin { input_tokens, cached } => {
            named_event(&json!({"type": "message_start", "message": {
                "id": "msg_fake", "type": "message", "role": "assistant", "model": model,
                "content": [], "stop_reason": null,
                "usage": {
                    "input_tokens": input_tokens - cached, "output_tokens": 1,
                    "cache_read_input_tokens": cached, "cache_creation_input_tokens": 0,
                },
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
        Word::Call { number, tool, arguments } => {
            let index = number + 1;
            let begin = named_event(&json!({
                "type": "content_block_start", "index": index, "content_block": {
                    "type": "tool_use", "id": call_id(*number), "name": tool, "input": {},
                },
            }));
            let pieces = halves(arguments).map(|half| {
                named_event(&json!({
                    "type": "content_block_delta", "index": index,
                    "delta": {"type": "input_json_delta", "partial_json": half},
                }))
            });
            begin
                + &pieces.concat()
                + &named_event(&json!({"type": "content_block_stop", "index": index}))
        }
        Word::Finish { usage, has_calls } => {
            let reason = if *has_calls { "tool_use" } else { "end_turn" };
            let output = usage.map(|usage| json!({"output_tokens": usage.output}));
            named_event(&json!({"type": "content_block_stop", "index": 0}))
                + &named_event(&json!({
                    "type": "message_delta", "delta": {"stop_reason": reason},
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
        Word::Call { number, tool, arguments } => part(json!({
            "functionCall": {"name": tool, "args": as_json(arguments)},
            "thoughtSignature": format!("signature{number}"),
        })),
        Word::Error(message) => {
            event(&json!({"error": {"code": 500, "message": message, "status": "INTERNAL"}}))
        }
        Word::Broken => "data: {\"candidates\": [{\"content\n\n".to_owned(),
        Word::Finish { usage, .. } => {
            let usage = usage.map(|usage| {
                json!({
                    "promptTokenCount": usage.input, "cachedContentTokenCount": usage.cached,
                    "candidatesTokenCount": usage.output.saturating_sub(usage.reasoning),
                    "thoughtsTokenCount": usage.reasoning,
                })
            });
            event(&json!({
                "candidates": [{"content": {"role": "model", "parts": [{"text": ""}]},
                                "finishReason": "STOP"}],
                "usageMetadata": usage,
            }))
        }
    }
}

/// Arguments where a protocol carries them as JSON; a text when a test asks for broken ones.
fn as_json(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_else(|_| json!(arguments))
}

fn ollama(word: &Word, model: &str) -> String {
    let line = |message: Value, done: bool| json!({"model": model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done});
    let said = match word {
        Word::Begin { .. } => return String::new(),
        Word::Reasoning(text) => {
            line(json!({"role": "assistant", "content": "", "thinking": text}), false)
        }
        Word::Text(text) => line(json!({"role": "assistant", "content": text}), false),
        Word::Call { tool, arguments, .. } => line(
            json!({"role": "assistant", "content": "", "tool_calls": [
                {"function": {"name": tool, "arguments": as_json(arguments)}},
            ]}),
            false,
        ),
        Word::Error(message) => json!({"error": message}),
        Word::Broken => return "{\"model\": \"fa\n".to_owned(),
        Word::Finish { usage, .. } => {
            let mut last = line(json!({"role": "assistant", "content": ""}), true);
            last["done_reason"] = json!("stop");
            if let Some(usage) = usage {
                last["prompt_eval_count"] = json!(usage.input);
                last["eval_count"] = json!(usage.output);
            }
            last
        }
    };
    format!("{said}\n")
}
