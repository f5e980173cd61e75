//! The trait of all models, and its types.

use std::pin::Pin;

use async_trait::async_trait;
use futures::Stream;
use kernel::{ConversationId, MessageId, UserId};

use crate::ModelError;

/// A model that writes text. One implementation per wire protocol, not per vendor.
#[async_trait]
pub trait TextModel: Send + Sync {
    /// Sends `request` and yields the model's output as it arrives.
    ///
    /// The stream ends after exactly one [`ModelEvent::Finished`] or one error. Dropping it cancels
    /// the call. Nothing is sent again once the first event has come.
    ///
    /// # Errors
    ///
    /// Before the stream: [`ModelError::Unauthorized`], [`ModelError::Refused`],
    /// [`ModelError::Busy`] with the provider's own waiting time, [`ModelError::Overloaded`],
    /// [`ModelError::Unreachable`]. In the stream: [`ModelError::Broken`] when the connection or the
    /// protocol breaks, [`ModelError::TimedOut`] after silence.
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError>;
}

/// The output of a model, piece by piece.
pub type ModelStream = Pin<Box<dyn Stream<Item = Result<ModelEvent, ModelError>> + Send>>;

/// A request to a model.
#[derive(Debug, Clone, Default)]
pub struct ModelRequest {
    /// The model's name as its provider knows it: [`crate::ResolvedModel::name_at_provider`].
    pub model: String,
    pub system: Option<String>,
    /// The conversation so far, oldest first; the last one is the person's.
    pub messages: Vec<ModelMessage>,
    /// Tools the model may use. Empty: it only writes.
    pub tools: Vec<ToolSpec>,
    pub max_output_tokens: Option<u32>,
    pub temperature: Option<f32>,
    /// Options for API clients; people do not set them.
    pub options: RequestOptions,
    /// The user who asks. Only the built-in engine reads it; it never leaves this machine.
    pub user_id: Option<UserId>,
    /// The language of the person's app (BCP 47). Only the built-in engine reads it.
    pub locale: Option<String>,
}

/// Wishes that not every provider can fulfil. An adapter refuses those that change the answer and that its protocol has
/// no word for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestOptions {
    pub top_p: Option<f32>,
    /// The answer ends before any of these.
    pub stop: Vec<String>,
    pub seed: Option<i64>,
    pub presence_penalty: Option<f32>,
    pub frequency_penalty: Option<f32>,
    /// The number of most likely tokens that are chosen from.
    pub top_k: Option<u32>,
    /// `low`, `medium`, `high`: the length of the answer.
    pub verbosity: Option<String>,
    /// `none`, `minimal`, `low`, `medium`, `high`, `xhigh`: how long a model may think.
    pub reasoning_effort: Option<String>,
    pub tool_choice: ToolChoice,
    pub format: AnswerFormat,
    /// `false`: at most one tool is called at a time.
    pub parallel_tool_calls: Option<bool>,
    /// Names of the tools whose arguments must match their schema exactly.
    pub strict_tools: Vec<String>,
    /// Likelihoods of tokens, as OpenAI's API writes them.
    pub logit_bias: Option<serde_json::Value>,
    /// The setting for reasoning, as Anthropic's API writes it.
    pub thinking: Option<serde_json::Value>,
}

/// Controls if a model must use a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToolChoice {
    #[default]
    Auto,
    None,
    /// Any, but one.
    Required,
    /// This one.
    Named(String),
}

/// The required format of an answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum AnswerFormat {
    #[default]
    Text,
    /// Any JSON object.
    Json,
    /// JSON of this schema.
    Schema { name: String, schema: serde_json::Value, strict: bool },
}

/// One message of the conversation that a model answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelMessage {
    pub role: Role,
    pub text: String,
    /// The participant's name, for protocols that have one.
    pub name: Option<String>,
    /// Images from the person; only models with vision get any.
    pub images: Vec<ModelImage>,
    /// Byte offsets in the text at which the images stand, in their order. Empty: each protocol places them.
    pub image_offsets: Vec<usize>,
    /// Recordings from a program, after the text; only some models take any.
    pub audio: Vec<ModelAudio>,
    /// Tool calls that the model requested, in a message of its own.
    pub tool_calls: Vec<ToolCall>,
    /// The call that this [`Role::Tool`] message answers.
    pub tool_call_id: Option<String>,
}

