//! The types of OpenAI's responses that are spoken here (`POST /v1/responses`).

use providers::{ModelMessage, ModelRequest, RequestOptions, Role, ToolCall};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::content::Content;
use crate::error::{OpenAiError, OpenAiResult};
use crate::lenient::{optional_json_text, or_default, whole};
use crate::tools::{self, InTool};
use crate::wire::add_message;

/// The type of an item that names one of a kept response.
pub(crate) const ITEM_REFERENCE: &str = "item_reference";

/// `POST /v1/responses`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ResponseRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    #[schema(value_type = Object)]
    #[serde(default)]
    input: Option<Input>,
    instructions: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = bool)]
    pub stream: bool,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    max_output_tokens: Option<u32>,
    temperature: Option<f32>,
    top_p: Option<f32>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<Object>)]
    tools: Vec<Value>,
    #[schema(value_type = Option<Object>)]
    tool_choice: Option<Value>,
    parallel_tool_calls: Option<bool>,
    #[schema(value_type = Option<Object>)]
    text: Option<Value>,
    #[schema(value_type = Option<Object>)]
    reasoning: Option<Value>,
    /// The response whose conversation this request continues.
    pub previous_response_id: Option<String>,
    /// `false`: the response is not kept for later requests.
    store: Option<bool>,
    #[schema(value_type = Option<Object>)]
    metadata: Option<Value>,
    #[schema(ignore)]
    user: Option<Value>,
    #[schema(ignore)]
    truncation: Option<Value>,
    background: Option<bool>,
    #[schema(ignore)]
    conversation: Option<Value>,
    #[schema(ignore)]
    prompt: Option<Value>,
    #[schema(ignore)]
    top_logprobs: Option<f64>,
    #[schema(ignore)]
    include: Option<Vec<String>>,
}

/// The person's words, or a conversation.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Input {
    Text(String),
    Items(Vec<Value>),
}

/// A message, the use of a tool, its result, or something that is passed over.
#[derive(Debug, Deserialize)]
struct Item {
    #[serde(default)]
    r#type: Option<String>,
    role: Option<String>,
    content: Option<Content>,
    call_id: Option<String>,
    name: Option<String>,
    #[serde(default, deserialize_with = "optional_json_text")]
    arguments: Option<String>,
    output: Option<Content>,
}

impl ResponseRequest {
    /// Returns the items that were sent.
    pub fn items(&self) -> Vec<Value> {
        match &self.input {
            None => Vec::new(),
            Some(Input::Text(text)) => vec![json!({ "role": "user", "content": text })],
            Some(Input::Items(items)) => items.clone(),
        }
    }

    /// Returns true if later requests can name the response.
    pub fn is_kept(&self) -> bool {
        self.store != Some(false)
    }

    /// Converts the request for the model; `items` are its whole conversation.
    pub fn to_model_request(&self, items: &[Value]) -> OpenAiResult<ModelRequest> {
        self.check_served()?;
        let mut system: Vec<String> = self.instructions.iter().cloned().collect();
        let messages = conversation(items, &mut system)?;
        if messages.is_empty() && system.is_empty() {
            return Err(OpenAiError::invalid("input", "There is no message to answer."));
        }
        let tools: Vec<InTool> = self.tools.iter().map(read_tool).collect::<OpenAiResult<_>>()?;
        let effort = self.reasoning.as_ref().and_then(|reasoning| reasoning["effort"].as_str());
        let format = self.text.as_ref().and_then(|text| text.get("format"));
        let verbosity = self.text.as_ref().and_then(|text| text["verbosity"].as_str());
        Ok(ModelRequest {
            system: (!system.is_empty()).then(|| system.join("\n\n")),
            messages,
            tools: tools.iter().map(InTool::to_spec).collect::<OpenAiResult<_>>()?,
            max_output_tokens: self.max_output_tokens,
            temperature: self.temperature,
            options: RequestOptions {
                top_p: self.top_p,
                reasoning_effort: effort.map(str::to_owned),
                verbosity: verbosity.map(str::to_owned),
                tool_choice: tools::choice(self.tool_choice.as_ref())?,
                format: tools::format(format, "text.format")?,
                parallel_tool_calls: self.parallel_tool_calls,
                strict_tools: tools.iter().filter_map(InTool::strict_name).collect(),
                ..RequestOptions::default()
            },
            ..ModelRequest::default()
        })
    }

