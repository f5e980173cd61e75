use api::ProblemBody;
use area::{Chosen, Services};
use async_trait::async_trait;
use entitlements::DailyUse;
use futures::future::BoxFuture;
use generation::{RunRequest, RunSnapshot, RunState};
use kernel::{Fallible, Payer, Problem, ProblemKind, RunId, Timestamp};
use providers::ModelRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{Conn, StoreResult, Tx};

use crate::{ID_TAKEN, TASK_INTERRUPTED, TASK_NOT_FOUND, TaskId, TaskOf};

/// A kind of long work: what its tasks are asked, how one goes on, and what comes of it. Everything else, from the queue to
/// the archive, is done for it.
#[async_trait]
pub trait TaskKind: Sized + Send + Sync + 'static {
    /// The request of a person.
    type Input: Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync;
    /// The result so far.
    type Output: Serialize + DeserializeOwned + Clone + Default + Send + Sync;
    /// The result of a step, for [`TaskKind::write`].
    type Effect: Send;

    /// One word, stored with every task, kept for ever. Changes are announced as `<name>.changed` with `<name>_id`.
    const NAME: &'static str;
    /// The name of the job that does its steps: `<name>.step`.
    const JOB: &'static str;
    /// The name of its upkeep: `<name>.sweep`.
    const SWEEP: &'static str;
    /// The name of the job for steps that would hold up others, done one at a time: `<name>.slow_step`; empty: it has none.
    const SLOW_JOB: &'static str = "";
    /// The name in the ledger's record.
    const FEATURE: &'static str;
    /// Number of steps that one process does at a time.
    const AT_ONCE: usize = 4;
    /// Number of attempts at a step that fails for no fault of the task's.
    const MAX_ATTEMPTS: u32 = 3;
    /// Usual duration of a task, where no figures are known yet.
    const EXPECTED_SECONDS: i64 = 30;
    /// Time in which a deleted task can be restored.
    const TRASH_DAYS: i64 = 30;
    /// A task without a run on which nothing happened for so long was left by a process that died.
    const ABANDONED_MINUTES: i64 = 30;
    /// Number of tasks of one person that may be open at a time, and the problem with one more.
    const OPEN_MAX: Option<(i64, ProblemKind)> = None;
    /// The path of a task's page, up to its id, for notices; `None`: its person is not notified.
    const PAGE: Option<&'static str> = None;
    const NOT_FOUND: ProblemKind = TASK_NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    /// Does the next step. Called again for the same step after a crash, so what it does outside must be safe to repeat; what
    /// it brings is written with the new state in one transaction.
    ///
    /// A problem fails the task; any other error is retried.
    async fn step(
        services: &Services,
        task: &TaskOf<Self>,
        lane: Lane,
    ) -> Fallible<Step<Self::Effect>>;

    /// Goes on when the run of the last step is over. Called for deleted tasks too, which may be restored.
    async fn after_run(
        _services: &Services,
        _task: &TaskOf<Self>,
        run: RunSnapshot,
    ) -> Fallible<Step<Self::Effect>> {
        Ok(Step::ended(&run))
    }

    /// Writes what a step brought: into `task`, which is saved after this, and into the kind's own tables.
    async fn write(
        _services: &Services,
        _tx: &mut Tx,
        _task: &mut TaskOf<Self>,
        _effect: Self::Effect,
    ) -> Fallible<()> {
        Ok(())
    }

    /// Stops what a cancelled task's provider still does, where that is no run.
    async fn cancel(_services: &Services, _task: &TaskOf<Self>) -> Fallible<()> {
        Ok(())
    }

    /// Removes what lies outside the database, or is kept for a task elsewhere, before tasks are deleted for good.
    async fn erase(_services: &Services, _tx: &mut Tx, _ids: &[TaskId]) -> StoreResult<()> {
        Ok(())
    }

    /// Returns true if `new`, sent with the id of `known`, is the same request sent again.
    fn is_same(known: &Self::Input, new: &Self::Input) -> bool {
        known == new
    }

    /// Returns what lists show beside the title.
    fn label(_task: &TaskOf<Self>) -> Value {
        Value::Null
    }

    /// Returns what of a plan's daily limits the task uses, and what stands against one too many.
    fn daily_use(_task: &TaskOf<Self>) -> Option<(DailyUse, ProblemKind)> {
        None
    }

    /// Counts what uses the same daily limit beside tasks of this kind.
    async fn other_daily_uses(_: &mut Conn, _: &Payer, _: Timestamp) -> StoreResult<i64> {
        Ok(0)
    }

    /// Returns true if the task has something for its person. One that ended without it counts for no daily limit.
    fn has_result(task: &TaskOf<Self>) -> bool;

    /// Returns what is told of a task that nobody goes on with, and what is behind it.
    fn interrupted() -> (Problem, Option<Problem>) {
        (TASK_INTERRUPTED.into(), None)
    }

    /// Returns how a task goes on that nobody worked on for too long; `None`: a job of the kind's own still does.
    async fn abandoned(
        _services: &Services,
        _task: &TaskOf<Self>,
    ) -> Fallible<Option<Step<Self::Effect>>> {
        let (problem, cause) = Self::interrupted();
        Ok(Some(Step::failed(&problem, cause.as_ref().map(ProblemBody::from))))
    }
}

