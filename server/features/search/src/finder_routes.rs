//! Services that the operator describes, and the order of all.

use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::Operator;
use web_search::operator::FinderBody;
use web_search::own_finders::{self, FinderOrder, NewFinder};

use crate::web_wire::SearchFinders;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(add_finder))
        .routes(routes!(order_finders))
        .routes(routes!(replace_finder, remove_finder))
}

/// Adds a service that the operator describes. Its key is sealed, and never given back.
#[utoipa::path(post, path = "/api/search/finders", tag = "search", request_body = NewFinder,
    responses((status = 201, body = FinderBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn add_finder(
    State(services): State<Services>,
    Operator(caller): Operator,
    Json(new): Json<NewFinder>,
) -> ApiResult<(StatusCode, Json<FinderBody>)> {
    Ok((StatusCode::CREATED, Json(own_finders::add(&services, caller.by(), new).await?)))
}

/// Changes what is said of a service that the operator described.
#[utoipa::path(put, path = "/api/search/finders/{finder}", tag = "search",
    params(("finder" = String, Path)), request_body = NewFinder,
    responses((status = 200, body = FinderBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn replace_finder(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
    Json(new): Json<NewFinder>,
) -> ApiResult<Json<FinderBody>> {
    Ok(Json(own_finders::replace(&services, caller.by(), &id, new).await?))
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
    own_finders::remove(&services, caller.by(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Puts services in order.
#[utoipa::path(put, path = "/api/search/finder-order", tag = "search", request_body = FinderOrder,
    responses((status = 200, body = SearchFinders), (status = 404, body = ProblemBody)))]
async fn order_finders(
    State(services): State<Services>,
    _operator: Operator,
    Json(order): Json<FinderOrder>,
) -> ApiResult<Json<SearchFinders>> {
    Ok(Json(SearchFinders { items: own_finders::order(&services, order).await? }))
}
