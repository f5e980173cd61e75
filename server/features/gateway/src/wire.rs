//! The types of OpenAI's API that are spoken here. Fields that do not matter to us are ignored: clients
//! send many.

use providers::{ModelMessage, ModelRequest, RequestOptions, Role, ToolCall};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::content::Content;
use crate::error::{OpenAiError, OpenAiResult};
use crate::lenient::{json_text, or_default, whole, whole_signed};
use crate::pieces::Call;
use crate::problems::CHOICES_MAX;
use crate::tools::{self, InTool};

/// `POST /v1/chat/completions`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CompletionRequest)]
pub(crate) struct CompletionRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    pub model: String,
    pub messages: Vec<InMessage>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = bool)]
    pub stream: bool,
    pub stream_options: Option<StreamOptions>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    pub max_tokens: Option<u32>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    pub max_completion_tokens: Option<u32>,
    pub temperature: Option<f32>,
    pub top_p: Option<f32>,
    /// The number of most likely tokens that are chosen from, for models that have it.
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    pub top_k: Option<u32>,
    #[schema(value_type = Option<Object>)]
    pub stop: Option<Stop>,
    #[serde(default, deserialize_with = "whole_signed")]
    #[schema(value_type = Option<i64>)]
    pub seed: Option<i64>,
    pub presence_penalty: Option<f32>,
    pub frequency_penalty: Option<f32>,
    pub reasoning_effort: Option<String>,
    pub verbosity: Option<String>,
    /// Answers to be given, each charged like a request of its own.
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    pub n: Option<u32>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = Vec<Object>)]
    pub tools: Vec<InTool>,
    #[schema(value_type = Option<Object>)]
    pub tool_choice: Option<Value>,
    pub parallel_tool_calls: Option<bool>,
    #[schema(value_type = Option<Object>)]
    pub response_format: Option<Value>,
    #[schema(value_type = Option<Object>)]
    pub logit_bias: Option<Value>,
    #[serde(flatten)]
    #[schema(ignore)]
    unserved: Unserved,
}

/// Options that change what is answered and that are not served: refused rather than dropped.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Unserved {
    logprobs: Option<Value>,
    top_logprobs: Option<Value>,
    functions: Option<Value>,
    function_call: Option<Value>,
    audio: Option<Value>,
    modalities: Option<Vec<String>>,
    web_search_options: Option<Value>,
}

impl Unserved {
    fn check(&self) -> OpenAiResult<()> {
        let is_set = |value: &Option<Value>| match value {
            None | Some(Value::Null | Value::Bool(false)) => false,
            Some(Value::Number(number)) => number.as_f64() != Some(0.0),
            Some(Value::Array(list)) => !list.is_empty(),
            Some(_) => true,
        };
        let beyond_text = self.modalities.iter().flatten().any(|kind| kind != "text");
        let no_logprobs = "Log probabilities are not available here: leave them out.";
        let tools_instead = "This is no longer served: use tools and tool_choice.";
        let text_only = "Answers are text here.";
        for (is_wanted, param, message) in [
            (is_set(&self.logprobs), "logprobs", no_logprobs),
            (is_set(&self.top_logprobs), "top_logprobs", no_logprobs),
            (is_set(&self.functions), "functions", tools_instead),
            (is_set(&self.function_call), "function_call", tools_instead),
            (is_set(&self.audio), "audio", text_only),
            (beyond_text, "modalities", text_only),
            (
                self.web_search_options.as_ref().is_some_and(|value| !value.is_null()),
                "web_search_options",
                "Web searches are not available here: declare a tool.",
            ),
        ] {
            if is_wanted {
                let error = OpenAiError::invalid(param, message);
                return Err(error.with_code("unsupported_parameter"));
            }
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StreamOptions {
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = bool)]
    pub include_usage: bool,
}

/// One text, or some.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Stop {
    One(String),
    Some(Vec<String>),
}

impl Stop {
    pub fn texts(&self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text.clone()],
            Self::Some(texts) => texts.clone(),
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CompletionMessage)]
pub(crate) struct InMessage {
    pub role: String,
    /// The participant's name.
    pub name: Option<String>,
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
    #[serde(default, deserialize_with = "json_text")]
    arguments: String,
}

