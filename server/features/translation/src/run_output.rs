//! The output of a run, read while it is written.

use std::convert::Infallible;
use std::pin::Pin;

use api::ProblemBody;
use area::Services;
use bytes::Bytes;
use conversations::PartKind;
use futures::{Stream, StreamExt};
use generation::{Run, RunEvent, event_of};
use kernel::Problem;

use crate::problems::FAILED;

/// The output of a run, read while it is written. Dropping it stops nothing.
pub(crate) struct RunOutput {
    frames: Pin<Box<dyn Stream<Item = Result<Bytes, Infallible>> + Send>>,
    /// Ids of parts that are no text of the answer: reasoning, notes.
    other_parts: Vec<String>,
    pub text: String,
}

/// An item parsed from the answer.
pub(crate) enum Step {
    /// `text` has grown.
    Grown,
    /// The run is over, with all it was to write or without.
    Over(Result<(), Box<ProblemBody>>),
}

impl RunOutput {
    pub fn of(services: &Services, run: Run) -> Self {
        let frames = Box::pin(services.generation.follow(run, 0));
        Self { frames, other_parts: Vec::new(), text: String::new() }
    }

    pub async fn next(&mut self) -> Step {
        while let Some(Ok(frame)) = self.frames.next().await {
            let Some(event) = event_of(&frame) else { continue };
            if let Some(step) = self.apply(event.event) {
                return step;
            }
        }
        Step::Over(Err(interrupted()))
    }

    fn apply(&mut self, event: RunEvent) -> Option<Step> {
        match event {
            RunEvent::PartStarted { part } => match part.kind {
                PartKind::Text { text } => self.text.push_str(&text),
                _ => {
                    self.other_parts.push(part.id);
                    return None;
                }
            },
            RunEvent::PartDelta { part_id, .. } if self.other_parts.contains(&part_id) => {
                return None;
            }
            RunEvent::PartDelta { text, .. } => self.text.push_str(&text),
            RunEvent::RunCompleted { .. } => return Some(Step::Over(Ok(()))),
            RunEvent::RunFailed { problem, .. } | RunEvent::RunInterrupted { problem, .. } => {
                return Some(Step::Over(Err(Box::new(problem))));
            }
            RunEvent::RunCancelled { .. } | RunEvent::Snapshot { .. } => {
                return Some(Step::Over(Err(interrupted())));
            }
            // Deltas already contained the whole part.
            RunEvent::PartCompleted { .. }
            | RunEvent::RunQueued { .. }
            | RunEvent::RunStarted { .. }
            | RunEvent::RunPaused { .. } => return None,
        }
        Some(Step::Grown)
    }
}

fn interrupted() -> Box<ProblemBody> {
    Box::new(ProblemBody::from(&Problem::from(FAILED)))
}
