//! Work on tasks: a job does the next step, and what the step brought is written with the new state in one transaction.
//!
//! A process that dies loses one step at most: its job's lease runs out, and another process does the step again.

use std::marker::PhantomData;

use api::ProblemBody;
use area::Services;
use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunSnapshot, RunState};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Fallible, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx};

use crate::actions::{announce, cancel_each};
use crate::children::cancel_children;
use crate::hold;
use crate::kind::{Refusal, Then};
use crate::start::check_limits;
use crate::state::Event;
use crate::store::{find, find_by_run, lock, update, update_head};
use crate::task::{Content, Head, Row, Task, run_as_told};
use crate::{Lane, State, Step, TaskId, TaskKind, TaskOf, notices};

/// Does the next step of a task.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct StepJob<K, const SLOW: bool> {
    pub task_id: TaskId,
    #[serde(skip)]
    kind: PhantomData<fn() -> K>,
}

impl<K, const SLOW: bool> StepJob<K, SLOW> {
    pub fn of(task_id: TaskId) -> Self {
        Self { task_id, kind: PhantomData }
    }
}

impl<K: TaskKind, const SLOW: bool> Job for StepJob<K, SLOW> {
    type Context = Services;

    const NAME: &'static str = if SLOW { K::SLOW_JOB } else { K::JOB };
    const MAX_ATTEMPTS: u32 = K::MAX_ATTEMPTS;
    const AT_ONCE: usize = if SLOW { 1 } else { K::AT_ONCE };

    async fn run(self, services: &Services) -> JobResult {
        let lane = if SLOW { Lane::Slow } else { Lane::Normal };
        advance::<K>(services, self.task_id, lane).await
    }
}

/// Follows the runs that tasks of a kind wait for.
pub(crate) struct WhenRunEnds<K> {
    queue: Queue,
    kind: PhantomData<fn() -> K>,
}

impl<K: TaskKind> WhenRunEnds<K> {
    const FEATURES: &'static [&'static str] = &[K::FEATURE];

    pub fn new(queue: Queue) -> Self {
        Self { queue, kind: PhantomData }
    }
}

#[async_trait]
impl<K: TaskKind> RunFollower for WhenRunEnds<K> {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Of(Self::FEATURES)
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        if let Some(id) = find_by_run(tx, K::NAME, run.id).await? {
            self.queue.enqueue(tx, &StepJob::<K, false>::of(id)).await?;
        }
        Ok(())
    }
}

/// Does the steps of a task up to the one that waits for something, or goes on after its run. Nothing happens to one that is
/// final, paused, or waits for a run that is not over.
pub async fn advance<K: TaskKind>(services: &Services, id: TaskId, lane: Lane) -> Fallible<()> {
    while do_step::<K>(services, id, lane).await? == JobNext::Again {}
    Ok(())
}

/// The action of a task's job after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JobNext {
    Again,
    Leave,
}

async fn do_step<K: TaskKind>(services: &Services, id: TaskId, lane: Lane) -> Fallible<JobNext> {
    let Some(task) = load::<K>(services, id).await? else { return Ok(JobNext::Leave) };
    if task.head.state == State::Cancelled {
        cancel_children(services, id).await?;
        K::cancel(services, &task).await?;
        return Ok(JobNext::Leave);
    }
    if let Some(run_id) = task.head.open_run() {
        let run = run_as_told(services.generation.snapshot(run_id).await?);
        if !run.state.is_final() {
            return Ok(JobNext::Leave);
        }
        let step = K::after_run(services, &task, run.clone()).await;
        let next = apply::<K>(services, &task.head, step, Some(&run)).await?;
        if run.state == RunState::Cancelled {
            cancel_children(services, id).await?;
        }
        return Ok(next);
    }
    if task.head.deleted_at.is_some() {
        return Ok(JobNext::Leave);
    }
    if is_suspended(services, task.head.user_id).await? {
        cancel_each(services, vec![id]).await?;
        return Ok(JobNext::Leave);
    }
    let before = task.head.clone();
    let task = match begin::<K>(services, task).await {
        Ok(Some(task)) => task,
        Ok(None) => return Ok(JobNext::Leave),
        Err(problem) => return apply::<K>(services, &before, Err(problem), None).await,
    };
    let step = K::step(services, &task, lane).await;
    apply::<K>(services, &task.head, step, None).await
}

