//! OpenAI's responses (platform.openai.com/docs/api-reference/responses), for the models that want them.

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_text, state_of};
use super::content::Content;
use super::openai::OpenAi;
use super::options::{Wish, refuse};
use super::pictures::data_url;
use super::stop::Stop;
use super::turns::{Given, MessagePart, Turn, ordered_blocks, turns};
use super::usage::PieceUsage;
use crate::answer::frames::Framing;
use crate::answer::lenient::{index, lenient, list, name, parse};
use crate::answer::{Decoder, Fault, Next, read_answer};
use crate::quirks::{Quirk, Quirks};
use crate::wire::message_in;
use crate::{
    AnswerFormat, FinishReason, ModelError, ModelEvent, ModelImage, ModelRequest, ModelStream,
    RequestOptions, Target, TextModel, ToolCall, ToolChoice, Wire,
};

/// A server of chat completions, and perhaps responses: each model uses the API it needs.
pub(super) struct Either {
    pub chat: OpenAi,
    pub responses: Responses,
    pub quirks: Quirks,
}

#[async_trait]
impl TextModel for Either {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let quirks = self.quirks.and(Quirks::of_model(&request.model));
        let is_asked_for = self.responses.target.responses;
        // Responses have no recordings.
        if request.messages.iter().any(|message| !message.audio.is_empty()) {
            return self.chat.stream(request).await;
        }
        if is_asked_for || quirks.has(Quirk::HasResponses) && quirks.has(Quirk::WantsResponses) {
            return self.responses.stream(request).await;
        }
        self.chat.stream(request).await
    }
}

pub(super) struct Responses {
    pub target: Target,
    pub wire: Wire,
    pub quirks: Quirks,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    input: Vec<Value>,
    stream: bool,
    /// False: nothing is stored there, because the conversation is ours.
    store: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    include: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parallel_tool_calls: Option<bool>,
}

#[async_trait]
impl TextModel for Responses {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let lacking =
            [Wish::Audio, Wish::LogitBias, Wish::Penalties, Wish::Seed, Wish::Stop, Wish::TopK];
        refuse(&request, &lacking)?;
        let quirks = self.quirks.and(Quirks::of_model(&request.model));
        let url = format!("{}/responses", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body(&request, quirks));
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        let reader = Reader {
            stop: Stop::default(),
            calls: Calls::new(&self.wire.clock),
            thoughts: (!request.tools.is_empty()).then(Vec::new),
            has_summary: false,
            has_text: false,
        };
        read_answer(response, Framing::Events, reader, &self.wire.timing())
    }
}

fn body(request: &ModelRequest, quirks: Quirks) -> Body<'_> {
    let options = &request.options;
    let samples = !quirks.has(Quirk::NoSampling);
    let thinks = quirks.has(Quirk::WantsResponses);
    Body {
        model: &request.model,
        input: turns(request).into_iter().flat_map(items).collect(),
        stream: true,
        store: false,
        instructions: request.system.as_deref(),
        max_output_tokens: request.max_output_tokens,
        temperature: request.temperature.filter(|_| samples),
        top_p: options.top_p.filter(|_| samples),
        reasoning: thinks.then(|| {
            let mut reasoning = json!({ "summary": "auto" });
            if let Some(effort) = &options.reasoning_effort {
                reasoning["effort"] = json!(effort);
            }
            reasoning
        }),
        // Reasoning that is not stored there must be sent back with the results of tools.
        include: thinks.then_some(["reasoning.encrypted_content"]),
        text: text_settings(options),
        tools: request
            .tools
            .iter()
            .map(|tool| {
                json!({
                    "type": "function", "name": tool.name, "description": tool.description,
                    "parameters": tool.parameters,
                    "strict": options.strict_tools.contains(&tool.name),
                })
            })
            .collect(),
        tool_choice: match &options.tool_choice {
            _ if request.tools.is_empty() => None,
            ToolChoice::Auto => None,
            ToolChoice::None => Some(json!("none")),
            ToolChoice::Required => Some(json!("required")),
            ToolChoice::Named(name) => Some(json!({ "type": "function", "name": name })),
        },
        parallel_tool_calls: options.parallel_tool_calls.filter(|_| !request.tools.is_empty()),
    }
}

fn text_settings(options: &RequestOptions) -> Option<Value> {
    let mut text = match &options.format {
        AnswerFormat::Text => json!({}),
        AnswerFormat::Json => json!({ "format": { "type": "json_object" } }),
        AnswerFormat::Schema { name, schema, strict } => json!({ "format": {
            "type": "json_schema", "name": name, "schema": schema, "strict": strict,
        }}),
    };
    if let Some(verbosity) = &options.verbosity {
        text["verbosity"] = json!(verbosity);
    }
    text.as_object().is_some_and(|text| !text.is_empty()).then_some(text)
}

