//! Gemini's `streamGenerateContent` (ai.google.dev/api/generate-content).

use std::collections::VecDeque;

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::calls::{Calls, Fragment, arguments_object, arguments_text, state_of};
use super::content::Content;
use super::options::{Wish, refuse};
use super::pictures::base64;
use super::stop::Stop;
use super::turns::{Given, MessagePart, Turn, ordered_blocks, turns};
use crate::answer::frames::Framing;
use crate::answer::lenient::{flag, lenient, list, name, number, parse};
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::quirks::Quirk;
use crate::wire::message_in;
use crate::{
    AnswerFormat, FinishReason, ModelAudio, ModelError, ModelEvent, ModelImage, ModelRequest,
    ModelStream, Target, TextModel, ToolCall, ToolChoice, Usage, Wire, catalogue,
};

pub(super) struct Gemini {
    pub target: Target,
    pub wire: Wire,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    contents: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Value>,
    generation_config: GenerationConfig<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_k: Option<u32>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stop_sequences: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence_penalty: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency_penalty: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_config: Option<ThinkingConfig>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThinkingConfig {
    include_thoughts: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_level: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_budget: Option<u32>,
}

impl ThinkingConfig {
    /// Returns the setting; `None` for a model that is not known to think and was not asked to.
    fn of(model: &str, effort: Option<&str>, is_known: bool) -> Option<Self> {
        // The levels and budgets by which the provider itself understands OpenAI's words.
        let (level, budget) = match effort {
            None if !is_known => return None,
            None => (None, None),
            Some("none") => (Some("minimal"), Some(0)),
            Some("minimal") => (Some("minimal"), Some(1_024)),
            Some("low") => (Some("low"), Some(1_024)),
            Some("medium") => (Some("medium"), Some(8_192)),
            Some(_) => (Some("high"), Some(24_576)),
        };
        let has_budget = ["gemini-1", "gemini-2"].iter().any(|name| model.starts_with(name));
        Some(Self {
            include_thoughts: true,
            thinking_level: level.filter(|_| !has_budget),
            thinking_budget: budget.filter(|_| has_budget),
        })
    }
}

#[async_trait]
impl TextModel for Gemini {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        check_name(&request.model)?;
        refuse(&request, &[Wish::LogitBias, Wish::Verbosity])?;
        let url = format!(
            "{}/v1beta/models/{}:streamGenerateContent?alt=sse",
            self.target.base_url, request.model
        );
        let mut call = self.wire.client(&url).post(url).json(&body(&request));
        if let Some(key) = &self.target.api_key {
            // In the header, not in the address: addresses get logged.
            call = call.header("x-goog-api-key", key.expose());
        }
        let response = self.wire.open(call).await?;
        let reader = Reader { stop: Stop::default(), calls: Calls::new(&self.wire.clock) };
        read_answer(response, Framing::Events, reader, &self.wire.timing())
    }
}

fn body(request: &ModelRequest) -> Body<'_> {
    let options = &request.options;
    let known = catalogue::look_up(&request.model);
    let (response_mime_type, response_json_schema) = match &options.format {
        AnswerFormat::Text => (None, None),
        AnswerFormat::Json => (Some(JSON), None),
        AnswerFormat::Schema { schema, .. } => (Some(JSON), Some(schema)),
    };
    let mut system = request.system.as_deref();
    let mut contents: Vec<Value> = turns(request)
        .into_iter()
        // Blank texts are refused.
        .filter(
            |turn| !matches!(turn, Turn::Person { text, images: [], audio: [], .. } if text.trim().is_empty()),
        )
        .map(|turn| content(turn, known.quirks.has(Quirk::SignedCalls)))
        .collect();
    // Instructions alone are no conversation here.
    if contents.is_empty() {
        let alone = system.take().map(|text| json!({ "role": "user", "parts": parts(text, &[]) }));
        contents.extend(alone);
    }
    Body {
        contents,
        system_instruction: system.map(|text| json!({"parts": [{"text": text}]})),
        generation_config: GenerationConfig {
            max_output_tokens: request.max_output_tokens,
            temperature: request.temperature,
            top_p: options.top_p,
            top_k: options.top_k,
            stop_sequences: &options.stop,
            seed: options.seed,
            presence_penalty: options.presence_penalty,
            frequency_penalty: options.frequency_penalty,
            response_mime_type,
            response_json_schema,
            thinking_config: ThinkingConfig::of(
                &request.model,
                options.reasoning_effort.as_deref(),
                known.reasoning,
            ),
        },
        tools: (!request.tools.is_empty()).then(|| {
            let declared = request.tools.iter().map(|tool| {
                // The older `parameters` supports only a part of JSON Schema and refuses the rest.
                json!({
                    "name": tool.name, "description": tool.description,
                    "parametersJsonSchema": tool.parameters,
                })
            });
            json!([{ "functionDeclarations": declared.collect::<Vec<_>>() }])
        }),
        tool_config: tool_config(request),
    }
}

