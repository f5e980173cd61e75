//! The types of OpenAI's responses that are spoken here (`POST /v1/responses`).

use providers::{ModelMessage, ModelRequest, RequestOptions, Role, ToolCall};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::content::{Content, Said};
use crate::error::{OpenAiError, OpenAiResult};
use crate::tools::{self, InTool};

/// `POST /v1/responses`. Stateless: each request contains the whole conversation.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ResponseRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    #[schema(value_type = Object)]
    input: Input,
    instructions: Option<String>,
    #[serde(default)]
    pub stream: bool,
    max_output_tokens: Option<u32>,
    temperature: Option<f32>,
    top_p: Option<f32>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    tools: Option<Vec<InTool>>,
    #[schema(value_type = Option<Object>)]
    tool_choice: Option<Value>,
    #[schema(value_type = Option<Object>)]
    text: Option<Value>,
    #[schema(value_type = Option<Object>)]
    reasoning: Option<Value>,
    /// Not supported: answers are not stored here.
    previous_response_id: Option<String>,
    #[serde(default)]
    background: Option<bool>,
}

/// The person's words, or a conversation.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Input {
    Text(String),
    Items(Vec<Item>),
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
    arguments: Option<String>,
    output: Option<Content>,
}

impl ResponseRequest {
    /// Converts the request for the model.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        if self.previous_response_id.is_some() {
            let message = "Answers are not kept here: send the whole conversation as input.";
            return Err(OpenAiError::invalid("previous_response_id", message));
        }
        if self.background == Some(true) {
            let message = "Answers are not made in the background here: use stream.";
            return Err(OpenAiError::invalid("background", message));
        }
        let mut system: Vec<String> = self.instructions.iter().cloned().collect();
        let messages = match &self.input {
            Input::Text(text) => vec![ModelMessage::text(Role::User, text)],
            Input::Items(items) => conversation(items, &mut system)?,
        };
        if messages.is_empty() {
            return Err(OpenAiError::invalid("input", "There is no message to answer."));
        }
        let tools = self.tools.iter().flatten().map(InTool::to_spec);
        let effort = self.reasoning.as_ref().and_then(|reasoning| reasoning["effort"].as_str());
        let format = self.text.as_ref().and_then(|text| text.get("format"));
        Ok(ModelRequest {
            system: (!system.is_empty()).then(|| system.join("\n\n")),
            messages,
            tools: tools.collect::<OpenAiResult<_>>()?,
            max_output_tokens: self.max_output_tokens,
            temperature: self.temperature,
            options: RequestOptions {
                top_p: self.top_p,
                reasoning_effort: effort.map(str::to_owned),
                tool_choice: tools::choice(self.tool_choice.as_ref())?,
                format: tools::format(format, "text.format")?,
                ..RequestOptions::default()
            },
            ..ModelRequest::default()
        })
    }

    /// Returns the fields of the request that a response repeats.
    pub fn echo(&self) -> Value {
        json!({
            "instructions": self.instructions, "max_output_tokens": self.max_output_tokens,
            "temperature": self.temperature, "top_p": self.top_p,
            "tool_choice": self.tool_choice.clone().unwrap_or_else(|| json!("auto")),
        })
    }
}

fn conversation(items: &[Item], system: &mut Vec<String>) -> OpenAiResult<Vec<ModelMessage>> {
    let mut messages: Vec<ModelMessage> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let param = format!("input[{index}]");
        match item.r#type.as_deref().unwrap_or("message") {
            "message" => item.add_message(&param, system, &mut messages)?,
            "function_call" => add_call(&mut messages, item.call(&param)?),
            "function_call_output" => {
                let id = item.call_id.as_ref().ok_or_else(|| missing(&param, "call_id"))?;
                let said = Content::read(item.output.as_ref(), &format!("{param}.output"))?;
                let result = ModelMessage::tool_result(id, said.text);
                messages.push(ModelMessage { images: said.images, ..result });
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
    fn add_message(
        &self,
        param: &str,
        system: &mut Vec<String>,
        messages: &mut Vec<ModelMessage>,
    ) -> OpenAiResult<()> {
        let Said { text, images } =
            Content::read(self.content.as_ref(), &format!("{param}.content"))?;
        match self.role.as_deref() {
            Some("system" | "developer") => system.push(text),
            Some("user") => {
                messages.push(ModelMessage { images, ..ModelMessage::text(Role::User, text) });
            }
            Some("assistant") => messages.push(ModelMessage::text(Role::Assistant, text)),
            _ => return Err(missing(param, "role")),
        }
        Ok(())
    }

    fn call(&self, param: &str) -> OpenAiResult<ToolCall> {
        let text = |field: &Option<String>, name| field.clone().ok_or_else(|| missing(param, name));
        Ok(ToolCall {
            id: text(&self.call_id, "call_id")?,
            name: text(&self.name, "name")?,
            arguments: text(&self.arguments, "arguments")?,
            provider_state: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: Value) -> OpenAiResult<ModelRequest> {
        serde_json::from_value::<ResponseRequest>(request).unwrap().to_model_request()
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
    fn what_is_kept_elsewhere_is_refused_by_name() {
        for (field, value) in
            [("previous_response_id", json!("resp_1")), ("background", json!(true))]
        {
            let mut request = json!({ "model": "m", "input": "Hi" });
            request[field] = value;
            let error = read(request).unwrap_err().body().error;
            assert_eq!(error.param.as_deref(), Some(field));
        }
    }
}
