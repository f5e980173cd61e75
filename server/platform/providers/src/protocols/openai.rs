//! OpenAI's chat completions, which most servers speak (platform.openai.com/docs/api-reference/chat).

use std::collections::VecDeque;

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_text, state_of};
use super::content::Content;
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
    AnswerFormat, FinishReason, ModelAudio, ModelError, ModelEvent, ModelImage, ModelRequest,
    ModelStream, Target, TextModel, ToolCall, ToolChoice, Wire,
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
    top_k: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verbosity: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logit_bias: Option<&'a Value>,
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
            stop: Stop::default(),
            calls: Calls::new(&self.wire.clock),
            thoughts: keeps_thoughts.then(String::new),
            has_said: false,
            is_counted: false,
        };
        read_answer(response, Framing::Events, reader, &self.wire.timing())
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
        top_k: options.top_k,
        verbosity: options.verbosity.as_deref(),
        reasoning_effort: options.reasoning_effort.as_deref(),
        response_format: response_format(&options.format),
        tools: request
            .tools
            .iter()
            .map(|tool| {
                let mut function = json!({
                    "name": tool.name, "description": tool.description, "parameters": tool.parameters,
                });
                if options.strict_tools.contains(&tool.name) {
                    function["strict"] = json!(true);
                }
                json!({ "type": "function", "function": function })
            })
            .collect(),
        tool_choice: tool_choice(request),
        parallel_tool_calls: options.parallel_tool_calls.filter(|_| !request.tools.is_empty()),
        logit_bias: options.logit_bias.as_ref(),
    }
}

/// Returns the conversation in messages.
fn messages(request: &ModelRequest, quirks: Quirks) -> Vec<Value> {
    let role = if quirks.has(Quirk::NoSystemRole) { "user" } else { "system" };
    let system = request.system.iter().map(|text| json!({ "role": role, "content": text }));
    let mut messages: Vec<Value> = system.collect();
    for turn in turns(request) {
        match turn {
            Turn::System(text) => messages.push(json!({ "role": role, "content": text })),
            Turn::Person { text, images, name, offsets, audio } => {
                let mut message = match ordered_blocks(text, images, offsets) {
                    Some(blocks) => json!({ "role": "user", "content": parts(&blocks) }),
                    None => person(text, images),
                };
                add_audio(&mut message, audio);
                if let Some(name) = name {
                    message["name"] = json!(name);
                }
                messages.push(message);
            }
            Turn::Model { text, calls } => messages.push(model(text, &calls, quirks)),
            Turn::Results(given) => add_results(&mut messages, &given, quirks),
        }
    }
    messages
}

