//! The types of OpenAI's API that are spoken here. Fields that do not matter to us are ignored: clients
//! send many.

use providers::{ModelMessage, ModelRequest, RequestOptions, Role, ToolCall};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::content::{Content, Said};
use crate::error::{OpenAiError, OpenAiResult};
use crate::pieces::Call;
use crate::tools::{self, InTool};

/// `POST /v1/chat/completions`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CompletionRequest)]
pub(crate) struct CompletionRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    pub messages: Vec<InMessage>,
    #[serde(default)]
    pub stream: bool,
    pub stream_options: Option<StreamOptions>,
    pub max_tokens: Option<u32>,
    pub max_completion_tokens: Option<u32>,
    pub temperature: Option<f32>,
    pub top_p: Option<f32>,
    #[schema(value_type = Option<Object>)]
    pub stop: Option<Stop>,
    pub seed: Option<i64>,
    pub presence_penalty: Option<f32>,
    pub frequency_penalty: Option<f32>,
    pub reasoning_effort: Option<String>,
    /// Answers to be given: only 1.
    pub n: Option<u32>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub tools: Vec<InTool>,
    #[schema(value_type = Option<Object>)]
    pub tool_choice: Option<Value>,
    #[schema(value_type = Option<Object>)]
    pub response_format: Option<Value>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StreamOptions {
    #[serde(default)]
    pub include_usage: bool,
}

/// One text, or some.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Stop {
    One(String),
    Some(Vec<String>),
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CompletionMessage)]
pub(crate) struct InMessage {
    pub role: String,
    #[schema(value_type = Option<String>)]
    pub content: Option<Content>,
    /// Tool calls that the model requested.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub tool_calls: Option<Vec<InCall>>,
    /// The call that a `tool` message answers.
    pub tool_call_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct InCall {
    id: String,
    function: InFunctionCall,
}

#[derive(Debug, Deserialize)]
struct InFunctionCall {
    name: String,
    #[serde(default)]
    arguments: String,
}

impl CompletionRequest {
    /// Converts the request for the model.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        if self.n.is_some_and(|n| n != 1) {
            return Err(OpenAiError::invalid("n", "Only one answer can be given: leave out n."));
        }
        let mut system = Vec::new();
        let mut messages = Vec::new();
        for (index, message) in self.messages.iter().enumerate() {
            message.add_to(&format!("messages[{index}]"), &mut system, &mut messages)?;
        }
        if messages.is_empty() {
            return Err(OpenAiError::invalid("messages", "There is no message to answer."));
        }
        let tools = self.tools.iter().map(InTool::to_spec).collect::<OpenAiResult<_>>()?;
        Ok(ModelRequest {
            system: (!system.is_empty()).then(|| system.join("\n\n")),
            messages,
            tools,
            max_output_tokens: self.max_completion_tokens.or(self.max_tokens),
            temperature: self.temperature,
            options: self.options()?,
            ..ModelRequest::default()
        })
    }

    fn options(&self) -> OpenAiResult<RequestOptions> {
        Ok(RequestOptions {
            top_p: self.top_p,
            stop: match &self.stop {
                None => Vec::new(),
                Some(Stop::One(text)) => vec![text.clone()],
                Some(Stop::Some(texts)) => texts.clone(),
            },
            seed: self.seed,
            presence_penalty: self.presence_penalty,
            frequency_penalty: self.frequency_penalty,
            reasoning_effort: self.reasoning_effort.clone(),
            tool_choice: tools::choice(self.tool_choice.as_ref())?,
            format: tools::format(self.response_format.as_ref(), "response_format")?,
        })
    }

    pub fn wants_usage(&self) -> bool {
        self.stream_options.as_ref().is_some_and(|options| options.include_usage)
    }
}

impl InMessage {
    fn add_to(
        &self,
        param: &str,
        system: &mut Vec<String>,
        messages: &mut Vec<ModelMessage>,
    ) -> OpenAiResult<()> {
        let Said { text, images } =
            Content::read(self.content.as_ref(), &format!("{param}.content"))?;
        let message = match self.role.as_str() {
            "system" | "developer" => {
                system.push(text);
                return Ok(());
            }
            "user" => ModelMessage { images, ..ModelMessage::text(Role::User, text) },
            "assistant" => {
                let calls = self.tool_calls.iter().flatten().map(InCall::to_call).collect();
                ModelMessage { tool_calls: calls, ..ModelMessage::text(Role::Assistant, text) }
            }
            "tool" => match &self.tool_call_id {
                Some(id) => ModelMessage { images, ..ModelMessage::tool_result(id, text) },
                None => {
                    let message = "A tool's message names the call that it answers.";
                    return Err(OpenAiError::invalid(&format!("{param}.tool_call_id"), message));
                }
            },
            other => {
                let message = format!("The role {other:?} is not served here.");
                return Err(OpenAiError::invalid(&format!("{param}.role"), message));
            }
        };
        messages.push(message);
        Ok(())
    }
}

impl InCall {
    fn to_call(&self) -> ToolCall {
        ToolCall {
            id: self.id.clone(),
            name: self.function.name.clone(),
            arguments: self.function.arguments.clone(),
            provider_state: None,
        }
    }
}

/// A whole answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Completion {
    pub id: String,
    pub object: &'static str,
    pub created: i64,
    pub model: String,
    pub choices: Vec<Choice>,
    pub usage: TokenUsage,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompletionChoice)]
pub(crate) struct Choice {
    pub index: u32,
    pub message: OutMessage,
    pub finish_reason: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompletionAnswer)]
