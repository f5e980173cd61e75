//! The types of Anthropic's messages that are spoken here.

use providers::{
    AnswerFormat, ModelMessage, ModelRequest, RequestOptions, Role, ToolCall, ToolChoice,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokens::Family;
use utoipa::ToSchema;

use crate::content::text_or_list::TextOrList;
use crate::content::{Said, decode_picture};
use crate::error::{OpenAiError, OpenAiResult};
use crate::lenient::{or_default, whole};
use crate::tools;

/// `POST /v1/messages`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MessageRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    #[schema(value_type = Vec<Object>)]
    messages: Vec<InMessage>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    max_tokens: Option<u32>,
    #[schema(value_type = Option<Object>)]
    system: Option<Blocks>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = bool)]
    pub stream: bool,
    temperature: Option<f32>,
    top_p: Option<f32>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    top_k: Option<u32>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<String>)]
    stop_sequences: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<Object>)]
    tools: Vec<InTool>,
    #[schema(value_type = Option<Object>)]
    tool_choice: Option<Value>,
    #[schema(value_type = Option<Object>)]
    thinking: Option<Value>,
    #[schema(value_type = Option<Object>)]
    output_config: Option<Value>,
    /// The older place of `output_config.format`.
    #[schema(value_type = Option<Object>)]
    output_format: Option<Value>,
    #[schema(ignore)]
    mcp_servers: Option<Value>,
    #[schema(ignore)]
    container: Option<Value>,
    #[schema(ignore)]
    context_management: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct InMessage {
    role: String,
    content: Blocks,
}

/// A text, or blocks.
#[derive(Debug, Deserialize)]
#[serde(from = "TextOrList<Block>")]
enum Blocks {
    Text(String),
    Blocks(Vec<Block>),
}

impl From<TextOrList<Block>> for Blocks {
    fn from(sent: TextOrList<Block>) -> Self {
        match sent {
            TextOrList::Text(text) => Self::Text(text),
            TextOrList::List(blocks) => Self::Blocks(blocks),
        }
    }
}

#[derive(Debug, Deserialize)]
struct Block {
    r#type: String,
    text: Option<String>,
    source: Option<Source>,
    /// Of a tool's use.
    id: Option<String>,
    name: Option<String>,
    input: Option<Value>,
    /// Of a tool's result.
    tool_use_id: Option<String>,
    content: Option<Blocks>,
    is_error: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct Source {
    r#type: String,
    data: Option<String>,
    content: Option<Blocks>,
}

#[derive(Debug, Deserialize)]
struct InTool {
    r#type: Option<String>,
    name: String,
    description: Option<String>,
    input_schema: Option<Value>,
    strict: Option<bool>,
}

impl MessageRequest {
    /// Converts the request for the model.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        self.check_served()?;
        let mut system = Vec::new();
        if let Some(blocks) = &self.system {
            system.push(blocks.said("system")?.text);
        }
        let mut messages = Vec::new();
        for (index, message) in self.messages.iter().enumerate() {
            message.add_to(&format!("messages.{index}"), &mut system, &mut messages)?;
        }
        if messages.is_empty() {
            return Err(OpenAiError::invalid(
                "messages",
                "messages: at least one message is required",
            ));
        }
        let tools = self.tools.iter().map(InTool::spec).collect::<OpenAiResult<_>>()?;
        let ends_with_results = messages.last().is_some_and(|last| last.role == Role::Tool);
        Ok(ModelRequest {
            system: (!system.is_empty()).then(|| system.join("\n\n")),
            messages,
            tools,
            max_output_tokens: self.max_tokens,
            temperature: self.temperature,
            options: RequestOptions {
                top_p: self.top_p,
                top_k: self.top_k,
                stop: self.stop_sequences.clone(),
                tool_choice: self.tool_choice()?,
                parallel_tool_calls: self.parallel_tool_calls(),
                strict_tools: self.strict_tools(),
                format: self.format()?,
                reasoning_effort: self
                    .output_config("effort")
                    .and_then(|v| v.as_str())
                    .map(str::to_owned),
                // Reasoning goes on only with the signed blocks of its provider, which no program has.
                thinking: self.thinking.clone().filter(|v| !v.is_null() && !ends_with_results),
                ..RequestOptions::default()
            },
            ..ModelRequest::default()
        })
    }

