//! From one step to the next, in one transaction that holds the research.

use std::collections::HashSet;

use api::ProblemBody;
use area::Services;
use kernel::{Fallible, RunId, Timestamp};
use store::{StoreResult, Tx};
use tasks::announce;
use web_search::{Reading, Report, SearchResult};

use crate::answers::Draft;
use crate::changes::{Changes, stands};
use crate::notices::tell;
use crate::research::{
    Clarification, Gap, Pause, Research, ResearchId, State, Statement, Topic, set_state, state_of,
};
use crate::steps::{Kind, Next, Outcome, Step, StepState, next, spent};
use crate::store::{
    Section, add_step, add_version, list_sources, list_statements, list_steps, lock_research,
    save_research, save_section, save_source, save_statements, update_step,
};
use crate::work::DoStep;

/// The result of a step.
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
    let now = services.clock.now();
    step.ended_at = Some(now);
    step.outcome = keep(&mut tx, &mut research, step.topic, &brought).await?;
    update_step(&mut tx, id, step).await?;
    if let Brought::Compared(_, sections) = &brought {
        keep_old_sections(&mut tx, services, &research, &mut steps, sections).await?;
    }
    advance(&mut tx, services, &mut research, &mut steps).await?;
    save_research(&mut tx, &mut research, now).await?;
    tx.commit().await?;
    announce(services, &research.head);
    Ok(())
}

async fn keep(
    tx: &mut Tx,
    research: &mut Research,
    topic: i64,
    brought: &Brought,
) -> StoreResult<Outcome> {
    let id = research.head.id;
    let mut outcome = Outcome::default();
    match brought {
        Brought::Questions(questions) => {
            let asked =
                |question: &String| Clarification { question: question.clone(), answer: None };
            research.output.clarifications = questions.iter().map(asked).collect();
        }
        Brought::Plan(title, topics) => {
            if let Some(title) = title {
                research.head.title.clone_from(title);
            }
            research.output.plan =
                (1..).zip(topics).map(|(number, draft)| topic_of(number, draft, false)).collect();
        }
        Brought::Found(results, engines) => {
            let known = list_sources(tx, id, false).await?;
            let mut free = known.last().map_or(1, |last| last.about.number + 1);
            for result in results {
                let about = SearchResult { number: free, ..result.clone() };
                let number = save_source(tx, id, &about, None).await?;
                free += i64::from(number == free);
                outcome.sources.push(number);
            }
            outcome.engines.clone_from(engines);
        }
        Brought::Read(pages) => {
            for (about, text) in pages {
                // No text of PostgreSQL's can hold this sign.
                let text = text.as_ref().map(|text| text.replace('\0', ""));
                save_source(tx, id, about, text.as_deref()).await?;
                match about.reading {
                    Reading::Failed => outcome.unread.push(about.number),
                    _ => outcome.sources.push(about.number),
                }
            }
        }
        Brought::Statements(statements) => {
            save_statements(tx, id, topic, statements).await?;
            outcome.statements = statements.len() as i64;
        }
        Brought::Gaps(gaps) => {
            for (text, draft) in gaps {
                let number =
                    research.output.plan.iter().map(|topic| topic.number).max().unwrap_or(0) + 1;
                let topic = draft.as_ref().map(|draft| topic_of(number, draft, true));
                research
                    .output
                    .gaps
                    .push(Gap { text: text.clone(), topic: topic.as_ref().map(|_| number) });
                research.output.plan.extend(topic);
            }
        }
        Brought::Compared(changes, _) => research.output.changes = Some((**changes).clone()),
        Brought::Section(section) => save_section(tx, id, section).await?,
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
        save_section(tx, research.head.id, section).await?;
        let kind = if section.topic == 0 { Kind::Summary } else { Kind::Section };
        let mut step = new_step(steps, kind, section.topic, services.clock.now());
        step.state = StepState::Done;
        step.ended_at = Some(step.started_at);
        add_step(tx, research.head.id, &step).await?;
        steps.push(step);
    }
    Ok(())
}

