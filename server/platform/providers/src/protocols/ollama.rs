//! Ollama's own chat (docs.ollama.com/api/chat).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_object, arguments_text};
use super::pictures::base64;
use super::turns::{Turn, turns};
use crate::answer::frames::Framing;
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::{
    AnswerFormat, FinishReason, ModelError, ModelEvent, ModelImage, ModelRequest, ModelStream,
    Target, TextModel, ToolChoice, Usage, Wire,
};

pub(super) struct Ollama {
    pub target: Target,
    pub wire: Wire,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Value>,
    stream: bool,
    options: Options<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
}

#[derive(Serialize)]
struct Options<'a> {
    num_ctx: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stop: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence_penalty: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency_penalty: Option<f32>,
}

#[async_trait]
impl TextModel for Ollama {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let body = body(&request);
        let url = format!("{}/api/chat", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        let reader = Reader { finish_reason: None, calls: Calls::new(&self.wire.clock) };
        read_answer(response, Framing::Lines, reader, &self.wire.timing)
    }
}

fn body(request: &ModelRequest) -> Body<'_> {
    let options = &request.options;
    // There is no way to demand a tool here, but none can be left out.
    let tools = match options.tool_choice {
        ToolChoice::None => &[],
        _ => request.tools.as_slice(),
    };
    Body {
        model: &request.model,
        messages: messages(request),
        stream: true,
        options: Options {
            num_ctx: window(request),
            num_predict: request.max_output_tokens,
            temperature: request.temperature,
            top_p: options.top_p,
            stop: &options.stop,
            seed: options.seed,
            presence_penalty: options.presence_penalty,
            frequency_penalty: options.frequency_penalty,
        },
        format: match &options.format {
            AnswerFormat::Text => None,
            AnswerFormat::Json => Some(json!("json")),
            AnswerFormat::Schema { schema, .. } => Some(schema.clone()),
        },
        tools: tools
            .iter()
            .map(|tool| json!({ "type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.parameters,
            }}))
            .collect(),
    }
}

fn messages(request: &ModelRequest) -> Vec<Value> {
    let system = request.system.iter().map(|text| message("system", text, &[]));
    let mut messages: Vec<Value> = system.collect();
    for turn in turns(request) {
        match turn {
            Turn::Person { text, images } => messages.push(message("user", text, images)),
            Turn::Model { text, calls } => {
                let mut answer = message("assistant", text, &[]);
                if !calls.is_empty() {
                    let uses = calls.iter().map(|call| {
                        json!({ "function": { "name": call.name, "arguments": arguments_object(call) } })
                    });
                    answer["tool_calls"] = uses.collect();
                }
                messages.push(answer);
            }
            Turn::Results(given) => messages.extend(given.iter().map(|given| {
                let mut result = message("tool", given.output, given.images);
                result["tool_name"] = json!(given.call.name);
                result
            })),
        }
    }
    messages
}

fn message(role: &str, text: &str, images: &[ModelImage]) -> Value {
    let mut message = json!({ "role": role, "content": text });
    if !images.is_empty() {
        message["images"] = images.iter().map(base64).collect();
    }
    message
}

const WINDOW_MIN_TOKENS: u32 = 4_096;
const WINDOW_MAX_TOKENS: u32 = 131_072;
/// Room for the answer when the request names no longest one.
const ANSWER_TOKENS: u32 = 2_048;

/// Returns the context window to request, in tokens.
///
/// Ollama silently cuts off the beginning of anything that exceeds its default window. A power of two, because a change
/// reloads the model; three bytes per token is a cautious guess.
fn window(request: &ModelRequest) -> u32 {
    let texts = request.messages.iter().map(|message| message.text.len());
    let bytes: usize = texts.sum::<usize>() + request.system.as_ref().map_or(0, String::len);
    let wanted = u32::try_from(bytes / 3)
        .unwrap_or(WINDOW_MAX_TOKENS)
        .saturating_add(request.max_output_tokens.unwrap_or(ANSWER_TOKENS));
    wanted.min(WINDOW_MAX_TOKENS).next_power_of_two().max(WINDOW_MIN_TOKENS)
}

#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    message: Option<AnswerMessage>,
    #[serde(default)]
    done: bool,
    #[serde(default)]
    done_reason: Option<String>,
    #[serde(default)]
    prompt_eval_count: Option<f64>,
    #[serde(default)]
    eval_count: Option<f64>,
    #[serde(default)]
    error: Option<String>,
}

#[derive(Deserialize)]
struct AnswerMessage {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<WholeCall>>,
}

#[derive(Deserialize)]
struct WholeCall {
    #[serde(default)]
    id: Option<String>,
    function: WholeFunction,
}

#[derive(Deserialize)]
struct WholeFunction {
    name: String,
    #[serde(default, deserialize_with = "arguments_text")]
    arguments: String,
}

struct Reader {
    finish_reason: Option<FinishReason>,
    calls: Calls,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = serde_json::from_slice(piece)?;
        if let Some(message) = piece.error {
            return Err(Fault::Reported(message));
        }
        if let Some(message) = piece.message {
            if let Some(thinking) = message.thinking.filter(|text| !text.is_empty()) {
                events.push_back(ModelEvent::Reasoning(thinking));
            }
            if let Some(text) = message.content.filter(|text| !text.is_empty()) {
                events.push_back(ModelEvent::Text(text));
            }
            for call in message.tool_calls.into_iter().flatten() {
                self.calls.add(Fragment {
                    index: Some(self.calls.count()),
                    id: call.id,
                    name: Some(call.function.name),
                    arguments: call.function.arguments,
                    provider_state: None,
                });
            }
        }
        if !piece.done {
            return Ok(Next::More);
        }
        if piece.prompt_eval_count.is_some() || piece.eval_count.is_some() {
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(piece.prompt_eval_count),
                output_tokens: tokens(piece.eval_count),
            }));
        }
        let reason = match piece.done_reason.as_deref() {
            Some("stop") | None => FinishReason::Stop,
            Some("length") => FinishReason::Length,
            Some(_) => FinishReason::Other,
        };
        self.calls.finish(reason, None, events);
        self.finish_reason = Some(reason);
        Ok(Next::End)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason.map(|said| self.calls.reason(said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModelMessage, Role};

    fn asking(bytes: usize) -> ModelRequest {
        let message = ModelMessage::text(Role::User, "x".repeat(bytes));
        ModelRequest { messages: vec![message], ..ModelRequest::default() }
    }

    #[test]
    fn the_window_grows_with_the_conversation_in_powers_of_two() {
        assert_eq!(window(&asking(10)), 4_096);
        assert_eq!(window(&asking(30_000)), 16_384);
        assert_eq!(window(&asking(3_000_000)), WINDOW_MAX_TOKENS);
    }
}