impl CompletionRequest {
    /// Converts the request for the model.
    pub fn to_model_request(&self) -> OpenAiResult<ModelRequest> {
        self.unserved.check()?;
        let mut system = Vec::new();
        let mut messages = Vec::new();
        for (index, message) in self.messages.iter().enumerate() {
            let message = message.read(&format!("messages[{index}]"))?;
            add_message(message, &mut system, &mut messages);
        }
        if messages.is_empty() && system.is_empty() {
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
            stop: self.stop.as_ref().map(Stop::texts).unwrap_or_default(),
            seed: self.seed,
            presence_penalty: self.presence_penalty,
            frequency_penalty: self.frequency_penalty,
            top_k: self.top_k,
            verbosity: self.verbosity.clone(),
            reasoning_effort: self.reasoning_effort.clone(),
            tool_choice: tools::choice(self.tool_choice.as_ref())?,
            format: tools::format(self.response_format.as_ref(), "response_format")?,
            parallel_tool_calls: self.parallel_tool_calls,
            strict_tools: self.tools.iter().filter_map(InTool::strict_name).collect(),
            logit_bias: self.logit_bias.clone().filter(|bias| !bias.is_null()),
            thinking: None,
        })
    }

    /// Returns the number of answers to be given.
    pub fn count(&self) -> OpenAiResult<usize> {
        choices(self.n)
    }

    pub fn wants_usage(&self) -> bool {
        self.stream_options.as_ref().is_some_and(|options| options.include_usage)
    }
}

/// Returns the number of answers that `n` asks for.
pub(crate) fn choices(n: Option<u32>) -> OpenAiResult<usize> {
    let n = n.unwrap_or(1) as usize;
    if (1..=CHOICES_MAX).contains(&n) {
        return Ok(n);
    }
    Err(OpenAiError::invalid("n", format!("1 to {CHOICES_MAX} answers can be given.")))
}

/// Adds a message to the conversation. Instructions before its first message are the system prompt; later ones stay in
/// their place.
pub(crate) fn add_message(
    message: ModelMessage,
    system: &mut Vec<String>,
    messages: &mut Vec<ModelMessage>,
) {
    match message.role {
        Role::System if messages.is_empty() => system.push(message.text),
        _ => messages.push(message),
    }
}

impl InMessage {
    fn read(&self, param: &str) -> OpenAiResult<ModelMessage> {
        let said = Content::read(self.content.as_ref(), &format!("{param}.content"))?;
        let message = match self.role.as_str() {
            "system" | "developer" => said.into_message(Role::System),
            "user" => said.into_message(Role::User),
            "assistant" => {
                let calls = self.tool_calls.iter().flatten().map(InCall::to_call).collect();
                ModelMessage { tool_calls: calls, ..said.into_message(Role::Assistant) }
            }
            "tool" => match &self.tool_call_id {
                Some(id) => {
                    ModelMessage { tool_call_id: Some(id.clone()), ..said.into_message(Role::Tool) }
                }
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
        let name = self.name.clone().filter(|name| !name.is_empty());
        Ok(ModelMessage { name, ..message })
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
    prompt_tokens_details: PromptTokens,
    completion_tokens_details: CompletionTokens,
}

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = CompletionPromptTokens)]
struct PromptTokens {
    /// Tokens that the provider read from its cache.
    cached_tokens: i64,
}

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = CompletionAnswerTokens)]
struct CompletionTokens {
    reasoning_tokens: i64,
}

impl From<generation::UsageBody> for TokenUsage {
    fn from(usage: generation::UsageBody) -> Self {
        let prompt_tokens = usage.input_tokens.unwrap_or(0);
        let completion_tokens = usage.output_tokens.unwrap_or(0);
        let cached_tokens = usage.cache_read_tokens.unwrap_or(0);
        let reasoning_tokens = usage.reasoning_tokens.unwrap_or(0);
        Self {
            prompt_tokens,
            completion_tokens,
            total_tokens: prompt_tokens + completion_tokens,
            prompt_tokens_details: PromptTokens { cached_tokens },
            completion_tokens_details: CompletionTokens { reasoning_tokens },
        }
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
mod tests;
