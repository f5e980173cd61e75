//! How a research goes on: jobs that do its steps, and what hears of the runs that some of them are.
//!
//! Each step is a row before it begins; what it brought, that it is done, and the steps that come next are
//! written in one transaction which holds the research. So whichever process comes back after a death goes
//! on where the last word stands, and nothing is done, or charged, twice.

use api::ProblemBody;
use area::Services;
use async_trait::async_trait;
use conversations::Receipt;
use futures::StreamExt;
use generation::{FollowedRuns, Run, RunEvent, RunFollower, RunState, event_of, find_run};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Fallible, Problem, RunId};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::FEATURE;
use crate::limits::ATTEMPTS_MAX;
use crate::looking;
use crate::problems::INTERRUPTED;
use crate::research::{Pause, Research, ResearchId};
use crate::researches::{end_for_good, stop};
use crate::steps::{Kind, Step, StepState};
use crate::store::{
    find_by_run, find_research, is_in_workspace, list_steps, lock_research, take_unattended,
    update_step,
};
use crate::thinking;
use crate::turn::{announce, finish, pause};

/// Does a step, or has a model begin it.
#[derive(Serialize, Deserialize)]
pub(crate) struct DoStep {
    pub research_id: ResearchId,
    pub number: i64,
}

impl Job for DoStep {
    type Context = Services;

    const NAME: &'static str = "research.do_step";
    const MAX_ATTEMPTS: u32 = 5;
    const AT_ONCE: usize = 8;

    async fn run(self, services: &Services) -> JobResult {
        let Some((research, steps)) = look(services, self.research_id).await? else {
            return Ok(());
        };
        let step = steps.iter().find(|step| step.number == self.number);
        let Some(step) = step.filter(|step| step.state == StepState::Waiting) else {
            return Ok(());
        };
        if !research.state.is_working() {
            return Ok(());
        }
        if !is_still_in(services, &research).await? {
            return end(services, research.id).await;
        }
        match do_step(services, &research, &steps, step).await {
            Err(Failure::Problem(problem)) => {
                let problem = ProblemBody::from(&problem);
                stop_at(services, &research, Pause::Problem, Some(problem)).await
            }
            done => done,
        }
    }
}

async fn is_still_in(services: &Services, research: &Research) -> Fallible<bool> {
    let mut conn = services.db.read().await?;
    Ok(is_in_workspace(&mut conn, research).await?)
}

/// Ends a research whose person left the team that pays for it. They are told nothing: they see nothing of it any
/// more.
async fn end(services: &Services, id: ResearchId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut research) = lock_research(&mut tx, id).await? else { return Ok(()) };
    let runs = end_for_good(&mut tx, services, &mut research).await?;
    take_unattended(&mut tx, id).await?;
    tx.commit().await?;
    stop(services, runs).await
}

async fn do_step(
    services: &Services,
    research: &Research,
    steps: &[Step],
    step: &Step,
) -> Fallible<()> {
    let brought = match step.kind {
        Kind::Search => looking::search(services, research, step.topic).await?,
        Kind::Read => looking::read(services, research, steps, step.topic).await?,
        _ => match thinking::begin(services, research, steps, step).await? {
            Some(brought) => brought,
            // A model writes: its run's end goes on from here.
            None => return Ok(()),
        },
    };
    finish(services, research.id, step.number, None, brought).await
}

async fn look(services: &Services, id: ResearchId) -> Fallible<Option<(Research, Vec<Step>)>> {
    let mut conn = services.db.read().await?;
    let Some(research) = find_research(&mut conn, id).await? else { return Ok(None) };
    Ok(Some((research, list_steps(&mut conn, id).await?)))
}

/// Has a research wait, with what stands against its going on.
async fn stop_at(
    services: &Services,
    research: &Research,
    why: Pause,
    problem: Option<ProblemBody>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut research) = lock_research(&mut tx, research.id).await? else { return Ok(()) };
    if !research.state.is_working() {
        return Ok(());
    }
    pause(&mut tx, services, &mut research, why, problem).await?;
    tx.commit().await?;
    announce(services, research.user_id, research.id);
    Ok(())
}

/// Hears of the end of the runs that steps wait for.
pub(crate) struct WhenWritten {
    pub queue: Queue,
}

#[async_trait]
impl RunFollower for WhenWritten {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Of(&[FEATURE])
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        if let Some(research_id) = find_by_run(tx, run.id).await? {
            self.queue.enqueue(tx, &KeepStep { research_id, run_id: run.id }).await?;
        }
        Ok(())
    }
}

