use std::borrow::Cow;

use conversations::{Part, PartKind, QuestionState, ToolCallState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{RunEvent, Sequenced};

/// A message while it is written: the fold of its run's events.
///
/// The TypeScript twin is `clients/contract`'s `applyRunEvent`; both read `contract/fixtures/runs/`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// The last event that was applied.
    pub seq: i64,
    pub parts: Vec<Part>,
    pub state: DraftState,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DraftState {
    #[default]
    Running,
    Completed,
    Failed,
    Cancelled,
    Interrupted,
}

impl Draft {
    /// Applies one event. One at or before [`Draft::seq`] was applied already and changes nothing.
    pub fn apply(&mut self, sequenced: Sequenced) {
        if sequenced.seq <= self.seq {
            return;
        }
        self.seq = sequenced.seq;
        match sequenced.event {
            RunEvent::RunQueued { .. }
            | RunEvent::RunStarted { .. }
            | RunEvent::RunPaused { .. } => {}
            RunEvent::PartStarted { part } | RunEvent::PartCompleted { part } => self.put(part),
            RunEvent::PartDelta { part_id, text } => self.append(&part_id, &text),
            RunEvent::RunCompleted { .. } => self.end(DraftState::Completed),
            RunEvent::RunFailed { .. } => self.end(DraftState::Failed),
            RunEvent::RunCancelled { .. } => self.end(DraftState::Cancelled),
            RunEvent::RunInterrupted { .. } => self.end(DraftState::Interrupted),
            RunEvent::Snapshot { parts, state } => {
                self.parts = parts;
                self.state = state;
            }
        }
    }

    /// Returns true if the model delivered anything that a person can use.
    pub fn has_text(&self) -> bool {
        self.parts.iter().any(|part| match &part.kind {
            PartKind::Text { text } => !text.trim().is_empty(),
            _ => false,
        })
    }

    fn end(&mut self, state: DraftState) {
        self.state = state;
        end_calls(&mut self.parts);
    }

    /// Replaces the part with the same id, or appends it.
    fn put(&mut self, part: Part) {
        match self.parts.iter_mut().find(|known| known.id == part.id) {
            Some(known) => *known = part,
            None => self.parts.push(part),
        }
    }

    fn append(&mut self, part_id: &str, delta: &str) {
        let Some(part) = self.parts.iter_mut().rev().find(|part| part.id == part_id) else {
            return;
        };
        if let PartKind::Text { text } | PartKind::Reasoning { text, .. } = &mut part.kind {
            text.push_str(delta);
        }
    }
}

/// Returns the parts of a run that is over; the same ones, unless a call of a tool or a question was not.
pub(crate) fn with_calls_ended(parts: &[Part]) -> Cow<'_, [Part]> {
    let is_open = |part: &Part| {
        use ToolCallState::{Running, Waiting};
        matches!(
            part.kind,
            PartKind::ToolCall { state: Waiting | Running, .. }
                | PartKind::Question { state: QuestionState::Waiting, .. }
        )
    };
    if !parts.iter().any(is_open) {
        return Cow::Borrowed(parts);
    }
    let mut parts = parts.to_vec();
    end_calls(&mut parts);
    Cow::Owned(parts)
}

/// Ends tool calls and questions that were still open when their run ended: nothing waits for them.
fn end_calls(parts: &mut [Part]) {
    for part in parts {
        match &mut part.kind {
            PartKind::ToolCall { state, .. } => {
                *state = match *state {
                    ToolCallState::Waiting => ToolCallState::Denied,
                    ToolCallState::Running => ToolCallState::Failed,
                    over => over,
                };
            }
            PartKind::Question { state: state @ QuestionState::Waiting, .. } => {
                *state = QuestionState::Cancelled;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Fixture {
        name: String,
        events: Vec<serde_json::Value>,
        expected: Expected,
    }

    #[derive(Deserialize)]
    struct Expected {
        parts: Vec<Part>,
        state: DraftState,
    }

    #[test]
    fn the_fold_agrees_with_the_clients_on_every_fixture() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../contract/fixtures/runs");
        let mut checked = 0;
        for file in std::fs::read_dir(dir).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for fixture in serde_json::from_str::<Vec<Fixture>>(&text).unwrap() {
                let mut draft = Draft::default();
                // An unknown event type is skipped, as by a client that is older than the server.
                let known = fixture.events.into_iter();
                for event in known.filter_map(|event| serde_json::from_value(event).ok()) {
                    draft.apply(event);
                }
                assert_eq!(draft.parts, fixture.expected.parts, "{}", fixture.name);
                assert_eq!(draft.state, fixture.expected.state, "{}", fixture.name);
                checked += 1;
            }
        }
        assert!(checked > 0, "there are fixtures");
    }
}
