use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use identity::SignedIn;
use regions::Place;
use tasks::{TaskId, TaskPageQuery};

use crate::routes::Pace;
use crate::wire::{ImageTaskBody, ImageTaskEntry, ImageTaskId, NewImageTask};
use crate::work::Work;
use crate::{begin, drafts};

/// The routes of image tasks; to stop, retry, delete and restore them are routes of all tasks.
pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_image_tasks, begin_image_task))
        .routes(routes!(get_image_task))
        .routes(routes!(get_image_task_draft))
}

/// Lists the caller's image tasks, newest first: all, by words of their titles, or those in the trash.
#[utoipa::path(get, path = "/api/images/tasks", tag = "images", params(TaskPageQuery),
    responses((status = 200, body = PageBody<ImageTaskEntry>)))]
async fn list_image_tasks(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<ImageTaskEntry>>> {
    Ok(Json(begin::list(&services, &caller, &query).await?))
}

/// Starts work on images in the background. Its price is held, and charged for what is made.
#[utoipa::path(post, path = "/api/images/tasks", tag = "images", request_body = NewImageTask,
    responses((status = 202, body = ImageTaskBody), (status = 402, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 503, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 415, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn begin_image_task(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    place: Place,
    Json(new): Json<NewImageTask>,
) -> ApiResult<(StatusCode, Json<ImageTaskBody>)> {
    if matches!(new.work, Work::Create(_)) {
        place.check_media()?;
    }
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::ACCEPTED, Json(begin::begin(&services, &caller, new).await?)))
}

/// Returns work on images with its current state and what it made.
#[utoipa::path(get, path = "/api/images/tasks/{image_task_id}", tag = "images",
    params(("image_task_id" = ImageTaskId, Path)),
    responses((status = 200, body = ImageTaskBody), (status = 404, body = ProblemBody)))]
async fn get_image_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageTaskId>,
) -> ApiResult<Json<ImageTaskBody>> {
    Ok(Json(begin::get(&services, &caller, TaskId(id.0)).await?))
}

/// Returns the latest draft of the image that a task's model makes, while it makes it.
#[utoipa::path(get, path = "/api/images/tasks/{image_task_id}/draft", tag = "images",
    params(("image_task_id" = ImageTaskId, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "image/png"),
        (status = 404, body = ProblemBody)))]
async fn get_image_task_draft(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageTaskId>,
) -> ApiResult<Response> {
    Ok(drafts::serve(&services, &caller, TaskId(id.0)).await?)
}
