//! Starts tasks.

use std::sync::Arc;

use api::ProblemBody;
use area::Services;
use generation::ParentTask;
use identity::{ApiKeyId, SignedIn};
use kernel::{Fallible, Payer, Timestamp};
use ledger::Charge;
use serde_json::Value;
use store::Tx;

use crate::actions::{announce, put_retry};
use crate::hold;
use crate::store::{count_daily, count_open, insert, lock};
use crate::task::{Content, Head, Parent, Task};
use crate::work::{daily_name, enqueue, put_step, save, settle_fields};
use crate::{Lane, State, Step, TaskId, TaskKind, TaskOf};

/// A task to start.
pub struct NewTask<K: TaskKind> {
    /// The client's, so that sending it again does nothing twice.
    pub id: TaskId,
    pub title: String,
    pub input: K::Input,
    pub output: K::Output,
    /// The amount held for it before it starts, beside what its runs cost.
    pub price: Charge,
    /// The effect that is written with it.
    pub effect: Option<K::Effect>,
    /// The API key of the program that starts it, to whose limit its price counts.
    pub key_id: Option<ApiKeyId>,
    /// The task whose tools start it, by [`start_for`].
    pub parent: Option<Arc<dyn ParentTask>>,
    /// The units that its first run costs beside its price, for the spending cap of that task.
    pub first_run: i64,
}

impl<K: TaskKind> NewTask<K> {
    /// A task that costs nothing beside its runs.
    pub fn new(id: TaskId, title: String, input: K::Input) -> Self {
        let price = Charge { meter: None, amount: 0 };
        Self {
            id,
            title,
            input,
            output: K::Output::default(),
            price,
            effect: None,
            key_id: None,
            parent: None,
            first_run: 0,
        }
    }

    /// Returns the task as it is before it starts.
    pub fn into_task(self, payer: Payer, now: Timestamp) -> (TaskOf<K>, Option<K::Effect>) {
        let head = Head {
            id: self.id,
            kind: K::NAME.to_owned(),
            user_id: payer.user_id,
            workspace_id: payer.workspace_id,
            parent: self
                .parent
                .map(|parent| Parent { id: TaskId(parent.id()), kind: parent.kind().to_owned() }),
            title: self.title,
            state: State::Queued,
            stage: String::new(),
            percent: None,
            expected_seconds: K::EXPECTED_SECONDS,
            run_id: None,
            problem: None,
            cause: None,
            hold_id: None,
            price: self.price,
            delivered: 0,
            charged: None,
            daily_use: None,
            has_result: false,
            steps: 0,
            version: 1,
            created_at: now,
            begun_at: now,
            updated_at: now,
            ended_at: None,
            deleted_at: None,
            label: Value::Null,
        };
        let mut task = Task { head, input: self.input, output: self.output };
        settle_fields::<K>(&mut task);
        (task, self.effect)
    }
}

/// Starts a task: it is queued, and goes on by itself. The same one sent again is returned as it is by then.
///
/// Problems: [`TaskKind::ID_TAKEN`], those of [`TaskKind::OPEN_MAX`] and [`TaskKind::daily_use`], those of the ledger and of
/// [`ParentTask::admit`].
pub async fn start<K: TaskKind>(
    services: &Services,
    caller: &SignedIn,
    new: NewTask<K>,
) -> Fallible<TaskOf<K>> {
    start_for(services, caller.payer(), new).await
}

/// Like [`start`], for somebody who does not ask themselves: a model does while it answers them, or a program.
pub async fn start_for<K: TaskKind>(
    services: &Services,
    payer: Payer,
    new: NewTask<K>,
) -> Fallible<TaskOf<K>> {
    let (key_id, parent) = (new.key_id, new.parent.clone());
    let units = new.price.amount + new.first_run;
    let (task, effect) = new.into_task(payer, services.clock.now());
    let mut tx = services.db.begin().await?;
    // Before the task is there, which holds its price.
    if let Some(parent) = parent {
        parent.admit(&mut tx, units).await?;
    }
    let mut task = match add::<K>(services, &mut tx, task, key_id).await? {
        Added::New(task) => task,
        Added::Known(task) => return Ok(task),
    };
    if let Some(effect) = effect {
        K::write(services, &mut tx, &mut task, effect).await?;
    }
    let now = services.clock.now();
    save::<K>(&mut tx, &mut task).await?;
    enqueue::<K>(&services.queue, &mut tx, task.head.id, Lane::Normal, now).await?;
    tx.commit().await?;
    announce(services, &task.head);
    Ok(task)
}

/// Like [`start_for`], in the caller's transaction; `None`: it was sent before. The caller announces it.
pub async fn queue_in<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    payer: Payer,
    new: NewTask<K>,
) -> Fallible<Option<TaskOf<K>>> {
    let key_id = new.key_id;
    let (task, effect) = new.into_task(payer, services.clock.now());
    let Added::New(mut task) = add::<K>(services, tx, task, key_id).await? else { return Ok(None) };
    if let Some(effect) = effect {
        K::write(services, tx, &mut task, effect).await?;
    }
    let now = services.clock.now();
    save::<K>(tx, &mut task).await?;
    enqueue::<K>(&services.queue, tx, task.head.id, Lane::Normal, now).await?;
    Ok(Some(task))
}

