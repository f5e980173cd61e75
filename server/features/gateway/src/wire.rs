//! The types of OpenAI's API that are spoken here. Fields that do not matter to us are ignored: clients
//! send many.

use providers::{ModelMessage, ModelRequest, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{OpenAiError, OpenAiResult};

/// `POST /v1/chat/completions`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CompletionRequest)]
pub(crate) struct CompletionRequest {
    pub model: String,
    pub messages: Vec<InMessage>,
    #[serde(default)]
    pub stream: bool,
    pub stream_options: Option<StreamOptions>,
    pub max_tokens: Option<u32>,
    pub max_completion_tokens: Option<u32>,
    pub temperature: Option<f32>,
    /// Answers to be given: only 1.
    pub n: Option<u32>,
    /// Not served yet, so a request that has any is refused rather than half understood.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub tools: Vec<serde_json::Value>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StreamOptions {
    #[serde(default)]
    pub include_usage: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CompletionMessage)]
pub(crate) struct InMessage {
    pub role: String,
    #[schema(value_type = Option<String>)]
    pub content: Option<Content>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Debug, Deserialize)]
pub(crate) struct ContentPart {
    r#type: String,
    text: Option<String>,
}

impl CompletionRequest {
    /// What the model is asked.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        if self.n.is_some_and(|n| n != 1) {
            return Err(OpenAiError::invalid("n", "Only one answer can be given: leave out n."));
        }
        if !self.tools.is_empty() {
            return Err(OpenAiError::invalid("tools", "Tools are not served here yet."));
        }
        let mut system = Vec::new();
        let mut messages = Vec::new();
        for (index, message) in self.messages.iter().enumerate() {
            let param = format!("messages[{index}]");
            let text = message.text(&param)?;
            match message.role.as_str() {
                "system" | "developer" => system.push(text),
                "user" => messages.push(ModelMessage::text(Role::User, text)),
                "assistant" => messages.push(ModelMessage::text(Role::Assistant, text)),
                other => {
                    let message = format!("The role {other:?} is not served here.");
                    return Err(OpenAiError::invalid(&format!("{param}.role"), message));
                }
            }
        }
        if messages.is_empty() {
            return Err(OpenAiError::invalid("messages", "There is no message to answer."));
        }
        Ok(ModelRequest {
            system: (!system.is_empty()).then(|| system.join("\n\n")),
            messages,
            max_output_tokens: self.max_completion_tokens.or(self.max_tokens),
            temperature: self.temperature,
            ..ModelRequest::default()
        })
    }

    pub fn wants_usage(&self) -> bool {
        self.stream_options.as_ref().is_some_and(|options| options.include_usage)
    }
}

impl InMessage {
    fn text(&self, param: &str) -> OpenAiResult<String> {
        let parts = match &self.content {
            None => return Ok(String::new()),
            Some(Content::Text(text)) => return Ok(text.clone()),
            Some(Content::Parts(parts)) => parts,
        };
        let texts = parts.iter().map(|part| match (part.r#type.as_str(), &part.text) {
            ("text", Some(text)) => Ok(text.as_str()),
            (other, _) => {
                let message = format!("Content of the type {other:?} is not served here.");
                Err(OpenAiError::invalid(&format!("{param}.content"), message))
            }
        });
        Ok(texts.collect::<OpenAiResult<Vec<_>>>()?.join("\n"))
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
    pub content: String,
    /// What the model thought first, for clients that show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<String>,
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
}

/// OpenAI's word for why an answer ended.
pub(crate) fn finish_reason(ours: &str) -> &'static str {
    match ours {
        "length" => "length",
        "content_filter" => "content_filter",
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

    #[test]
    fn what_is_not_served_is_refused_where_it_stands() {
        let image = json!({ "model": "m", "messages": [
            { "role": "user", "content": [{ "type": "image_url", "image_url": { "url": "x" } }] },
        ]});
        let tools = json!({ "model": "m", "messages": [], "tools": [{}] });
        let none = json!({ "model": "m", "messages": [] });
        for (request, param) in
            [(image, "messages[0].content"), (tools, "tools"), (none, "messages")]
        {
            let error = read(request).unwrap_err().body().error;
            assert_eq!(error.param.as_deref(), Some(param));
        }
    }
}
