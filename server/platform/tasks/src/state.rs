//! The states of a task, and what leads from one to the next.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The state of a task. The last three are final until it is retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TaskState)]
pub enum State {
    /// Nobody works on it yet.
    Queued,
    Running,
    /// It waits for its person.
    Paused,
    Succeeded,
    Failed,
    Cancelled,
}

/// Something that happens to a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Begin,
    Pause,
    Resume,
    Succeed,
    Fail,
    Cancel,
    Retry,
}

impl State {
    pub const ALL: [Self; 6] =
        [Self::Queued, Self::Running, Self::Paused, Self::Succeeded, Self::Failed, Self::Cancelled];

    /// The name in SQL and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Reads a stored name; one of a later version counts as failed.
    pub fn parse(name: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == name).unwrap_or(Self::Failed)
    }

    /// Returns true if nothing happens to it by itself any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }

    /// Returns the state after `event`; `None` if the event cannot happen in this one.
    pub fn after(self, event: Event) -> Option<Self> {
        let next = match event {
            Event::Begin => Self::Running,
            Event::Pause => Self::Paused,
            Event::Resume | Event::Retry => Self::Queued,
            Event::Succeed => Self::Succeeded,
            Event::Fail => Self::Failed,
            Event::Cancel => Self::Cancelled,
        };
        let is_allowed = match event {
            Event::Begin => self == Self::Queued,
            Event::Resume => self == Self::Paused,
            Event::Pause | Event::Succeed => matches!(self, Self::Queued | Self::Running),
            Event::Fail | Event::Cancel => !self.is_final(),
            Event::Retry => self.is_final(),
        };
        is_allowed.then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_have_these_names() {
        let names = ["queued", "running", "paused", "succeeded", "failed", "cancelled"];
        for (state, name) in State::ALL.into_iter().zip(names) {
            assert_eq!(serde_json::to_value(state).unwrap(), name);
            assert_eq!(State::parse(name), state);
        }
    }

    #[test]
    fn a_final_task_only_comes_back_by_a_retry() {
        for state in State::ALL.into_iter().filter(|state| state.is_final()) {
            assert_eq!(state.after(Event::Retry), Some(State::Queued));
            for event in [Event::Begin, Event::Pause, Event::Resume, Event::Succeed, Event::Fail] {
                assert_eq!(state.after(event), None, "{state:?} {event:?}");
            }
            assert_eq!(state.after(Event::Cancel), None);
        }
    }

    #[test]
    fn an_open_task_can_be_cancelled_and_fail_but_not_be_retried() {
        for state in State::ALL.into_iter().filter(|state| !state.is_final()) {
            assert_eq!(state.after(Event::Cancel), Some(State::Cancelled));
            assert_eq!(state.after(Event::Fail), Some(State::Failed));
            assert_eq!(state.after(Event::Retry), None);
        }
        assert_eq!(State::Paused.after(Event::Resume), Some(State::Queued));
        assert_eq!(State::Paused.after(Event::Succeed), None);
    }
}
