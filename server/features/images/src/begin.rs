//! Starts image tasks, and returns them.

use api::PageBody;
use area::Services;
use identity::SignedIn;
use kernel::{Failure, Fallible};
use ledger::Charge;
use tasks::{NewTask, TaskId, TaskPageQuery};

use crate::boards::find_board;
use crate::problems::{FILE_IN_USE, NOT_FOUND};
use crate::rules::{check_work, title_of};
use crate::store::{find_image, list_of_task};
use crate::task::{ImageTask, Task, Wish};
use crate::wire::{ImageTaskBody, ImageTaskEntry, NewImageTask, NewImageUpload};
use crate::work::Work;
use crate::{creation, gallery, tool_use};

/// Starts work on images. Sending the same task again returns its current state.
///
/// Problems: the parent is not the caller's; those of [`check_work`], [`creation::price_of`], [`tool_use::check_use`], [`find_board`] and [`tasks::start`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewImageTask,
) -> Fallible<ImageTaskBody> {
    check_work(&new.work)?;
    check_places(services, caller, &new).await?;
    let price = match &new.work {
        Work::Create(it) => creation::price_of(services, caller.user_id, it).await?,
        Work::Tool(it) => {
            tool_use::check_use(services, caller.user_id, it).await?;
            Charge::FREE
        }
    };
    let title = title_of(&new.work);
    let work = keep_sources(services, caller, new.work).await?;
    let wish = Wish { work, board_id: new.board_id };
    let task = NewTask { price, ..NewTask::new(TaskId(new.id.0), title, wish) };
    body(services, tasks::start::<ImageTask>(services, caller, task).await?).await
}

/// Checks that the workspace may be used, and that the board and the parent are the caller's.
async fn check_places(services: &Services, caller: &SignedIn, new: &NewImageTask) -> Fallible<()> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?.check_not_locked()?;
    if let Some(board_id) = new.board_id {
        find_board(&mut conn, &caller.payer(), board_id).await?;
    }
    if let Some(parent_id) = new.work.parent_id() {
        find_image(&mut conn, caller.user_id, parent_id).await?.ok_or(NOT_FOUND)?;
    }
    Ok(())
}

/// Keeps the images that work is done on, so that it can be done again, and says which one its results are made from.
async fn keep_sources(services: &Services, caller: &SignedIn, work: Work) -> Fallible<Work> {
    let mut first = None;
    for file_id in work.source_ids() {
        let kept = gallery::add_upload(
            services,
            caller,
            NewImageUpload { file_id, board_id: None, parent_id: None, made_with: None },
        );
        match kept.await {
            Ok(image) => first = first.or(Some(image.id)),
            // Something else keeps the file: a memo, for one.
            Err(Failure::Problem(problem)) if problem.kind == FILE_IN_USE => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(work.made_from(first))
}

/// Returns an image task of the caller's with what it made.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<ImageTaskBody> {
    let mut conn = services.db.read().await?;
    let task = tasks::find::<ImageTask>(&mut conn, caller.user_id, id).await?;
    drop(conn);
    body(services, task).await
}

async fn body(services: &Services, task: Task) -> Fallible<ImageTaskBody> {
    let mut conn = services.db.read().await?;
    let images = match task.output.images.is_empty() {
        true => Vec::new(),
        false => list_of_task(&mut conn, task.head.id).await?,
    };
    Ok(ImageTaskBody::of(task, images))
}

/// Lists the caller's image tasks, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<ImageTaskEntry>> {
    let page = tasks::list_page::<ImageTask>(services, &caller.payer(), query).await?;
    Ok(page.map(ImageTaskEntry::from).into())
}
