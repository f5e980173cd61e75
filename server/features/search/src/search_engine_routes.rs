//! Services that the operator describes, and the order of all.

use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::Operator;
use web_search::custom_engines::{self, NewSearchEngine, SearchEngineOrder};
use web_search::operator::SearchEngineBody;

use crate::web_wire::SearchFinders;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(add_finder))
        .routes(routes!(order_finders))
        .routes(routes!(replace_finder, remove_finder))
}

/// Adds a service that the operator describes. Its key is sealed, and never given back.
#[utoipa::path(post, path = "/api/search/finders", tag = "search", request_body = NewSearchEngine,
    responses((status = 201, body = SearchEngineBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn add_finder(
    State(services): State<Services>,
    Operator(caller): Operator,
    Json(new): Json<NewSearchEngine>,
) -> ApiResult<(StatusCode, Json<SearchEngineBody>)> {
    Ok((StatusCode::CREATED, Json(custom_engines::add(&services, caller.actor(), new).await?)))
}

/// Changes what is said of a service that the operator described.
#[utoipa::path(put, path = "/api/search/finders/{finder}", tag = "search",
    params(("finder" = String, Path)), request_body = NewSearchEngine,
    responses((status = 200, body = SearchEngineBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn replace_finder(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
    Json(new): Json<NewSearchEngine>,
) -> ApiResult<Json<SearchEngineBody>> {
    Ok(Json(custom_engines::replace(&services, caller.actor(), &id, new).await?))
}

/// Takes a service that the operator described away. Those that come with the program are switched off instead.
#[utoipa::path(delete, path = "/api/search/finders/{finder}", tag = "search",
    params(("finder" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn remove_finder(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    custom_engines::remove(&services, caller.actor(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Puts services in order.
#[utoipa::path(put, path = "/api/search/finder-order", tag = "search", request_body = SearchEngineOrder,
    responses((status = 200, body = SearchFinders), (status = 404, body = ProblemBody)))]
async fn order_finders(
    State(services): State<Services>,
    _operator: Operator,
    Json(order): Json<SearchEngineOrder>,
) -> ApiResult<Json<SearchFinders>> {
    Ok(Json(SearchFinders { items: custom_engines::order(&services, order).await? }))
}
