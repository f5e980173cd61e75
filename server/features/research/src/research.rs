//! What a research is made of.

use api::ProblemBody;
use kernel::{Timestamp, UserId, WorkspaceId};
use ledger::Budget;
use retrieval::CiteState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web_search::{Domains, Source};

use crate::changes::Changes;
use crate::problems::CAP_REACHED;

kernel::id! {
    /// A research of a person's.
    ResearchId
}

/// What is to be researched, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub question: String,
    pub sources: Vec<Source>,
    pub domains: Domains,
    /// Whether questions may be asked back first.
    pub clarify: bool,
}

/// How far a research is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchState)]
pub(crate) enum State {
    /// A model thinks about what is unclear.
    Clarifying,
    /// Its person is asked what they mean.
    Asking,
    /// A model makes a plan.
    Planning,
    /// Its person looks at the plan.
    Planned,
    /// Services are asked, pages are read, statements are taken from them.
    Researching,
    /// The report is written, section by section.
    Writing,
    /// It waits until its person has it go on.
    Paused,
    Completed,
    Cancelled,
}

impl State {
    const ALL: [Self; 9] = [
        Self::Clarifying,
        Self::Asking,
        Self::Planning,
        Self::Planned,
        Self::Researching,
        Self::Writing,
        Self::Paused,
        Self::Completed,
        Self::Cancelled,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clarifying => "clarifying",
            Self::Asking => "asking",
            Self::Planning => "planning",
            Self::Planned => "planned",
            Self::Researching => "researching",
            Self::Writing => "writing",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
        }
    }

    /// What a stored word stands for; one of a later version waits for its person.
    pub fn parse(word: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == word).unwrap_or(Self::Paused)
    }

    /// Whether it goes on by itself.
    pub fn is_working(self) -> bool {
        matches!(self, Self::Clarifying | Self::Planning | Self::Researching | Self::Writing)
    }

    pub fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }
}

/// Why a research waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchPause)]
pub(crate) enum Pause {
    /// Its person had it wait.
    Person,
    /// It took as many steps as it may at once. Spec §4: "runs up to a maximum number of steps, then pauses
    /// and can be continued".
    Steps,
    /// The next step would cost more than its person wants to spend.
    Spend,
    /// Something went wrong.
    Problem,
}

/// A question back to the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchClarification)]
pub(crate) struct Clarification {
    pub question: String,
    /// Null: not answered; it goes on as it is.
    pub answer: Option<String>,
}

/// A topic of the plan: what is to be found out, and what is searched for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchTopic)]
pub(crate) struct Topic {
    /// Counted from 1.
    pub number: i64,
    pub question: String,
    pub queries: Vec<String>,
    /// Whether a gap led to it.
    pub of_gap: bool,
}

/// How far a research may go before it waits for its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bounds {
    pub steps: i64,
    /// In units of the model's meter, from the beginning of the research.
    pub spend: i64,
}

/// What remained open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchGap)]
pub(crate) struct Gap {
    pub text: String,
    /// The topic that was added to close it.
    pub topic: Option<i64>,
}

/// How often a research is done again by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchEvery)]
pub(crate) enum Every {
    Day,
    Week,
    /// 30 days.
    Month,
}

impl Every {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Self::Day, Self::Week, Self::Month].into_iter().find(|every| every.as_str() == word)
    }

    /// In microseconds.
    pub fn micros(self) -> i64 {
        let days = match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
        };
        days * kernel::DAY
    }
}

/// A research, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Research {
    pub id: ResearchId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub title: String,
    pub wish: Wish,
    pub locale: Option<String>,
    /// `<connection>/<model>`; `None`: none is connected, sentences of the sources are picked.
    pub model: Option<String>,
    pub state: State,
    pub pause: Option<Pause>,
    /// What it did when it was paused.
    pub paused_in: Option<State>,
    pub clarifications: Vec<Clarification>,
    pub plan: Vec<Topic>,
    pub bounds: Bounds,
    /// How many steps there were when it was last told to go on.
    pub steps_before: i64,
    pub gaps: Vec<Gap>,
    /// What is different from the research before; `None` for one that was not done before.
    pub changes: Option<Changes>,
    /// The one that this one does again.
    pub previous_id: Option<ResearchId>,
    /// The first of those that do the same; its own id for the first.
    pub root_id: ResearchId,
    pub every: Option<Every>,
    pub next_at: Option<Timestamp>,
    /// When a time was left out that could have gone beyond what the schedule may use, until it is done again.
    pub left_out_at: Option<Timestamp>,
    /// Whether it began by itself: then what it uses counts against that.
    pub of_schedule: bool,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Research {
    /// What its schedule may use in a month, where it began by itself.
    pub fn budget(&self) -> Option<Budget> {
        self.of_schedule.then_some(Budget { id: self.root_id.0, refusal: CAP_REACHED })
    }

    pub fn topic(&self, number: i64) -> Option<&Topic> {
        self.plan.iter().find(|topic| topic.number == number)
    }
}

/// What a source says about a topic, held against what it really says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchStatement)]
pub(crate) struct Statement {
    pub topic: i64,
    /// The source's number.
    pub source: i64,
    pub claim: String,
    /// Word for word, as the source has it; null where nothing there matches.
    pub quote: Option<String>,
    /// Of the source.
    pub date: Option<String>,
    pub stance: Stance,
    pub found: CiteState,
}

/// How a statement stands to the topic's question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchStance)]
pub(crate) enum Stance {
    Supports,
    Contradicts,
    Neutral,
    /// No model looked at it.
    Unjudged,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_kept_by_their_words() {
        for state in State::ALL {
            assert_eq!(State::parse(state.as_str()), state);
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
            assert!(!(state.is_working() && state.is_over()));
        }
        assert_eq!(State::parse("dreaming"), State::Paused);
    }

    #[test]
    fn a_research_comes_again_every_day_week_or_thirty_days() {
        for (every, days) in [(Every::Day, 1), (Every::Week, 7), (Every::Month, 30)] {
            assert_eq!(every.micros(), days * kernel::DAY);
            assert_eq!(Every::parse(every.as_str()), Some(every));
        }
        assert_eq!(Every::parse("hour"), None);
    }
}
