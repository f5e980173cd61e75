use area::Services;
use jobs::{Job, JobResult, Queue};
use kernel::{SECOND, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{StoreResult, Tx};

use super::mail_texts::message;
use super::{MAIL_AFTER_SECONDS, NOTICE_AFTER_SECONDS, SEEN_WITHIN_SECONDS};
use crate::store::{find_own, is_seen};
use crate::task::Head;
use crate::{State, TaskId, TaskKind};

/// The name of the job that notifies a person's devices, with a [`Notice`] as its fields.
pub const DEVICES_JOB: &str = "notifications.tell_of_task";

/// A task that ended, or waits for its person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub user_id: UserId,
    pub task_id: TaskId,
    pub kind: String,
    pub state: State,
    pub title: String,
    /// The path of its page.
    pub path: String,
}

/// Tells a person of a task, unless they saw it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TellOfTask {
    notice: Notice,
    /// The task as of this moment; a later change has a notice of its own.
    at: Timestamp,
    by_mail: bool,
    /// True for a task that runs on while it waits for an answer.
    #[serde(default)]
    is_running: bool,
}

/// Enqueues the notice of a task that ended or waits, if that is news to its person.
pub(crate) async fn enqueue<K: TaskKind>(
    queue: &Queue,
    tx: &mut Tx,
    head: &Head,
    now: Timestamp,
) -> StoreResult<()> {
    let took = now.since(head.begun_at);
    let is_news = match head.state {
        State::Paused => true,
        State::Succeeded | State::Failed => took > NOTICE_AFTER_SECONDS * SECOND,
        State::Queued | State::Running | State::Cancelled => false,
    };
    match is_news {
        true => enqueue_as::<K>(queue, tx, head, head.state, now).await,
        false => Ok(()),
    }
}

/// Enqueues the notice of a task that runs and waits for its person's answer.
pub async fn tell_of_question<K: TaskKind>(
    services: &Services,
    tx: &mut Tx,
    head: &Head,
) -> StoreResult<()> {
    enqueue_as::<K>(&services.queue, tx, head, State::Paused, services.clock.now()).await
}

/// Enqueues the notice that a task is in `state`.
async fn enqueue_as<K: TaskKind>(
    queue: &Queue,
    tx: &mut Tx,
    head: &Head,
    state: State,
    now: Timestamp,
) -> StoreResult<()> {
    let Some(page) = K::PAGE else { return Ok(()) };
    let notice = Notice {
        user_id: head.user_id,
        task_id: head.id,
        kind: head.kind.clone(),
        state,
        title: head.title.clone(),
        path: format!("{page}{}", head.id),
    };
    let by_mail = now.since(head.begun_at) > MAIL_AFTER_SECONDS * SECOND;
    let job = TellOfTask { notice, at: now, by_mail, is_running: head.state == State::Running };
    queue.enqueue_at(tx, &job, now.plus(SEEN_WITHIN_SECONDS * SECOND)).await
}

impl Job for TellOfTask {
    type Context = Services;
    const NAME: &'static str = "tasks.tell";

    async fn run(self, services: &Services) -> JobResult {
        let Self { notice, at, by_mail, is_running } = self;
        let mut tx = services.db.begin().await?;
        let found = find_own(&mut tx, notice.user_id, notice.task_id).await?;
        let state = if is_running { State::Running } else { notice.state };
        let is_still =
            found.is_some_and(|row| row.deleted_at.is_none() && State::parse(&row.state) == state);
        if !is_still || is_seen(&mut tx, notice.task_id, at).await? {
            return Ok(());
        }
        let payload = store::to_json(&notice)?;
        services.queue.enqueue_named(&mut tx, DEVICES_JOB, &payload).await?;
        if by_mail {
            mail(services, &mut tx, &notice).await?;
        }
        tx.commit().await?;
        let mut hint = json!(notice);
        hint["event"] = json!("task.ended");
        services.bus.notify_user(notice.user_id, &hint.to_string());
        Ok(())
    }
}

async fn mail(services: &Services, tx: &mut Tx, notice: &Notice) -> StoreResult<()> {
    let Some(user) = services.identity.find_user(tx, notice.user_id).await? else { return Ok(()) };
    let page = services.page(&notice.path);
    let locale = user.settings.locale.as_deref();
    let message = message(&user.email, notice.state, &notice.title, page.as_str(), locale);
    services.mail.enqueue(tx, &message).await?;
    Ok(())
}
