//! From one step to the next, in one transaction that holds the research.

use std::collections::HashSet;

use api::ProblemBody;
use area::Services;
use kernel::{Fallible, RunId, Timestamp, UserId};
use store::{StoreResult, Tx};
use web_search::{Reading, Report, SearchResult};

use crate::answers::Draft;
use crate::away::tell;
use crate::changes::{Changes, stands};
use crate::research::{Clarification, Gap, Pause, Research, ResearchId, State, Statement, Topic};
use crate::steps::{Kind, Next, Outcome, Step, StepState, next};
use crate::store::{
    Section, add_step, list_sources, list_statements, list_steps, lock_research, save_research,
    save_section, save_source, save_statements, update_step,
};
use crate::work::DoStep;

/// What a step brought.
#[derive(Debug)]
pub(crate) enum Brought {
    Questions(Vec<String>),
    Plan(Option<String>, Vec<Draft>),
    Found(Vec<SearchResult>, Vec<Report>),
    /// Pages, each with what it says.
    Read(Vec<(SearchResult, Option<String>)>),
    Statements(Vec<Statement>),
    Gaps(Vec<(String, Option<Draft>)>),
    /// With the sections that hold as they were.
    Compared(Box<Changes>, Vec<Section>),
    Section(Section),
}

/// Keeps what a step brought, and begins what comes next. A step that is done already, or that waits for
/// another run by now, brings nothing.
pub(crate) async fn finish(
    services: &Services,
    id: ResearchId,
    number: i64,
    run_id: Option<RunId>,
    brought: Brought,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut research) = lock_research(&mut tx, id).await? else { return Ok(()) };
    let mut steps = list_steps(&mut tx, id).await?;
    let is_open =
        |step: &&mut Step| step.number == number && step.state.is_open() && step.run_id == run_id;
    let Some(step) = steps.iter_mut().find(is_open) else { return Ok(()) };
    step.state = StepState::Done;
    step.ended_at = Some(services.clock.now());
    step.outcome = keep(&mut tx, &mut research, step.topic, &brought).await?;
    update_step(&mut tx, id, step).await?;
    if let Brought::Compared(_, sections) = &brought {
        keep_old_sections(&mut tx, services, &research, &mut steps, sections).await?;
    }
    advance(&mut tx, services, &mut research, &mut steps).await?;
    tx.commit().await?;
    announce(services, research.user_id, id);
    Ok(())
}

async fn keep(
    tx: &mut Tx,
    research: &mut Research,
    topic: i64,
    brought: &Brought,
) -> StoreResult<Outcome> {
    let mut outcome = Outcome::default();
    match brought {
        Brought::Questions(questions) => {
            let asked =
                |question: &String| Clarification { question: question.clone(), answer: None };
            research.clarifications = questions.iter().map(asked).collect();
        }
        Brought::Plan(title, topics) => {
            if let Some(title) = title {
                research.title.clone_from(title);
            }
            research.plan =
                (1..).zip(topics).map(|(number, draft)| topic_of(number, draft, false)).collect();
        }
        Brought::Found(results, engines) => {
            let known = list_sources(tx, research.id, false).await?;
            let mut free = known.last().map_or(1, |last| last.about.number + 1);
            for result in results {
                let about = SearchResult { number: free, ..result.clone() };
                let number = save_source(tx, research.id, &about, None).await?;
                free += i64::from(number == free);
                outcome.sources.push(number);
            }
            outcome.engines.clone_from(engines);
        }
        Brought::Read(pages) => {
            for (about, text) in pages {
                // No text of PostgreSQL's can hold this sign.
                let text = text.as_ref().map(|text| text.replace('\0', ""));
                save_source(tx, research.id, about, text.as_deref()).await?;
                match about.reading {
                    Reading::Failed => outcome.unread.push(about.number),
                    _ => outcome.sources.push(about.number),
                }
            }
        }
        Brought::Statements(statements) => {
            save_statements(tx, research.id, topic, statements).await?;
            outcome.statements = statements.len() as i64;
        }
        Brought::Gaps(gaps) => {
            for (text, draft) in gaps {
                let number = research.plan.iter().map(|topic| topic.number).max().unwrap_or(0) + 1;
                let topic = draft.as_ref().map(|draft| topic_of(number, draft, true));
                research
                    .gaps
                    .push(Gap { text: text.clone(), topic: topic.as_ref().map(|_| number) });
                research.plan.extend(topic);
            }
        }
        Brought::Compared(changes, _) => research.changes = Some((**changes).clone()),
        Brought::Section(section) => save_section(tx, research.id, section).await?,
    }
    Ok(outcome)
}

