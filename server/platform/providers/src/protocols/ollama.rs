//! Ollama's own chat (docs.ollama.com/api/chat).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_object, arguments_text};
use super::content::Content;
use super::options::{Wish, refuse};
use super::pictures::base64;
use super::stop::Stop;
use super::turns::{Turn, turns};
use crate::answer::frames::Framing;
use crate::answer::lenient::{flag, lenient, list, name, number, parse};
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::wire::message_in;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<Value>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    top_k: Option<u32>,
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
        refuse(&request, &[Wish::Audio, Wish::LogitBias, Wish::Verbosity])?;
        let body = body(&request);
        let url = format!("{}/api/chat", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        let reader = Reader { stop: Stop::default(), calls: Calls::new(&self.wire.clock) };
        read_answer(response, Framing::Lines, reader, &self.wire.timing())
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
            top_k: options.top_k,
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
        think: options.reasoning_effort.as_deref().map(|effort| match effort {
            "none" => json!(false),
            "minimal" | "low" => json!("low"),
            "medium" => json!("medium"),
            _ => json!("high"),
        }),
    }
}

fn messages(request: &ModelRequest) -> Vec<Value> {
    let system = request.system.iter().map(|text| message("system", text, &[]));
    let mut messages: Vec<Value> = system.collect();
    for turn in turns(request) {
        match turn {
            Turn::System(text) => messages.push(message("system", text, &[])),
            Turn::Person { text, images, .. } => messages.push(message("user", text, images)),
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

#[derive(Deserialize, Default)]
#[serde(default)]
struct Piece {
    #[serde(deserialize_with = "lenient")]
    message: Option<AnswerMessage>,
    /// The text of servers that only complete.
    response: Content,
    thinking: Content,
    #[serde(deserialize_with = "flag")]
    done: bool,
    done_reason: Stop,
    #[serde(deserialize_with = "number")]
    prompt_eval_count: Option<f64>,
    #[serde(deserialize_with = "number")]
    eval_count: Option<f64>,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct AnswerMessage {
    content: Content,
    thinking: Content,
    /// OpenAI's names for it, from servers that translate.
    reasoning: Content,
    reasoning_content: Content,
    #[serde(deserialize_with = "list")]
    tool_calls: Vec<WholeCall>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct WholeCall {
    #[serde(deserialize_with = "name")]
    id: Option<String>,
    #[serde(deserialize_with = "lenient")]
    function: Option<WholeFunction>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct WholeFunction {
    #[serde(deserialize_with = "name")]
    name: Option<String>,
    #[serde(deserialize_with = "arguments_text")]
    arguments: String,
}

struct Reader {
    stop: Stop,
    calls: Calls,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = parse(piece)?;
        if let Some(error) = piece.error {
            let whole = json!({ "error": error });
            let message = message_in(&whole).unwrap_or_else(|| whole["error"].to_string());
            return Err(Fault::Reported(message));
        }
        let message = piece.message.unwrap_or_default();
        let thoughts =
            [message.thinking, message.reasoning, message.reasoning_content, piece.thinking];
        let mut thoughts = thoughts.into_iter().map(Content::words);
        if let Some(thought) = thoughts.find(|thought| !thought.is_empty()) {
            events.push_back(ModelEvent::Reasoning(thought));
        }
        for text in [message.content.text, piece.response.text] {
            if !text.is_empty() {
                events.push_back(ModelEvent::Text(text));
            }
        }
        for call in message.tool_calls {
            let function = call.function.unwrap_or_default();
            self.calls.add(Fragment {
                index: Some(self.calls.count()),
                id: call.id,
                name: function.name,
                arguments: function.arguments,
                provider_state: None,
            });
        }
        if piece.prompt_eval_count.is_some() || piece.eval_count.is_some() {
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(piece.prompt_eval_count),
                output_tokens: tokens(piece.eval_count),
                ..Usage::default()
            }));
        }
        self.stop.or_later(piece.done_reason);
        Ok(if piece.done { Next::End } else { Next::More })
    }

    fn close(&mut self, is_marked: bool, events: &mut VecDeque<ModelEvent>) {
        if is_marked {
            self.stop.or_stop();
        }
        if let Some(reason) = self.stop.reason() {
            self.calls.finish(reason, None, events);
        }
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.stop.reason().map(|said| self.calls.reason(said))
    }

    fn stop_words(&self) -> Option<String> {
        self.stop.words()
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