async fn is_suspended(services: &Services, user_id: UserId) -> Fallible<bool> {
    let mut conn = services.db.read().await?;
    Ok(services.identity.is_suspended(&mut conn, user_id).await?)
}

async fn load<K: TaskKind>(services: &Services, id: TaskId) -> Fallible<Option<TaskOf<K>>> {
    let mut conn = services.db.read().await?;
    Ok(find_any::<K>(&mut conn, id).await?)
}

/// Finds a task whoever's it is, deleted or not.
pub async fn find_any<K: TaskKind>(conn: &mut Conn, id: TaskId) -> StoreResult<Option<TaskOf<K>>> {
    find(conn, K::NAME, id).await?.map(Row::into_task).transpose()
}

/// Finds a task whoever's it is, deleted or not, and holds it until the transaction ends.
pub async fn lock_any<K: TaskKind>(tx: &mut Tx, id: TaskId) -> StoreResult<Option<TaskOf<K>>> {
    let row = lock(tx, id).await?.filter(|row| row.kind == K::NAME);
    row.map(Row::into_task).transpose()
}

/// Writes down that a task is worked on; `None` if it is not to be, because it was stopped or waits.
///
/// Problems: those of its limits, where it was retried; one that is new was checked when it was sent.
async fn begin<K: TaskKind>(services: &Services, task: TaskOf<K>) -> Fallible<Option<TaskOf<K>>> {
    if task.head.state == State::Running {
        return Ok(Some(task));
    }
    let mut tx = services.db.begin().await?;
    let Some(row) = lock(&mut tx, task.head.id).await? else { return Ok(None) };
    let mut head = row.into_head()?;
    let is_still = head.is_still(&task.head);
    let Some(state) = head.state.after(Event::Begin).filter(|_| is_still) else { return Ok(None) };
    if head.steps > 0 {
        check_limits::<K>(services, &mut tx, &task).await?;
    }
    head.state = state;
    touch(&mut head, services.clock.now());
    update_head(&mut tx, &head).await?;
    tx.commit().await?;
    announce(services, &head);
    Ok(Some(Task { head, ..task }))
}

/// Writes what a step brought, if the task is still where it was before; a problem fails it.
async fn apply<K: TaskKind>(
    services: &Services,
    before: &Head,
    step: Fallible<Step<K::Effect>>,
    run: Option<&RunSnapshot>,
) -> Fallible<JobNext> {
    let problem = match step {
        Ok(step) => match write::<K>(services, before, step, run).await {
            Err(Failure::Problem(problem)) => problem,
            done => return done,
        },
        Err(Failure::Problem(problem)) => problem,
        Err(fault) => return Err(fault),
    };
    let step = Step::failed(ProblemBody::from(&problem), None);
    write::<K>(services, before, step, run).await
}

async fn write<K: TaskKind>(
    services: &Services,
    before: &Head,
    mut step: Step<K::Effect>,
    run: Option<&RunSnapshot>,
) -> Fallible<JobNext> {
    let mut tx = services.db.begin().await?;
    let Some(row) = lock(&mut tx, before.id).await? else { return Ok(JobNext::Leave) };
    let mut task: TaskOf<K> = row.into_task()?;
    if !task.head.is_still(before) {
        return Ok(JobNext::Leave);
    }
    if let Some(receipt) = run.and_then(|run| run.receipt.as_ref()) {
        task.head.charged = Some(task.head.charged.unwrap_or(0) + receipt.charged);
    }
    let afterwards = step.afterwards.take();
    let is_next = step.is_next();
    put_step::<K>(services, &mut tx, &mut task, step).await?;
    save::<K>(&mut tx, &mut task).await?;
    tx.commit().await?;
    announce(services, &task.head);
    if let Some(afterwards) = afterwards {
        afterwards.await?;
    }
    Ok(if is_next { JobNext::Again } else { JobNext::Leave })
}

/// Writes a task, with what the table keeps of it beside what only its kind can read.
pub async fn save<K: TaskKind>(tx: &mut Tx, task: &mut TaskOf<K>) -> StoreResult<()> {
    settle_fields::<K>(task);
    update(tx, &task.head, &Content::of(task)?).await
}

