//! The steps of a research, and which comes next: a pure function of what was done.

use std::collections::HashSet;

use api::ProblemBody;
use kernel::{RunId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web_search::Report;

use crate::limits::{GAP_TOPICS_MAX, TOPICS_AT_ONCE};
use crate::research::{Pause, Progress, Research, State, state_of};

/// The kinds of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchStepKind)]
pub(crate) enum Kind {
    /// Asks what is unclear.
    Clarify,
    Plan,
    /// Asks services for a topic.
    Search,
    /// Reads the pages of a topic.
    Read,
    /// Takes statements from the pages of a topic.
    Extract,
    /// Looks for what is still open.
    Gaps,
    /// Holds what was found against what was found the time before.
    Compare,
    /// Writes about one topic.
    Section,
    /// Writes what stands before the sections.
    Summary,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Clarify,
        Self::Plan,
        Self::Search,
        Self::Read,
        Self::Extract,
        Self::Gaps,
        Self::Compare,
        Self::Section,
        Self::Summary,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clarify => "clarify",
            Self::Plan => "plan",
            Self::Search => "search",
            Self::Read => "read",
            Self::Extract => "extract",
            Self::Gaps => "gaps",
            Self::Compare => "compare",
            Self::Section => "section",
            Self::Summary => "summary",
        }
    }

    /// Reads a stored word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// The states of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchStepState)]
pub(crate) enum StepState {
    /// It is about to begin, or to begin again.
    Waiting,
    /// A model writes.
    Running,
    Done,
    /// Its research was stopped.
    Dropped,
}

impl StepState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dropped => "dropped",
        }
    }

    pub fn parse(word: &str) -> Self {
        match word {
            "waiting" => Self::Waiting,
            "running" => Self::Running,
            "done" => Self::Done,
            _ => Self::Dropped,
        }
    }

    pub fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Running)
    }
}

/// The result of a step.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = ResearchStepResult)]
pub(crate) struct Outcome {
    /// The numbers of the sources that it found, or read.
    pub sources: Vec<i64>,
    /// The numbers of those that could not be read.
    pub unread: Vec<i64>,
    /// The number of statements that it took.
    pub statements: i64,
    /// The outcome of each service.
    pub engines: Vec<Report>,
}

/// A step, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step {
    /// Counted from 1.
    pub number: i64,
    pub kind: Kind,
    /// The topic's number; 0: it is about all.
    pub topic: i64,
    pub state: StepState,
    /// The run that it waits for.
    #[serde(skip)]
    pub run_id: Option<RunId>,
    pub attempts: i64,
    /// The hold of the run while it goes on, in units of its meter.
    #[serde(skip)]
    pub held: i64,
    pub meter: Option<String>,
    /// Its cost, all attempts together.
    pub charged: i64,
    pub outcome: Outcome,
    pub problem: Option<ProblemBody>,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// The next thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// These steps begin, beside those that are open; the research is in this state then.
    Begin(State, Vec<(Kind, i64)>),
    /// Steps are open.
    Wait,
    /// The person is asked: `Asking` or `Planned`.
    Ask(State),
    Pause(Pause),
    Complete,
}

/// Returns what comes next. `told`: the topics of which a source says something that stands there.
pub(crate) fn next(research: &Research, steps: &[Step], told: &HashSet<i64>) -> Next {
    let find =
        |kind: Kind, topic: i64| steps.iter().find(|step| step.kind == kind && step.topic == topic);
    let is_done = |kind: Kind, topic: i64| {
        find(kind, topic).is_some_and(|step| step.state == StepState::Done)
    };
    let is_any_open = steps.iter().any(|step| step.state.is_open());
    match state_of(research) {
        State::Clarifying => match find(Kind::Clarify, 0) {
            None => return Next::Begin(State::Clarifying, vec![(Kind::Clarify, 0)]),
            Some(step) if step.state.is_open() => return Next::Wait,
            Some(_) if research.output.clarifications.is_empty() => {
                return Next::Begin(State::Planning, vec![(Kind::Plan, 0)]);
            }
            Some(_) => return Next::Ask(State::Asking),
        },
        State::Planning => {
            return match find(Kind::Plan, 0) {
                None => Next::Begin(State::Planning, vec![(Kind::Plan, 0)]),
                Some(step) if step.state.is_open() => Next::Wait,
                Some(_) => Next::Ask(State::Planned),
            };
        }
        State::Researching | State::Writing => {}
        _ => return Next::Wait,
    }
    let wanted = wanted(research, told, &is_done, &find);
    let Progress { bounds, steps_before, .. } = &research.output;
    let room = bounds.steps - (steps.len() as i64 - steps_before);
    match wanted {
        Wanted::Nothing if is_any_open => Next::Wait,
        Wanted::Nothing => Next::Complete,
        Wanted::Begin(_, steps) if steps.is_empty() => Next::Wait,
        // What is open is finished before it waits.
        Wanted::Begin(..) if room <= 0 && is_any_open => Next::Wait,
        Wanted::Begin(..) if room <= 0 => Next::Pause(Pause::Steps),
        Wanted::Begin(state, mut steps) => {
            steps.truncate(usize::try_from(room).unwrap_or(usize::MAX));
            Next::Begin(state, steps)
        }
    }
}

