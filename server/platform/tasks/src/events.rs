//! The event stream of a task: what it is now, then every change, up to its end.
//!
//! An event carries the whole task under the number of its version. A reader that comes back with `Last-Event-ID` gets what
//! changed since; it misses none that matters, because each stands for all before it.

use std::convert::Infallible;
use std::time::Duration;

use api::sse;
use area::Services;
use bytes::Bytes;
use futures::Stream;
use kernel::Fallible;
use tokio::time::{Instant, timeout};

use crate::actions::{place_in_queue, topic_of};
use crate::store::find_own;
use crate::task::Head;
use crate::wire::{QueuePlace, TaskBody};
use crate::work::find_any;
use crate::{State, TaskId, TaskKind, TaskOf};

/// Time that a reader waits for a hint before it looks for itself: simulated progress advances meanwhile.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Number of tasks of a kind that are worked on at a time, for the estimate of a wait.
const AT_ONCE: usize = 4;

/// Returns a task as it is now, with its place in the queue.
pub async fn body_of(services: &Services, head: Head) -> Fallible<TaskBody> {
    let mut conn = services.db.read().await?;
    let place = place_in_queue(&mut conn, &head, AT_ONCE).await?;
    let queue = place.map(|(position, wait_seconds)| QueuePlace { position, wait_seconds });
    Ok(TaskBody { queue, ..TaskBody::new(head, services.clock.now()) })
}

/// Waits until a task is final or waits for its person, and returns it; `None`: it is gone. The caller bounds the wait.
pub async fn settled<K: TaskKind>(services: &Services, id: TaskId) -> Fallible<Option<TaskOf<K>>> {
    // Subscribed before reading, so that nothing falls between.
    let mut hints = services.bus.subscribe(&topic_of(id));
    loop {
        let mut conn = services.db.read().await?;
        let task = find_any::<K>(&mut conn, id).await?;
        drop(conn);
        match task {
            Some(task) if !task.head.state.is_final() && task.head.state != State::Paused => {}
            settled => return Ok(settled),
        }
        // Also without a hint: one may be lost.
        timeout(LOOK_EVERY, hints.next()).await.ok();
    }
}

/// Streams the events of a task after the version `after`: `task.updated` for a change, `task.progress` without a number for
/// progress alone, and `done`.
pub fn follow(
    services: Services,
    head: Head,
    after: i64,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
    async_stream::stream! {
        // Subscribed before reading, so that nothing falls between.
        let mut hints = services.bus.subscribe(&topic_of(head.id));
        let (mut last, mut shown) = (after, String::new());
        let mut beat = Instant::now() + sse::HEARTBEAT;
        loop {
            if let Some(now) = look(&services, &head).await {
                let (version, is_final) = (now.version, now.state.is_final());
                let data = data_of(&services, now).await;
                if version > last || data != shown {
                    let is_change = version > last;
                    let name = if is_change { "task.updated" } else { "task.progress" };
                    if is_change || !shown.is_empty() {
                        yield Ok(sse::frame(is_change.then_some(version), name, &data));
                        beat = Instant::now() + sse::HEARTBEAT;
                    }
                    (last, shown) = (version.max(last), data);
                }
                if is_final {
                    yield Ok(sse::frame(None, "done", "{}"));
                    return;
                }
            } else {
                // Deleted for good.
                yield Ok(sse::frame(None, "done", "{}"));
                return;
            }
            if Instant::now() >= beat {
                yield Ok(sse::HEARTBEAT_FRAME);
                beat = Instant::now() + sse::HEARTBEAT;
            }
            let _hint_or_time = timeout(LOOK_EVERY, hints.next()).await;
        }
    }
}

/// Returns the task as it is now. While the database does not answer, it is as it was.
async fn look(services: &Services, before: &Head) -> Option<Head> {
    let read = async {
        let mut conn = services.db.read().await?;
        find_own(&mut conn, before.user_id, before.id).await?.map(|row| row.into_head()).transpose()
    };
    match read.await {
        Ok(head) => head,
        Err(error) => {
            tracing::warn!(task.id = %before.id, %error, "a task could not be read");
            Some(before.clone())
        }
    }
}

async fn data_of(services: &Services, head: Head) -> String {
    let plain = TaskBody::new(head.clone(), services.clock.now());
    let body = match body_of(services, head).await {
        Ok(body) => body,
        Err(error) => {
            tracing::warn!(?error, "the place of a task could not be read");
            plain
        }
    };
    serde_json::to_string(&body).expect("a task has string keys and finite numbers")
}
