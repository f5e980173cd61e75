//! OpenAI's chat completions, which most servers speak (platform.openai.com/docs/api-reference/chat).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_text, state_of};
use super::content::Content;
use super::pictures::data_url;
use super::turns::{Given, Turn, turns};
use crate::answer::frames::Framing;
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::quirks::{Quirk, Quirks};
use crate::wire::message_in;
use crate::{
    AnswerFormat, FinishReason, ModelError, ModelEvent, ModelImage, ModelRequest, ModelStream,
    Target, TextModel, ToolCall, ToolChoice, Usage, Wire,
};

pub(super) struct OpenAi {
    pub target: Target,
    pub wire: Wire,
    /// Quirks of the server; those of the model are added.
    pub quirks: Quirks,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Value>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[async_trait]
impl TextModel for OpenAi {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let quirks = self.quirks.and(Quirks::of_model(&request.model));
        let body = body(&request, quirks);
        let url = format!("{}/chat/completions", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        let keeps_thoughts = !request.tools.is_empty() && quirks.has(Quirk::ReturnsReasoning);
        let reader = Reader {
            finish_reason: None,
            calls: Calls::new(&self.wire.clock),
            thoughts: keeps_thoughts.then(String::new),
        };
        read_answer(response, Framing::Events, reader, &self.wire.timing)
    }
}

fn body(request: &ModelRequest, quirks: Quirks) -> Body<'_> {
    let (limit, options) = (request.max_output_tokens, &request.options);
    let is_newer = quirks.has(Quirk::MaxCompletionTokens);
    let samples = !quirks.has(Quirk::NoSampling);
    Body {
        model: &request.model,
        messages: messages(request, quirks),
        stream: true,
        stream_options: (!quirks.has(Quirk::NoStreamOptions))
            .then_some(StreamOptions { include_usage: true }),
        max_tokens: limit.filter(|_| !is_newer),
        max_completion_tokens: limit.filter(|_| is_newer),
        temperature: request.temperature.filter(|_| samples),
        top_p: options.top_p.filter(|_| samples),
        stop: &options.stop,
        seed: options.seed,
        presence_penalty: options.presence_penalty.filter(|_| samples),
        frequency_penalty: options.frequency_penalty.filter(|_| samples),
        reasoning_effort: options.reasoning_effort.as_deref(),
        response_format: response_format(&options.format),
        tools: request
            .tools
            .iter()
            .map(|tool| json!({ "type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.parameters,
            }}))
            .collect(),
        tool_choice: tool_choice(request),
    }
}

/// Returns the conversation in messages.
fn messages(request: &ModelRequest, quirks: Quirks) -> Vec<Value> {
    let role = if quirks.has(Quirk::NoSystemRole) { "user" } else { "system" };
    let system = request.system.iter().map(|text| json!({ "role": role, "content": text }));
    let mut messages: Vec<Value> = system.collect();
    for turn in turns(request) {
        match turn {
            Turn::Person { text, images } => messages.push(person(text, images)),
            Turn::Model { text, calls } => messages.push(model(text, &calls, quirks)),
            Turn::Results(given) => add_results(&mut messages, &given, quirks),
        }
    }
    messages
}

fn person(text: &str, images: &[ModelImage]) -> Value {
    if images.is_empty() {
        return json!({ "role": "user", "content": text });
    }
    let words = (!text.is_empty()).then(|| json!({ "type": "text", "text": text }));
    let pictures = images
        .iter()
        .map(|image| json!({ "type": "image_url", "image_url": { "url": data_url(image) } }));
    json!({ "role": "user", "content": words.into_iter().chain(pictures).collect::<Vec<_>>() })
}

fn model(text: &str, calls: &[&ToolCall], quirks: Quirks) -> Value {
    if calls.is_empty() {
        return json!({ "role": "assistant", "content": text });
    }
    let written = calls.iter().map(|call| {
        json!({ "id": call_id(call, quirks), "type": "function",
            "function": { "name": call.name, "arguments": call.arguments } })
    });
    let mut message = json!({
        "role": "assistant", "content": (!text.is_empty()).then_some(text),
        "tool_calls": written.collect::<Vec<_>>(),
    });
    if quirks.has(Quirk::ReturnsReasoning) {
        let thoughts = calls.iter().find_map(|call| state_of(call, STATE));
        message["reasoning_content"] = json!(thoughts.unwrap_or_default());
    }
    message
}

fn add_results(messages: &mut Vec<Value>, given: &[Given<'_>], quirks: Quirks) {
    messages.extend(given.iter().map(|given| {
        json!({ "role": "tool", "tool_call_id": call_id(given.call, quirks), "content": given.output })
    }));
    // A tool's message carries no picture here, so they follow as the person's.
    let pictures = given.iter().filter(|given| !given.images.is_empty());
    messages.extend(pictures.map(|given| {
        person(&format!("[The pictures that {} gave.]", given.call.name), given.images)
    }));
}

/// The owner's name of what this adapter puts into [`ToolCall::provider_state`].
const STATE: &str = "reasoning";

/// Returns the id as the server takes it. Mistral takes nine letters and digits, nothing else.
fn call_id(call: &ToolCall, quirks: Quirks) -> String {
    let is_short = call.id.len() == 9 && call.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_short || !quirks.has(Quirk::ShortToolIds) {
        return call.id.clone();
    }
    // FNV-1a: the same id becomes the same nine letters everywhere.
    let hash = call.id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:09x}", hash & 0xf_ffff_ffff)
}