fn parts(blocks: &[MessagePart<'_>]) -> Vec<Value> {
    let parts = blocks.iter().map(|block| match block {
        MessagePart::Text(text) => json!({ "type": "text", "text": text }),
        MessagePart::Image(image) => {
            json!({ "type": "image_url", "image_url": { "url": data_url(image) } })
        }
    });
    parts.collect()
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

/// Adds recordings after what the message has.
fn add_audio(message: &mut Value, audio: &[ModelAudio]) {
    if audio.is_empty() {
        return;
    }
    let mut parts = match message["content"].take() {
        Value::Array(parts) => parts,
        text if text == "" => Vec::new(),
        text => vec![json!({ "type": "text", "text": text })],
    };
    parts.extend(audio.iter().map(|audio| {
        let data = STANDARD.encode(&audio.data);
        let recording = json!({ "data": data, "format": audio.format.as_str() });
        json!({ "type": "input_audio", "input_audio": recording })
    }));
    message["content"] = json!(parts);
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
#[derive(Deserialize, Default)]
#[serde(default)]
struct Piece {
    #[serde(deserialize_with = "list")]
    choices: Vec<Choice>,
    #[serde(deserialize_with = "lenient")]
    usage: Option<PieceUsage>,
    #[serde(deserialize_with = "lenient")]
    x_groq: Option<Groq>,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
    #[serde(deserialize_with = "lenient")]
    object: Option<String>,
    #[serde(deserialize_with = "lenient")]
    message: Option<String>,
    #[serde(deserialize_with = "lenient")]
    detail: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Groq {
    #[serde(deserialize_with = "lenient")]
    usage: Option<PieceUsage>,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Choice {
    #[serde(deserialize_with = "index")]
    index: Option<u64>,
    #[serde(deserialize_with = "lenient")]
    delta: Option<Delta>,
    /// The whole answer: where it came at once, and beside the deltas from some servers.
    #[serde(deserialize_with = "lenient")]
    message: Option<Delta>,
    /// The text of older servers, which only complete.
    text: Content,
    finish_reason: Stop,
    #[serde(deserialize_with = "lenient")]
    usage: Option<PieceUsage>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Delta {
    content: Content,
    /// DeepSeek's, llama.cpp's and vLLM's name for it.
    reasoning_content: Content,
    /// OpenRouter's and Ollama's.
    reasoning: Content,
    reasoning_details: Content,
    thinking: Content,
    refusal: Content,
    #[serde(deserialize_with = "list")]
    tool_calls: Vec<CallDelta>,
    /// The only call, in the words of older servers.
    #[serde(deserialize_with = "lenient")]
    function_call: Option<FunctionDelta>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CallDelta {
    #[serde(deserialize_with = "index")]
    index: Option<u64>,
    #[serde(deserialize_with = "name")]
    id: Option<String>,
    #[serde(deserialize_with = "lenient")]
    function: Option<FunctionDelta>,
    #[serde(deserialize_with = "name")]
    name: Option<String>,
    #[serde(deserialize_with = "arguments_text")]
    arguments: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct FunctionDelta {
    #[serde(deserialize_with = "name")]
    name: Option<String>,
    #[serde(deserialize_with = "arguments_text")]
    arguments: String,
}

impl Piece {
    /// Returns the error that a piece reports.
    fn error(&self) -> Option<String> {
        let groq = || self.x_groq.as_ref()?.error.as_ref();
        if let Some(error) = self.error.as_ref().or_else(groq).filter(|error| is_said(error)) {
            return Some(reported(error));
        }
        let is_bare = self.choices.is_empty() && self.usage.is_none();
        let is_error = self.object.as_deref() == Some("error") || self.object.is_none();
        let said = self.message.clone().or_else(|| self.detail.clone());
        said.filter(|_| is_bare && is_error)
    }
}

/// Returns true unless an error is only a field that its server always sends.
fn is_said(error: &Value) -> bool {
    match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Number(code) => code.as_i64() != Some(0),
        Value::Bool(true) => true,
    }
}

fn reported(error: &Value) -> String {
    message_in(&json!({ "error": error })).unwrap_or_else(|| error.to_string())
}

impl Delta {
    fn is_empty(&self) -> bool {
        let thoughts =
            [&self.reasoning_content, &self.reasoning, &self.reasoning_details, &self.thinking];
        let is_blank = |content: &Content| content.text.is_empty() && content.reasoning.is_empty();
        is_blank(&self.content)
            && is_blank(&self.refusal)
            && thoughts.into_iter().all(is_blank)
            && self.tool_calls.is_empty()
            && self.function_call.is_none()
    }
}

struct Reader {
    stop: Stop,
    calls: Calls,
    /// All that was thought, for servers that want it back.
    thoughts: Option<String>,
    has_said: bool,
    /// Tokens were counted in a piece of their own, which only the end of an answer is.
    is_counted: bool,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = parse(piece)?;
        if let Some(message) = piece.error() {
            return Err(Fault::Reported(message));
        }
        let usage = piece.usage.or_else(|| piece.x_groq.and_then(|groq| groq.usage));
        let has_choice = !piece.choices.is_empty();
        let choice = piece.choices.into_iter().find(|choice| choice.index.unwrap_or(0) == 0);
        let mut usage_of_choice = None;
        if let Some(choice) = choice {
            usage_of_choice = choice.usage;
            if let Some(delta) = self.delta_of(choice.delta, choice.message) {
                self.take(delta, events);
            }
            self.say(choice.text.text, events);
            if choice.finish_reason.words().is_some_and(|word| word == "error") {
                return Err(Fault::Reported("the provider reported an error".to_owned()));
            }
            self.stop.or_later(choice.finish_reason);
        }
        let counted = usage.or(usage_of_choice).and_then(|usage| Some((usage.usage()?, usage)));
        if let Some((counted, usage)) = counted {
            self.is_counted |= !has_choice && usage.written() > Some(0.0);
            events.push_back(ModelEvent::Usage(counted));
        }
        Ok(Next::More)
    }

    fn close(&mut self, is_marked: bool, events: &mut VecDeque<ModelEvent>) {
        if is_marked || (self.is_counted && self.has_said) {
            self.stop.or_stop();
        }
        // Not before: some servers give a reason for stopping with every fragment of a call.
        if let Some(reason) = self.stop.reason() {
            let state = self.thoughts.as_ref().map(|thoughts| format!("{STATE}:{thoughts}"));
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
    /// Returns the delta of a choice. A whole message beside deltas repeats them.
    fn delta_of(&self, delta: Option<Delta>, message: Option<Delta>) -> Option<Delta> {
        match (delta, message) {
            (Some(delta), Some(message)) if delta.is_empty() && !self.has_said => Some(message),
            (None, Some(message)) if !self.has_said => Some(message),
            (delta, _) => delta,
        }
    }

    fn take(&mut self, delta: Delta, events: &mut VecDeque<ModelEvent>) {
        // Some servers send one thought under several names.
        let thoughts =
            [delta.reasoning_content, delta.reasoning, delta.reasoning_details, delta.thinking];
        let mut thoughts = thoughts.into_iter().map(Content::words);
        let reasoning = thoughts.find(|thought| !thought.is_empty());
        let reasoning = reasoning.unwrap_or(delta.content.reasoning);
        if !reasoning.is_empty() {
            if let Some(thoughts) = &mut self.thoughts {
                thoughts.push_str(&reasoning);
            }
            self.has_said = true;
            events.push_back(ModelEvent::Reasoning(reasoning));
        }
        let text = delta.content.text;
        self.say(if text.is_empty() { delta.refusal.words() } else { text }, events);
        for call in delta.tool_calls {
            let function = call.function.unwrap_or_default();
            self.calls.add(Fragment {
                index: call.index,
                id: call.id,
                name: function.name.or(call.name),
                arguments: function.arguments + &call.arguments,
                provider_state: None,
            });
            self.has_said = true;
        }
        if let Some(FunctionDelta { name, arguments }) = delta.function_call {
            self.calls.add(Fragment { index: Some(0), name, arguments, ..Fragment::default() });
            self.has_said = true;
        }
    }

    fn say(&mut self, text: String, events: &mut VecDeque<ModelEvent>) {
        if !text.is_empty() {
            self.has_said = true;
            events.push_back(ModelEvent::Text(text));
        }
    }
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