/// Puts what a step brought into `task`, and what follows from it into the transaction. The caller writes the task.
pub(crate) async fn put_step<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    task: &mut TaskOf<K>,
    step: Step<K::Effect>,
) -> Fallible<()> {
    let is_final = matches!(step.then, Then::Succeed | Then::Cancel | Then::Fail(_));
    task.head.delivered += step.delivered;
    if let Some(stage) = step.stage {
        stage.clone_into(&mut task.head.stage);
    }
    task.head.percent = step.percent.or(task.head.percent);
    // Before the effect, which may look at how the task ended.
    go_on::<K>(services, tx, &mut task.head, step.then).await?;
    if let Some(effect) = step.effect {
        K::write(services, tx, task, effect).await?;
    }
    touch(&mut task.head, services.clock.now());
    if is_final {
        hold::settle(services, tx, &mut task.head).await?;
    }
    Ok(notices::enqueue::<K>(&services.queue, tx, &task.head, services.clock.now()).await?)
}

/// Fills what the table keeps of a task beside what only its kind can read.
pub(crate) fn settle_fields<K: TaskKind>(task: &mut TaskOf<K>) {
    task.head.label = K::label(task);
    task.head.has_result = K::has_result(task);
    task.head.daily_use = K::daily_use(task).map(|(of, _)| daily_name(of));
}

/// Returns what the table calls a daily limit.
pub(crate) fn daily_name(of: entitlements::DailyUse) -> String {
    store::to_word(of).unwrap_or_default()
}

async fn go_on<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    head: &mut Head,
    then: Then,
) -> Fallible<()> {
    let now = services.clock.now();
    head.steps += 1;
    match then {
        // The job that did the step does the next one, too.
        Then::Next(Lane::Normal) | Then::Wait => {
            head.state = State::Running;
            head.run_id = None;
        }
        Then::Next(Lane::Slow) => {
            head.state = State::Running;
            head.run_id = None;
            enqueue::<K>(&services.queue, tx, head.id, Lane::Slow, now).await?;
        }
        Then::Poll { after } => {
            head.state = State::Running;
            head.run_id = None;
            enqueue::<K>(&services.queue, tx, head.id, Lane::Normal, now.plus(after)).await?;
        }
        Then::Run(request) => {
            head.state = State::Running;
            head.run_id = Some(request.run_id);
            services.generation.start(tx, *request).await?;
        }
        Then::Pause => end(head, Event::Pause, now),
        Then::Succeed => end(head, Event::Succeed, now),
        Then::Cancel => end(head, Event::Cancel, now),
        Then::Fail(refusal) => {
            let Refusal { problem, cause } = *refusal;
            (head.problem, head.cause) = (Some(problem), cause);
            end(head, Event::Fail, now);
        }
    }
    Ok(())
}

/// Puts the outcome of `event` into a task in which it can happen.
pub(crate) fn end(head: &mut Head, event: Event, now: Timestamp) {
    let Some(state) = head.state.after(event) else { return };
    head.state = state;
    head.ended_at = state.is_final().then_some(now);
}

pub(crate) fn touch(head: &mut Head, now: Timestamp) {
    head.version += 1;
    head.updated_at = now;
}

/// Enqueues the next step of a task.
pub(crate) async fn enqueue<K: TaskKind>(
    queue: &Queue,
    tx: &mut Tx,
    id: TaskId,
    lane: Lane,
    at: Timestamp,
) -> StoreResult<()> {
    match lane {
        Lane::Normal => queue.enqueue_at(tx, &StepJob::<K, false>::of(id), at).await,
        Lane::Slow => queue.enqueue_at(tx, &StepJob::<K, true>::of(id), at).await,
    }
}

/// Ends a task that nobody goes on with.
pub(crate) async fn end_abandoned<K: TaskKind>(services: &Services, id: TaskId) -> Fallible<()> {
    let Some(task) = load::<K>(services, id).await? else { return Ok(()) };
    if let Some(step) = K::abandoned(services, &task).await? {
        write::<K>(services, &task.head, step, None).await?;
    }
    Ok(())
}
