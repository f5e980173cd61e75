use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use identity::SignedIn;
use tasks::TaskPageQuery;

use crate::export::{self, ExportQuery};
use crate::limits::{BEGIN_BURST, BEGIN_EVERY_MS};
use crate::research::ResearchId;
use crate::wire::{
    EntryBody, NewResearch, ResearchAgain, ResearchAgreement, ResearchAnswers, ResearchBody,
    ResearchContinuation, ResearchSchedule, SnapshotBody,
};
use crate::{researches, schedules};

/// The rate at which one person may begin researches (security RL1).
type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(BEGIN_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "research.begin", BEGIN_BURST, every);
    Routes::new()
        .routes(routes!(list_researches, begin_research))
        .routes(routes!(get_research, delete_research))
        .routes(routes!(answer_research))
        .routes(routes!(agree_on_plan))
        .routes(routes!(pause_research))
        .routes(routes!(continue_research))
        .routes(routes!(cancel_research))
        .routes(routes!(restore_research))
        .routes(routes!(do_research_again))
        .routes(routes!(schedule_research))
        .routes(routes!(get_research_page))
        .routes(routes!(export_research))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the caller's researches, newest first.
#[utoipa::path(get, path = "/api/research/researches", tag = "research", params(TaskPageQuery),
    responses((status = 200, body = PageBody<EntryBody>)))]
async fn list_researches(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<EntryBody>>> {
    Ok(Json(researches::list(&services, &caller, &query).await?))
}

/// Begins a research: it asks back what is unclear, or makes a plan, and waits for its person.
#[utoipa::path(post, path = "/api/research/researches", tag = "research", request_body = NewResearch,
    responses((status = 202, body = ResearchBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn begin_research(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(new): Json<NewResearch>,
) -> ApiResult<(StatusCode, Json<ResearchBody>)> {
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::ACCEPTED, Json(researches::begin(&services, &caller, new).await?)))
}

/// Gives a research with all that it has by now.
#[utoipa::path(get, path = "/api/research/researches/{research_id}", tag = "research",
    params(("research_id" = ResearchId, Path)),
    responses((status = 200, body = ResearchBody), (status = 404, body = ProblemBody)))]
async fn get_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
) -> ApiResult<Json<ResearchBody>> {
    Ok(Json(researches::get(&services, &caller, id).await?))
}

/// Deletes a research; it can be brought back for 30 days. One that goes on is stopped.
#[utoipa::path(delete, path = "/api/research/researches/{research_id}", tag = "research",
    params(("research_id" = ResearchId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
) -> ApiResult<StatusCode> {
    researches::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes answers to what a research asked back, and has it make its plan.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/answers", tag = "research",
    params(("research_id" = ResearchId, Path)), request_body = ResearchAnswers,
    responses((status = 202, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn answer_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
    Json(body): Json<ResearchAnswers>,
) -> ApiResult<(StatusCode, Json<ResearchBody>)> {
    Ok((
        StatusCode::ACCEPTED,
        Json(researches::answer(&services, &caller, id, body.answers).await?),
    ))
}

/// Agrees on a plan, as it was made or as its person changed it, and has the research begin.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/plan", tag = "research",
    params(("research_id" = ResearchId, Path)), request_body = ResearchAgreement,
    responses((status = 202, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn agree_on_plan(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
    Json(body): Json<ResearchAgreement>,
) -> ApiResult<(StatusCode, Json<ResearchBody>)> {
    Ok((StatusCode::ACCEPTED, Json(researches::agree(&services, &caller, id, body).await?)))
}

/// Has a research wait. What goes on is finished and kept.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/pause", tag = "research",
    params(("research_id" = ResearchId, Path)),
    responses((status = 200, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn pause_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
) -> ApiResult<Json<ResearchBody>> {
    Ok(Json(researches::pause(&services, &caller, id).await?))
}

/// Has a research that waits go on.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/continue", tag = "research",
    params(("research_id" = ResearchId, Path)), request_body = ResearchContinuation,
    responses((status = 202, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn continue_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
    Json(body): Json<ResearchContinuation>,
) -> ApiResult<(StatusCode, Json<ResearchBody>)> {
    Ok((StatusCode::ACCEPTED, Json(researches::proceed(&services, &caller, id, body).await?)))
}

/// Stops a research for good. What it found and wrote is kept.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/cancel", tag = "research",
    params(("research_id" = ResearchId, Path)),
    responses((status = 202), (status = 404, body = ProblemBody)))]
async fn cancel_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
) -> ApiResult<StatusCode> {
    researches::cancel(&services, &caller, id).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Brings a deleted research back.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/restore", tag = "research",
    params(("research_id" = ResearchId, Path)),
    responses((status = 200, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn restore_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
) -> ApiResult<Json<ResearchBody>> {
    Ok(Json(researches::restore(&services, &caller, id).await?))
}

/// Does a research again. It reports what changed.
#[utoipa::path(post, path = "/api/research/researches/{research_id}/again", tag = "research",
    params(("research_id" = ResearchId, Path)), request_body = ResearchAgain,
    responses((status = 202, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn do_research_again(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
    Json(body): Json<ResearchAgain>,
) -> ApiResult<(StatusCode, Json<ResearchBody>)> {
    Ok((StatusCode::ACCEPTED, Json(schedules::repeat(&services, &caller, id, body.id).await?)))
}

/// Sets how often a research is done again by itself, and how much that may use in a month.
#[utoipa::path(put, path = "/api/research/researches/{research_id}/schedule", tag = "research",
    params(("research_id" = ResearchId, Path)), request_body = ResearchSchedule,
    responses((status = 200, body = ResearchBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn schedule_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
    Json(body): Json<ResearchSchedule>,
) -> ApiResult<Json<ResearchBody>> {
    Ok(Json(schedules::schedule(&services, &caller, id, body).await?))
}

/// Gives what stood in a page when it was read for a research.
#[utoipa::path(get, path = "/api/research/researches/{research_id}/pages/{number}", tag = "research",
    params(("research_id" = ResearchId, Path), ("number" = i64, Path)),
    responses((status = 200, body = SnapshotBody), (status = 404, body = ProblemBody)))]
async fn get_research_page(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(ResearchId, i64)>,
) -> ApiResult<Json<SnapshotBody>> {
    Ok(Json(researches::snapshot(&services, &caller, id, number).await?))
}

/// Gives a report as a file.
#[utoipa::path(get, path = "/api/research/researches/{research_id}/export", tag = "research",
    params(("research_id" = ResearchId, Path), ExportQuery),
    responses((status = 200, content_type = "application/octet-stream"),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn export_research(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ResearchId>,
    Query(query): Query<ExportQuery>,
) -> ApiResult<Response> {
    Ok(export::export(&services, &caller, id, query).await?)
}
