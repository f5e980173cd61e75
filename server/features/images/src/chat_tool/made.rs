//! What tools give that make images while a model answers: the image for the person, and for the model if it sees.

use std::time::Duration;

use area::Services;
use conversations::PartKind;
use generation::{ToolError, ToolOutput, ToolScope};
use image_sources::{Purpose, for_model, read_sources};
use kernel::{Fallible, Payer};
use ledger::Charge;
use providers::ModelImage;
use tasks::{NewTask, State, TaskId};
use tokio::time::timeout;

use crate::problems::TASK_NOT_FOUND;
use crate::rules::title_of;
use crate::store::list_of_task;
use crate::task::{ImageTask, Wish};
use crate::work::Work;

/// Longest time that an answer waits for an image; the task goes on.
const LONGEST: Duration = Duration::from_secs(300);

/// Does checked work as a task of the person's, waits for it, and returns what it made.
pub(super) async fn make(
    services: &Services,
    scope: &ToolScope,
    (work, price): (Work, Charge),
    model_sees: bool,
) -> Fallible<Result<ToolOutput, ToolError>> {
    let payer = Payer { user_id: scope.user_id, workspace_id: scope.workspace_id };
    let id = TaskId::new(services.clock.now());
    let title = title_of(&work);
    let task = NewTask {
        price,
        parent: scope.parent.clone(),
        ..NewTask::new(id, title, Wish { work, board_id: None })
    };
    tasks::start_for::<ImageTask>(services, payer, task).await?;
    let wait = timeout(LONGEST, tasks::settled::<ImageTask>(services, id));
    let settled = tokio::select! {
        settled = wait => settled,
        () = scope.cancelled.cancelled() => {
            tasks::cancel(services, scope.user_id, id, TASK_NOT_FOUND).await?;
            return Ok(Err(failed("The person stopped it.")));
        }
    };
    let Ok(settled) = settled else {
        let later = "The image takes long. The person finds it under Images when it is ready.";
        return Ok(Ok(ToolOutput { text: later.to_owned(), ..ToolOutput::default() }));
    };
    match settled?.map(|task| (task.head.state, task.head.cause, task.head.problem)) {
        Some((State::Succeeded, ..)) => Ok(Ok(output(services, id, scope, model_sees).await?)),
        Some((_, cause, problem)) => {
            let why = cause.or(problem).map(|body| body.message);
            let why = why.unwrap_or_else(|| "It was stopped.".to_owned());
            Ok(Err(failed(format!("No image was made: {why}"))))
        }
        None => Ok(Err(failed("No image was made."))),
    }
}

/// Returns the image for the person, its id and, if it sees, the image for the model.
async fn output(
    services: &Services,
    id: TaskId,
    scope: &ToolScope,
    model_sees: bool,
) -> Fallible<ToolOutput> {
    let mut conn = services.db.read().await?;
    let ids: Vec<_> = list_of_task(&mut conn, id).await?.iter().map(|it| it.file_id).collect();
    let uploads = services.files.find_uploads(&mut conn, scope.user_id, &ids).await?;
    drop(conn);
    if let Some(message_id) = scope.message_id {
        let mut tx = services.db.begin().await?;
        services.files.link_uploads(&mut tx, message_id, ids.iter().copied()).await?;
        tx.commit().await?;
    }
    let mut output = ToolOutput::default();
    for upload in ids.iter().filter_map(|id| uploads.get(id)) {
        output.text.push_str(&format!("[The person sees this image. Its id: {}]\n", upload.id));
        output.parts.push(PartKind::File {
            file_id: upload.id,
            name: upload.name.clone(),
            media_type: upload.media_type.clone(),
            size_bytes: upload.size_bytes,
        });
    }
    if model_sees {
        for source in read_sources(services, scope.user_id, &ids).await? {
            let source = for_model(services, source, Purpose::Mask).await?;
            output.images.push(ModelImage { media_type: source.media_type, data: source.content });
        }
    }
    Ok(output)
}

pub(super) fn failed(why: impl Into<String>) -> ToolError {
    ToolError(why.into())
}
