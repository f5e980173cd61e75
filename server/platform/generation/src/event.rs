use api::ProblemBody;
use conversations::{Part, Receipt};
use kernel::{MessageId, Timestamp};
use providers::Usage;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::DraftState;

/// One row of a run's log, in the words of AG-UI and OpenTelemetry's GenAI conventions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type")]
pub enum RunEvent {
    /// The run waits for a slot, or for a busy provider.
    #[serde(rename = "run.queued")]
    RunQueued {
        /// Counted from 1.
        position: i64,
        /// Estimated wait from `at` on; null if unknown.
        estimated_wait_seconds: Option<i64>,
        at: Timestamp,
    },
    #[serde(rename = "run.started")]
    RunStarted { model: String, message_id: Option<MessageId> },
    /// A part begins, with the text it has by then.
    #[serde(rename = "part.started")]
    PartStarted { part: Part },
    #[serde(rename = "part.delta")]
    PartDelta { part_id: String, text: String },
    /// The complete part, replacing the deltas so far.
    #[serde(rename = "part.completed")]
    PartCompleted { part: Part },
    /// The run waits for its person to approve a tool (`approval`). Nothing is written until then.
    #[serde(rename = "run.paused")]
    RunPaused { reason: String },
    #[serde(rename = "run.completed")]
    RunCompleted { finish_reason: String, usage: UsageBody, receipt: Receipt },
    #[serde(rename = "run.failed")]
    RunFailed { problem: ProblemBody, receipt: Receipt },
    #[serde(rename = "run.cancelled")]
    RunCancelled { receipt: Receipt },
    #[serde(rename = "run.interrupted")]
    RunInterrupted { problem: ProblemBody, receipt: Receipt },
    /// The whole state at once, sent if the journal itself is gone (a day after the run was final).
    #[serde(rename = "snapshot")]
    Snapshot { parts: Vec<Part>, state: DraftState },
}

impl RunEvent {
    /// Returns the event's name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::RunQueued { .. } => "run.queued",
            Self::RunStarted { .. } => "run.started",
            Self::PartStarted { .. } => "part.started",
            Self::PartDelta { .. } => "part.delta",
            Self::PartCompleted { .. } => "part.completed",
            Self::RunPaused { .. } => "run.paused",
            Self::RunCompleted { .. } => "run.completed",
            Self::RunFailed { .. } => "run.failed",
            Self::RunCancelled { .. } => "run.cancelled",
            Self::RunInterrupted { .. } => "run.interrupted",
            Self::Snapshot { .. } => "snapshot",
        }
    }

    /// Returns true if no event follows this one.
    pub fn is_final(&self) -> bool {
        matches!(
            self,
            Self::RunCompleted { .. }
                | Self::RunFailed { .. }
                | Self::RunCancelled { .. }
                | Self::RunInterrupted { .. }
                | Self::Snapshot { .. }
        )
    }
}

/// An event at its place in the log, counted from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Sequenced {
    pub seq: i64,
    #[serde(flatten)]
    pub event: RunEvent,
}

/// Token counts as the provider gave them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct UsageBody {
    pub input_tokens: Option<i64>,
    pub output_tokens: Option<i64>,
    /// Input tokens that the provider read from its cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_read_tokens: Option<i64>,
    /// Input tokens that the provider wrote to its cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write_tokens: Option<i64>,
    /// Output tokens that are reasoning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<i64>,
}

impl UsageBody {
    /// Returns the counts of a provider. Parts of which there is none are left out.
    pub fn of(usage: Option<Usage>) -> Self {
        let Some(usage) = usage else { return Self::default() };
        let part = |count: u32| (count > 0).then_some(i64::from(count));
        Self {
            input_tokens: Some(usage.input_tokens.into()),
            output_tokens: Some(usage.output_tokens.into()),
            cache_read_tokens: part(usage.cache_read_tokens),
            cache_write_tokens: part(usage.cache_write_tokens),
            reasoning_tokens: part(usage.reasoning_tokens),
        }
    }
}
