//! The work on a research: its task, and the jobs that do its steps, several at a time.
//!
//! Each step is a row before it begins; what it brought, that it is done, and the steps that come next are
//! written in one transaction which holds the research. So whichever process comes back after a death goes
//! on where the last word stands, and nothing is done, or charged, twice.

use api::ProblemBody;
use area::Services;
use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunSnapshot, RunState};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Fallible, MINUTE, Problem, ProblemKind, RunId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreResult, Tx};
use tasks::{Lane, TaskId, TaskKind, announce, find_any, find_own, run_as_told};

use crate::advance::{finish, resume, stop};
use crate::limits::{AT_ONCE_MAX, ATTEMPTS_MAX, STUCK_MINUTES, TRASH_DAYS};
use crate::problems::{ID_TAKEN, INTERRUPTED, NOT_FOUND, TOO_MANY};
use crate::research::{
    Input, Label, Pause, Progress, Research, ResearchId, State, set_state, state_of,
};
use crate::steps::{Kind, Step, StepState};
use crate::store::{find_by_run, has_run, list_steps, lock_research, save_research, update_step};
use crate::{model_steps, search_steps};

/// The kind of tasks that researches are. Its steps are jobs of their own.
pub(crate) struct ResearchTask;

/// The changes that a step of the task writes.
pub(crate) enum Effect {
    /// It is taken up.
    Resume,
    /// It waits, because nobody worked on it.
    Interrupt,
}

#[async_trait]
impl TaskKind for ResearchTask {
    type Input = Input;
    type Output = Progress;
    type Effect = Effect;

    const NAME: &'static str = "research";
    const JOB: &'static str = "research.step";
    const SWEEP: &'static str = "research.sweep";
    const FEATURE: &'static str = "research";
    const EXPECTED_SECONDS: i64 = 300;
    const TRASH_DAYS: i64 = TRASH_DAYS;
    const ABANDONED_MINUTES: i64 = STUCK_MINUTES;
    const OPEN_MAX: Option<(i64, ProblemKind)> = Some((AT_ONCE_MAX, TOO_MANY));
    const NOT_FOUND: ProblemKind = NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    async fn step(_: &Services, _: &Research, _: Lane) -> Fallible<tasks::Step<Effect>> {
        Ok(tasks::Step::wait().with(Effect::Resume))
    }

    async fn write(
        services: &Services,
        tx: &mut Tx,
        research: &mut Research,
        effect: Effect,
    ) -> Fallible<()> {
        match effect {
            Effect::Resume => {
                research.output.steps_before = list_steps(tx, research.head.id).await?.len() as i64;
                resume(tx, services, research).await?;
            }
            Effect::Interrupt => interrupt(tx, services, research).await?,
        }
        Ok(())
    }

    /// Drops the steps that are open, and stops their runs.
    async fn cancel(services: &Services, research: &Research) -> Fallible<()> {
        let id = research.head.id;
        let mut tx = services.db.begin().await?;
        lock_research(&mut tx, id).await?;
        let mut runs = Vec::new();
        for mut step in list_steps(&mut tx, id).await?.into_iter().filter(|one| one.state.is_open())
        {
            step.state = StepState::Dropped;
            runs.extend(step.run_id);
            update_step(&mut tx, id, &step).await?;
        }
        tx.commit().await?;
        for run_id in runs {
            services.generation.cancel(run_id).await?;
        }
        announce(services, &research.head);
        Ok(())
    }

    async fn abandoned(
        services: &Services,
        research: &Research,
    ) -> Fallible<Option<tasks::Step<Effect>>> {
        let since = services.clock.now().plus(-STUCK_MINUTES * MINUTE);
        let mut conn = services.db.read().await?;
        let is_written = has_run(&mut conn, research.head.id, since).await?;
        Ok((!is_written).then(|| tasks::Step::wait().with(Effect::Interrupt)))
    }

    /// Removes the budgets of the schedules.
    async fn erase(services: &Services, tx: &mut Tx, ids: &[TaskId]) -> StoreResult<()> {
        for id in ids {
            services.ledger.set_budget(tx, id.0, None).await?;
        }
        Ok(())
    }

    fn is_same(known: &Input, new: &Input) -> bool {
        known.wish == new.wish
    }

    fn label(research: &Research) -> Value {
        serde_json::to_value(Label::of(research)).unwrap_or_default()
    }

    fn has_result(research: &Research) -> bool {
        !research.output.plan.is_empty()
    }
}

/// Has a research wait on which nobody works any more. What a model wrote that nobody could keep is asked for again
/// when it goes on, and paid for once.
async fn interrupt(tx: &mut Tx, services: &Services, research: &mut Research) -> StoreResult<()> {
    let steps = list_steps(tx, research.head.id).await?;
    for mut step in steps.into_iter().filter(|step| step.state == StepState::Running) {
        step.state = StepState::Waiting;
        step.run_id = None;
        step.charged += std::mem::take(&mut step.held);
        update_step(tx, research.head.id, &step).await?;
    }
    stop(tx, services, research, Pause::Problem, Some(interrupted())).await
}

fn interrupted() -> ProblemBody {
    ProblemBody::from(&Problem::from(INTERRUPTED))
}

