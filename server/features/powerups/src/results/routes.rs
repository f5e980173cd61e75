use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use kernel::RunId;

use super::wire::{ClearedQuery, ResultBody, ResultsQuery};
use crate::results;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_powerup_results, clear_powerup_results))
        .routes(routes!(delete_powerup_result))
}

/// Lists what the caller's runs answered, of one PowerUP or of all, newest first.
#[utoipa::path(get, path = "/api/powerups/results", tag = "powerups", params(ResultsQuery),
    responses((status = 200, body = PageBody<ResultBody>)))]
async fn list_powerup_results(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ResultsQuery>,
) -> ApiResult<Json<PageBody<ResultBody>>> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    Ok(Json(results::list(&services, &caller, query.powerup_id, &page).await?.into()))
}

/// Deletes what the caller's runs answered, of one PowerUP or of all.
#[utoipa::path(delete, path = "/api/powerups/results", tag = "powerups", params(ClearedQuery),
    responses((status = 204)))]
async fn clear_powerup_results(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ClearedQuery>,
) -> ApiResult<StatusCode> {
    results::delete_all(&services, &caller, query.powerup_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes what a run of the caller's answered, by the id of the run. Of one that goes on, nothing is kept then.
#[utoipa::path(delete, path = "/api/powerups/results/{result_id}", tag = "powerups",
    params(("result_id" = RunId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_powerup_result(
    State(services): State<Services>,
    caller: SignedIn,
    Path(run_id): Path<RunId>,
) -> ApiResult<StatusCode> {
    results::delete(&services, &caller, run_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