/// Keeps what a run wrote for a step, and what it cost.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeepStep {
    research_id: ResearchId,
    run_id: RunId,
}

impl Job for KeepStep {
    type Context = Services;

    const NAME: &'static str = "research.keep_step";
    const AT_ONCE: usize = 8;

    async fn run(self, services: &Services) -> JobResult {
        let Some((research, steps)) = look(services, self.research_id).await? else {
            return Ok(());
        };
        let Some(step) = steps.iter().find(|step| step.run_id == Some(self.run_id)) else {
            return Ok(());
        };
        if step.state == StepState::Done {
            return Ok(());
        }
        let end = end_of(services, self.run_id).await?;
        charge(services, &research, step.number, &end).await?;
        if step.state != StepState::Running {
            return Ok(());
        }
        match end.state {
            RunState::Completed => {
                let brought = thinking::read(services, &research, &steps, step, &end.text).await?;
                finish(services, research.id, step.number, Some(self.run_id), brought).await
            }
            RunState::Interrupted if step.attempts < ATTEMPTS_MAX => {
                begin_again(services, &research, step.number, self.run_id, None).await
            }
            // Somebody stopped the run itself.
            RunState::Cancelled => {
                begin_again(services, &research, step.number, self.run_id, Some(Pause::Person))
                    .await?;
                stop_at(services, &research, Pause::Person, None).await
            }
            _ => {
                begin_again(services, &research, step.number, self.run_id, Some(Pause::Problem))
                    .await?;
                let problem =
                    end.problem.unwrap_or_else(|| ProblemBody::from(&Problem::from(INTERRUPTED)));
                stop_at(services, &research, Pause::Problem, Some(problem)).await
            }
        }
    }
}

/// How a run ended.
struct End {
    state: RunState,
    text: String,
    problem: Option<ProblemBody>,
    receipt: Option<Receipt>,
}

/// Waits for the end of a run, which it has: this is asked when it is over.
async fn end_of(services: &Services, run_id: RunId) -> Fallible<End> {
    let (state, text) = services.generation.wait_for(run_id).await?;
    let mut end = End { state, text, problem: None, receipt: None };
    let mut conn = services.db.read().await?;
    let run = find_run(&mut conn, run_id).await?;
    drop(conn);
    let Some(run) = run else { return Ok(end) };
    let mut frames = std::pin::pin!(services.generation.follow(run, 0));
    while let Some(Ok(frame)) = frames.next().await {
        match event_of(&frame).map(|event| event.event) {
            Some(RunEvent::RunCompleted { receipt, .. } | RunEvent::RunCancelled { receipt }) => {
                end.receipt = Some(receipt);
            }
            Some(
                RunEvent::RunFailed { problem, receipt }
                | RunEvent::RunInterrupted { problem, receipt },
            ) => {
                end.problem = Some(problem);
                end.receipt = Some(receipt);
            }
            _ => {}
        }
    }
    Ok(end)
}

/// Writes down what a run cost, once: a step that waits for it has it once.
async fn charge(services: &Services, research: &Research, number: i64, end: &End) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if lock_research(&mut tx, research.id).await?.is_none() {
        return Ok(());
    }
    let steps = list_steps(&mut tx, research.id).await?;
    let found = steps.into_iter().find(|step| step.number == number);
    let Some(mut step) = found.filter(|step| step.held > 0) else { return Ok(()) };
    step.held = 0;
    step.charged += end.receipt.as_ref().map_or(0, |receipt| receipt.charged);
    update_step(&mut tx, research.id, &step).await?;
    Ok(tx.commit().await?)
}

/// Has a step wait for its next attempt, which is made at once unless the research is about to pause.
async fn begin_again(
    services: &Services,
    research: &Research,
    number: i64,
    run_id: RunId,
    pause: Option<Pause>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(research) = lock_research(&mut tx, research.id).await? else { return Ok(()) };
    let steps = list_steps(&mut tx, research.id).await?;
    let found = steps.into_iter().find(|step| step.number == number);
    let is_this = |step: &Step| step.state == StepState::Running && step.run_id == Some(run_id);
    let Some(mut step) = found.filter(is_this) else { return Ok(()) };
    step.state = StepState::Waiting;
    step.run_id = None;
    update_step(&mut tx, research.id, &step).await?;
    if pause.is_none() && research.state.is_working() {
        services.queue.enqueue(&mut tx, &DoStep { research_id: research.id, number }).await?;
    }
    Ok(tx.commit().await?)
}