    /// Refuses what would change the answer and is not served.
    fn check_served(&self) -> OpenAiResult<()> {
        for (value, param) in [
            (&self.mcp_servers, "mcp_servers"),
            (&self.container, "container"),
            (&self.context_management, "context_management"),
        ] {
            let is_empty = |value: &Value| match value {
                Value::Array(list) => list.is_empty(),
                Value::Object(fields) => fields.is_empty(),
                other => other.is_null(),
            };
            if value.as_ref().is_some_and(|value| !is_empty(value)) {
                let error = wrong(param, "this is not served here: leave it out");
                return Err(error.with_code("unsupported_parameter"));
            }
        }
        Ok(())
    }

    /// Returns true if the program is sent the model's reasoning.
    pub fn thinks(&self) -> bool {
        let kind = self.thinking.as_ref().and_then(|thinking| thinking["type"].as_str());
        matches!(kind, Some("enabled" | "adaptive"))
    }

    fn output_config(&self, field: &str) -> Option<&Value> {
        self.output_config.as_ref()?.get(field).filter(|value| !value.is_null())
    }

    fn format(&self) -> OpenAiResult<AnswerFormat> {
        let older = self.output_format.as_ref().filter(|format| !format.is_null());
        match self.output_config("format").or(older) {
            None => Ok(AnswerFormat::Text),
            Some(format) if format["type"] == "json_schema" && format["schema"].is_object() => {
                let (name, schema) = ("answer".to_owned(), format["schema"].clone());
                Ok(AnswerFormat::Schema { name, schema, strict: true })
            }
            Some(_) => Err(OpenAiError::invalid(
                "output_config.format",
                "output_config.format: this format of an answer is not served here",
            )),
        }
    }

    fn strict_tools(&self) -> Vec<String> {
        let strict = self.tools.iter().filter(|tool| tool.strict == Some(true));
        strict.map(|tool| tool.name.clone()).collect()
    }

    fn parallel_tool_calls(&self) -> Option<bool> {
        let is_single = self.tool_choice.as_ref()?["disable_parallel_tool_use"].as_bool()?;
        Some(!is_single)
    }

    fn tool_choice(&self) -> OpenAiResult<ToolChoice> {
        tools::choice(self.tool_choice.as_ref())
    }
}

impl InMessage {
    fn add_to(
        &self,
        param: &str,
        system: &mut Vec<String>,
        messages: &mut Vec<ModelMessage>,
    ) -> OpenAiResult<()> {
        match self.role.as_str() {
            "user" => self.add_user(param, messages),
            "assistant" => self.add_assistant(param, messages),
            "system" => {
                let message = self.content.said(param)?.into_message(Role::System);
                crate::wire::add_message(message, system, messages);
                Ok(())
            }
            other => Err(wrong(
                &format!("{param}.role"),
                &format!("the role {other:?} is not served here"),
            )),
        }
    }

