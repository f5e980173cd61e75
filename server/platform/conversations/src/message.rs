use api::ProblemBody;
use kernel::{BotId, ConversationId, MessageId, RunId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{MessageFeedback, Part};

/// A message in a conversation, as stored and as clients get it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    pub id: MessageId,
    pub conversation_id: ConversationId,
    /// The message this one answers; null for the first.
    pub parent_id: Option<MessageId>,
    pub role: Role,
    pub parts: Vec<Part>,
    /// The model that wrote it, `<connection>/<model>`.
    pub model: Option<String>,
    /// The model's name as it was shown then.
    pub model_name: Option<String>,
    pub state: MessageState,
    /// The run that wrote it, or writes it now.
    pub run_id: Option<RunId>,
    /// The reason why it is incomplete.
    pub problem: Option<ProblemBody>,
    pub receipt: Option<Receipt>,
    pub kind: MessageKind,
    /// Shared by the answers that several models give to one message at once.
    pub batch_id: Option<Uuid>,
    /// The bot that answers, or that the person named.
    pub bot_id: Option<BotId>,
    pub created_at: Timestamp,
    /// The reader's own rating of it; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<MessageFeedback>,
}

impl Message {
    /// Creates a complete message without content.
    pub fn new(
        id: MessageId,
        conversation_id: ConversationId,
        role: Role,
        created_at: Timestamp,
    ) -> Self {
        Self {
            id,
            conversation_id,
            parent_id: None,
            role,
            parts: Vec::new(),
            model: None,
            model_name: None,
            state: MessageState::Completed,
            run_id: None,
            problem: None,
            receipt: None,
            kind: MessageKind::Plain,
            batch_id: None,
            bot_id: None,
            created_at,
            feedback: None,
        }
    }
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    #[default]
    Plain,
    /// An answer merged from several models' answers to the same message.
    Ensemble,
    /// A bot's welcome.
    Welcome,
}

impl MessageKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Ensemble => "ensemble",
            Self::Welcome => "welcome",
        }
    }

    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "ensemble" => Self::Ensemble,
            "welcome" => Self::Welcome,
            _ => Self::Plain,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageRole)]
pub enum Role {
    User,
    Assistant,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }

    pub(crate) fn parse(text: &str) -> Self {
        if text == "assistant" { Self::Assistant } else { Self::User }
    }
}

/// The completion state of a message. All states but `running` are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Completed,
    Running,
    Failed,
    Cancelled,
    Interrupted,
}

impl MessageState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Running => "running",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Interrupted => "interrupted",
        }
    }

    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "running" => Self::Running,
            "failed" => Self::Failed,
            "cancelled" => Self::Cancelled,
            "interrupted" => Self::Interrupted,
            _ => Self::Completed,
        }
    }
}

/// The cost and usage of an answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// The meter that was charged; null where nothing is metered.
    pub meter: Option<String>,
    /// Units of the meter; 0 when nothing was delivered.
    pub charged: i64,
    pub input_tokens: Option<i64>,
    pub output_tokens: Option<i64>,
    pub duration_ms: Option<i64>,
    /// The model's reason for stopping, in OpenAI's terms: `stop`, `length`; null if unknown.
    #[serde(default)]
    pub finish_reason: Option<String>,
    /// The model that answered because the one that was asked could not; null where that one did.
    #[serde(default)]
    pub answered_by: Option<String>,
    /// Number of the person's memories that the model was given; null: none.
    #[serde(default)]
    pub memories: Option<i64>,
}
