use api::ProblemBody;
use kernel::{RunId, Timestamp};
use ledger::{BudgetUse, Charge};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use tasks::Head;
use utoipa::ToSchema;
use web_search::{Domains, SearchResult, Source};

use crate::changes::Changes;
use crate::limits::{SPEND_MAX, STEPS_MAX, TOPICS_MAX};
use crate::research::{
    Clarification, Every, Gap, Label, Pause, Research, ResearchId, State, Statement, Topic,
    state_of,
};
use crate::steps::{Kind, Outcome, Step, StepState, at_most, most_again, spent};
use crate::store::{Kept, Schedule, Section};

/// A research to begin. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewResearch {
    pub id: ResearchId,
    pub question: String,
    pub sources: Vec<Source>,
    #[serde(default)]
    pub domains: Domains,
    /// True if questions may be asked back first.
    #[serde(default = "yes")]
    pub clarify: bool,
    /// The model that plans and writes; null: the person's default.
    #[serde(default)]
    pub model: Option<String>,
}

fn yes() -> bool {
    true
}

/// Answers to the questions back, in their order. Null, and what is missing: it goes on as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchAnswers {
    pub answers: Vec<Option<String>>,
}

/// A topic as its person wants it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewResearchTopic {
    pub question: String,
    /// The searches; empty: the topic itself.
    #[serde(default)]
    pub queries: Vec<String>,
}

/// The plan that is agreed on, and how far the research may go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchAgreement {
    pub plan: Vec<NewResearchTopic>,
    /// After so many steps it pauses.
    pub steps_max: i64,
    /// It asks nothing of a model that would cost more, in units of the model's meter and from its beginning.
    pub spend_max: i64,
}

/// New limits of a paused research; what is missing stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchContinuation {
    #[serde(default)]
    pub steps_max: Option<i64>,
    #[serde(default)]
    pub spend_max: Option<i64>,
}

/// A research to do again, under an id of the client's.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchAgain {
    pub id: ResearchId,
}

/// A schedule by which a research is done again by itself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchSchedule {
    /// Null: never.
    pub every: Option<Every>,
    /// Most that this may use in a calendar month (UTC), in units of the model's meter; null: no limit.
    #[serde(default)]
    pub cap: Option<i64>,
}