    /// Adds results of tools, then what else the person says.
    fn add_user(&self, param: &str, messages: &mut Vec<ModelMessage>) -> OpenAiResult<()> {
        let Blocks::Blocks(blocks) = &self.content else {
            messages.push(self.content.said(param)?.into_message(Role::User));
            return Ok(());
        };
        let (results, others): (Vec<_>, Vec<_>) =
            blocks.iter().partition(|block| block.r#type == "tool_result");
        for result in &results {
            messages.push(result.result(param)?);
        }
        if !others.is_empty() || results.is_empty() {
            messages.push(said(&others, param)?.into_message(Role::User));
        }
        Ok(())
    }

    fn add_assistant(&self, param: &str, messages: &mut Vec<ModelMessage>) -> OpenAiResult<()> {
        let Blocks::Blocks(blocks) = &self.content else {
            messages.push(self.content.said(param)?.into_message(Role::Assistant));
            return Ok(());
        };
        let (uses, others): (Vec<_>, Vec<_>) =
            blocks.iter().partition(|block| block.r#type == "tool_use");
        let tool_calls = uses.iter().map(|block| block.call(param)).collect::<OpenAiResult<_>>()?;
        let message = said(&others, param)?.into_message(Role::Assistant);
        messages.push(ModelMessage { tool_calls, ..message });
        Ok(())
    }
}

impl Blocks {
    fn said(&self, param: &str) -> OpenAiResult<Said> {
        match self {
            Self::Text(text) => Ok(Said { text: text.clone(), ..Said::default() }),
            Self::Blocks(blocks) => said(&blocks.iter().collect::<Vec<_>>(), param),
        }
    }
}

fn said(blocks: &[&Block], param: &str) -> OpenAiResult<Said> {
    let mut all = Said::default();
    for block in blocks {
        block.add_to(&mut all, param)?;
    }
    Ok(all)
}

impl Block {
    fn add_to(&self, said: &mut Said, param: &str) -> OpenAiResult<()> {
        let source = self.source.as_ref();
        let kind = source.map(|source| source.r#type.as_str()).unwrap_or_default();
        let data = source.and_then(|source| source.data.as_deref()).unwrap_or_default();
        match (self.r#type.as_str(), kind) {
            ("text", _) => said.add_text(self.text.as_deref().unwrap_or_default()),
            ("image", "base64") => said.add_image(decode_picture(data, param)?),
            ("image", _) => return Err(wrong(param, "send the image itself, as base64")),
            ("document", "text") => said.add_text(data),
            ("document", "content") => {
                let content = source.and_then(|source| source.content.as_ref());
                if let Some(content) = content {
                    said.add_text(&content.said(param)?.text);
                }
            }
            // Signed for the provider that made it, which may be another one by now.
            ("thinking" | "redacted_thinking", _) => {}
            (other, _) => {
                return Err(wrong(
                    param,
                    &format!("content of the type {other:?} is not served here"),
                ));
            }
        }
        Ok(())
    }

    fn call(&self, param: &str) -> OpenAiResult<ToolCall> {
        let (Some(id), Some(name)) = (&self.id, &self.name) else {
            return Err(wrong(param, "a tool_use has an id and a name"));
        };
        let input = self.input.clone().filter(|input| !input.is_null());
        let arguments = input.unwrap_or_else(|| json!({})).to_string();
        Ok(ToolCall { id: id.clone(), name: name.clone(), arguments, provider_state: None })
    }

    fn result(&self, param: &str) -> OpenAiResult<ModelMessage> {
        let id = self.tool_use_id.as_ref();
        let id = id.ok_or_else(|| wrong(param, "a tool_result has a tool_use_id"))?;
        let mut said = match &self.content {
            Some(content) => content.said(param)?,
            None => Said::default(),
        };
        if self.is_error == Some(true) && said.text.is_empty() {
            said.text = "The tool failed.".to_owned();
        }
        Ok(ModelMessage { tool_call_id: Some(id.clone()), ..said.into_message(Role::Tool) })
    }
}

impl InTool {
    fn spec(&self) -> OpenAiResult<providers::ToolSpec> {
        if self.r#type.as_deref().is_some_and(|kind| kind != "custom") {
            let kind = self.r#type.as_deref().unwrap_or_default();
            let message = format!("tools of the type {kind:?} are not served here");
            return Err(wrong("tools", &message));
        }
        tools::spec(self.name.clone(), self.description.clone(), self.input_schema.clone())
    }
}

fn wrong(param: &str, message: &str) -> OpenAiError {
    OpenAiError::invalid(param, format!("{param}: {message}"))
}

/// Tokens of an image of a usual size.
const IMAGE_TOKENS: usize = 1_500;
/// Tokens around a message.
const MESSAGE_TOKENS: usize = 4;

/// Counts the tokens of a request, as the provider of the model would.
pub(crate) fn input_tokens(model: &str, request: &ModelRequest) -> i64 {
    let family = Family::of(model);
    let count = |text: &str| tokens::count(family, text).tokens;
    let system = request.system.as_deref().map_or(0, count);
    let messages = request.messages.iter().map(|message| {
        let calls =
            message.tool_calls.iter().map(|call| count(&call.name) + count(&call.arguments));
        let images = message.images.len() * IMAGE_TOKENS;
        MESSAGE_TOKENS + count(&message.text) + calls.sum::<usize>() + images
    });
    let tools = request.tools.iter().map(|tool| {
        count(&tool.name) + count(&tool.description) + count(&tool.parameters.to_string())
    });
    let sum = system + messages.sum::<usize>() + tools.sum::<usize>();
    i64::try_from(sum).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: Value) -> OpenAiResult<ModelRequest> {
        serde_json::from_value::<MessageRequest>(request).unwrap().to_model_request()
    }

    #[test]
    fn a_conversation_with_tools_is_understood() {
        let request = read(json!({
            "model": "m", "max_tokens": 64, "system": [{ "type": "text", "text": "Be brief." }],
            "thinking": { "type": "enabled", "budget_tokens": 2048 },
            "messages": [
                { "role": "user", "content": "Weather?" },
                { "role": "assistant", "content": [
                    { "type": "thinking", "thinking": "Hm", "signature": "" },
                    { "type": "text", "text": "I look." },
                    { "type": "tool_use", "id": "t1", "name": "look", "input": { "at": "Oslo" } },
                    { "type": "tool_use", "id": "t2", "name": "look", "input": {} },
                ] },
                { "role": "user", "content": [
                    { "type": "tool_result", "tool_use_id": "t1", "content": "sunny" },
                    { "type": "tool_result", "tool_use_id": "t2", "is_error": true },
                    { "type": "text", "text": "And?", "cache_control": { "type": "ephemeral" } },
                ] },
            ],
            "tools": [{ "name": "look", "input_schema": { "type": "object" } }],
            "tool_choice": { "type": "any", "disable_parallel_tool_use": true },
        }))
        .unwrap();

        assert_eq!(request.system.as_deref(), Some("Be brief."));
        let [question, answer, first, second, more] = &request.messages[..] else {
            panic!("{request:?}")
        };
        assert_eq!((&*question.text, &*answer.text), ("Weather?", "I look."));
        assert_eq!(answer.tool_calls[0].arguments, r#"{"at":"Oslo"}"#);
        assert_eq!(first.tool_call_id.as_deref(), Some("t1"));
        assert_eq!((&*second.text, &*more.text), ("The tool failed.", "And?"));
        assert_eq!(request.options.tool_choice, ToolChoice::Required);
        assert_eq!(request.options.parallel_tool_calls, Some(false));
        assert!(request.options.thinking.is_some());
    }

    #[test]
    fn what_is_not_served_is_refused_where_it_stands() {
        let asked = |content: Value| json!({ "model": "m", "max_tokens": 1, "messages": [{ "role": "user", "content": content }] });
        let mut search = asked(json!("x"));
        search["tools"] = json!([{ "type": "web_search_20250305", "name": "web_search" }]);
        let mut empty = asked(json!("x"));
        empty["messages"] = json!([]);
        let far =
            json!([{ "type": "image", "source": { "type": "url", "url": "https://example.org" } }]);
        let pdf = json!([{ "type": "document", "source": { "type": "base64", "data": "" } }]);
        for (request, words) in [
            (asked(far), "messages.0: send the image itself"),
            (asked(pdf), "messages.0: content of the type"),
            (search, "tools: tools of the type"),
            (empty, "messages: at least one"),
        ] {
            let error = read(request).unwrap_err();
            assert!(error.message().starts_with(words), "{}", error.message());
        }
    }

    #[test]
    fn longer_conversations_have_more_tokens() {
        let count = |text: &str| {
            let request =
                json!({ "model": "m", "messages": [{ "role": "user", "content": text }] });
            input_tokens("gpt-4o", &read(request).unwrap())
        };
        assert_eq!(count("Hello world"), 6);
        assert!(count("Hello world, how are you?") > 6);
    }
}