pub(crate) struct OutMessage {
    pub role: &'static str,
    /// Text; null if the model only calls tools.
    pub content: Option<String>,
    /// Reasoning of the model, for clients that show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<String>,
    /// Tool calls for the program to execute.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<OutCall>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompletionToolCall)]
pub(crate) struct OutCall {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    pub id: String,
    pub r#type: &'static str,
    pub function: OutFunctionCall,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompletionFunctionCall)]
pub(crate) struct OutFunctionCall {
    pub name: String,
    /// JSON, as the model wrote it.
    pub arguments: String,
}

impl OutCall {
    /// Converts a call, with its index in chunks of a streamed answer.
    pub fn of(call: Call, index: Option<usize>) -> Self {
        let function = OutFunctionCall { name: call.name, arguments: call.arguments };
        Self { index, id: call.id, r#type: "function", function }
    }
}

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = CompletionUsage)]
pub(crate) struct TokenUsage {
    pub prompt_tokens: i64,
    pub completion_tokens: i64,
    pub total_tokens: i64,
}

impl From<generation::UsageBody> for TokenUsage {
    fn from(usage: generation::UsageBody) -> Self {
        let prompt_tokens = usage.input_tokens.unwrap_or(0);
        let completion_tokens = usage.output_tokens.unwrap_or(0);
        Self { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
    }
}

/// A piece of a streamed answer.
#[derive(Debug, Serialize)]
pub(crate) struct Chunk<'a> {
    pub id: &'a str,
    pub object: &'static str,
    pub created: i64,
    pub model: &'a str,
    pub choices: Vec<ChunkChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<TokenUsage>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ChunkChoice {
    pub index: u32,
    pub delta: Delta,
    pub finish_reason: Option<&'static str>,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Delta {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<OutCall>,
}

/// Returns OpenAI's word for the reason why an answer ended.
pub(crate) fn finish_reason(ours: &str) -> &'static str {
    match ours {
        "length" => "length",
        "content_filter" => "content_filter",
        "tool_calls" => "tool_calls",
        _ => "stop",
    }
}

/// `GET /v1/models`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenAiModels)]
pub(crate) struct ModelsBody {
    pub object: &'static str,
    pub data: Vec<ModelBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenAiModel)]
pub(crate) struct ModelBody {
    pub id: String,
    pub object: &'static str,
    pub created: i64,
    pub owned_by: String,
}

#[cfg(test)]
mod tests {
    use providers::{AnswerFormat, ToolChoice};
    use serde_json::json;

    use super::*;

    fn read(request: serde_json::Value) -> OpenAiResult<ModelRequest> {
        serde_json::from_value::<CompletionRequest>(request).unwrap().to_model_request()
    }

    #[test]
    fn texts_and_text_parts_are_understood() {
        let request = read(json!({
            "model": "m", "max_tokens": 5, "user": "ignored",
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": "b" }] },
                { "role": "assistant", "content": null },
                { "role": "user", "content": "c" },
            ],
        }))
        .unwrap();

        assert_eq!(request.system.as_deref(), Some("Be brief."));
        assert_eq!(request.messages[0].text, "a\nb");
        assert_eq!(request.messages.len(), 3);
        assert_eq!(request.max_output_tokens, Some(5));
    }

    /// One point.
    const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    #[test]
    fn pictures_tools_and_their_results_are_understood() {
        let request = read(json!({
            "model": "m", "stop": "END", "top_p": 0.5,
            "messages": [
                { "role": "user", "content": [
                    { "type": "text", "text": "What is it?" },
                    { "type": "image_url", "image_url": { "url": PICTURE } },
                ] },
                { "role": "assistant", "content": null, "tool_calls": [
                    { "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{}" } },
                ] },
                { "role": "tool", "tool_call_id": "c1", "content": "a cat" },
            ],
            "tools": [{ "type": "function", "function": { "name": "look", "parameters": { "type": "object" } } }],
            "tool_choice": { "type": "function", "function": { "name": "look" } },
            "response_format": { "type": "json_schema", "json_schema": { "name": "n", "schema": {} } },
        }))
        .unwrap();

        assert_eq!(request.messages[0].images[0].media_type, "image/png");
        assert_eq!(request.messages[1].tool_calls[0].id, "c1");
        assert_eq!(request.messages[2].tool_call_id.as_deref(), Some("c1"));
        assert_eq!(request.tools[0].name, "look");
        assert_eq!(request.options.stop, ["END"]);
        assert_eq!(request.options.tool_choice, ToolChoice::Named("look".to_owned()));
        assert!(matches!(request.options.format, AnswerFormat::Schema { .. }));
    }

    #[test]
    fn what_is_not_served_is_refused_where_it_stands() {
        let asked = |message: Value| json!({ "model": "m", "messages": [message] });
        let far = asked(json!({ "role": "user", "content": [
            { "type": "image_url", "image_url": { "url": "https://example.org/a.png" } },
        ]}));
        let sound = asked(json!({ "role": "user", "content": [{ "type": "input_audio" }] }));
        let nameless = asked(json!({ "role": "tool", "content": "x" }));
        let mut search = asked(json!({ "role": "user", "content": "x" }));
        search["tools"] = json!([{ "type": "web_search" }]);
        let none = json!({ "model": "m", "messages": [] });
        for (request, param) in [
            (far, "messages[0].content"),
            (sound, "messages[0].content"),
            (nameless, "messages[0].tool_call_id"),
            (search, "tools"),
            (none, "messages"),
        ] {
            let error = read(request).unwrap_err().body().error;
            assert_eq!(error.param.as_deref(), Some(param));
        }
    }
}
