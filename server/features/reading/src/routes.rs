use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::{DefaultBodyLimit, State};
use http::StatusCode;
use identity::SignedIn;
use tasks::{TaskId, TaskPageQuery};

use crate::limits::{BEGIN_BURST, BEGIN_EVERY_MS};
use crate::readings;
use crate::wire::{
    Again, EntryBody, NewReading, ReadingBody, ReadingChange, ReadingId, SourceBody,
};

/// Rate limit of starting readings per person (security RL1).
type Pace = Extension<Arc<RateLimit>>;

/// Maximum size of a text as JSON, in any script.
const BODY_MAX_BYTES: usize = 2 * 1024 * 1024;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(BEGIN_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "reading.begin", BEGIN_BURST, every);
    Routes::new()
        .routes(routes!(list_readings, begin_reading))
        .routes(routes!(get_reading, change_reading, delete_reading))
        .routes(routes!(get_source))
        .routes(routes!(sum_up_again))
        .routes(routes!(cancel_reading))
        .routes(routes!(restore_reading))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the caller's readings, newest first: all, by words of their titles, or those in the trash.
#[utoipa::path(get, path = "/api/reading/readings", tag = "reading", params(TaskPageQuery),
    responses((status = 200, body = PageBody<EntryBody>)))]
async fn list_readings(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<EntryBody>>> {
    Ok(Json(readings::list(&services, &caller, &query).await?))
}

/// Starts a reading in the background. Get its state by its id and its summary by its run.
#[utoipa::path(post, path = "/api/reading/readings", tag = "reading", request_body = NewReading,
    responses((status = 202, body = ReadingBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 404, body = ProblemBody)))]
async fn begin_reading(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(new): Json<NewReading>,
) -> ApiResult<(StatusCode, Json<ReadingBody>)> {
    pace.check(&caller.user_id.to_string())?;
    let reading = readings::begin(&services, &caller, new).await?;
    Ok((StatusCode::ACCEPTED, Json(reading)))
}

/// Returns a reading with its current state.
#[utoipa::path(get, path = "/api/reading/readings/{reading_id}", tag = "reading",
    params(("reading_id" = ReadingId, Path)),
    responses((status = 200, body = ReadingBody), (status = 404, body = ProblemBody)))]
async fn get_reading(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
) -> ApiResult<Json<ReadingBody>> {
    Ok(Json(readings::get(&services, &caller, TaskId(id.0)).await?))
}

/// Sets whether a reading's text is kept.
#[utoipa::path(patch, path = "/api/reading/readings/{reading_id}", tag = "reading",
    params(("reading_id" = ReadingId, Path)), request_body = ReadingChange,
    responses((status = 200, body = ReadingBody), (status = 404, body = ProblemBody)))]
async fn change_reading(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
    Json(change): Json<ReadingChange>,
) -> ApiResult<Json<ReadingBody>> {
    Ok(Json(readings::change(&services, &caller, TaskId(id.0), change).await?))
}

/// Deletes a reading; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/reading/readings/{reading_id}", tag = "reading",
    params(("reading_id" = ReadingId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_reading(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
) -> ApiResult<StatusCode> {
    readings::delete(&services, &caller, TaskId(id.0)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the text of a reading, split into the places its summaries cite.
#[utoipa::path(get, path = "/api/reading/readings/{reading_id}/source", tag = "reading",
    params(("reading_id" = ReadingId, Path)),
    responses((status = 200, body = SourceBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn get_source(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
) -> ApiResult<Json<SourceBody>> {
    Ok(Json(readings::source(&services, &caller, TaskId(id.0)).await?))
}

/// Summarizes a reading again: with another length or model, or after a failure.
#[utoipa::path(post, path = "/api/reading/readings/{reading_id}/again", tag = "reading",
    params(("reading_id" = ReadingId, Path)), request_body = Again,
    responses((status = 202, body = ReadingBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn sum_up_again(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
    Json(again): Json<Again>,
) -> ApiResult<(StatusCode, Json<ReadingBody>)> {
    pace.check(&caller.user_id.to_string())?;
    let reading = readings::sum_up_again(&services, &caller, TaskId(id.0), again).await?;
    Ok((StatusCode::ACCEPTED, Json(reading)))
}

/// Stops a reading. Its results so far are kept.
#[utoipa::path(post, path = "/api/reading/readings/{reading_id}/cancel", tag = "reading",
    params(("reading_id" = ReadingId, Path)),
    responses((status = 202), (status = 404, body = ProblemBody)))]
async fn cancel_reading(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
) -> ApiResult<StatusCode> {
    readings::cancel(&services, &caller, TaskId(id.0)).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Restores a deleted reading.
#[utoipa::path(post, path = "/api/reading/readings/{reading_id}/restore", tag = "reading",
    params(("reading_id" = ReadingId, Path)),
    responses((status = 200, body = ReadingBody), (status = 404, body = ProblemBody)))]
async fn restore_reading(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ReadingId>,
) -> ApiResult<Json<ReadingBody>> {
    Ok(Json(readings::restore(&services, &caller, TaskId(id.0)).await?))
}