enum Wanted {
    Nothing,
    Begin(State, Vec<(Kind, i64)>),
}

fn wanted<'a>(
    research: &Research,
    told: &HashSet<i64>,
    is_done: &dyn Fn(Kind, i64) -> bool,
    find: &dyn Fn(Kind, i64) -> Option<&'a Step>,
) -> Wanted {
    let unfinished: Vec<i64> = research
        .output
        .plan
        .iter()
        .map(|topic| topic.number)
        .filter(|topic| !is_done(Kind::Extract, *topic))
        .take(TOPICS_AT_ONCE)
        .collect();
    if !unfinished.is_empty() {
        // The first of its stages that was not begun, where none is open.
        let stage = |topic: i64| {
            let stages = [Kind::Search, Kind::Read, Kind::Extract];
            let next = stages.into_iter().find(|kind| !is_done(*kind, topic))?;
            find(next, topic).is_none().then_some((next, topic))
        };
        return Wanted::Begin(
            State::Researching,
            unfinished.into_iter().filter_map(stage).collect(),
        );
    }
    let one = |state: State, kind: Kind, topic: i64| match find(kind, topic) {
        None => Wanted::Begin(state, vec![(kind, topic)]),
        Some(_) => Wanted::Begin(state, Vec::new()),
    };
    // What was done before looks at its differences; what is new looks at its gaps, once.
    let last = if research.input.previous_id.is_some() { Kind::Compare } else { Kind::Gaps };
    if !is_done(last, 0) {
        return one(State::Researching, last, 0);
    }
    if research.output.changes.as_ref().is_some_and(|changes| changes.is_empty()) {
        return Wanted::Nothing;
    }
    for topic in research.output.plan.iter().filter(|topic| told.contains(&topic.number)) {
        if !is_done(Kind::Section, topic.number) {
            return one(State::Writing, Kind::Section, topic.number);
        }
    }
    if !told.is_empty() && !is_done(Kind::Summary, 0) {
        return one(State::Writing, Kind::Summary, 0);
    }
    Wanted::Nothing
}

/// Returns how many steps a plan takes at most, and what they cost where a question to the model costs `price`.
pub(crate) fn at_most(topics: usize, price: i64) -> (i64, i64) {
    let topics = (topics + GAP_TOPICS_MAX) as i64;
    // Each topic is searched for, read, taken from and written about; gaps and the summary are for all.
    (4 * topics + 2, (2 * topics + 2) * price)
}

/// Returns what doing a research again costs at most: each topic is taken from and written about; comparing and the summary are
/// for all. Topics that gaps added are in its plan by then. Never more than its person wants to spend on it.
pub(crate) fn most_again(research: &Research, price: i64) -> i64 {
    ((2 * research.output.plan.len() as i64 + 2) * price).min(research.output.bounds.spend)
}

/// Returns what was spent, and what is held for steps that go on.
pub(crate) fn spent(steps: &[Step]) -> (i64, i64) {
    let held = steps.iter().filter(|step| step.state == StepState::Running).map(|step| step.held);
    (steps.iter().map(|step| step.charged).sum(), held.sum())
}

#[cfg(test)]
pub(crate) mod tests;
