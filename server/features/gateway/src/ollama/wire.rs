//! The types of Ollama's API that are spoken here.

use std::collections::VecDeque;

use kernel::Timestamp;
use providers::{
    AnswerFormat, ModelInfo, ModelMessage, ModelRequest, RequestOptions, Role, ToolCall,
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::content::{Said, decode_picture};
use crate::error::{OpenAiError, OpenAiResult};
use crate::lenient::{json_text, or_default, whole, whole_signed};
use crate::pieces::Call;
use crate::tools::InTool;
use crate::wire::{Stop, add_message};

/// `POST /api/show`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ShowRequest {
    model: Option<String>,
    /// The older word for `model`.
    name: Option<String>,
}

impl ShowRequest {
    pub fn name(&self) -> OpenAiResult<&str> {
        let name = self.model.as_deref().or(self.name.as_deref()).filter(|name| !name.is_empty());
        name.ok_or_else(|| OpenAiError::invalid("model", "model is required"))
    }
}

/// `POST /api/chat`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChatRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<Object>)]
    messages: Vec<InMessage>,
    /// `false`: the answer comes at once.
    pub stream: Option<bool>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<Object>)]
    tools: Vec<InTool>,
    #[schema(value_type = Option<Object>)]
    format: Option<Value>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Object)]
    options: Options,
    #[schema(value_type = Option<Object>)]
    pub think: Option<Value>,
}

/// `POST /api/generate`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GenerateRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = String)]
    prompt: String,
    system: Option<String>,
    suffix: Option<String>,
    template: Option<String>,
    raw: Option<bool>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<String>)]
    images: Vec<String>,
    /// `false`: the answer comes at once.
    pub stream: Option<bool>,
    #[schema(value_type = Option<Object>)]
    format: Option<Value>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Object)]
    options: Options,
    #[schema(value_type = Option<Object>)]
    pub think: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
struct Options {
    /// Negative: without a limit.
    #[serde(default, deserialize_with = "whole_signed")]
    num_predict: Option<i64>,
    temperature: Option<f32>,
    top_p: Option<f32>,
    #[serde(default, deserialize_with = "whole")]
    top_k: Option<u32>,
    stop: Option<Stop>,
    #[serde(default, deserialize_with = "whole_signed")]
    seed: Option<i64>,
    presence_penalty: Option<f32>,
    frequency_penalty: Option<f32>,
}

#[derive(Debug, Deserialize)]
struct InMessage {
    role: String,
    #[serde(default, deserialize_with = "or_default")]
    content: String,
    #[serde(default, deserialize_with = "or_default")]
    images: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    tool_calls: Vec<InCall>,
    tool_name: Option<String>,
    tool_call_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct InCall {
    id: Option<String>,
    function: InFunctionCall,
}

#[derive(Debug, Deserialize)]
struct InFunctionCall {
    name: String,
    #[serde(default, deserialize_with = "json_text")]
    arguments: String,
}

impl ChatRequest {
    /// Converts the request for the model.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        let (mut system, mut messages) = (Vec::new(), Vec::new());
        let mut unanswered = VecDeque::new();
        for (index, message) in self.messages.iter().enumerate() {
            let message = message.read(index, &mut unanswered)?;
            add_message(message, &mut system, &mut messages);
        }
        if messages.is_empty() && system.is_empty() {
            return Err(OpenAiError::invalid("messages", "There is no message to answer."));
        }
        let tools = self.tools.iter().map(InTool::to_spec).collect::<OpenAiResult<_>>()?;
        let system = (!system.is_empty()).then(|| system.join("\n\n"));
        let request = ModelRequest { system, messages, tools, ..ModelRequest::default() };
        Ok(self.options.apply(request, format(self.format.as_ref())?, self.think.as_ref()))
    }
}

