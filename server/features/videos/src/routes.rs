use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use regions::Place;
use tasks::{TaskId, TaskPageQuery};

use crate::limits::{BEGIN_BURST, BEGIN_EVERY_MS};
use crate::video::VideoId;
use crate::wire::{
    ModelsBody, NewVideoTask, VideoBody, VideoChange, VideoListQuery, VideoTaskBody,
    VideoTaskEntry, VideoTaskId,
};
use crate::{begin, library};

/// Rate limit of starting videos per person.
type Pace = Extension<Arc<RateLimit>>;

/// The routes of videos; to stop, retry, delete and restore tasks are routes of all tasks.
pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(BEGIN_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "videos.begin", BEGIN_BURST, every);
    Routes::new()
        .routes(routes!(list_video_models))
        .routes(routes!(list_video_tasks, begin_video_task))
        .routes(routes!(get_video_task))
        .routes(routes!(list_videos))
        .routes(routes!(get_video, change_video, delete_video))
        .routes(routes!(restore_video))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the video models that can be called now, with what they can be asked for and their price.
#[utoipa::path(get, path = "/api/videos/models", tag = "videos",
    responses((status = 200, body = ModelsBody)))]
async fn list_video_models(
    State(services): State<Services>,
    _caller: SignedIn,
) -> ApiResult<Json<ModelsBody>> {
    let models = services.video_models.list().await?;
    Ok(Json(ModelsBody { models }))
}

/// Lists the caller's video tasks, newest first: all, by words of their titles, or those in the trash.
#[utoipa::path(get, path = "/api/videos/tasks", tag = "videos", params(TaskPageQuery),
    responses((status = 200, body = PageBody<VideoTaskEntry>)))]
async fn list_video_tasks(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<VideoTaskEntry>>> {
    Ok(Json(begin::list(&services, &caller, &query).await?))
}

/// Starts a video in the background. Its price is held, and charged when it is there.
#[utoipa::path(post, path = "/api/videos/tasks", tag = "videos", request_body = NewVideoTask,
    responses((status = 202, body = VideoTaskBody), (status = 402, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 503, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn begin_video_task(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    place: Place,
    Json(new): Json<NewVideoTask>,
) -> ApiResult<(StatusCode, Json<VideoTaskBody>)> {
    place.check_media()?;
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::ACCEPTED, Json(begin::begin(&services, &caller, new).await?)))
}

/// Returns work on a video with its current state and what it made.
#[utoipa::path(get, path = "/api/videos/tasks/{video_task_id}", tag = "videos",
    params(("video_task_id" = VideoTaskId, Path)),
    responses((status = 200, body = VideoTaskBody), (status = 404, body = ProblemBody)))]
async fn get_video_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<VideoTaskId>,
) -> ApiResult<Json<VideoTaskBody>> {
    Ok(Json(begin::get(&services, &caller, TaskId(id.0)).await?))
}

/// Lists the caller's videos, newest first.
#[utoipa::path(get, path = "/api/videos", tag = "videos", params(VideoListQuery),
    responses((status = 200, body = PageBody<VideoBody>), (status = 422, body = ProblemBody)))]
async fn list_videos(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<VideoListQuery>,
) -> ApiResult<Json<PageBody<VideoBody>>> {
    Ok(Json(library::list(&services, &caller, &query).await?))
}

/// Returns a video of the caller's, with how it was made.
#[utoipa::path(get, path = "/api/videos/{video_id}", tag = "videos",
    params(("video_id" = VideoId, Path)),
    responses((status = 200, body = VideoBody), (status = 404, body = ProblemBody)))]
async fn get_video(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<VideoId>,
) -> ApiResult<Json<VideoBody>> {
    Ok(Json(library::find(&services, &caller, id).await?.into()))
}

/// Stars a video.
#[utoipa::path(patch, path = "/api/videos/{video_id}", tag = "videos",
    params(("video_id" = VideoId, Path)), request_body = VideoChange,
    responses((status = 200, body = VideoBody), (status = 404, body = ProblemBody)))]
async fn change_video(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<VideoId>,
    Json(change): Json<VideoChange>,
) -> ApiResult<Json<VideoBody>> {
    Ok(Json(library::change(&services, &caller, id, change).await?))
}

/// Moves a video to the trash; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/videos/{video_id}", tag = "videos",
    params(("video_id" = VideoId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_video(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<VideoId>,
) -> ApiResult<StatusCode> {
    library::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a video out of the trash.
#[utoipa::path(post, path = "/api/videos/{video_id}/restore", tag = "videos",
    params(("video_id" = VideoId, Path)),
    responses((status = 200, body = VideoBody), (status = 404, body = ProblemBody)))]
async fn restore_video(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<VideoId>,
) -> ApiResult<Json<VideoBody>> {
    Ok(Json(library::restore(&services, &caller, id).await?))
}
