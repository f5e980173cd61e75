//! Videos in OpenAI's shape: asked for, followed while they are made, changed, fetched, listed and deleted.
//!
//! `request.rs` reads what programs send, `wire.rs` has what they get, `store.rs` remembers who asked for what. The videos
//! are made by the area of videos, where their person finds them, too.

mod request;
mod store;
mod wire;

use area::{NewVideoJob, Services, VideoJob, VideoJobState, VideoJobs};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use identity::{KeyCaller, KeyScope};
use kernel::{Failure, Fallible, FileId, Uuid, uuid_v7};
use regions::Place;
use serde_json::{Value, json};
use video_models::MisfitReason;

use self::request::Wanted;
pub(crate) use self::request::{VideoCreation, VideoRemix};
use self::store::{Asked, delete_asked, find_asked, insert_asked, list_asked};
use self::wire::{ContentQuery, VideoBody, VideosBody, VideosQuery, body_of, parse_id};
use crate::body::RawBody;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::repeats::{Named, Repeatable};

/// Videos in a list where nothing is said, and at most.
const LISTED: u32 = 20;
const LISTED_MAX: u32 = 100;

/// Starts a video, as JSON or as a form with an image that it begins with.
///
/// Its price is held, and charged when it is there. The video is one of the person's videos.
#[utoipa::path(post, path = "/v1/videos", tag = "gateway",
    request_body(content((VideoCreation = "application/json"), (Vec<u8> = "multipart/form-data"))),
    responses((status = 200, body = VideoBody), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn create_video(
    State(services): State<Services>,
    caller: Caller,
    place: Place,
    named: Named,
    request: Request,
) -> OpenAiResult<Json<VideoBody>> {
    caller.0.check(KeyScope::Videos)?;
    place.check_media()?;
    let wanted = Wanted::read(&services, request).await?;
    let repeatable = named.request(&caller.0, &wanted.fingerprint());
    let id = id_for(&services, &caller.0, repeatable.as_ref()).await?;
    let new = wanted.job(&services, id).await?;
    start(&services, &caller.0, new, wanted.size).await
}

/// Starts a change to a video that is completed, where its model can change its videos.
///
/// Length and size stay, and with them the price.
#[utoipa::path(post, path = "/v1/videos/{program_video_id}/remix", tag = "gateway",
    params(("program_video_id" = String, Path)), request_body = VideoRemix,
    responses((status = 200, body = VideoBody), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn remix_program_video(
    State(services): State<Services>,
    caller: Caller,
    place: Place,
    named: Named,
    Path(source_id): Path<String>,
    body: RawBody,
) -> OpenAiResult<Json<VideoBody>> {
    caller.0.check(KeyScope::Videos)?;
    place.check_media()?;
    let prompt = body.parse::<VideoRemix>()?.prompt()?;
    let (source, job) = find_job(&services, &caller.0, &source_id).await?;
    file_of(&job, &source_id)?;
    let model = services.video_models.resolve(&source.model).await?;
    if !model.info.abilities.remix {
        return Err(OpenAiError::misfit("video_id", MisfitReason::Unsupported));
    }
    // Which video is changed stands in the path, which is part of what tells requests apart.
    let repeatable = named.request(&caller.0, prompt.as_bytes());
    let id = id_for(&services, &caller.0, repeatable.as_ref()).await?;
    let new = NewVideoJob {
        id,
        model: source.model,
        prompt,
        remix_of: Some(source.id),
        ..NewVideoJob::default()
    };
    start(&services, &caller.0, new, source.size).await
}

/// Starts a video, and remembers that a program asked for it.
async fn start(
    services: &Services,
    caller: &KeyCaller,
    new: NewVideoJob,
    size: Option<String>,
) -> OpenAiResult<Json<VideoBody>> {
    let (model, prompt) = (new.model.clone(), new.prompt.clone());
    let (id, remixed_from) = (new.id, new.remix_of);
    let job = jobs_of(services)?.start(caller, new).await?;
    let asked = Asked { id, model, prompt, size, remixed_from, created_at: job.created_at };
    remember(services, caller, &asked).await?;
    Ok(Json(body_of(asked, job)))
}

async fn remember(services: &Services, caller: &KeyCaller, asked: &Asked) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    insert_asked(&mut tx, caller, asked).await?;
    Ok(tx.commit().await?)
}

/// Returns the id of the video that answers a request.
async fn id_for(
    services: &Services,
    caller: &KeyCaller,
    repeatable: Option<&Repeatable>,
) -> OpenAiResult<Uuid> {
    match repeatable {
        Some(repeatable) => Ok(claim(services, jobs_of(services)?, caller, repeatable).await?),
        None => Ok(uuid_v7(services.clock.now())),
    }
}

/// Returns the id of the video that answers a request which can come again: the first one's unless that failed.
async fn claim(
    services: &Services,
    jobs: &dyn VideoJobs,
    caller: &KeyCaller,
    repeatable: &Repeatable,
) -> Fallible<Uuid> {
    let first = repeatable.find_video(services).await?;
    if let Some(first) = first {
        let known = jobs.find(caller.user_id, &[first]).await?;
        let has_failed = |job: &VideoJob| matches!(job.state, VideoJobState::Failed(_));
        if !known.iter().any(has_failed) {
            return Ok(first);
        }
    }
    repeatable.claim_video(services, first).await
}

/// Lists the videos that the person's programs asked for, newest first.
#[utoipa::path(get, path = "/v1/videos", tag = "gateway", params(VideosQuery),
    responses((status = 200, body = VideosBody), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn list_program_videos(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<VideosQuery>,
) -> OpenAiResult<Json<VideosBody>> {
    caller.0.check(KeyScope::Videos)?;
    let limit = query.limit.unwrap_or(LISTED);
    if !(1..=LISTED_MAX).contains(&limit) {
        return Err(OpenAiError::invalid("limit", format!("Ask for 1 to {LISTED_MAX} videos.")));
    }
    let is_ascending = match query.order.as_deref() {
        None | Some("desc") => false,
        Some("asc") => true,
        Some(_) => return Err(OpenAiError::invalid("order", "Send asc or desc.")),
    };
    let after = match &query.after {
        Some(id) => Some(find(&services, &caller.0, id).await?),
        None => None,
    };
    let mut conn = services.db.read().await.map_err(Failure::from)?;
    let mut asked = list_asked(&mut conn, &caller.0, after.as_ref(), is_ascending, limit)
        .await
        .map_err(Failure::from)?;
    drop(conn);
    let has_more = asked.len() > limit as usize;
    asked.truncate(limit as usize);
    let ids: Vec<Uuid> = asked.iter().map(|asked| asked.id).collect();
    let mut jobs = jobs_of(&services)?.find(caller.0.user_id, &ids).await?.into_iter().peekable();
    // Both are in the same order; a task whose person deleted it is not among the jobs.
    let bodies = asked.into_iter().filter_map(|asked| {
        let job = jobs.next_if(|job| job.id == asked.id)?;
        Some(body_of(asked, job))
    });
    let data: Vec<VideoBody> = bodies.collect();
    let id_of = |body: Option<&VideoBody>| body.map(|body| body.id.clone());
    let (first_id, last_id) = (id_of(data.first()), id_of(data.last()));
    Ok(Json(VideosBody { object: "list", data, first_id, last_id, has_more }))
}

/// Returns a video that a program of the person's asked for, and how far it is.
#[utoipa::path(get, path = "/v1/videos/{program_video_id}", tag = "gateway",
    params(("program_video_id" = String, Path)),
    responses((status = 200, body = VideoBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn get_program_video(
    State(services): State<Services>,
    caller: Caller,
    Path(id): Path<String>,
) -> OpenAiResult<Json<VideoBody>> {
    caller.0.check(KeyScope::Videos)?;
    let (asked, job) = find_job(&services, &caller.0, &id).await?;
    Ok(Json(body_of(asked, job)))
}

/// Returns the bytes of a video that is completed.
#[utoipa::path(get, path = "/v1/videos/{program_video_id}/content", tag = "gateway",
    params(("program_video_id" = String, Path), ContentQuery),
    responses((status = 200, body = Vec<u8>, content_type = "video/mp4"), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn get_program_video_content(
    State(services): State<Services>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ContentQuery>,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Videos)?;
    if !matches!(query.variant.as_deref(), None | Some("video")) {
        return Err(OpenAiError::invalid("variant", "Only the video itself is here."));
    }
    let (_, job) = find_job(&services, &caller.0, &id).await?;
    let file_id = file_of(&job, &id)?;
    let mut conn = services.db.read().await.map_err(Failure::from)?;
    let upload = services.files.find_upload(&mut conn, caller.0.user_id, file_id).await;
    drop(conn);
    let upload = upload.map_err(Failure::from)?.ok_or_else(|| unknown(&id))?;
    let content = services.files.read(&upload.key()).await.map_err(Failure::internal)?;
    let content = content.ok_or_else(|| unknown(&id))?;
    let mut response = Body::from_stream(content).into_response();
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_str(&upload.media_type).map_err(Failure::internal)?;
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CONTENT_LENGTH, HeaderValue::from(upload.size_bytes));
    Ok(response)
}

/// Deletes a video that a program of the person's asked for. One that is not completed is stopped; what it cost so far is
/// charged.
#[utoipa::path(delete, path = "/v1/videos/{program_video_id}", tag = "gateway",
    params(("program_video_id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn delete_program_video(
    State(services): State<Services>,
    caller: Caller,
    Path(id): Path<String>,
) -> OpenAiResult<Json<Value>> {
    caller.0.check(KeyScope::Videos)?;
    let (asked, _) = find_job(&services, &caller.0, &id).await?;
    jobs_of(&services)?.delete(caller.0.user_id, asked.id).await?;
    forget(&services, asked.id).await?;
    Ok(Json(json!({ "id": id, "object": "video.deleted", "deleted": true })))
}

async fn forget(services: &Services, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    delete_asked(&mut tx, id).await?;
    Ok(tx.commit().await?)
}

/// Returns what makes videos for programs.
fn jobs_of(services: &Services) -> OpenAiResult<&dyn VideoJobs> {
    let jobs = services.video_jobs.iter().next();
    jobs.map(AsRef::as_ref).ok_or_else(|| OpenAiError::not_found("There are no videos here."))
}

async fn find(services: &Services, caller: &KeyCaller, id: &str) -> OpenAiResult<Asked> {
    let asked = match parse_id(id) {
        Some(task_id) => {
            let mut conn = services.db.read().await.map_err(Failure::from)?;
            find_asked(&mut conn, caller, task_id).await.map_err(Failure::from)?
        }
        None => None,
    };
    asked.ok_or_else(|| unknown(id))
}

async fn find_job(
    services: &Services,
    caller: &KeyCaller,
    id: &str,
) -> OpenAiResult<(Asked, VideoJob)> {
    let asked = find(services, caller, id).await?;
    let jobs = jobs_of(services)?.find(caller.user_id, &[asked.id]).await?;
    let job = jobs.into_iter().next().ok_or_else(|| unknown(id))?;
    Ok((asked, job))
}

/// Returns the file of a video that is completed and still there.
fn file_of(job: &VideoJob, id: &str) -> OpenAiResult<FileId> {
    match job.state {
        VideoJobState::Done { file_id: Some(file_id) } => Ok(file_id),
        VideoJobState::Done { file_id: None } => Err(unknown(id)),
        _ => {
            let message = "The video is not completed: its status says how far it is.";
            Err(OpenAiError::invalid("video_id", message).with_code("video_not_ready"))
        }
    }
}

fn unknown(id: &str) -> OpenAiError {
    OpenAiError::not_found(format!("Video with id '{id}' not found."))
}
