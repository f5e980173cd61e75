//! Notifies devices of tasks that ended, or wait for their person: `tasks` decides which.

use area::Services;
use jobs::{Job, JobResult};
use serde::{Deserialize, Serialize};
use tasks::{DEVICES_JOB, Notice, State, TaskId};

use crate::deliver::{deliver, enqueue_for_devices};
use crate::rules::short_title;
use crate::store::{SubscriptionId, count_unread, find};

/// Notifies each device of a person of a task.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct TellOfTask(Notice);

impl Job for TellOfTask {
    type Context = Services;
    const NAME: &'static str = DEVICES_JOB;

    async fn run(self, services: &Services) -> JobResult {
        let Self(notice) = self;
        enqueue_for_devices(services, notice.user_id, |subscription_id| DeliverTask {
            subscription_id,
            notice: notice.clone(),
        })
        .await
    }
}

/// A message on a task. The device words it in its own language.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "task_ended")]
struct Message {
    task_id: TaskId,
    state: State,
    /// The path of its page.
    path: String,
    /// Title, only if the person allowed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Number of conversations with unread answers.
    unread: i64,
}

/// Notifies one device of a task.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DeliverTask {
    subscription_id: SubscriptionId,
    notice: Notice,
}

impl Job for DeliverTask {
    type Context = Services;
    const NAME: &'static str = "notifications.deliver_task";
    /// Some six minutes: later it is no news.
    const MAX_ATTEMPTS: u32 = 6;

    async fn run(self, services: &Services) -> JobResult {
        let Self { subscription_id, notice } = self;
        let mut conn = services.db.read().await?;
        let Some(subscription) = find(&mut conn, subscription_id).await? else { return Ok(()) };
        // It is read when it is sent: one that was deleted or retried meanwhile is no news.
        let head = tasks::find_head(&mut conn, notice.user_id, notice.task_id).await?;
        if head.is_none_or(|head| head.state != notice.state) {
            return Ok(());
        }
        let message = Message {
            task_id: notice.task_id,
            state: notice.state,
            path: notice.path,
            title: subscription.with_title.then(|| short_title(&notice.title)),
            unread: count_unread(&mut conn, notice.user_id).await?,
        };
        drop(conn);
        deliver(services, &subscription, notice.task_id.0, &message).await
    }
}
