use serde::{Deserialize, Serialize};
use tasks::Head;
use utoipa::ToSchema;

/// State of a reading. Spec §4: "PDF reading: waiting, reading, cancelled." "summarizing, complete, failed,
/// cancelled." The last three are final until it is summed up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingState)]
pub(crate) enum State {
    /// Nobody reads it yet.
    Waiting,
    /// Its source is read.
    Reading,
    /// A model writes.
    Summarizing,
    Complete,
    Failed,
    Cancelled,
}

impl State {
    /// Returns the state of a task in this area's words.
    pub fn of(head: &Head) -> Self {
        match head.state {
            tasks::State::Queued | tasks::State::Paused => Self::Waiting,
            tasks::State::Running if head.run_id.is_some() => Self::Summarizing,
            tasks::State::Running => Self::Reading,
            tasks::State::Succeeded => Self::Complete,
            tasks::State::Failed => Self::Failed,
            tasks::State::Cancelled => Self::Cancelled,
        }
    }

    /// Returns the state of the task.
    pub fn into_task(self) -> tasks::State {
        match self {
            Self::Waiting => tasks::State::Queued,
            Self::Reading | Self::Summarizing => tasks::State::Running,
            Self::Complete => tasks::State::Succeeded,
            Self::Failed => tasks::State::Failed,
            Self::Cancelled => tasks::State::Cancelled,
        }
    }

    /// Returns true if it is final until it is summed up again.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Complete | Self::Failed | Self::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §4: "PDF reading: waiting, reading, cancelled."
    #[test]
    fn a_reading_has_these_states_by_these_names() {
        let names = ["waiting", "reading", "summarizing", "complete", "failed", "cancelled"];
        let states: Vec<State> = serde_json::from_value(serde_json::json!(names)).unwrap();
        assert_eq!(serde_json::json!(states), serde_json::json!(names));
        let over: Vec<bool> = states.iter().map(|state| state.is_over()).collect();
        assert_eq!(over, [false, false, false, true, true, true]);
    }
}
