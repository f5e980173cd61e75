use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;

use crate::schedule::{ScheduleId, ScheduleRunId};
use crate::schedules;
use crate::wire::{
    NewSchedule, NewScheduleRun, ScheduleBody, ScheduleList, SchedulePause, SchedulePreview,
    SchedulePreviewQuestion, ScheduleRunBody, ScheduleRunChanges, ScheduleWish, StartedScheduleRun,
};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_schedules, create_schedule))
        .routes(routes!(preview_schedule))
        .routes(routes!(get_schedule, edit_schedule, delete_schedule))
        .routes(routes!(restore_schedule))
        .routes(routes!(pause_schedule))
        .routes(routes!(see_schedule))
        .routes(routes!(list_schedule_runs, run_schedule))
        .routes(routes!(get_schedule_run_changes))
}

/// Lists the caller's schedules, newest first.
#[utoipa::path(get, path = "/api/schedules", tag = "schedules",
    responses((status = 200, body = ScheduleList)))]
async fn list_schedules(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<ScheduleList>> {
    Ok(Json(schedules::list(&services, &caller).await?))
}

/// Creates a schedule.
#[utoipa::path(post, path = "/api/schedules", tag = "schedules", request_body = NewSchedule,
    responses((status = 201, body = ScheduleBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn create_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewSchedule>,
) -> ApiResult<(StatusCode, Json<ScheduleBody>)> {
    let schedule = schedules::create(&services, &caller.payer(), new).await?;
    Ok((StatusCode::CREATED, Json(schedule)))
}

/// Returns the times that are meant by words or a rule, and the next dates. Changes nothing.
#[utoipa::path(post, path = "/api/schedules/preview", tag = "schedules", request_body = SchedulePreviewQuestion,
    responses((status = 200, body = SchedulePreview), (status = 422, body = ProblemBody)))]
async fn preview_schedule(
    State(services): State<Services>,
    _caller: SignedIn,
    Json(question): Json<SchedulePreviewQuestion>,
) -> ApiResult<Json<SchedulePreview>> {
    Ok(Json(schedules::preview(&services, question)?))
}

/// Returns a schedule of the caller's.
#[utoipa::path(get, path = "/api/schedules/{schedule_id}", tag = "schedules", params(("schedule_id" = ScheduleId, Path)),
    responses((status = 200, body = ScheduleBody), (status = 404, body = ProblemBody)))]
async fn get_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
) -> ApiResult<Json<ScheduleBody>> {
    Ok(Json(schedules::get(&services, caller.user_id, id).await?))
}

/// Changes a schedule.
#[utoipa::path(put, path = "/api/schedules/{schedule_id}", tag = "schedules", params(("schedule_id" = ScheduleId, Path)),
    request_body = ScheduleWish,
    responses((status = 200, body = ScheduleBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn edit_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
    Json(wish): Json<ScheduleWish>,
) -> ApiResult<Json<ScheduleBody>> {
    Ok(Json(schedules::edit(&services, &caller, id, wish).await?))
}

/// Deletes a schedule. It can be restored for 30 days.
#[utoipa::path(delete, path = "/api/schedules/{schedule_id}", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
) -> ApiResult<StatusCode> {
    schedules::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted schedule.
#[utoipa::path(post, path = "/api/schedules/{schedule_id}/restore", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path)),
    responses((status = 200, body = ScheduleBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn restore_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
) -> ApiResult<Json<ScheduleBody>> {
    Ok(Json(schedules::restore(&services, &caller, id).await?))
}

/// Pauses a schedule or has it go on.
#[utoipa::path(put, path = "/api/schedules/{schedule_id}/pause", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path)), request_body = SchedulePause,
    responses((status = 200, body = ScheduleBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn pause_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
    Json(wanted): Json<SchedulePause>,
) -> ApiResult<Json<ScheduleBody>> {
    Ok(Json(schedules::set_paused(&services, &caller, id, wanted.paused).await?))
}

/// Marks the runs of a schedule as seen.
#[utoipa::path(post, path = "/api/schedules/{schedule_id}/seen", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn see_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
) -> ApiResult<StatusCode> {
    schedules::see(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the runs of a schedule, newest first.
#[utoipa::path(get, path = "/api/schedules/{schedule_id}/runs", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path), PageQuery),
    responses((status = 200, body = PageBody<ScheduleRunBody>), (status = 404, body = ProblemBody)))]
async fn list_schedule_runs(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ScheduleRunBody>>> {
    Ok(Json(schedules::runs(&services, &caller, id, page.bounds()?).await?.into()))
}

/// Starts a run now.
#[utoipa::path(post, path = "/api/schedules/{schedule_id}/runs", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path)), request_body = NewScheduleRun,
    responses((status = 202, body = StartedScheduleRun), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn run_schedule(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ScheduleId>,
    Json(new): Json<NewScheduleRun>,
) -> ApiResult<(StatusCode, Json<StartedScheduleRun>)> {
    let id = schedules::run_now(&services, &caller, id, new).await?.0;
    Ok((StatusCode::ACCEPTED, Json(StartedScheduleRun { id })))
}

/// Returns the result of a run beside the one before it.
#[utoipa::path(get, path = "/api/schedules/{schedule_id}/runs/{schedule_run_id}/changes", tag = "schedules",
    params(("schedule_id" = ScheduleId, Path), ("schedule_run_id" = ScheduleRunId, Path)),
    responses((status = 200, body = ScheduleRunChanges), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn get_schedule_run_changes(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, run_id)): Path<(ScheduleId, ScheduleRunId)>,
) -> ApiResult<Json<ScheduleRunChanges>> {
    Ok(Json(schedules::changes(&services, &caller, id, run_id).await?))
}
