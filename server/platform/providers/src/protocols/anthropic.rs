//! Anthropic's messages (docs.anthropic.com/en/api/messages-streaming).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_object, state_of};
use super::content::Content;
use super::options::{Wish, refuse};
use super::pictures::base64;
use super::stop::Stop;
use super::turns::{Given, MessagePart, Turn, ordered_blocks, turns};
use crate::answer::frames::Framing;
use crate::answer::lenient::{index, lenient, list, name, number, parse};
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::wire::message_in;
use crate::{
    AnswerFormat, FinishReason, ModelError, ModelEvent, ModelImage, ModelRequest, ModelStream,
    RequestOptions, Target, TextModel, ToolCall, ToolChoice, Usage, Wire,
};

pub(crate) const API_VERSION: &str = "2023-06-01";

/// Default maximum length of an answer: the API requires one, and models of the third generation allow no more than the
/// smaller one.
const MAX_TOKENS: u32 = 16_384;
const MAX_TOKENS_CLAUDE_3: u32 = 4_096;

pub(super) struct Anthropic {
    pub target: Target,
    pub wire: Wire,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Value>,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_k: Option<u32>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stop_sequences: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<Value>,
}

#[async_trait]
impl TextModel for Anthropic {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        if request.options.format == AnswerFormat::Json {
            let message =
                "This provider's models take a json_schema, but not json_object.".to_owned();
            return Err(ModelError::Refused { message });
        }
        let lacking = [Wish::Audio, Wish::LogitBias, Wish::Penalties, Wish::Seed, Wish::Verbosity];
        refuse(&request, &lacking)?;
        let body = body(&request);
        let url = format!("{}/v1/messages", self.target.base_url);
        let mut call =
            self.wire.client(&url).post(url).header("anthropic-version", API_VERSION).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.header("x-api-key", key.expose());
        }
        let response = self.wire.open(call).await?;
        let reader = Reader {
            usage: Usage::default(),
            stop: Stop::default(),
            calls: Calls::new(&self.wire.clock),
            thoughts: (!request.tools.is_empty()).then(Vec::new),
        };
        read_answer(response, Framing::Events, reader, &self.wire.timing())
    }
}

fn body(request: &ModelRequest) -> Body<'_> {
    let options = &request.options;
    let mut system = request.system.as_deref();
    let mut messages: Vec<Value> = turns(request)
        .into_iter()
        // Blank texts are refused.
        .filter(
            |turn| !matches!(turn, Turn::Person { text, images: [], .. } if text.trim().is_empty()),
        )
        // The first message must be the person's; an answer whose question no longer fits is dropped.
        .skip_while(|turn| !matches!(turn, Turn::Person { .. } | Turn::System(_)))
        .map(message)
        .collect();
    // Instructions alone are no conversation here.
    if messages.is_empty() {
        messages.extend(system.take().map(|text| json!({ "role": "user", "content": text })));
    }
    Body {
        model: &request.model,
        messages,
        max_tokens: request.max_output_tokens.unwrap_or_else(|| max_tokens(&request.model)),
        stream: true,
        system,
        temperature: request.temperature,
        // Newer models refuse both together.
        top_p: request.options.top_p.filter(|_| request.temperature.is_none()),
        top_k: options.top_k,
        stop_sequences: &request.options.stop,
        tools: request
            .tools
            .iter()
            .map(|tool| {
                let mut described = json!({
                    "name": tool.name, "description": tool.description, "input_schema": tool.parameters,
                });
                if options.strict_tools.contains(&tool.name) {
                    described["strict"] = json!(true);
                }
                described
            })
            .collect(),
        tool_choice: tool_choice(request),
        thinking: options.thinking.as_ref(),
        output_config: output_config(options),
    }
}