/// Starts a task and does its first step at once, so that what stands against that is told to the caller.
///
/// Problems: those of [`start`] and of the step.
pub async fn start_now<K: TaskKind>(
    services: &Services,
    caller: &SignedIn,
    new: NewTask<K>,
) -> Fallible<TaskOf<K>> {
    let key_id = new.key_id;
    let (task, _) = new.into_task(caller.payer(), services.clock.now());
    let step: Step<K::Effect> = K::step(services, &task, Lane::Normal).await?;
    let is_next = step.is_next();
    let mut tx = services.db.begin().await?;
    let mut task = match add::<K>(services, &mut tx, task, key_id).await? {
        Added::New(task) => task,
        Added::Known(task) => return Ok(task),
    };
    put_step::<K>(services, &mut tx, &mut task, step).await?;
    save::<K>(&mut tx, &mut task).await?;
    if is_next {
        let now = services.clock.now();
        enqueue::<K>(&services.queue, &mut tx, task.head.id, Lane::Normal, now).await?;
    }
    tx.commit().await?;
    announce(services, &task.head);
    Ok(task)
}

/// Starts a task with its effect in the caller's transaction, as a step that waits, without a look at limits; `None`: the id
/// is taken. The caller announces it.
pub async fn start_in<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    payer: Payer,
    new: NewTask<K>,
) -> Fallible<Option<TaskOf<K>>> {
    let key_id = new.key_id;
    let (mut task, effect) = new.into_task(payer, services.clock.now());
    if !insert(tx, &task.head, &Content::of(&task)?).await? {
        return Ok(None);
    }
    hold::reserve(services, tx, &mut task.head, K::FEATURE, key_id).await?;
    put_step::<K>(services, tx, &mut task, Step { effect, ..Step::wait() }).await?;
    save::<K>(tx, &mut task).await?;
    Ok(Some(task))
}

/// The outcome of sending a task.
enum Added<T> {
    New(T),
    /// It was sent before.
    Known(T),
}

async fn add<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    mut task: TaskOf<K>,
    key_id: Option<ApiKeyId>,
) -> Fallible<Added<TaskOf<K>>> {
    if !insert(tx, &task.head, &Content::of(&task)?).await? {
        let known = crate::find::<K>(tx, task.head.user_id, task.head.id).await;
        let known = known.map_err(|_| K::ID_TAKEN)?;
        return match K::is_same(&known.input, &task.input) {
            true => Ok(Added::Known(known)),
            false => Err(K::ID_TAKEN.into()),
        };
    }
    check_limits::<K>(services, tx, &task).await?;
    hold::reserve(services, tx, &mut task.head, K::FEATURE, key_id).await?;
    Ok(Added::New(task))
}

/// Checks the limits of a task that was started in this transaction, and so counts already.
pub async fn check_limits<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    task: &TaskOf<K>,
) -> Fallible<()> {
    check_daily::<K>(services, tx, task).await?;
    let Some((max, too_many)) = K::OPEN_MAX else { return Ok(()) };
    match count_open(tx, K::NAME, task.head.user_id).await? > max {
        true => Err(too_many.with("max", max).into()),
        false => Ok(()),
    }
}

/// Checks the daily limit that a task uses, which counts already.
pub async fn check_daily<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    task: &TaskOf<K>,
) -> Fallible<()> {
    let Some((of, too_many)) = K::daily_use(task) else { return Ok(()) };
    let (payer, now) = (task.head.payer(), services.clock.now());
    let Some(limit) = services.entitlements.limit_today(tx, &payer, of, now).await? else {
        return Ok(());
    };
    let tasks = count_daily(tx, &payer, &daily_name(of), limit.since).await?;
    match tasks + K::other_daily_uses(tx, &payer, limit.since).await? > limit.max {
        true => Err(too_many.with("max", limit.max).into()),
        false => Ok(()),
    }
}

/// Starts a task that ended once more, after `change` looked at it and changed what is asked for.
///
/// Problems: [`TaskKind::NOT_FOUND`], `not_finished` while it is open, those of `change` and of [`start`].
pub async fn start_again<K: TaskKind>(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    not_finished: kernel::ProblemKind,
    change: impl FnOnce(&mut TaskOf<K>),
) -> Fallible<TaskOf<K>> {
    let mut tx = services.db.begin().await?;
    let found = crate::find::<K>(&mut tx, caller.user_id, id).await?;
    let row = lock(&mut tx, found.head.id).await?.ok_or(K::NOT_FOUND)?;
    let mut task: TaskOf<K> = row.into_task()?;
    if !task.head.state.is_final() {
        return Err(not_finished.into());
    }
    change(&mut task);
    put_retry(services, &mut tx, &mut task.head).await?;
    save::<K>(&mut tx, &mut task).await?;
    check_limits::<K>(services, &mut tx, &task).await?;
    enqueue::<K>(&services.queue, &mut tx, id, Lane::Normal, services.clock.now()).await?;
    tx.commit().await?;
    announce(services, &task.head);
    Ok(task)
}

/// Changes a task of a person's where it stands, open or not.
///
/// Problems: [`TaskKind::NOT_FOUND`].
pub async fn change<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    user_id: kernel::UserId,
    id: TaskId,
    change: impl FnOnce(&mut TaskOf<K>),
) -> Fallible<TaskOf<K>> {
    let found = crate::find::<K>(tx, user_id, id).await?;
    let row = lock(tx, found.head.id).await?.ok_or(K::NOT_FOUND)?;
    let mut task: TaskOf<K> = row.into_task()?;
    change(&mut task);
    task.head.version += 1;
    task.head.updated_at = services.clock.now();
    save::<K>(tx, &mut task).await?;
    Ok(task)
}

/// Adds a task that came from an archive; returns false if its id is taken.
pub(crate) async fn add_archived<K: TaskKind>(tx: &mut Tx, task: &mut TaskOf<K>) -> Fallible<bool> {
    settle_fields::<K>(task);
    Ok(insert(tx, &task.head, &Content::of(task)?).await?)
}

/// Returns what stands against a task, as it is stored.
pub fn problem_body(problem: impl Into<kernel::Problem>) -> ProblemBody {
    ProblemBody::from(&problem.into())
}
