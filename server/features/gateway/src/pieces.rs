//! The parts of a run's events that a program sees, before they take one of OpenAI's two formats.

use conversations::{Part, PartKind};
use generation::{RunEvent, UsageBody};
use kernel::Problem;

use crate::error::OpenAiError;

/// A piece of a run's output.
pub(crate) enum Piece {
    Text(String),
    /// Reasoning of the model.
    Thought(String),
    /// A whole use of a tool: the program's to do.
    Call(Call),
    Finished {
        /// The reason, in our terms.
        reason: String,
        usage: UsageBody,
    },
    Failed(OpenAiError),
}

/// A tool that the program is to use.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub id: String,
    pub name: String,
    /// JSON, as the model wrote it.
    pub arguments: String,
}

impl Piece {
    /// Returns the last piece of a run whose end was lost.
    pub fn broken_off() -> Self {
        Self::Failed(Problem::from(generation::INTERRUPTED).into())
    }

    pub fn is_last(&self) -> bool {
        matches!(self, Self::Finished { .. } | Self::Failed(_))
    }
}

/// Tracks which parts of the answer are reasoning: deltas only name their part.
#[derive(Default)]
pub(crate) struct Parts {
    thoughts: Vec<String>,
}

impl Parts {
    pub fn piece(&mut self, event: RunEvent) -> Option<Piece> {
        match event {
            RunEvent::PartStarted { part } => self.begin(part),
            RunEvent::PartDelta { part_id, text } if self.thoughts.contains(&part_id) => {
                Some(Piece::Thought(text))
            }
            RunEvent::PartDelta { text, .. } => Some(Piece::Text(text)),
            RunEvent::RunCompleted { finish_reason: reason, usage, .. } => {
                Some(Piece::Finished { reason, usage })
            }
            RunEvent::RunCancelled { .. } => {
                Some(Piece::Finished { reason: "stop".to_owned(), usage: UsageBody::default() })
            }
            RunEvent::RunFailed { problem, .. } | RunEvent::RunInterrupted { problem, .. } => {
                Some(Piece::Failed(OpenAiError::from_problem_body(&problem)))
            }
            // Deltas already contained the whole part.
            RunEvent::PartCompleted { .. }
            | RunEvent::RunQueued { .. }
            | RunEvent::RunStarted { .. }
            | RunEvent::RunPaused { .. }
            | RunEvent::Snapshot { .. } => None,
        }
    }

    fn begin(&mut self, part: Part) -> Option<Piece> {
        match part.kind {
            PartKind::Text { text } => Some(Piece::Text(text)),
            PartKind::Reasoning { text, .. } => {
                self.thoughts.push(part.id);
                Some(Piece::Thought(text))
            }
            PartKind::ToolCall { call_id, tool, arguments, .. } => {
                Some(Piece::Call(Call { id: call_id, name: tool, arguments }))
            }
            // This API has no place for them.
            PartKind::Citation { .. }
            | PartKind::Notice { .. }
            | PartKind::Question { .. }
            | PartKind::File { .. }
            | PartKind::Reference { .. } => None,
        }
    }
}
