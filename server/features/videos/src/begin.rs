//! Starts video tasks, and returns them.

use api::PageBody;
use area::Services;
use identity::SignedIn;
use kernel::Fallible;
use tasks::{NewTask, TaskId, TaskPageQuery};

use crate::creation::{price_of, with_parent};
use crate::problems::NOT_FOUND;
use crate::rules::{check_work, title_of};
use crate::store::{find_video, list_of_task};
use crate::task::{Task, VideoTask};
use crate::wire::{NewVideoTask, VideoTaskBody, VideoTaskEntry};

/// Starts a video. Sending the same task again returns its current state.
///
/// Problems: the parent is not the caller's; those of [`check_work`], [`price_of`] and [`tasks::start`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewVideoTask,
) -> Fallible<VideoTaskBody> {
    let work = with_parent(services, caller.user_id, new.work).await?;
    let new = NewVideoTask { work, ..new };
    check_work(&new.work)?;
    check_places(services, caller, &new).await?;
    let price = price_of(services, caller.user_id, &new.work).await?;
    let title = title_of(&new.work);
    let task = NewTask { price, ..NewTask::new(TaskId(new.id.0), title, new.work) };
    body(services, tasks::start::<VideoTask>(services, caller, task).await?).await
}

/// Checks that the workspace may be used, and that the parent is the caller's.
async fn check_places(services: &Services, caller: &SignedIn, new: &NewVideoTask) -> Fallible<()> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?.check_not_locked()?;
    if let Some(parent_id) = new.work.parent_id {
        find_video(&mut conn, caller.user_id, parent_id).await?.ok_or(NOT_FOUND)?;
    }
    Ok(())
}

/// Returns a video task of the caller's with what it made.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<VideoTaskBody> {
    let mut conn = services.db.read().await?;
    let task = tasks::find::<VideoTask>(&mut conn, caller.user_id, id).await?;
    drop(conn);
    body(services, task).await
}

async fn body(services: &Services, task: Task) -> Fallible<VideoTaskBody> {
    let mut conn = services.db.read().await?;
    let videos = match task.output.videos.is_empty() {
        true => Vec::new(),
        false => list_of_task(&mut conn, task.head.id).await?,
    };
    Ok(VideoTaskBody::of(task, videos))
}

/// Lists the caller's video tasks, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<VideoTaskEntry>> {
    let page = tasks::list_page::<VideoTask>(services, &caller.payer(), query).await?;
    Ok(page.map(VideoTaskEntry::from).into())
}