/// Does a step, has a model begin it, or keeps what the model wrote.
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
        let mut conn = services.db.read().await?;
        let research = find_any::<ResearchTask>(&mut conn, self.research_id).await?;
        let Some(research) = research.filter(|one| one.head.deleted_at.is_none()) else {
            return Ok(());
        };
        let steps = list_steps(&mut conn, self.research_id).await?;
        drop(conn);
        let Some(step) = steps.iter().find(|step| step.number == self.number) else {
            return Ok(());
        };
        match (step.state, step.run_id) {
            (StepState::Waiting, _) => begin(services, &research, &steps, step).await,
            (StepState::Running | StepState::Dropped, Some(run_id)) => {
                keep(services, &research, &steps, step, run_id).await
            }
            _ => Ok(()),
        }
    }
}

async fn begin(
    services: &Services,
    research: &Research,
    steps: &[Step],
    step: &Step,
) -> Fallible<()> {
    if !state_of(research).is_working() {
        return Ok(());
    }
    let (user_id, id) = (research.head.user_id, research.head.id);
    let mut conn = services.db.read().await?;
    let is_still_in = find_own::<ResearchTask>(&mut conn, user_id, id).await?.is_some();
    drop(conn);
    if !is_still_in {
        return end(services, id).await;
    }
    match do_step(services, research, steps, step).await {
        Err(Failure::Problem(problem)) => {
            let problem = Some(ProblemBody::from(&problem));
            let mut tx = services.db.begin().await?;
            let Some(mut research) = lock_research(&mut tx, id).await? else { return Ok(()) };
            stop(&mut tx, services, &mut research, Pause::Problem, problem).await?;
            tx.commit().await?;
            announce(services, &research.head);
            Ok(())
        }
        done => done,
    }
}

/// Cancels a research whose person left the team that pays for it. They are told nothing: they see nothing of it any
/// more.
async fn end(services: &Services, id: ResearchId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut research) = lock_research(&mut tx, id).await? else { return Ok(()) };
    let now = services.clock.now();
    set_state(&mut research, State::Cancelled, now);
    research.output.unattended = false;
    save_research(&mut tx, &mut research, now).await?;
    tx.commit().await?;
    ResearchTask::cancel(services, &research).await
}

async fn do_step(
    services: &Services,
    research: &Research,
    steps: &[Step],
    step: &Step,
) -> Fallible<()> {
    let brought = match step.kind {
        Kind::Search => search_steps::search(services, research, step.topic).await?,
        Kind::Read => search_steps::read(services, research, steps, step.topic).await?,
        _ => match model_steps::begin(services, research, steps, step).await? {
            Some(brought) => brought,
            // A model writes: its run's end goes on from here.
            None => return Ok(()),
        },
    };
    finish(services, research.head.id, step.number, None, brought).await
}

/// Follows the runs that steps wait for.
pub(crate) struct WhenStepEnds {
    pub queue: Queue,
}

#[async_trait]
impl RunFollower for WhenStepEnds {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Of(&[ResearchTask::FEATURE])
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        if let Some((research_id, number)) = find_by_run(tx, run.id).await? {
            self.queue.enqueue(tx, &DoStep { research_id, number }).await?;
        }
        Ok(())
    }
}

/// Keeps what a run wrote for a step, and what it cost.
async fn keep(
    services: &Services,
    research: &Research,
    steps: &[Step],
    step: &Step,
    run_id: RunId,
) -> Fallible<()> {
    let run = run_as_told(services.generation.snapshot(run_id).await?);
    if !run.state.is_final() {
        return Ok(());
    }
    let id = research.head.id;
    charge(services, id, step.number, &run).await?;
    if step.state != StepState::Running {
        return Ok(());
    }
    let why = match run.state {
        RunState::Completed => {
            let brought = model_steps::read(services, research, steps, step, &run.text).await?;
            return finish(services, id, step.number, Some(run_id), brought).await;
        }
        RunState::Interrupted if step.attempts < ATTEMPTS_MAX => None,
        // Somebody stopped the run itself.
        RunState::Cancelled => Some((Pause::Person, None)),
        _ => Some((Pause::Problem, Some(run.problem.unwrap_or_else(interrupted)))),
    };
    begin_again(services, id, step.number, run_id, why).await
}

/// Writes down what a run cost, once: a step that waits for it has it once.
async fn charge(
    services: &Services,
    id: ResearchId,
    number: i64,
    run: &RunSnapshot,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    lock_research(&mut tx, id).await?;
    let steps = list_steps(&mut tx, id).await?;
    let found = steps.into_iter().find(|step| step.number == number);
    let Some(mut step) = found.filter(|step| step.held > 0) else { return Ok(()) };
    step.held = 0;
    step.charged += run.receipt.as_ref().map_or(0, |receipt| receipt.charged);
    update_step(&mut tx, id, &step).await?;
    Ok(tx.commit().await?)
}

/// Has a step wait for its next attempt, which is made at once unless the research is to pause.
async fn begin_again(
    services: &Services,
    id: ResearchId,
    number: i64,
    run_id: RunId,
    pause: Option<(Pause, Option<ProblemBody>)>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut research) = lock_research(&mut tx, id).await? else { return Ok(()) };
    let steps = list_steps(&mut tx, id).await?;
    let found = steps.into_iter().find(|step| step.number == number);
    let is_this = |step: &Step| step.state == StepState::Running && step.run_id == Some(run_id);
    let Some(mut step) = found.filter(is_this) else { return Ok(()) };
    step.state = StepState::Waiting;
    step.run_id = None;
    update_step(&mut tx, id, &step).await?;
    match pause {
        Some((why, problem)) => stop(&mut tx, services, &mut research, why, problem).await?,
        None if state_of(&research).is_working() => {
            services.queue.enqueue(&mut tx, &DoStep { research_id: id, number }).await?;
        }
        None => {}
    }
    tx.commit().await?;
    announce(services, &research.head);
    Ok(())
}