impl GenerateRequest {
    /// Converts the request for the model.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        let is_set = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
        for (is_wanted, param, message) in [
            (is_set(&self.suffix), "suffix", "Texts cannot be inserted here: leave out suffix."),
            (
                is_set(&self.template),
                "template",
                "Models have their own template here: send system.",
            ),
            (self.raw == Some(true), "raw", "Prompts are messages here: leave out raw."),
        ] {
            if is_wanted {
                return Err(OpenAiError::invalid(param, message));
            }
        }
        let system = self.system.clone().filter(|text| !text.is_empty());
        let said = said(&self.prompt, &self.images, "images")?;
        let messages = vec![said.into_message(Role::User)];
        let request = ModelRequest { system, messages, ..ModelRequest::default() };
        Ok(self.options.apply(request, format(self.format.as_ref())?, self.think.as_ref()))
    }
}

impl Options {
    fn apply(
        &self,
        request: ModelRequest,
        format: AnswerFormat,
        think: Option<&Value>,
    ) -> ModelRequest {
        ModelRequest {
            max_output_tokens: self.num_predict.and_then(|limit| u32::try_from(limit).ok()),
            temperature: self.temperature,
            options: RequestOptions {
                top_p: self.top_p,
                top_k: self.top_k,
                reasoning_effort: effort(think),
                stop: self.stop.as_ref().map(Stop::texts).unwrap_or_default(),
                seed: self.seed,
                presence_penalty: self.presence_penalty,
                frequency_penalty: self.frequency_penalty,
                format,
                ..RequestOptions::default()
            },
            ..request
        }
    }
}

impl InMessage {
    /// Reads the message number `index`. Calls and their results are often without ids: `unanswered` has the ids and
    /// names of calls so far.
    fn read(
        &self,
        index: usize,
        unanswered: &mut VecDeque<(String, String)>,
    ) -> OpenAiResult<ModelMessage> {
        let param = format!("messages[{index}]");
        let said = said(&self.content, &self.images, &param)?;
        match self.role.as_str() {
            "system" => Ok(said.into_message(Role::System)),
            "user" => Ok(said.into_message(Role::User)),
            "assistant" => {
                let calls = self.tool_calls.iter().enumerate().map(|(number, call)| {
                    let id = call.id.clone().unwrap_or_else(|| format!("call_{index}_{number}"));
                    unanswered.push_back((id.clone(), call.function.name.clone()));
                    let (name, arguments) =
                        (call.function.name.clone(), call.function.arguments.clone());
                    ToolCall { id, name, arguments, provider_state: None }
                });
                let tool_calls = calls.collect();
                Ok(ModelMessage { tool_calls, ..said.into_message(Role::Assistant) })
            }
            "tool" => {
                let named = |name: &String| unanswered.iter().position(|(_, of)| of == name);
                let place = self.tool_name.as_ref().and_then(named).unwrap_or(0);
                let id = self.tool_call_id.clone();
                let id = id.or_else(|| unanswered.remove(place).map(|(id, _)| id));
                let message = "A tool's message answers a call before it.";
                let id = id.ok_or_else(|| OpenAiError::invalid(&param, message))?;
                Ok(ModelMessage { tool_call_id: Some(id), ..said.into_message(Role::Tool) })
            }
            other => {
                let message = format!("The role {other:?} is not served here.");
                Err(OpenAiError::invalid(&param, message))
            }
        }
    }
}

/// Returns how long a model may think; `true` and `false` only say if the program is told.
fn effort(think: Option<&Value>) -> Option<String> {
    think.and_then(Value::as_str).map(str::to_owned)
}

fn said(text: &str, images: &[String], param: &str) -> OpenAiResult<Said> {
    let mut said = Said { text: text.to_owned(), ..Said::default() };
    for image in images {
        said.images.push(decode_picture(image, param)?);
    }
    Ok(said)
}