/// Takes a research up: one that is new, or that waited. Its open steps are done, and what comes next begins. The caller
/// writes the research.
pub(crate) async fn resume(
    tx: &mut Tx,
    services: &Services,
    research: &mut Research,
) -> StoreResult<()> {
    let id = research.head.id;
    let stage = research.output.stage;
    set_state(research, stage, services.clock.now());
    let mut steps = list_steps(tx, id).await?;
    if steps.is_empty() {
        add_version(tx, id, research.input.root_id).await?;
        copy_sources(tx, research).await?;
    }
    let is_pending =
        |step: &&mut Step| matches!(step.state, StepState::Waiting | StepState::Dropped);
    for step in steps.iter_mut().filter(is_pending) {
        step.state = StepState::Waiting;
        step.run_id = None;
        step.attempts = 0;
        update_step(tx, id, step).await?;
        services.queue.enqueue(tx, &DoStep { research_id: id, number: step.number }).await?;
    }
    advance(tx, services, research, &mut steps).await
}

/// Copies the pages of the research that this one does again. The same page has the same number, so that what still holds
/// can stay as it is written.
async fn copy_sources(tx: &mut Tx, research: &Research) -> StoreResult<()> {
    let Some(previous_id) = research.input.previous_id else { return Ok(()) };
    for kept in list_sources(tx, previous_id, false).await? {
        let about = SearchResult { reading: Reading::Unread, ..kept.about };
        save_source(tx, research.head.id, &about, None).await?;
    }
    Ok(())
}

/// Begins what comes next. The caller writes the research.
pub(crate) async fn advance(
    tx: &mut Tx,
    services: &Services,
    research: &mut Research,
    steps: &mut Vec<Step>,
) -> StoreResult<()> {
    let (id, now) = (research.head.id, services.clock.now());
    research.head.charged = Some(spent(steps).0);
    let statements = list_statements(tx, id).await?;
    let told: HashSet<i64> =
        statements.iter().filter(|one| stands(one)).map(|one| one.topic).collect();
    match next(research, steps, &told) {
        Next::Begin(state, begun) => {
            set_state(research, state, now);
            for (kind, topic) in begun {
                let step = new_step(steps, kind, topic, now);
                add_step(tx, id, &step).await?;
                let job = DoStep { research_id: id, number: step.number };
                services.queue.enqueue(tx, &job).await?;
                steps.push(step);
            }
        }
        Next::Ask(state) => set_state(research, state, now),
        Next::Pause(why) => halt(research, why, None, now),
        Next::Complete => {
            add_untold_topics(research, &told);
            set_state(research, State::Completed, now);
        }
        Next::Wait => {}
    }
    tell(tx, services, research).await
}

/// Adds the topics about which nothing was found to the gaps.
fn add_untold_topics(research: &mut Research, told: &HashSet<i64>) {
    let output = &mut research.output;
    for topic in output.plan.iter().filter(|topic| !told.contains(&topic.number)) {
        let is_known = |gap: &Gap| gap.topic == Some(topic.number) || gap.text == topic.question;
        if !output.gaps.iter().any(is_known) {
            output.gaps.push(Gap { text: topic.question.clone(), topic: None });
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

/// Pauses a research.
pub(crate) fn halt(
    research: &mut Research,
    why: Pause,
    problem: Option<ProblemBody>,
    now: Timestamp,
) {
    set_state(research, State::Paused, now);
    research.output.pause = Some(why);
    research.head.problem = problem;
}

/// Pauses a research that goes on, tells its person if they are away, and writes it.
pub(crate) async fn stop(
    tx: &mut Tx,
    services: &Services,
    research: &mut Research,
    why: Pause,
    problem: Option<ProblemBody>,
) -> StoreResult<()> {
    if !state_of(research).is_working() {
        return Ok(());
    }
    let now = services.clock.now();
    halt(research, why, problem, now);
    tell(tx, services, research).await?;
    save_research(tx, research, now).await
}