fn items(turn: Turn<'_>) -> Vec<Value> {
    match turn {
        Turn::System(text) => vec![json!({ "role": "system", "content": text })],
        Turn::Person { text, images, offsets, .. } => {
            let content = match ordered_blocks(text, images, offsets) {
                Some(blocks) => blocks.iter().map(part).collect(),
                None => content(text, images),
            };
            vec![json!({ "role": "user", "content": content })]
        }
        Turn::Model { text, calls } => {
            let said =
                (!text.trim().is_empty()).then(|| json!({ "role": "assistant", "content": text }));
            let thoughts = calls.iter().find_map(|call| thoughts_of(call)).unwrap_or_default();
            let uses = calls.iter().map(|call| {
                json!({
                    "type": "function_call", "call_id": call.id, "name": call.name,
                    "arguments": call.arguments,
                })
            });
            thoughts.into_iter().chain(said).chain(uses).collect()
        }
        Turn::Results(given) => given.iter().map(output).collect(),
    }
}

fn part(block: &MessagePart<'_>) -> Value {
    match block {
        MessagePart::Text(text) => json!({ "type": "input_text", "text": text }),
        MessagePart::Image(image) => json!({ "type": "input_image", "image_url": data_url(image) }),
    }
}

fn content(text: &str, images: &[ModelImage]) -> Value {
    if images.is_empty() {
        return json!(text);
    }
    let words = (!text.trim().is_empty()).then(|| json!({ "type": "input_text", "text": text }));
    let pictures =
        images.iter().map(|image| json!({ "type": "input_image", "image_url": data_url(image) }));
    words.into_iter().chain(pictures).collect()
}

fn output(given: &Given<'_>) -> Value {
    json!({
        "type": "function_call_output", "call_id": given.call.id,
        "output": content(given.output, given.images),
    })
}

fn thoughts_of(call: &ToolCall) -> Option<Vec<Value>> {
    serde_json::from_str(state_of(call, STATE)?).ok()
}

/// The owner's name of what this adapter puts into [`ToolCall::provider_state`].
const STATE: &str = "responses";

