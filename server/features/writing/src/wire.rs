//! The types on the wire, of what is rewritten.

use api::ProblemBody;
use generation::RunState;
use kernel::{RunId, Timestamp, beginning};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::facts::{Changed, changed};
use crate::store::{Entry, Humanization, HumanizationId};

/// How a text is to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HumanizationTone)]
pub(crate) enum Tone {
    Natural,
    Plain,
    Formal,
}

impl Tone {
    pub const ALL: [Self; 3] = [Self::Natural, Self::Plain, Self::Formal];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Natural => "natural",
            Self::Plain => "plain",
            Self::Formal => "formal",
        }
    }

    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|tone| tone.as_str() == text).unwrap_or(Self::Natural)
    }
}

/// How far a rewriting is. All but the first are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HumanizationState)]
pub(crate) enum State {
    /// It is written, or waits for a place.
    Running,
    Completed,
    /// Its person stopped it.
    Stopped,
    Failed,
    /// The server stopped.
    Interrupted,
}

impl State {
    pub const ALL: [Self; 5] =
        [Self::Running, Self::Completed, Self::Stopped, Self::Failed, Self::Interrupted];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }

    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == text).unwrap_or(Self::Interrupted)
    }
}

impl From<RunState> for State {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Queued | RunState::Running | RunState::Paused => Self::Running,
            RunState::Completed => Self::Completed,
            RunState::Cancelled => Self::Stopped,
            RunState::Failed => Self::Failed,
            RunState::Interrupted => Self::Interrupted,
        }
    }
}

/// A text to rewrite so that it reads naturally.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewHumanization {
    pub text: String,
    pub tone: Tone,
    /// `<connection>/<model>`; null: the person's usual one.
    #[serde(default)]
    pub model: Option<String>,
}

/// A text whose price is asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextToPrice {
    pub text: String,
}

/// What it costs to have a text rewritten.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HumanizationPrice)]
pub(crate) struct PriceBody {
    pub words: i64,
    pub words_per_credit: u32,
    /// Advanced credits.
    pub credits: i64,
    /// Whether anything is charged on this server.
    pub charges: bool,
}

/// A rewriting with all that it has by now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Humanization)]
pub(crate) struct HumanizationBody {
    pub id: HumanizationId,
    pub state: State,
    pub tone: Tone,
    pub text: String,
    /// What is written by now; null: nothing.
    pub written: Option<String>,
    /// Its events are followed while `state` is `running`, and it is stopped by it.
    pub run_id: RunId,
    pub model_name: String,
    pub words: i64,
    /// What it cost, in advanced credits; null while it is open.
    pub credits: Option<i64>,
    /// Numbers, addresses, marks of citations and quotations of the text that the whole rewriting has not.
    pub missing: Vec<String>,
    /// Numbers, addresses and marks of citations that only the rewriting has.
    pub added: Vec<String>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

impl From<Humanization> for HumanizationBody {
    fn from(one: Humanization) -> Self {
        let Changed { missing, added } = match (&one.written, one.state) {
            (Some(written), State::Completed) => changed(&one.text, written),
            // Half a text lacks the rest.
            (Some(written), State::Stopped | State::Failed | State::Interrupted) => {
                Changed { missing: Vec::new(), ..changed(&one.text, written) }
            }
            _ => Changed::default(),
        };
        Self {
            id: one.id,
            state: one.state,
            tone: one.tone,
            text: one.text,
            written: one.written,
            run_id: one.run_id,
            model_name: one.model_name,
            words: one.words,
            credits: one.credits,
            missing,
            added,
            problem: one.problem,
            created_at: one.created_at,
        }
    }
}

/// A line of the list of rewritings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HumanizationEntry)]
pub(crate) struct EntryBody {
    pub id: HumanizationId,
    /// How its text begins.
    pub excerpt: String,
    pub state: State,
    pub tone: Tone,
    pub created_at: Timestamp,
}

/// Characters of a text that its line in the list shows.
const EXCERPT_CHARS: usize = 120;

impl From<Entry> for EntryBody {
    fn from(entry: Entry) -> Self {
        let words = entry.beginning.split_whitespace().collect::<Vec<_>>().join(" ");
        Self {
            id: entry.id,
            excerpt: beginning(&words, EXCERPT_CHARS),
            state: State::parse(&entry.state),
            tone: Tone::parse(&entry.tone),
            created_at: entry.created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_and_states_have_these_names() {
        for tone in Tone::ALL {
            assert_eq!(serde_json::to_value(tone).unwrap(), tone.as_str());
            assert_eq!(Tone::parse(tone.as_str()), tone);
        }
        for state in State::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
            assert_eq!(State::parse(state.as_str()), state);
        }
    }
}
