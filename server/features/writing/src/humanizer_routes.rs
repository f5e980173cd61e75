use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use live_settings::Section;
use tasks::TaskPageQuery;

use crate::rules::{HUMANIZE_BURST, HUMANIZE_EVERY_MS};
use crate::wire::{
    EntryBody, HumanizationBody, HumanizationId, NewHumanization, PriceBody, TextToPrice,
};
use crate::{Settings, humanizations};

/// Rate limit of rewritings per person (security RL1).
#[derive(Clone)]
struct HumanizerPace(Arc<RateLimit>);

pub(crate) fn router(services: &Services, settings: Section<Settings>) -> Routes {
    let every = Duration::from_millis(HUMANIZE_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "writing.humanize", HUMANIZE_BURST, every);
    Routes::new()
        .routes(routes!(list_humanizations, begin_humanization))
        .routes(routes!(price_humanization))
        .routes(routes!(get_humanization, delete_humanization))
        .routes(routes!(restore_humanization))
        .layer(Extension(settings))
        .layer(Extension(HumanizerPace(Arc::new(pace))))
}

/// Lists the caller's rewritten texts, newest first: all, by words of their titles, or those in the trash.
#[utoipa::path(get, path = "/api/writing/humanizations", tag = "writing", params(TaskPageQuery),
    responses((status = 200, body = PageBody<EntryBody>)))]
async fn list_humanizations(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<EntryBody>>> {
    Ok(Json(humanizations::list(&services, &caller, &query).await?))
}

/// Starts rewriting a text so that it reads naturally. It runs in the background: follow or stop it by its run.
#[utoipa::path(post, path = "/api/writing/humanizations", tag = "writing", request_body = NewHumanization,
    responses((status = 201, body = HumanizationBody), (status = 402, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn begin_humanization(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    Extension(pace): Extension<HumanizerPace>,
    caller: SignedIn,
    Json(new): Json<NewHumanization>,
) -> ApiResult<(StatusCode, Json<HumanizationBody>)> {
    pace.0.check(&caller.user_id.to_string())?;
    let begun = humanizations::begin(&services, *settings.get(), &caller, new).await?;
    Ok((StatusCode::CREATED, Json(begun)))
}

/// Returns the price of rewriting a text. The text is not stored.
#[utoipa::path(post, path = "/api/writing/humanizations/price", tag = "writing", request_body = TextToPrice,
    responses((status = 200, body = PriceBody), (status = 422, body = ProblemBody)))]
async fn price_humanization(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    _caller: SignedIn,
    Json(TextToPrice { text }): Json<TextToPrice>,
) -> ApiResult<Json<PriceBody>> {
    Ok(Json(humanizations::price(&services, *settings.get(), &text)?))
}

/// Returns a rewriting with its current state.
#[utoipa::path(get, path = "/api/writing/humanizations/{humanization_id}", tag = "writing",
    params(("humanization_id" = HumanizationId, Path)),
    responses((status = 200, body = HumanizationBody), (status = 404, body = ProblemBody)))]
async fn get_humanization(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<HumanizationId>,
) -> ApiResult<Json<HumanizationBody>> {
    Ok(Json(humanizations::get(&services, &caller, id).await?))
}

/// Deletes a rewritten text; it can be restored for 30 days. One that is being written is stopped.
#[utoipa::path(delete, path = "/api/writing/humanizations/{humanization_id}", tag = "writing",
    params(("humanization_id" = HumanizationId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_humanization(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<HumanizationId>,
) -> ApiResult<StatusCode> {
    humanizations::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted text.
#[utoipa::path(post, path = "/api/writing/humanizations/{humanization_id}/restore", tag = "writing",
    params(("humanization_id" = HumanizationId, Path)),
    responses((status = 200, body = HumanizationBody), (status = 404, body = ProblemBody)))]
async fn restore_humanization(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<HumanizationId>,
) -> ApiResult<Json<HumanizationBody>> {
    Ok(Json(humanizations::restore(&services, &caller, id).await?))
}
