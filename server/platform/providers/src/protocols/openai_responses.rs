//! OpenAI's responses (platform.openai.com/docs/api-reference/responses), for the models that want them.

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, state_of};
use super::openai::OpenAi;
use super::pictures::data_url;
use super::turns::{Given, Turn, turns};
use crate::answer::frames::Framing;
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::quirks::{Quirk, Quirks};
use crate::{
    AnswerFormat, FinishReason, ModelError, ModelEvent, ModelImage, ModelRequest, ModelStream,
    Target, TextModel, ToolCall, ToolChoice, Usage, Wire,
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
}

#[async_trait]
impl TextModel for Responses {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let quirks = self.quirks.and(Quirks::of_model(&request.model));
        let url = format!("{}/responses", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body(&request, quirks));
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        let reader = Reader {
            finish_reason: None,
            calls: Calls::new(&self.wire.clock),
            thoughts: (!request.tools.is_empty()).then(Vec::new),
            has_summary: false,
        };
        read_answer(response, Framing::Events, reader, &self.wire.timing)
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
        text: text_format(&options.format),
        tools: request
            .tools
            .iter()
            .map(|tool| {
                json!({
                    "type": "function", "name": tool.name, "description": tool.description,
                    "parameters": tool.parameters, "strict": false,
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
    }
}

fn text_format(format: &AnswerFormat) -> Option<Value> {
    let format = match format {
        AnswerFormat::Text => return None,
        AnswerFormat::Json => json!({ "type": "json_object" }),
        AnswerFormat::Schema { name, schema, strict } => {
            json!({ "type": "json_schema", "name": name, "schema": schema, "strict": strict })
        }
    };
    Some(json!({ "format": format }))
}

fn items(turn: Turn<'_>) -> Vec<Value> {
    match turn {
        Turn::Person { text, images } => {
            vec![json!({ "role": "user", "content": content(text, images) })]
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

/// The events that are read; most other kinds only repeat what came before.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum Piece {
    #[serde(rename = "response.output_text.delta", alias = "response.refusal.delta")]
    Text { delta: String },
    #[serde(
        rename = "response.reasoning_summary_text.delta",
        alias = "response.reasoning_text.delta"
    )]
    Reasoning { delta: String },
    #[serde(rename = "response.reasoning_summary_part.added")]
    ReasoningPart,
    #[serde(rename = "response.output_item.added")]
    ItemAdded {
        #[serde(default)]
        output_index: u64,
        item: Item,
    },
    #[serde(rename = "response.function_call_arguments.delta")]
    Arguments {
        #[serde(default)]
        output_index: u64,
        delta: String,
    },
    #[serde(rename = "response.output_item.done")]
    ItemDone {
        #[serde(default)]
        output_index: u64,
        item: Item,
    },
    #[serde(rename = "response.completed", alias = "response.incomplete")]
    Ended { response: Ended },
    #[serde(rename = "response.failed")]
    Failed { response: Failed },
    #[serde(rename = "error")]
    Error {
        #[serde(default)]
        message: Option<String>,
        #[serde(default)]
        error: Option<Reported>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Item {
    FunctionCall {
        call_id: String,
        name: String,
        #[serde(default)]
        arguments: String,
    },
    Reasoning {
        #[serde(default)]
        id: Option<String>,
        #[serde(default)]
        summary: Value,
        #[serde(default)]
        encrypted_content: Option<String>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Ended {
    #[serde(default)]
    usage: Option<PieceUsage>,
    #[serde(default)]
    incomplete_details: Option<Incomplete>,
}

#[derive(Deserialize)]
struct Incomplete {
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize)]
struct PieceUsage {
    #[serde(default)]
    input_tokens: Option<f64>,
    #[serde(default)]
    output_tokens: Option<f64>,
}

#[derive(Deserialize)]
struct Failed {
    #[serde(default)]
    error: Option<Reported>,
}

#[derive(Deserialize)]
struct Reported {
    #[serde(default)]
    message: Option<String>,
}

struct Reader {
    finish_reason: Option<FinishReason>,
    calls: Calls,
    /// The items of thoughts as they go back, where tools may be used.
    thoughts: Option<Vec<Value>>,
    has_summary: bool,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        if piece.trim_ascii() == b"[DONE]" {
            return Ok(Next::End);
        }
        match serde_json::from_slice(piece)? {
            Piece::Text { delta } if !delta.is_empty() => events.push_back(ModelEvent::Text(delta)),
            Piece::Reasoning { delta } if !delta.is_empty() => {
                self.has_summary = true;
                events.push_back(ModelEvent::Reasoning(delta));
            }
            Piece::ReasoningPart if self.has_summary => {
                events.push_back(ModelEvent::Reasoning("\n\n".to_owned()));
            }
            Piece::ItemAdded {
                output_index,
                item: Item::FunctionCall { call_id, name, arguments },
            } => {
                let (index, id, name) = (Some(output_index), Some(call_id), Some(name));
                self.calls.add(Fragment { index, id, name, arguments, provider_state: None });
            }
            Piece::Arguments { output_index, delta } => {
                let index = Some(output_index);
                self.calls.add(Fragment { index, arguments: delta, ..Fragment::default() });
            }
            Piece::ItemDone { output_index, item } => self.end_item(output_index, item),
            Piece::Ended { response } => {
                self.end(response, events);
                return Ok(Next::End);
            }
            Piece::Failed { response } => return Err(fault(response.error, None)),
            Piece::Error { message, error } => return Err(fault(error, message)),
            _ => {}
        }
        Ok(Next::More)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason.map(|said| self.calls.reason(said))
    }
}

impl Reader {
    fn end_item(&mut self, index: u64, item: Item) {
        match item {
            // By its id: llama-server and LiteLLM number no items.
            Item::FunctionCall { call_id: id, name, arguments } => {
                self.calls.put(index, ToolCall { id, name, arguments, provider_state: None });
            }
            // Without its content a reasoning item is only an id, at a place where nothing is stored.
            Item::Reasoning { id, summary, encrypted_content: Some(content) } => {
                if let Some(thoughts) = &mut self.thoughts {
                    let summary = if summary.is_array() { summary } else { json!([]) };
                    thoughts.push(json!({
                        "type": "reasoning", "id": id, "summary": summary,
                        "encrypted_content": content,
                    }));
                }
            }
            Item::Reasoning { .. } | Item::Other => {}
        }
    }

    fn end(&mut self, response: Ended, events: &mut VecDeque<ModelEvent>) {
        let reason = match response.incomplete_details.and_then(|details| details.reason) {
            None => FinishReason::Stop,
            Some(reason) if reason == "content_filter" => FinishReason::ContentFilter,
            Some(_) => FinishReason::Length,
        };
        let thoughts = self.thoughts.take().filter(|thoughts| !thoughts.is_empty());
        let state = thoughts.map(|thoughts| format!("{STATE}:{}", Value::Array(thoughts)));
        self.calls.finish(reason, state, events);
        self.finish_reason = Some(reason);
        if let Some(usage) = response.usage {
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(usage.input_tokens),
                output_tokens: tokens(usage.output_tokens),
            }));
        }
    }
}

fn fault(error: Option<Reported>, message: Option<String>) -> Fault {
    let said = error.and_then(|error| error.message).or(message);
    Fault::Reported(said.unwrap_or_else(|| "the answer failed".to_owned()))
}