/// The fields of all kinds of pieces: a field that a kind does not have, or of another shape, is absent.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Piece {
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: Option<String>,
    delta: Content,
    #[serde(deserialize_with = "index")]
    output_index: Option<u64>,
    #[serde(deserialize_with = "lenient")]
    item: Option<Item>,
    #[serde(deserialize_with = "lenient")]
    response: Option<Response>,
    #[serde(deserialize_with = "lenient")]
    message: Option<String>,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
    /// `response` where the answer came at once, without a piece around it.
    #[serde(deserialize_with = "lenient")]
    object: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Item {
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: Option<String>,
    #[serde(deserialize_with = "name")]
    id: Option<String>,
    #[serde(deserialize_with = "name")]
    call_id: Option<String>,
    #[serde(deserialize_with = "name")]
    name: Option<String>,
    #[serde(deserialize_with = "arguments_text")]
    arguments: String,
    content: Content,
    #[serde(deserialize_with = "lenient")]
    summary: Value,
    #[serde(deserialize_with = "lenient")]
    encrypted_content: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Response {
    #[serde(deserialize_with = "lenient")]
    status: Option<String>,
    #[serde(deserialize_with = "list")]
    output: Vec<Item>,
    #[serde(deserialize_with = "lenient")]
    usage: Option<PieceUsage>,
    #[serde(deserialize_with = "lenient")]
    incomplete_details: Option<Incomplete>,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Incomplete {
    reason: Stop,
}

struct Reader {
    stop: Stop,
    calls: Calls,
    /// The items of thoughts as they go back, where tools may be used.
    thoughts: Option<Vec<Value>>,
    has_summary: bool,
    has_text: bool,
}

impl Decoder for Reader {
    fn decode(&mut self, bytes: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = parse(bytes)?;
        let kind = piece.kind.as_deref().unwrap_or_default();
        let index = piece.output_index.unwrap_or_default();
        match kind {
            "response.output_text.delta" | "response.refusal.delta" | "response.text.delta" => {
                self.say(piece.delta.words(), events);
            }
            "response.reasoning_summary_text.delta"
            | "response.reasoning_text.delta"
            | "response.reasoning.delta"
            | "response.reasoning_summary.delta" => self.think(piece.delta.words(), events),
            "response.reasoning_summary_part.added" if self.has_summary => {
                events.push_back(ModelEvent::Reasoning("\n\n".to_owned()));
            }
            "response.output_item.added" => {
                if let Some(Item { call_id, id, name: Some(name), arguments, .. }) = piece.item {
                    let (index, id, name) = (Some(index), call_id.or(id), Some(name));
                    self.calls.add(Fragment { index, id, name, arguments, provider_state: None });
                }
            }
            "response.function_call_arguments.delta" => {
                let arguments = piece.delta.words();
                self.calls.add(Fragment { index: Some(index), arguments, ..Fragment::default() });
            }
            "response.output_item.done" => {
                if let Some(item) = piece.item {
                    self.end_item(index, item, events);
                }
            }
            "response.completed" | "response.incomplete" | "response.done" => {
                return self.end(piece.response.unwrap_or_default(), events);
            }
            "response.failed" | "response.cancelled" | "error" => {
                let inner = piece.response.and_then(|response| response.error);
                return Err(fault(piece.error.or(inner), piece.message));
            }
            _ if piece.error.is_some() => return Err(fault(piece.error, piece.message)),
            _ if piece.object.as_deref() == Some("response") => {
                return self.end(parse(bytes)?, events);
            }
            _ => {}
        }
        Ok(Next::More)
    }

    fn close(&mut self, is_marked: bool, events: &mut VecDeque<ModelEvent>) {
        if is_marked {
            self.stop.or_stop();
        }
        if let Some(reason) = self.stop.reason() {
            let thoughts = self.thoughts.take().filter(|thoughts| !thoughts.is_empty());
            let state = thoughts.map(|thoughts| format!("{STATE}:{}", Value::Array(thoughts)));
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

impl Reader {
    fn say(&mut self, text: String, events: &mut VecDeque<ModelEvent>) {
        if !text.is_empty() {
            self.has_text = true;
            events.push_back(ModelEvent::Text(text));
        }
    }

    fn think(&mut self, thought: String, events: &mut VecDeque<ModelEvent>) {
        if !thought.is_empty() {
            self.has_summary = true;
            events.push_back(ModelEvent::Reasoning(thought));
        }
    }

    /// Takes a whole item, whose words most servers have sent in pieces before.
    fn end_item(&mut self, index: u64, item: Item, events: &mut VecDeque<ModelEvent>) {
        match item.kind.as_deref() {
            // By its id: llama-server and LiteLLM number no items.
            Some("function_call") => {
                let id = item.call_id.or(item.id).unwrap_or_default();
                let (name, arguments) = (item.name.unwrap_or_default(), item.arguments);
                self.calls.put(index, ToolCall { id, name, arguments, provider_state: None });
            }
            Some("reasoning") => self.end_thought(item, events),
            Some("message") if !self.has_text => self.say(item.content.words(), events),
            _ => {}
        }
    }

    fn end_thought(&mut self, item: Item, events: &mut VecDeque<ModelEvent>) {
        if !self.has_summary && !self.has_text {
            let summary: Content =
                serde_json::from_str(&item.summary.to_string()).unwrap_or_default();
            self.think(summary.words(), events);
        }
        // Without its content a reasoning item is only an id, at a place where nothing is stored.
        if let (Some(thoughts), Some(content)) = (&mut self.thoughts, item.encrypted_content) {
            let summary = if item.summary.is_array() { item.summary } else { json!([]) };
            thoughts.push(json!({
                "type": "reasoning", "id": item.id, "summary": summary, "encrypted_content": content,
            }));
        }
    }

    fn end(
        &mut self,
        response: Response,
        events: &mut VecDeque<ModelEvent>,
    ) -> Result<Next, Fault> {
        if response.status.as_deref() == Some("failed") {
            return Err(fault(response.error, None));
        }
        let has_words = self.has_text || self.calls.count() > 0;
        if !has_words {
            for (index, item) in (0..).zip(response.output) {
                self.end_item(index, item, events);
            }
        }
        match response.incomplete_details.map(|details| details.reason) {
            Some(reason) if reason.reason() == Some(FinishReason::ContentFilter) => {
                self.stop = reason;
            }
            Some(reason) if reason.reason().is_some() => {
                self.stop = Stop::of(FinishReason::Length, reason.words().unwrap_or_default());
            }
            _ => self.stop = Stop::of(FinishReason::Stop, ""),
        }
        if let Some(usage) = response.usage {
            events.push_back(ModelEvent::Usage(usage.usage().unwrap_or_default()));
        }
        Ok(Next::End)
    }
}

fn fault(error: Option<Value>, message: Option<String>) -> Fault {
    let said = error.and_then(|error| message_in(&json!({ "error": error }))).or(message);
    Fault::Reported(said.unwrap_or_else(|| "the answer failed".to_owned()))
}