fn output_config(options: &RequestOptions) -> Option<Value> {
    let mut config = json!({});
    if let AnswerFormat::Schema { schema, .. } = &options.format {
        config["format"] = json!({ "type": "json_schema", "schema": schema });
    }
    let effort = match options.reasoning_effort.as_deref() {
        Some("minimal") => Some("low"),
        Some("xhigh") => Some("max"),
        Some("none") => None,
        other => other,
    };
    if let Some(effort) = effort {
        config["effort"] = json!(effort);
    }
    config.as_object().is_some_and(|config| !config.is_empty()).then_some(config)
}

fn tool_choice(request: &ModelRequest) -> Option<Value> {
    let is_single = request.options.parallel_tool_calls == Some(false);
    let mut choice = match &request.options.tool_choice {
        _ if request.tools.is_empty() => return None,
        ToolChoice::Auto if !is_single => return None,
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::None => return Some(json!({ "type": "none" })),
        ToolChoice::Required => json!({ "type": "any" }),
        ToolChoice::Named(name) => json!({ "type": "tool", "name": name }),
    };
    if is_single {
        choice["disable_parallel_tool_use"] = json!(true);
    }
    Some(choice)
}

fn message(turn: Turn<'_>) -> Value {
    match turn {
        // There is no such role here.
        Turn::System(text) => json!({ "role": "user", "content": text }),
        Turn::Person { text, images: [], .. } => json!({ "role": "user", "content": text }),
        Turn::Person { text, images, offsets, .. } => {
            let content = match ordered_blocks(text, images, offsets) {
                Some(parts) => parts.iter().flat_map(block).collect(),
                None => blocks(text, images),
            };
            json!({ "role": "user", "content": content })
        }
        Turn::Model { text, calls } if calls.is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        Turn::Model { text, calls } => {
            json!({ "role": "assistant", "content": uses(text, &calls) })
        }
        Turn::Results(given) => {
            let results = given.iter().map(result).collect::<Vec<_>>();
            json!({ "role": "user", "content": results })
        }
    }
}

/// Returns content blocks: images, then text, the order that the provider recommends.
fn block(part: &MessagePart<'_>) -> Vec<Value> {
    match part {
        MessagePart::Text(text) => blocks(text, &[]),
        MessagePart::Image(image) => blocks("", std::slice::from_ref(*image)),
    }
}

fn blocks(text: &str, images: &[ModelImage]) -> Vec<Value> {
    let pictures = images.iter().map(|image| {
        json!({ "type": "image", "source": {
            "type": "base64", "media_type": image.media_type, "data": base64(image),
        }})
    });
    let words = (!text.trim().is_empty()).then(|| json!({ "type": "text", "text": text }));
    pictures.chain(words).collect()
}

/// Returns signed reasoning, text and tool calls, in the order in which the model wrote them.
fn uses(text: &str, calls: &[&ToolCall]) -> Vec<Value> {
    let thoughts = calls
        .iter()
        .find_map(|call| serde_json::from_str::<Vec<Value>>(state_of(call, STATE)?).ok())
        .unwrap_or_default();
    let uses = calls.iter().map(|call| {
        json!({
            "type": "tool_use", "id": call.id, "name": call.name, "input": arguments_object(call),
        })
    });
    thoughts.into_iter().chain(blocks(text, &[])).chain(uses).collect()
}

fn result(given: &Given<'_>) -> Value {
    let content = match given.images {
        [] => json!(given.output),
        images => json!(blocks(given.output, images)),
    };
    json!({ "type": "tool_result", "tool_use_id": given.call.id, "content": content })
}

/// The owner's name of what this adapter puts into [`ToolCall::provider_state`].
const STATE: &str = "anthropic";

fn max_tokens(model: &str) -> u32 {
    let is_claude_3 = ["claude-3-opus", "claude-3-sonnet", "claude-3-haiku"]
        .iter()
        .any(|name| model.starts_with(name));
    if is_claude_3 { MAX_TOKENS_CLAUDE_3 } else { MAX_TOKENS }
}

