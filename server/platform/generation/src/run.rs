use std::sync::Arc;

use conversations::MessageState;
use entitlements::Plan;
use kernel::{ConversationId, MessageId, Payer, RunId, Timestamp, UserId, Uuid, WorkspaceId};
use ledger::Charge;
use providers::{ModelRequest, ResolvedModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Attached, Tool};

/// A stored run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub id: RunId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub conversation_id: Option<ConversationId>,
    /// The message it writes; none for a run that only an API key reads.
    pub message_id: Option<MessageId>,
    /// The feature that asked for it, as its [`RunRequest`] says: `chat`, `reading`.
    pub feature: String,
    pub model: String,
    pub state: RunState,
    /// The process that writes it.
    pub owner: Uuid,
    /// Maximum cost, in units of its meter.
    pub price: i64,
    /// Price per thousand tokens of its model; `None` if it is priced by the answer.
    pub credits_per_1k: Option<i64>,
    pub created_at: Timestamp,
    /// Total time it waited for its person, in microseconds.
    pub waited: i64,
    /// Number of the person's memories it was given.
    pub memories: i64,
}

/// The state of a run. A run ends once, for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Waits for a slot, or for a busy provider.
    Queued,
    Running,
    /// Waits for its person's approval of a tool, and is resumed.
    Paused,
    Completed,
    Failed,
    Cancelled,
    /// Its process stopped; the text is kept, nothing is run again.
    Interrupted,
}

impl RunState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Interrupted => "interrupted",
        }
    }

    pub fn is_final(self) -> bool {
        !matches!(self, Self::Queued | Self::Running | Self::Paused)
    }

    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "queued" => Self::Queued,
            "paused" => Self::Paused,
            "completed" => Self::Completed,
            "failed" => Self::Failed,
            "cancelled" => Self::Cancelled,
            "interrupted" => Self::Interrupted,
            _ => Self::Running,
        }
    }

    pub(crate) fn message_state(self) -> MessageState {
        match self {
            Self::Queued | Self::Running | Self::Paused => MessageState::Running,
            Self::Completed => MessageState::Completed,
            Self::Failed => MessageState::Failed,
            Self::Cancelled => MessageState::Cancelled,
            Self::Interrupted => MessageState::Interrupted,
        }
    }
}

/// A request to generate an answer: for whom, and its maximum cost.
pub struct RunRequest {
    pub run_id: RunId,
    pub payer: Payer,
    pub conversation_id: Option<ConversationId>,
    /// The assistant message that the caller has written as `running` in the same transaction.
    pub message_id: Option<MessageId>,
    /// Name of the feature in the usage record: `chat`, `api`.
    pub feature: &'static str,
    pub model: ResolvedModel,
    pub request: ModelRequest,
    /// The tools that the model may use and that this run executes. Without any, the tools a program declares in
    /// `request.tools` are executed by that program: the run ends with the calls as parts.
    pub tools: Vec<Arc<dyn Tool>>,
    pub attached: Attached,
    /// The maximum charge. For a model priced by tokens it is recomputed when the run begins, from the answer's maximum
    /// length and the balance ([`crate::answer_charge`]), unless it is free.
    pub charge: Charge,
    /// The payer's plan, where it has just been read.
    pub plan: Option<Arc<Plan>>,
    pub when_full: WhenFull,
}

/// Behavior of a run when the operator's limit of concurrent runs is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenFull {
    /// Waits in the queue, with its position visible.
    Wait,
    /// Is refused: the caller can try again.
    Refuse,
    /// Begins all the same, taking a slot that others wait for: it is short, and nobody waits to see it.
    Begin,
}