    /// Refuses what would change the answer and is not served.
    fn check_served(&self) -> OpenAiResult<()> {
        let is_set = |value: &Option<Value>| value.as_ref().is_some_and(|value| !value.is_null());
        let wants_logprobs = self.top_logprobs.is_some_and(|count| count > 0.0)
            || self.include.iter().flatten().any(|field| field.contains("logprobs"));
        for (is_wanted, param, message) in [
            (
                self.background == Some(true),
                "background",
                "Answers are not made in the background here: use stream.",
            ),
            (
                is_set(&self.conversation),
                "conversation",
                "Conversations are not kept here: use previous_response_id.",
            ),
            (
                self.truncation.as_ref().is_some_and(|value| value == "auto"),
                "truncation",
                "Conversations are not cut here: leave it out, and send fewer items.",
            ),
            (is_set(&self.prompt), "prompt", "Prompts are not kept here: send instructions."),
            (
                wants_logprobs,
                "top_logprobs",
                "Log probabilities are not available here: leave them out.",
            ),
        ] {
            if is_wanted {
                let error = OpenAiError::invalid(param, message);
                return Err(error.with_code("unsupported_parameter"));
            }
        }
        Ok(())
    }

    /// Returns the fields of the request that a response repeats.
    pub fn echo(&self) -> Value {
        json!({
            "instructions": self.instructions, "max_output_tokens": self.max_output_tokens,
            "temperature": self.temperature, "top_p": self.top_p,
            "tool_choice": self.tool_choice.clone().unwrap_or_else(|| json!("auto")),
            "tools": self.tools, "parallel_tool_calls": self.parallel_tool_calls.unwrap_or(true),
            "previous_response_id": self.previous_response_id, "store": self.is_kept(),
            "metadata": self.metadata.clone().unwrap_or_else(|| json!({})),
            "text": self.text.clone().unwrap_or_else(|| json!({ "format": { "type": "text" } })),
            "reasoning": self.reasoning, "user": self.user,
            "truncation": self.truncation.clone().unwrap_or_else(|| json!("disabled")),
        })
    }
}

fn read_tool(tool: &Value) -> OpenAiResult<InTool> {
    api::read_value(tool).map_err(|error| OpenAiError::invalid("tools", error))
}

fn conversation(items: &[Value], system: &mut Vec<String>) -> OpenAiResult<Vec<ModelMessage>> {
    let mut messages: Vec<ModelMessage> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let param = format!("input[{index}]");
        let item: Item =
            api::read_value(item).map_err(|error| OpenAiError::invalid(&param, error))?;
        match item.r#type.as_deref().unwrap_or("message") {
            "message" => add_message(item.message(&param)?, system, &mut messages),
            "function_call" => add_call(&mut messages, item.call(&param)?),
            "function_call_output" => {
                let id = item.call_id.as_ref().ok_or_else(|| missing(&param, "call_id"))?;
                let said = Content::read(item.output.as_ref(), &format!("{param}.output"))?;
                let result = said.into_message(Role::Tool);
                messages.push(ModelMessage { tool_call_id: Some(id.clone()), ..result });
            }
            // Sealed for the provider that made them, which may be another one by now.
            "reasoning" => {}
            other => {
                let message = format!("Input of the type {other:?} is not served here.");
                return Err(OpenAiError::invalid(&param, message));
            }
        }
    }
    Ok(messages)
}