/// The fields of all kinds of pieces: a field that a kind does not have, or of another shape, is absent.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Piece {
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: Option<String>,
    #[serde(deserialize_with = "lenient")]
    message: Option<Message>,
    #[serde(deserialize_with = "index")]
    index: Option<u64>,
    #[serde(deserialize_with = "lenient")]
    content_block: Option<Block>,
    #[serde(deserialize_with = "lenient")]
    delta: Option<Delta>,
    #[serde(deserialize_with = "lenient")]
    usage: PieceUsage,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
    /// The whole answer, where it came at once.
    #[serde(deserialize_with = "list")]
    content: Vec<Block>,
    stop_reason: Stop,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Message {
    #[serde(deserialize_with = "list")]
    content: Vec<Block>,
    #[serde(deserialize_with = "lenient")]
    usage: PieceUsage,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Delta {
    text: Content,
    thinking: Content,
    #[serde(deserialize_with = "lenient")]
    signature: Option<String>,
    #[serde(deserialize_with = "lenient")]
    partial_json: Option<String>,
    stop_reason: Stop,
    #[serde(deserialize_with = "lenient")]
    stop_details: Option<StopDetails>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct StopDetails {
    #[serde(deserialize_with = "lenient")]
    category: Option<String>,
    #[serde(deserialize_with = "lenient")]
    explanation: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Block {
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: Option<String>,
    #[serde(deserialize_with = "name")]
    id: Option<String>,
    #[serde(deserialize_with = "name")]
    name: Option<String>,
    #[serde(deserialize_with = "lenient")]
    input: Value,
    #[serde(deserialize_with = "lenient")]
    data: Option<String>,
    #[serde(deserialize_with = "lenient")]
    signature: Option<String>,
    text: Content,
    thinking: Content,
}

/// A block of thoughts as it goes back with the results of tools.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Thought {
    Thinking { thinking: String, signature: String },
    RedactedThinking { data: String },
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct PieceUsage {
    #[serde(deserialize_with = "number")]
    input_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    cache_creation_input_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    cache_read_input_tokens: Option<f64>,
    #[serde(deserialize_with = "number")]
    output_tokens: Option<f64>,
    #[serde(deserialize_with = "lenient")]
    output_tokens_details: OutputDetails,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct OutputDetails {
    #[serde(alias = "reasoning_tokens", deserialize_with = "number")]
    thinking_tokens: Option<f64>,
}

struct Reader {
    usage: Usage,
    stop: Stop,
    calls: Calls,
    /// The blocks of thoughts, by the index of each, where tools may be used.
    thoughts: Option<Vec<(u64, Thought)>>,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = parse(piece)?;
        if piece.kind.as_deref() == Some("error") || piece.error.is_some() {
            let error = json!({ "error": piece.error });
            let message = message_in(&error).unwrap_or_else(|| "the answer failed".to_owned());
            return Err(Fault::Reported(message));
        }
        let index = piece.index.unwrap_or_default();
        self.add_usage(&piece.usage, events);
        if let Some(message) = piece.message {
            self.add_usage(&message.usage, events);
            self.begin_all(message.content, events);
        }
        self.begin_all(piece.content, events);
        if let Some(block) = piece.content_block {
            self.begin(index, block, events);
        }
        if let Some(mut delta) = piece.delta {
            let (thinking, signature) =
                (delta.thinking.words(), delta.signature.unwrap_or_default());
            self.think(index, &thinking, &signature);
            if let Some(arguments) = delta.partial_json {
                self.calls.add(Fragment { index: Some(index), arguments, ..Fragment::default() });
            }
            add_words(thinking, ModelEvent::Reasoning, events);
            add_words(delta.text.words(), ModelEvent::Text, events);
            if let Some(details) = delta.stop_details {
                delta.stop_reason.explain(details.explanation.or(details.category));
            }
            self.stop.or_later(delta.stop_reason);
        }
        let is_whole = piece.stop_reason.reason().is_some();
        self.stop.or_later(piece.stop_reason);
        match piece.kind.as_deref() {
            Some("message_stop") => Ok(Next::End),
            Some("message") if is_whole => Ok(Next::End),
            _ => Ok(Next::More),
        }
    }

    fn close(&mut self, is_marked: bool, events: &mut VecDeque<ModelEvent>) {
        if is_marked {
            self.stop.or_stop();
        }
        if let Some(reason) = self.stop.reason() {
            let state = self.state();
            self.calls.finish(reason, state, events);
        }
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.stop.reason().map(|said| self.calls.reason(said))
    }

    fn stop_words(&self) -> Option<String> {
        self.stop.words()
    }
}

fn add_words(words: String, event: fn(String) -> ModelEvent, events: &mut VecDeque<ModelEvent>) {
    if !words.is_empty() {
        events.push_back(event(words));
    }
}

impl Reader {
    fn begin_all(&mut self, blocks: Vec<Block>, events: &mut VecDeque<ModelEvent>) {
        for (index, block) in (0..).zip(blocks) {
            self.begin(index, block, events);
        }
    }

    fn begin(&mut self, index: u64, block: Block, events: &mut VecDeque<ModelEvent>) {
        match block.kind.as_deref() {
            Some("tool_use") => {
                // Empty if the arguments follow in pieces; complete from servers that send them at once.
                let is_whole = block.input.as_object().is_some_and(|object| !object.is_empty());
                let arguments = if is_whole { block.input.to_string() } else { String::new() };
                let (index, id, name) = (Some(index), block.id, block.name);
                self.calls.add(Fragment { index, id, name, arguments, provider_state: None });
            }
            Some("redacted_thinking") => {
                if let (Some(thoughts), Some(data)) = (&mut self.thoughts, block.data) {
                    thoughts.push((index, Thought::RedactedThinking { data }));
                }
            }
            _ => {
                // Empty if the words follow in pieces.
                let (thinking, signature) =
                    (block.thinking.words(), block.signature.unwrap_or_default());
                self.think(index, &thinking, &signature);
                add_words(thinking, ModelEvent::Reasoning, events);
                add_words(block.text.words(), ModelEvent::Text, events);
            }
        }
    }

    /// Collects reasoning that must be sent back verbatim.
    fn think(&mut self, index: u64, more: &str, more_signature: &str) {
        let Some(thoughts) = &mut self.thoughts else { return };
        if more.is_empty() && more_signature.is_empty() {
            return;
        }
        if thoughts.last().is_none_or(|(last, _)| *last != index) {
            let (thinking, signature) = Default::default();
            thoughts.push((index, Thought::Thinking { thinking, signature }));
        }
        if let Some((_, Thought::Thinking { thinking, signature })) = thoughts.last_mut() {
            thinking.push_str(more);
            signature.push_str(more_signature);
        }
    }

    fn state(&self) -> Option<String> {
        let thoughts = self.thoughts.as_ref().filter(|thoughts| !thoughts.is_empty())?;
        let blocks: Vec<_> = thoughts.iter().map(|(_, thought)| thought).collect();
        Some(format!("{STATE}:{}", serde_json::to_string(&blocks).ok()?))
    }

    /// Adds usage: input is counted in the first message, output in the last; tokens read from and written to the cache
    /// count as input.
    fn add_usage(&mut self, usage: &PieceUsage, events: &mut VecDeque<ModelEvent>) {
        if usage.input_tokens.is_none() && usage.output_tokens.is_none() {
            return;
        }
        // Some servers repeat it as zero at the end.
        if let Some(input) =
            usage.input_tokens.filter(|input| *input > 0.0 || self.usage.input_tokens == 0)
        {
            let (wrote, read) =
                (tokens(usage.cache_creation_input_tokens), tokens(usage.cache_read_input_tokens));
            self.usage.cache_write_tokens = wrote;
            self.usage.cache_read_tokens = read;
            self.usage.input_tokens =
                tokens(Some(input)).saturating_add(wrote).saturating_add(read);
        }
        if usage.output_tokens.is_some() {
            self.usage.output_tokens = tokens(usage.output_tokens);
            let thought = tokens(usage.output_tokens_details.thinking_tokens);
            self.usage.reasoning_tokens = thought.min(self.usage.output_tokens);
        }
        events.push_back(ModelEvent::Usage(self.usage));
    }
}
