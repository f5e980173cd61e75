//! Drafts of an image that its model sends while it makes it: its person sees the latest. It is gone when the task ends.

use area::Services;
use axum::response::Response;
use files::FileKey;
use identity::SignedIn;
use image_models::{GeneratedImage, ImageRequest, Progress, ResolvedImageModel};
use kernel::{Failure, Fallible};
use providers::ModelError;
use serde::{Deserialize, Serialize};
use tasks::{Head, State, TaskId};
use tokio::sync::mpsc;

use crate::gallery::thumbnail::image_response;
use crate::limits::DRAFTS_MAX;
use crate::problems::NOT_FOUND;
use crate::task::{ImageTask, Task};
use crate::work::Creation;

/// The latest draft of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Draft {
    /// The first is 1.
    pub number: u32,
    /// When the task was last started, in microseconds: a retry begins anew.
    pub begun_at: i64,
}

/// Returns the number of drafts to ask for.
pub(crate) fn wanted(creation: &Creation, resolved: &ResolvedImageModel) -> u32 {
    match resolved.info.abilities.partial_images && creation.count == 1 {
        true => DRAFTS_MAX,
        false => 0,
    }
}

/// Returns the number of the draft that can be seen now.
pub(crate) fn number_of(task: &Task) -> Option<u32> {
    let draft = task.output.draft.filter(|_| task.head.state == State::Running)?;
    (draft.begun_at == task.head.begun_at.micros()).then_some(draft.number)
}

/// Sends a request to the model, and shows its drafts until the image is there.
pub(crate) async fn start(
    services: &Services,
    task: &Task,
    resolved: &ResolvedImageModel,
    request: &ImageRequest,
) -> Result<Progress, ModelError> {
    if request.drafts == 0 {
        return resolved.model.start(request).await;
    }
    let (sender, mut drafts) = mpsc::unbounded_channel();
    let mut send = |draft| {
        // The other end is open until this function returns.
        sender.send(draft).ok();
    };
    let mut asked = resolved.model.start_with_drafts(request, &mut send);
    let mut number = 0;
    let answer = loop {
        tokio::select! {
            answer = &mut asked => break answer,
            Some(draft) = drafts.recv() => {
                number += 1;
                if let Err(fault) = show(services, &task.head, draft, number).await {
                    tracing::warn!(%fault, "a draft of an image was not shown");
                }
            }
        }
    };
    if number > 0
        && let Err(fault) = services.files.delete(&key_of(&task.head)).await
    {
        tracing::warn!(%fault, "a draft of an image was not deleted");
    }
    answer
}

/// Stores a draft in place of the one before, and tells the person's windows.
async fn show(
    services: &Services,
    head: &Head,
    draft: GeneratedImage,
    number: u32,
) -> Fallible<()> {
    services.files.put(&key_of(head), draft.content).await.map_err(Failure::internal)?;
    let draft = Draft { number, begun_at: head.begun_at.micros() };
    let mut tx = services.db.begin().await?;
    let changed = tasks::change::<ImageTask>(services, &mut tx, head.user_id, head.id, |task| {
        task.output.draft = Some(draft);
    });
    let task = changed.await?;
    tx.commit().await?;
    tasks::announce(services, &task.head);
    Ok(())
}

/// Returns the latest draft of a task of the caller's.
///
/// Problems: there is none, or none any more.
pub(crate) async fn serve(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<Response> {
    let mut conn = services.db.read().await?;
    let task = tasks::find::<ImageTask>(&mut conn, caller.user_id, id).await?;
    drop(conn);
    number_of(&task).ok_or(NOT_FOUND)?;
    let content = services.files.get(&key_of(&task.head)).await.map_err(Failure::internal)?;
    let content = content.ok_or(NOT_FOUND)?;
    image_response(content, ("draft.png", "image/png"), "private, no-store")
}

pub(crate) fn key_of(head: &Head) -> FileKey {
    FileKey::new("image_drafts", head.workspace_id, head.id.0)
}