const JSON: &str = "application/json";

fn tool_config(request: &ModelRequest) -> Option<Value> {
    let config = match &request.options.tool_choice {
        _ if request.tools.is_empty() => return None,
        ToolChoice::Auto => return None,
        ToolChoice::None => json!({ "mode": "NONE" }),
        ToolChoice::Required => json!({ "mode": "ANY" }),
        ToolChoice::Named(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
    };
    Some(json!({ "functionCallingConfig": config }))
}

fn content(turn: Turn<'_>, needs_signature: bool) -> Value {
    match turn {
        // There is no such role here.
        Turn::System(text) => json!({ "role": "user", "parts": parts(text, &[]) }),
        Turn::Person { text, images, offsets, audio, .. } => {
            let mut parts = match ordered_blocks(text, images, offsets) {
                Some(blocks) => blocks.iter().flat_map(part).collect(),
                None => parts(text, images),
            };
            parts.extend(audio.iter().map(recording));
            json!({ "role": "user", "parts": parts })
        }
        Turn::Model { text, calls } => {
            let mut uses: Vec<Value> = calls.iter().map(|call| function_call(call)).collect();
            if needs_signature
                && let Some(first) = uses.first_mut()
                && first["thoughtSignature"].is_null()
            {
                first["thoughtSignature"] = json!(NO_SIGNATURE);
            }
            let parts: Vec<Value> = parts(text, &[]).into_iter().chain(uses).collect();
            json!({ "role": "model", "parts": parts })
        }
        Turn::Results(given) => {
            let responses = given.iter().map(function_response);
            let pictures = given.iter().flat_map(|given| parts("", given.images));
            json!({ "role": "user", "parts": responses.chain(pictures).collect::<Vec<_>>() })
        }
    }
}

fn part(block: &MessagePart<'_>) -> Vec<Value> {
    match block {
        MessagePart::Text(text) => parts(text, &[]),
        MessagePart::Image(image) => parts("", std::slice::from_ref(*image)),
    }
}

fn parts(text: &str, images: &[ModelImage]) -> Vec<Value> {
    let pictures = images.iter().map(
        |image| json!({ "inlineData": { "mimeType": image.media_type, "data": base64(image) } }),
    );
    let words = (!text.trim().is_empty()).then(|| json!({ "text": text }));
    pictures.chain(words).collect()
}

fn recording(audio: &ModelAudio) -> Value {
    let kind = format!("audio/{}", audio.format.as_str());
    json!({ "inlineData": { "mimeType": kind, "data": STANDARD.encode(&audio.data) } })
}

fn function_call(call: &ToolCall) -> Value {
    let mut part = json!({ "functionCall": { "name": call.name, "args": arguments_object(call) } });
    if let Some(signature) = state_of(call, STATE) {
        part["thoughtSignature"] = json!(signature);
    }
    part
}

fn function_response(given: &Given<'_>) -> Value {
    json!({ "functionResponse": {
        "name": given.call.name, "response": { "output": given.output },
    }})
}

/// The owner's name of what this adapter puts into [`ToolCall::provider_state`]: the signature of the
/// thought that led to the call, without which newer models refuse its result.
const STATE: &str = "gemini";

/// Replaces the signature of a call that was not made by this provider's model, or whose signature the caller lost: the
/// documented placeholder (ai.google.dev/gemini-api/docs/thought-signatures, FAQ).
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Refuses a name that would lead to another place: here the name is a part of the address.
pub(super) fn check_name(model: &str) -> Result<(), ModelError> {
    let is_plain = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '.' | '_' | '-');
    if !model.is_empty() && model.chars().all(is_plain) && !model.starts_with('.') {
        return Ok(());
    }
    Err(ModelError::Refused { message: "no model has such a name".to_owned() })
}

