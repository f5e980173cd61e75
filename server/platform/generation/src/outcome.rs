//! How a run ends: its outcome, and the end of its model's stream.

use api::ProblemBody;
use conversations::Receipt;
use kernel::Problem;
use providers::{FinishReason, Usage};

use crate::RunState;
use crate::event::{RunEvent, UsageBody};

/// The outcome of a run.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Completed(FinishReason),
    Failed(Problem),
    Cancelled,
    Interrupted(Problem),
}

impl Outcome {
    pub fn state(&self) -> RunState {
        match self {
            Self::Completed(_) => RunState::Completed,
            Self::Failed(_) => RunState::Failed,
            Self::Cancelled => RunState::Cancelled,
            Self::Interrupted(_) => RunState::Interrupted,
        }
    }

    pub fn finish_reason(&self) -> Option<String> {
        match self {
            Self::Completed(reason) => Some(reason.as_str().to_owned()),
            Self::Failed(_) | Self::Cancelled | Self::Interrupted(_) => None,
        }
    }

    pub fn problem(&self) -> Option<ProblemBody> {
        match self {
            Self::Failed(problem) | Self::Interrupted(problem) => Some(ProblemBody::from(problem)),
            Self::Completed(_) | Self::Cancelled => None,
        }
    }

    pub fn event(&self, usage: Option<Usage>, receipt: Receipt) -> RunEvent {
        match self {
            Self::Completed(reason) => RunEvent::RunCompleted {
                finish_reason: reason.as_str().to_owned(),
                usage: UsageBody::of(usage),
                receipt,
            },
            Self::Cancelled => RunEvent::RunCancelled { receipt },
            Self::Failed(problem) => {
                RunEvent::RunFailed { problem: ProblemBody::from(problem), receipt }
            }
            Self::Interrupted(problem) => {
                RunEvent::RunInterrupted { problem: ProblemBody::from(problem), receipt }
            }
        }
    }
}

/// The end of a model's stream, and its usage.
pub(crate) struct Ending {
    pub outcome: Outcome,
    pub usage: Option<Usage>,
    /// Estimated usage, for what the provider did not count.
    pub likely: Option<Usage>,
}
