use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far a reading is. Spec §4: "PDF reading: waiting, reading, cancelled." "summarizing, complete, failed,
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
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Reading,
        Self::Summarizing,
        Self::Complete,
        Self::Failed,
        Self::Cancelled,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Reading => "reading",
            Self::Summarizing => "summarizing",
            Self::Complete => "complete",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == text).unwrap_or(Self::Failed)
    }

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
        for (state, name) in State::ALL.into_iter().zip(names) {
            assert_eq!(state.as_str(), name);
            assert_eq!(State::parse(name), state);
            assert_eq!(serde_json::to_value(state).unwrap(), name);
        }
        assert_eq!(State::ALL.map(State::is_over), [false, false, false, true, true, true]);
    }
}