/// The fields of a piece, also in the spelling of servers that translate from other languages.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Piece {
    #[serde(deserialize_with = "list")]
    candidates: Vec<Candidate>,
    #[serde(alias = "usage_metadata", deserialize_with = "lenient")]
    usage_metadata: Option<UsageMetadata>,
    #[serde(alias = "prompt_feedback", deserialize_with = "lenient")]
    prompt_feedback: Option<PromptFeedback>,
    #[serde(deserialize_with = "lenient")]
    error: Option<Value>,
    /// The piece itself, from servers that wrap it.
    #[serde(deserialize_with = "lenient")]
    response: Option<Box<Piece>>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Candidate {
    #[serde(deserialize_with = "lenient")]
    content: Option<AnswerContent>,
    #[serde(alias = "finish_reason")]
    finish_reason: Stop,
    #[serde(alias = "finish_message", deserialize_with = "lenient")]
    finish_message: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct AnswerContent {
    #[serde(deserialize_with = "list")]
    parts: Vec<Part>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Part {
    text: Content,
    #[serde(deserialize_with = "flag")]
    thought: bool,
    #[serde(alias = "function_call", deserialize_with = "lenient")]
    function_call: Option<FunctionCall>,
    #[serde(alias = "thought_signature", deserialize_with = "lenient")]
    thought_signature: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct FunctionCall {
    #[serde(deserialize_with = "name")]
    name: Option<String>,
    #[serde(deserialize_with = "name")]
    id: Option<String>,
    #[serde(deserialize_with = "arguments_text")]
    args: String,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct UsageMetadata {
    #[serde(alias = "prompt_token_count", deserialize_with = "number")]
    prompt_token_count: Option<f64>,
    #[serde(alias = "candidates_token_count", deserialize_with = "number")]
    candidates_token_count: Option<f64>,
    #[serde(alias = "thoughts_token_count", deserialize_with = "number")]
    thoughts_token_count: Option<f64>,
    #[serde(alias = "cached_content_token_count", deserialize_with = "number")]
    cached_content_token_count: Option<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct PromptFeedback {
    #[serde(alias = "block_reason")]
    block_reason: Stop,
    #[serde(alias = "block_reason_message", deserialize_with = "lenient")]
    block_reason_message: Option<String>,
}

/// Reads the stream, which has no terminator: it ends after the piece with a finish reason.
struct Reader {
    stop: Stop,
    calls: Calls,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let mut piece: Piece = parse(piece)?;
        if let Some(inner) = piece.response.take() {
            piece = *inner;
        }
        if let Some(error) = piece.error {
            let whole = json!({ "error": error });
            let message = message_in(&whole).unwrap_or_else(|| whole["error"].to_string());
            return Err(Fault::Reported(message));
        }
        if let Some(candidate) = piece.candidates.into_iter().next() {
            for part in candidate.content.into_iter().flat_map(|content| content.parts) {
                if let Some(call) = part.function_call {
                    self.take_call(call, part.thought_signature);
                    continue;
                }
                let text = part.text.words();
                if text.is_empty() {
                    continue;
                }
                events.push_back(match part.thought {
                    true => ModelEvent::Reasoning(text),
                    false => ModelEvent::Text(text),
                });
            }
            let mut stop = candidate.finish_reason;
            stop.explain(candidate.finish_message);
            self.stop.or_later(stop);
        }
        if let Some(feedback) = piece.prompt_feedback
            && let Some(words) = feedback.block_reason.words()
        {
            self.stop = Stop::of(FinishReason::ContentFilter, words);
            self.stop.explain(feedback.block_reason_message);
        }
        if let Some(usage) = piece.usage_metadata {
            let input = tokens(usage.prompt_token_count);
            let written = tokens(usage.candidates_token_count);
            let thought = tokens(usage.thoughts_token_count);
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: input,
                output_tokens: written.saturating_add(thought),
                cache_read_tokens: tokens(usage.cached_content_token_count).min(input),
                reasoning_tokens: thought,
                ..Usage::default()
            }));
        }
        Ok(Next::More)
    }

    fn close(&mut self, is_marked: bool, events: &mut VecDeque<ModelEvent>) {
        if is_marked {
            self.stop.or_stop();
        }
        // Not before: older models give a reason for stopping with every piece.
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

impl Reader {
    /// Calls come whole; each part is one.
    fn take_call(&mut self, call: FunctionCall, signature: Option<String>) {
        self.calls.add(Fragment {
            // An index of its own: calls may have no id, and two may have the same name.
            index: Some(self.calls.count()),
            id: call.id,
            name: call.name,
            arguments: call.args,
            provider_state: signature.map(|signature| format!("{STATE}:{signature}")),
        });
    }
}