fn response_format(format: &AnswerFormat) -> Option<Value> {
    match format {
        AnswerFormat::Text => None,
        AnswerFormat::Json => Some(json!({ "type": "json_object" })),
        AnswerFormat::Schema { name, schema, strict } => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": name, "schema": schema, "strict": strict },
        })),
    }
}

fn tool_choice(request: &ModelRequest) -> Option<Value> {
    if request.tools.is_empty() {
        return None;
    }
    match &request.options.tool_choice {
        ToolChoice::Auto => None,
        ToolChoice::None => Some(json!("none")),
        ToolChoice::Required => Some(json!("required")),
        ToolChoice::Named(name) => {
            Some(json!({ "type": "function", "function": { "name": name } }))
        }
    }
}

/// The fields read from a piece. This runs for every token of every stream: anything not named here is skipped without
/// being copied.
#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<PieceUsage>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    /// `message` in an answer that came at once.
    #[serde(default, alias = "message")]
    delta: Option<Delta>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    content: Content,
    /// DeepSeek's, llama.cpp's and vLLM's name for it.
    #[serde(default)]
    reasoning_content: Option<String>,
    /// OpenRouter's and Ollama's.
    #[serde(default)]
    reasoning: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Deserialize)]
struct CallDelta {
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    function: Option<FunctionDelta>,
}

#[derive(Deserialize)]
struct FunctionDelta {
    #[serde(default)]
    name: Option<String>,
    #[serde(default, deserialize_with = "arguments_text")]
    arguments: String,
}

#[derive(Deserialize)]
struct PieceUsage {
    #[serde(default)]
    prompt_tokens: Option<f64>,
    #[serde(default)]
    completion_tokens: Option<f64>,
}

struct Reader {
    finish_reason: Option<FinishReason>,
    calls: Calls,
    /// All that was thought, for servers that want it back.
    thoughts: Option<String>,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        if piece.trim_ascii() == b"[DONE]" {
            let reason = *self.finish_reason.get_or_insert(FinishReason::Stop);
            self.finish_calls(reason, events);
            return Ok(Next::End);
        }
        let piece: Piece = serde_json::from_slice(piece)?;
        if let Some(error) = piece.error.filter(|error| !error.is_null()) {
            return Err(Fault::Reported(reported(error)));
        }
        if let Some(choice) = piece.choices.into_iter().next() {
            if let Some(delta) = choice.delta {
                self.take(delta, events);
            }
            if let Some(reason) = choice.finish_reason {
                let reason = finish_reason(&reason);
                self.finish_reason = Some(reason);
                self.finish_calls(reason, events);
            }
        }
        if let Some(usage) = piece.usage {
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(usage.prompt_tokens),
                output_tokens: tokens(usage.completion_tokens),
            }));
        }
        Ok(Next::More)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason.map(|said| self.calls.reason(said))
    }
}

impl Reader {
    fn take(&mut self, delta: Delta, events: &mut VecDeque<ModelEvent>) {
        let filled = |text: &String| !text.is_empty();
        let reasoning =
            delta.reasoning_content.or(delta.reasoning).unwrap_or(delta.content.reasoning);
        if filled(&reasoning) {
            if let Some(thoughts) = &mut self.thoughts {
                thoughts.push_str(&reasoning);
            }
            events.push_back(ModelEvent::Reasoning(reasoning));
        }
        let text = Some(delta.content.text).filter(filled).or(delta.refusal.filter(filled));
        if let Some(text) = text {
            events.push_back(ModelEvent::Text(text));
        }
        for call in delta.tool_calls.into_iter().flatten() {
            let FunctionDelta { name, arguments } =
                call.function.unwrap_or(FunctionDelta { name: None, arguments: String::new() });
            let fragment =
                Fragment { index: call.index, id: call.id, name, arguments, provider_state: None };
            self.calls.add(fragment);
        }
    }

    fn finish_calls(&mut self, reason: FinishReason, events: &mut VecDeque<ModelEvent>) {
        let state = self.thoughts.as_ref().map(|thoughts| format!("{STATE}:{thoughts}"));
        self.calls.finish(reason, state, events);
    }
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason {
        "stop" => FinishReason::Stop,
        "length" => FinishReason::Length,
        "content_filter" => FinishReason::ContentFilter,
        "tool_calls" | "function_call" => FinishReason::ToolCalls,
        _ => FinishReason::Other,
    }
}

fn reported(error: Value) -> String {
    let whole = serde_json::json!({ "error": error });
    message_in(&whole).unwrap_or_else(|| whole["error"].to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_becomes_the_same_nine_letters_everywhere_where_the_server_wants_nine() {
        let call = ToolCall { id: "call_0fypS1hVX_1".to_owned(), ..ToolCall::default() };
        let short = Quirks::from([Quirk::ShortToolIds]);
        let id = call_id(&call, short);
        assert!(id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
        assert_eq!(call_id(&call, short), id);
        assert_eq!(call_id(&call, Quirks::default()), call.id);
    }
}