/// The queue in which a step is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    Normal,
    /// One at a time: the step takes a core for long.
    Slow,
}

/// The result of a step, and how the task goes on.
pub struct Step<E> {
    pub(crate) effect: Option<E>,
    pub(crate) then: Then,
    pub(crate) stage: Option<&'static str>,
    pub(crate) percent: Option<i64>,
    pub(crate) delivered: i64,
    pub(crate) afterwards: Option<BoxFuture<'static, Fallible<()>>>,
}

/// The continuation of a task after a step.
pub(crate) enum Then {
    Next(Lane),
    Wait,
    Poll { after: i64 },
    Run(Box<RunRequest>),
    Pause,
    Succeed,
    Cancel,
    Fail(Box<Refusal>),
}

/// The problem that ends a task, and what caused it.
pub(crate) struct Refusal {
    pub problem: ProblemBody,
    pub cause: Option<ProblemBody>,
}

impl<E> Step<E> {
    fn then(then: Then) -> Self {
        Self { effect: None, then, stage: None, percent: None, delivered: 0, afterwards: None }
    }

    /// Returns true if the next step can be done at once.
    pub(crate) fn is_next(&self) -> bool {
        matches!(self.then, Then::Next(Lane::Normal))
    }

    /// Goes on with the next step.
    pub fn next() -> Self {
        Self::then(Then::Next(Lane::Normal))
    }

    /// Goes on in the slow lane.
    pub fn next_slowly() -> Self {
        Self::then(Then::Next(Lane::Slow))
    }

    /// Waits for jobs of the kind's own, which write the task with [`crate::save`] under [`crate::lock_any`].
    pub fn wait() -> Self {
        Self::then(Then::Wait)
    }

    /// Goes on after `micros`: for providers that are asked how far they are.
    pub fn poll(micros: i64) -> Self {
        Self::then(Then::Poll { after: micros })
    }

    /// Starts a run and goes on with [`TaskKind::after_run`] when it is over.
    pub fn run(request: RunRequest) -> Self {
        Self::then(Then::Run(Box::new(request)))
    }

    /// Waits for the person.
    pub fn pause() -> Self {
        Self::then(Then::Pause)
    }

    /// Ends the task.
    pub fn done() -> Self {
        Self::then(Then::Succeed)
    }

    /// Ends the task with what stands against it.
    pub fn failed(problem: impl Into<ProblemBody>, cause: Option<ProblemBody>) -> Self {
        Self::then(Then::Fail(Box::new(Refusal { problem: problem.into(), cause })))
    }

    /// Ends the task as its run ended.
    pub fn ended(run: &RunSnapshot) -> Self {
        match run.state {
            RunState::Completed => Self::done(),
            RunState::Cancelled => Self::then(Then::Cancel),
            _ => {
                let gone = || ProblemBody::from(&Problem::from(TASK_INTERRUPTED));
                Self::failed(run.problem.clone().unwrap_or_else(gone), None)
            }
        }
    }

    /// The same step with what it brings.
    #[must_use]
    pub fn with(self, effect: E) -> Self {
        Self { effect: Some(effect), ..self }
    }

    /// The same step, after which the task is at `stage`.
    #[must_use]
    pub fn at(self, stage: &'static str) -> Self {
        Self { stage: Some(stage), ..self }
    }

    /// The same step, after which the task is so far.
    #[must_use]
    pub fn percent(self, percent: i64) -> Self {
        Self { percent: Some(percent), ..self }
    }

    /// The same step, with work that is done once it is written, and before the next one. A crash may leave it out.
    #[must_use]
    pub fn afterwards(self, work: impl Future<Output = Fallible<()>> + Send + 'static) -> Self {
        Self { afterwards: Some(Box::pin(work)), ..self }
    }

    /// The same step, which delivered so many units of the task's price.
    #[must_use]
    pub fn delivering(self, units: i64) -> Self {
        Self { delivered: units, ..self }
    }
}

/// Builds the run in which a model does a step of a task.
pub fn run_of<K: TaskKind>(
    services: &Services,
    task: &TaskOf<K>,
    chosen: Chosen,
    request: ModelRequest,
) -> RunRequest {
    let run_id = RunId::new(services.clock.now());
    chosen.run(run_id, task.head.payer(), K::FEATURE, request)
}
