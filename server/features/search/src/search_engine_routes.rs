//! Custom search engines of the operator, and the order of all engines.

use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::Operator;
use web_search::custom_engines::{self, NewSearchEngine, SearchEngineOrder};
use web_search::operator::SearchEngineBody;

use crate::web_wire::SearchEngineList;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(add_search_engine))
        .routes(routes!(order_search_engines))
        .routes(routes!(replace_search_engine, remove_search_engine))
}

/// Adds a custom search engine. Its API key is encrypted and never returned.
#[utoipa::path(post, path = "/api/search/finders", tag = "search", request_body = NewSearchEngine,
    responses((status = 201, body = SearchEngineBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn add_search_engine(
    State(services): State<Services>,
    Operator(caller): Operator,
    Json(new): Json<NewSearchEngine>,
) -> ApiResult<(StatusCode, Json<SearchEngineBody>)> {
    Ok((StatusCode::CREATED, Json(custom_engines::add(&services, caller.actor(), new).await?)))
}

/// Changes a custom search engine.
#[utoipa::path(put, path = "/api/search/finders/{finder}", tag = "search",
    params(("finder" = String, Path)), request_body = NewSearchEngine,
    responses((status = 200, body = SearchEngineBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn replace_search_engine(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
    Json(new): Json<NewSearchEngine>,
) -> ApiResult<Json<SearchEngineBody>> {
    Ok(Json(custom_engines::replace(&services, caller.actor(), &id, new).await?))
}

/// Removes a custom search engine. Built-in ones can only be turned off.
#[utoipa::path(delete, path = "/api/search/finders/{finder}", tag = "search",
    params(("finder" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn remove_search_engine(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    custom_engines::remove(&services, caller.actor(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reorders search engines.
#[utoipa::path(put, path = "/api/search/finder-order", tag = "search", request_body = SearchEngineOrder,
    responses((status = 200, body = SearchEngineList), (status = 404, body = ProblemBody)))]
async fn order_search_engines(
    State(services): State<Services>,
    _operator: Operator,
    Json(order): Json<SearchEngineOrder>,
) -> ApiResult<Json<SearchEngineList>> {
    Ok(Json(SearchEngineList { items: custom_engines::order(&services, order).await? }))
}