/// A research with all that it has by now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Research)]
pub(crate) struct ResearchBody {
    pub id: ResearchId,
    pub title: String,
    pub question: String,
    pub sources: Vec<Source>,
    pub domains: Domains,
    /// The model that plans and writes; null where none is connected: then sentences of the sources are picked.
    pub model: Option<String>,
    pub state: State,
    /// The reason for which it waits.
    pub pause: Option<Pause>,
    pub clarifications: Vec<Clarification>,
    pub plan: Vec<Topic>,
    pub steps: Vec<StepBody>,
    /// The run that writes a part of the report now.
    pub writing: Option<WritingBody>,
    pub found: Vec<SearchResult>,
    pub statements: Vec<Statement>,
    pub gaps: Vec<Gap>,
    pub sections: Vec<SectionBody>,
    pub cost: CostBody,
    /// The differences from the research before; null for one that does none again.
    pub changes: Option<Changes>,
    pub previous_id: Option<ResearchId>,
    /// The first of those that do the same: the one that has the schedule.
    pub root_id: ResearchId,
    pub every: Option<Every>,
    pub next_at: Option<Timestamp>,
    /// The budget of its schedule; null: it does not come again by itself.
    pub budget: Option<BudgetBody>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

/// The budget of researches that come again by themselves, for a calendar month (UTC), in units of the model's meter. What
/// their person asks for does not count.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchBudget)]
pub(crate) struct BudgetBody {
    /// Null: no limit.
    pub cap: Option<i64>,
    /// This month, with what goes on.
    pub spent: i64,
    pub resets_at: Option<Timestamp>,
    /// When a time was left out that could have gone beyond it; null: it was done again since, or never left out.
    pub left_out_at: Option<Timestamp>,
}

impl BudgetBody {
    fn new(schedule: Schedule, budget: BudgetUse) -> Self {
        let BudgetUse { cap, used, resets_at } = budget;
        Self { cap, spent: used, resets_at, left_out_at: schedule.left_out_at }
    }
}

/// A step of a research.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchStep)]
pub(crate) struct StepBody {
    pub number: i64,
    pub kind: Kind,
    /// The topic's number; 0: it is about all.
    pub topic: i64,
    pub state: StepState,
    /// Its cost, in units of the meter.
    pub charged: i64,
    pub outcome: Outcome,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// A part of the report that is being written.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchWriting)]
pub(crate) struct WritingBody {
    /// 0: the summary.
    pub topic: i64,
    pub run_id: RunId,
}

/// A part of the report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchSection)]
pub(crate) struct SectionBody {
    /// 0: the summary.
    pub topic: i64,
    pub title: String,
    /// Markdown, with the numbers of sources in square brackets.
    pub text: String,
    /// Each numbered statement, and what its source says.
    pub cites: Vec<Cite>,
}

/// The costs of a research.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchCost)]
pub(crate) struct CostBody {
    /// The meter that is charged; null: none is.
    pub meter: Option<String>,
    /// The price of one question to the model.
    pub price: i64,
    /// By all steps so far.
    pub spent: i64,
    pub spend_max: i64,
    /// Steps since it was last told to go on.
    pub steps: i64,
    pub steps_max: i64,
    /// The maximum cost of doing it again.
    pub again_at_most: i64,
    /// The maximum that a plan takes, by the number of its topics; empty where none is to be agreed on.
    pub at_most: Vec<AtMostBody>,
}

/// The maximum that a plan takes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchAtMost)]
pub(crate) struct AtMostBody {
    pub steps: i64,
    /// From the beginning of the research.
    pub spend: i64,
}

/// All that belongs to a research.
pub(crate) struct Whole {
    pub research: Research,
    pub steps: Vec<Step>,
    pub sources: Vec<Kept>,
    pub statements: Vec<Statement>,
    pub sections: Vec<Section>,
    /// The price of a question to the model that is asked.
    pub price: Charge,
    /// The schedule of the first of those that do the same, with the use of its budget.
    pub schedule: Option<(Schedule, BudgetUse)>,
}

impl From<Whole> for ResearchBody {
    fn from(whole: Whole) -> Self {
        let Whole { research, steps, sources, statements, sections, price, schedule } = whole;
        let writes = |step: &&Step| {
            step.state == StepState::Running && matches!(step.kind, Kind::Section | Kind::Summary)
        };
        let writing = steps
            .iter()
            .find(writes)
            .and_then(|step| Some(WritingBody { topic: step.topic, run_id: step.run_id? }));
        let (spent, _) = spent(&steps);
        let state = state_of(&research);
        let longest = if state == State::Planned { TOPICS_MAX } else { 0 };
        let of_plan = |topics: usize| {
            let (steps, spend) = at_most(topics, price.amount);
            AtMostBody { steps: steps.min(STEPS_MAX), spend: (spent + spend).min(SPEND_MAX) }
        };
        let again_at_most = most_again(&research, price.amount);
        let Research { head, input, output } = research;
        let is_paused = state == State::Paused;
        let cost = CostBody {
            again_at_most,
            at_most: (1..=longest).map(of_plan).collect(),
            meter: price.meter.map(|meter| meter.as_str().to_owned()),
            price: price.amount,
            spent,
            spend_max: output.bounds.spend,
            steps: steps.len() as i64 - output.steps_before,
            steps_max: output.bounds.steps,
        };
        Self {
            id: head.id,
            title: head.title,
            question: input.wish.question,
            sources: input.wish.sources,
            domains: input.wish.domains,
            model: input.model,
            state,
            pause: is_paused.then(|| output.pause.unwrap_or(Pause::Problem)),
            clarifications: output.clarifications,
            plan: output.plan,
            steps: steps.into_iter().map(StepBody::from).collect(),
            writing,
            found: sources.into_iter().map(|kept| kept.about).collect(),
            statements,
            gaps: output.gaps,
            sections: sections.into_iter().map(SectionBody::from).collect(),
            cost,
            changes: output.changes,
            previous_id: input.previous_id,
            root_id: input.root_id,
            every: schedule.map(|(schedule, _)| schedule.every),
            next_at: schedule.map(|(schedule, _)| schedule.next_at),
            budget: schedule.map(|(schedule, budget)| BudgetBody::new(schedule, budget)),
            problem: head.problem.filter(|_| is_paused),
            created_at: head.created_at,
        }
    }
}

impl From<Step> for StepBody {
    fn from(step: Step) -> Self {
        let Step { number, kind, topic, state, charged, outcome, started_at, ended_at, .. } = step;
        Self { number, kind, topic, state, charged, outcome, started_at, ended_at }
    }
}

impl From<Section> for SectionBody {
    fn from(section: Section) -> Self {
        let Section { topic, title, text, cites } = section;
        Self { topic, title, text, cites }
    }
}

/// A line of the history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchEntry)]
pub(crate) struct EntryBody {
    pub id: ResearchId,
    pub title: String,
    pub state: State,
    /// True if it does another one again.
    pub again: bool,
    /// True if it found something else than that one; null: it did none again, or is not done.
    pub changed: Option<bool>,
    pub every: Option<Every>,
    pub created_at: Timestamp,
}

impl EntryBody {
    /// A line of the history of a person whose `scheduled` researches come again by themselves.
    pub fn of(head: Head, scheduled: &[(ResearchId, Every)]) -> Self {
        // A label of a later version tells nothing that this one could show.
        let Label { stage, pause, again, changed } =
            serde_json::from_value(head.label.clone()).unwrap_or_default();
        let every = scheduled.iter().find(|(id, _)| *id == head.id);
        Self {
            id: head.id,
            state: State::of(&head, stage, pause),
            title: head.title,
            again,
            changed,
            every: every.map(|(_, every)| *every),
            created_at: head.created_at,
        }
    }
}

/// The text of a page when it was read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchSnapshot)]
pub(crate) struct SnapshotBody {
    pub number: i64,
    pub text: String,
}