impl ModelMessage {
    /// Returns a message that is only text.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            text: text.into(),
            name: None,
            images: Vec::new(),
            image_offsets: Vec::new(),
            audio: Vec::new(),
            tool_calls: Vec::new(),
            tool_call_id: None,
        }
    }

    /// Creates a message with the result of a tool call.
    pub fn tool_result(call_id: impl Into<String>, output: impl Into<String>) -> Self {
        Self { tool_call_id: Some(call_id.into()), ..Self::text(Role::Tool, output) }
    }
}

/// A picture as a model is shown it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelImage {
    /// `image/png`, `image/jpeg`, `image/webp`, `image/gif`.
    pub media_type: String,
    pub data: bytes::Bytes,
}

/// A recording for a model to hear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelAudio {
    pub format: AudioFormat,
    pub data: bytes::Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AudioFormat {
    Wav,
    Mp3,
}

impl AudioFormat {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Mp3 => "mp3",
        }
    }

    /// Returns the format of a recording by its first bytes.
    pub fn of(data: &[u8]) -> Option<Self> {
        match data {
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some(Self::Wav),
            [b'I', b'D', b'3', ..] => Some(Self::Mp3),
            // The sync word of a frame of layer III.
            [0xff, second, ..] if second & 0xe6 == 0xe2 => Some(Self::Mp3),
            _ => None,
        }
    }
}

/// The description of a tool for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSpec {
    /// 1 to 64 of `A-Z a-z 0-9 _ -`: what all providers take.
    pub name: String,
    pub description: String,
    /// JSON Schema of the arguments, an object.
    pub parameters: serde_json::Value,
}

/// One use of a tool that a model asks for. Adapters join the fragments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// The provider's id, or one created by the adapter if the provider gives none.
    pub id: String,
    pub name: String,
    /// JSON, as the model wrote it: it may be wrong.
    pub arguments: String,
    /// Data that the provider wants back with the call when its result is sent, such as signed reasoning. Only the
    /// adapter that created it reads it; data of other providers is ignored.
    pub provider_state: Option<String>,
}

/// The author of a message. The system prompt is [`ModelRequest::system`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Instructions in the middle of the conversation.
    System,
    User,
    Assistant,
    /// Results of tool calls.
    Tool,
}

/// A piece of a model's output.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelEvent {
    Text(String),
    /// Reasoning before the answer.
    Reasoning(String),
    /// All text so far was reasoning, as a closing tag without an opening one has shown.
    TextWasReasoning,
    Citation(Citation),
    Notice(Notice),
    /// Another model answers than the one that was asked: the first event, if it comes at all.
    AnsweredBy(Answerer),
    /// A whole call; it is followed by [`FinishReason::ToolCalls`].
    ToolCall(ToolCall),
    /// Token counts so far. Later ones replace earlier ones; they are not added up.
    Usage(Usage),
    /// The last event.
    Finished(FinishReason),
}

/// The model that answers instead of the one that was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answerer {
    /// `<connection>/<model>`.
    pub id: String,
    pub name: String,
}

/// The source of a statement in the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    pub title: String,
    pub url: Option<String>,
    pub quote: Option<String>,
    pub conversation_id: Option<ConversationId>,
    pub message_id: Option<MessageId>,
}

/// A notice about the answer for the person, with a button that helps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// `<area>.<what>`: clients translate by it.
    pub code: String,
    pub text: String,
    pub action: Option<NoticeAction>,
}

/// The action of a notice's button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeAction {
    ConnectModel,
}

impl NoticeAction {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ConnectModel => "connect_model",
        }
    }
}

/// Token usage of a call, as the provider counts it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    pub input_tokens: u32,
    pub output_tokens: u32,
    /// Tokens of the input that the provider read from its cache.
    pub cache_read_tokens: u32,
    /// Tokens of the input that the provider wrote to its cache.
    pub cache_write_tokens: u32,
    /// Tokens of the output that are reasoning.
    pub reasoning_tokens: u32,
}

/// The reason why a model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishReason {
    /// It finished.
    Stop,
    /// It reached the maximum length of an answer.
    Length,
    /// The provider withheld the rest.
    ContentFilter,
    /// It waits for the results of the tools it called.
    ToolCalls,
    /// Anything else a provider says.
    Other,
}

impl FinishReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ContentFilter => "content_filter",
            Self::ToolCalls => "tool_calls",
            Self::Other => "other",
        }
    }
}