fn topic_of(number: i64, draft: &Draft, of_gap: bool) -> Topic {
    let Draft { question, queries } = draft.clone();
    Topic { number, question, queries, of_gap }
}

/// Keeps the sections that need not be written again, each as a step that is done.
async fn keep_old_sections(
    tx: &mut Tx,
    services: &Services,
    research: &Research,
    steps: &mut Vec<Step>,
    sections: &[Section],
) -> StoreResult<()> {
    for section in sections {
        save_section(tx, research.id, section).await?;
        let kind = if section.topic == 0 { Kind::Summary } else { Kind::Section };
        let mut step = new_step(steps, kind, section.topic, services.clock.now());
        step.state = StepState::Done;
        step.ended_at = Some(step.started_at);
        add_step(tx, research.id, &step).await?;
        steps.push(step);
    }
    Ok(())
}

/// Begins what comes next, and writes the research.
pub(crate) async fn advance(
    tx: &mut Tx,
    services: &Services,
    research: &mut Research,
    steps: &mut Vec<Step>,
) -> StoreResult<()> {
    let now = services.clock.now();
    research.updated_at = now;
    let statements = list_statements(tx, research.id).await?;
    let told: HashSet<i64> =
        statements.iter().filter(|one| stands(one)).map(|one| one.topic).collect();
    match next(research, steps, &told) {
        Next::Begin(state, begun) => {
            research.state = state;
            for (kind, topic) in begun {
                let step = new_step(steps, kind, topic, now);
                add_step(tx, research.id, &step).await?;
                let job = DoStep { research_id: research.id, number: step.number };
                services.queue.enqueue(tx, &job).await?;
                steps.push(step);
            }
        }
        Next::Ask(state) => research.state = state,
        Next::Pause(why) => halt(research, why, None, now),
        Next::Complete => {
            name_what_nobody_says(research, &told);
            research.state = State::Completed;
        }
        Next::Wait => {}
    }
    save_research(tx, research).await?;
    tell(tx, services, research).await
}

/// A topic about which nothing was found is a gap.
fn name_what_nobody_says(research: &mut Research, told: &HashSet<i64>) {
    for topic in research.plan.iter().filter(|topic| !told.contains(&topic.number)) {
        let is_known = |gap: &Gap| gap.topic == Some(topic.number) || gap.text == topic.question;
        if !research.gaps.iter().any(is_known) {
            research.gaps.push(Gap { text: topic.question.clone(), topic: None });
        }
    }
}

fn new_step(steps: &[Step], kind: Kind, topic: i64, now: Timestamp) -> Step {
    Step {
        number: steps.last().map_or(1, |last| last.number + 1),
        kind,
        topic,
        state: StepState::Waiting,
        run_id: None,
        attempts: 0,
        held: 0,
        meter: None,
        charged: 0,
        outcome: Outcome::default(),
        problem: None,
        started_at: now,
        ended_at: None,
    }
}

/// Has a research wait.
pub(crate) fn halt(
    research: &mut Research,
    why: Pause,
    problem: Option<ProblemBody>,
    now: Timestamp,
) {
    research.paused_in = Some(research.state);
    research.state = State::Paused;
    research.pause = Some(why);
    research.problem = problem;
    research.updated_at = now;
}

/// Has a research wait that its person did not stop, and tells them if they are away.
pub(crate) async fn pause(
    tx: &mut Tx,
    services: &Services,
    research: &mut Research,
    why: Pause,
    problem: Option<ProblemBody>,
) -> StoreResult<()> {
    halt(research, why, problem, services.clock.now());
    save_research(tx, research).await?;
    tell(tx, services, research).await
}

/// Tells the person's open windows that a research changed.
pub(crate) fn announce(services: &Services, user_id: UserId, id: ResearchId) {
    let hint = serde_json::json!({ "event": "research.changed", "research_id": id });
    services.bus.notify_user(user_id, &hint.to_string());
}