fn format(format: Option<&Value>) -> OpenAiResult<AnswerFormat> {
    match format {
        None | Some(Value::Null) => Ok(AnswerFormat::Text),
        Some(Value::String(text)) if text.is_empty() => Ok(AnswerFormat::Text),
        Some(Value::String(text)) if text == "json" => Ok(AnswerFormat::Json),
        Some(schema @ Value::Object(_)) => {
            let (name, schema) = ("answer".to_owned(), schema.clone());
            Ok(AnswerFormat::Schema { name, schema, strict: false })
        }
        Some(_) => Err(OpenAiError::invalid("format", "format is json or a JSON schema")),
    }
}

/// Returns a call with its arguments as an object.
pub(crate) fn tool_call(call: &Call) -> Value {
    let arguments = serde_json::from_str(&call.arguments).unwrap_or_else(|_| json!({}));
    json!({ "id": call.id, "function": { "name": call.name, "arguments": arguments } })
}

/// Returns a time in seconds since 1970 as text.
pub(crate) fn time(seconds: i64) -> String {
    Timestamp::from_micros(seconds * kernel::SECOND).to_string()
}

/// Returns what is known of a model's file, for programs that require it: nothing but its family.
pub(crate) fn details(id: &str) -> Value {
    let family = id.split_once('/').map_or(id, |(_, name)| name);
    json!({
        "parent_model": "", "format": "", "family": family, "families": [family],
        "parameter_size": "", "quantization_level": "",
    })
}

/// Returns the description of a chat model.
pub(crate) fn description(model: &ModelInfo) -> Value {
    let abilities =
        [("tools", model.tools), ("vision", model.vision), ("thinking", model.reasoning)];
    let abilities = abilities.into_iter().filter(|(_, has)| *has).map(|(name, _)| name);
    let mut body = plain_description(&model.id);
    body["capabilities"] = std::iter::once("completion").chain(abilities).collect();
    if let Some(tokens) = model.context_tokens {
        body["model_info"]["ensemble.context_length"] = json!(tokens);
    }
    body
}

/// Returns the description of any other model.
pub(crate) fn plain_description(id: &str) -> Value {
    let capability =
        if id.starts_with(crate::bots::BOT_PREFIX) { "completion" } else { "embedding" };
    json!({
        "modelfile": "", "parameters": "", "template": "", "details": details(id),
        "model_info": { "general.architecture": "ensemble" }, "capabilities": [capability],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: Value) -> OpenAiResult<ModelRequest> {
        serde_json::from_value::<ChatRequest>(request).unwrap().to_model_request()
    }

    #[test]
    fn a_conversation_with_tools_is_understood_without_ids() {
        let request = read(json!({
            "model": "m", "options": { "num_predict": 5, "stop": ["END"] }, "format": "json",
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": "Weather?" },
                { "role": "assistant", "tool_calls": [
                    { "function": { "name": "look", "arguments": { "at": "Oslo" } } },
                    { "function": { "name": "go", "arguments": {} } },
                ] },
                { "role": "tool", "tool_name": "go", "content": "gone" },
                { "role": "tool", "content": "sunny" },
            ],
            "tools": [{ "type": "function", "function": { "name": "look" } }],
        }))
        .unwrap();

        assert_eq!(request.system.as_deref(), Some("Be brief."));
        let calls = &request.messages[1].tool_calls;
        assert_eq!(calls[0].arguments, r#"{"at":"Oslo"}"#);
        assert_eq!(request.messages[2].tool_call_id.as_ref(), Some(&calls[1].id));
        assert_eq!(request.messages[3].tool_call_id.as_ref(), Some(&calls[0].id));
        assert_eq!(
            (request.max_output_tokens, request.options.format),
            (Some(5), AnswerFormat::Json)
        );
    }

    #[test]
    fn a_negative_limit_is_none() {
        let request = read(json!({
            "model": "m", "options": { "num_predict": -1 }, "messages": [{ "role": "user", "content": "a" }],
        }));
        assert_eq!(request.unwrap().max_output_tokens, None);
    }
}
