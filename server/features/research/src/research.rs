//! A research: its task, and the parts that it consists of.

use kernel::Timestamp;
use ledger::Budget;
use retrieval::CiteState;
use serde::{Deserialize, Deserializer, Serialize};
use tasks::{Head, Task};
use utoipa::ToSchema;
use web_search::{Domains, Source};

use crate::changes::Changes;
use crate::limits::{SPEND_MAX, STEPS_USUAL};
use crate::problems::CAP_REACHED;

pub(crate) use tasks::TaskId as ResearchId;

/// A research, as it is kept.
pub(crate) type Research = Task<Input, Progress>;

/// A question, and where it is researched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub question: String,
    pub sources: Vec<Source>,
    pub domains: Domains,
    /// True if questions may be asked back first.
    pub clarify: bool,
}

/// The request that a research answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Input {
    pub wish: Wish,
    pub locale: Option<String>,
    /// `<connection>/<model>`; `None`: none is connected, sentences of the sources are picked.
    pub model: Option<String>,
    /// The one that this one does again.
    pub previous_id: Option<ResearchId>,
    /// The first of those that do the same; its own id for the first.
    pub root_id: ResearchId,
    /// True if it began by itself: then its costs count against the budget of its schedule.
    pub of_schedule: bool,
}

impl Input {
    /// Returns the monthly budget of its schedule, if it began by itself.
    pub fn budget(&self) -> Option<Budget> {
        self.of_schedule.then_some(Budget { id: self.root_id.0, refusal: CAP_REACHED })
    }
}

/// The progress of a research, beside its steps, sources, statements and sections.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    /// The stage that it is in, or goes back to after a pause.
    #[serde(deserialize_with = "read_stage")]
    pub stage: State,
    /// The reason for which it waits; `None` where it asks its person.
    pub pause: Option<Pause>,
    /// True if it began by itself and its person was not told of its end yet.
    pub unattended: bool,
    pub clarifications: Vec<Clarification>,
    pub plan: Vec<Topic>,
    pub bounds: Bounds,
    /// The number of steps when it was last told to go on.
    pub steps_before: i64,
    pub gaps: Vec<Gap>,
    /// The differences from the research before; `None` for one that was not done before.
    pub changes: Option<Changes>,
}

impl Progress {
    pub fn topic(&self, number: i64) -> Option<&Topic> {
        self.plan.iter().find(|topic| topic.number == number)
    }
}

/// The part of a research that lists show beside its title.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Label {
    pub stage: State,
    pub pause: Option<Pause>,
    /// True if it does another one again.
    pub again: bool,
    /// True if it found something else than that one; `None`: it did none again, or is not done.
    pub changed: Option<bool>,
}

impl Label {
    pub fn of(research: &Research) -> Self {
        let Progress { stage, pause, changes, .. } = &research.output;
        Self {
            stage: *stage,
            pause: *pause,
            again: research.input.previous_id.is_some(),
            changed: changes.as_ref().map(|changes| !changes.is_empty()),
        }
    }
}

/// The stages of a research, and where it stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchState)]
pub(crate) enum State {
    /// A model thinks about what is unclear.
    #[default]
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
    /// Returns the state of a task in this area's words.
    pub fn of(head: &Head, stage: Self, pause: Option<Pause>) -> Self {
        match head.state {
            tasks::State::Succeeded => Self::Completed,
            tasks::State::Cancelled => Self::Cancelled,
            tasks::State::Failed => Self::Paused,
            tasks::State::Paused if pause.is_some() => Self::Paused,
            _ => stage,
        }
    }

    /// Returns the state of the task.
    pub fn into_task(self) -> tasks::State {
        match self {
            Self::Clarifying | Self::Planning | Self::Researching | Self::Writing => {
                tasks::State::Running
            }
            Self::Asking | Self::Planned | Self::Paused => tasks::State::Paused,
            Self::Completed => tasks::State::Succeeded,
            Self::Cancelled => tasks::State::Cancelled,
        }
    }