/// Adds a call to the answer that it belongs to.
fn add_call(messages: &mut Vec<ModelMessage>, call: ToolCall) {
    if messages.last().is_none_or(|last| last.role != Role::Assistant) {
        messages.push(ModelMessage::text(Role::Assistant, ""));
    }
    if let Some(answer) = messages.last_mut() {
        answer.tool_calls.push(call);
    }
}

fn missing(param: &str, field: &str) -> OpenAiError {
    OpenAiError::invalid(&format!("{param}.{field}"), format!("{field} is missing."))
}

impl Item {
    fn message(&self, param: &str) -> OpenAiResult<ModelMessage> {
        let said = Content::read(self.content.as_ref(), &format!("{param}.content"))?;
        match self.role.as_deref() {
            Some("system" | "developer") => Ok(said.into_message(Role::System)),
            Some("user") => Ok(said.into_message(Role::User)),
            Some("assistant") => Ok(said.into_message(Role::Assistant)),
            _ => Err(missing(param, "role")),
        }
    }

    fn call(&self, param: &str) -> OpenAiResult<ToolCall> {
        let text = |field: &Option<String>, name| field.clone().ok_or_else(|| missing(param, name));
        Ok(ToolCall {
            id: text(&self.call_id, "call_id")?,
            name: text(&self.name, "name")?,
            arguments: self.arguments.clone().unwrap_or_else(|| "{}".to_owned()),
            provider_state: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: Value) -> OpenAiResult<ModelRequest> {
        let request = serde_json::from_value::<ResponseRequest>(request).unwrap();
        request.to_model_request(&request.items())
    }

    #[test]
    fn a_conversation_with_tools_is_understood() {
        let request = read(json!({
            "model": "m", "instructions": "Be brief.",
            "input": [
                { "role": "developer", "content": "In French." },
                { "role": "user", "content": [{ "type": "input_text", "text": "Weather?" }] },
                { "type": "reasoning", "id": "rs_1", "summary": [] },
                { "type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}" },
                { "type": "function_call_output", "call_id": "c1", "output": "sunny" },
            ],
            "tools": [{ "type": "function", "name": "look", "parameters": { "type": "object" } }],
            "text": { "format": { "type": "json_schema", "name": "n", "schema": {}, "strict": true } },
        }))
        .unwrap();

        assert_eq!(request.system.as_deref(), Some("Be brief.\n\nIn French."));
        assert_eq!(request.messages.len(), 3);
        assert_eq!(request.messages[1].tool_calls[0].id, "c1");
        assert_eq!(request.messages[2].text, "sunny");
        assert_eq!(request.tools[0].name, "look");
    }

    #[test]
    fn a_response_repeats_what_was_asked() {
        let echo =
            |request: Value| serde_json::from_value::<ResponseRequest>(request).unwrap().echo();
        let plain = echo(json!({ "model": "m", "input": "Hi", "tools": null, "stream": null }));
        assert_eq!((&plain["parallel_tool_calls"], &plain["store"]), (&json!(true), &json!(true)));
        let tool = json!({ "type": "function", "name": "look" });
        let asked = echo(json!({
            "model": "m", "input": "Hi", "parallel_tool_calls": false, "store": false, "metadata": { "a": "b" },
            "tools": [tool],
        }));
        assert_eq!(
            (&asked["parallel_tool_calls"], &asked["store"]),
            (&json!(false), &json!(false))
        );
        assert_eq!((&asked["metadata"], &asked["tools"]), (&json!({ "a": "b" }), &json!([tool])));
    }

    #[test]
    fn what_is_kept_elsewhere_is_refused_by_name() {
        for (field, value) in [
            ("conversation", json!("conv_1")),
            ("background", json!(true)),
            ("top_logprobs", json!(3)),
        ] {
            let mut request = json!({ "model": "m", "input": "Hi" });
            request[field] = value;
            let error = read(request).unwrap_err().body().error;
            assert_eq!(error.param.as_deref(), Some(field));
        }
    }
}