    /// Returns true if it goes on by itself.
    pub fn is_working(self) -> bool {
        self.into_task() == tasks::State::Running
    }
}

/// Reads a stored stage; one of a later version waits for its person.
fn read_stage<'de, D: Deserializer<'de>>(from: D) -> Result<State, D::Error> {
    let word = String::deserialize(from)?;
    Ok(store::from_word(&word).unwrap_or(State::Paused))
}

/// Returns how far a research is.
pub(crate) fn state_of(research: &Research) -> State {
    State::of(&research.head, research.output.stage, research.output.pause)
}

/// Puts a research into a state. One that ends, or waits for another reason than a question, keeps its stage.
pub(crate) fn set_state(research: &mut Research, state: State, now: Timestamp) {
    let head = &mut research.head;
    head.state = state.into_task();
    head.ended_at = head.state.is_final().then_some(now);
    head.problem = None;
    research.output.pause = None;
    if !head.state.is_final() && state != State::Paused {
        research.output.stage = state;
        head.stage = store::to_word(state).unwrap_or_default();
    }
}

/// The reason for which a research waits.
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
    /// True if a gap led to it.
    pub of_gap: bool,
}

/// The limits at which a research waits for its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bounds {
    pub steps: i64,
    /// In units of the model's meter, from the beginning of the research.
    pub spend: i64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { steps: STEPS_USUAL, spend: SPEND_MAX }
    }
}

/// Something that remained open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchGap)]
pub(crate) struct Gap {
    pub text: String,
    /// The topic that was added to close it.
    pub topic: Option<i64>,
}

/// The interval at which a research is done again by itself.
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
    /// Returns the time between two, in microseconds.
    pub fn micros(self) -> i64 {
        let days = match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
        };
        days * kernel::DAY
    }
}

/// A statement of a source about a topic, held against what it really says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResearchStatement)]
pub(crate) struct Statement {
    pub topic: i64,
    /// The source's number.
    pub source: i64,
    pub claim: String,
    /// Word for word, as the source has it; null where nothing there matches.
    pub quote: Option<String>,
    /// The date of the source.
    pub date: Option<String>,
    pub stance: Stance,
    pub found: CiteState,
}

/// The stance of a statement on the topic's question.
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
        let words = [
            "clarifying",
            "asking",
            "planning",
            "planned",
            "researching",
            "writing",
            "paused",
            "completed",
            "cancelled",
        ];
        for word in words {
            let state: State = store::from_word(word).unwrap();
            assert_eq!(serde_json::to_value(state).unwrap(), word);
            assert!(!(state.is_working() && state.into_task().is_final()));
        }
        let later = serde_json::json!({ "stage": "dreaming" });
        assert_eq!(Progress::deserialize(later).unwrap().stage, State::Paused);
    }

    #[test]
    fn a_research_is_in_the_state_that_it_was_put_into() {
        let now = Timestamp::from_micros(1);
        let mut one = crate::steps::tests::research(State::Writing, 1);
        for state in
            [State::Asking, State::Planned, State::Writing, State::Completed, State::Cancelled]
        {
            set_state(&mut one, state, now);
            assert_eq!(state_of(&one), state);
        }
        one.output.pause = Some(Pause::Steps);
        one.head.state = tasks::State::Paused;
        assert_eq!((state_of(&one), one.output.stage), (State::Paused, State::Writing));
    }

    #[test]
    fn a_research_comes_again_every_day_week_or_thirty_days() {
        for (every, days) in [(Every::Day, 1), (Every::Week, 7), (Every::Month, 30)] {
            assert_eq!(every.micros(), days * kernel::DAY);
        }
        let words = serde_json::json!([Every::Day, Every::Week, Every::Month]);
        assert_eq!(words, serde_json::json!(["day", "week", "month"]));
        assert!(store::from_word::<Every>("hour").is_err());
    }
}
