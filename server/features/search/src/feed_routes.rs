//! Feeds that news are searched in: the caller's own, and those that the operator has for everybody.

use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, Path, ProblemBody, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::{Operator, SignedIn};
use web_search::feeds::{self, FeedBody, FeedId, FeedImport, FeedList, FeedsImported, NewFeed};

use crate::limits::{SEARCH_BURST, SEARCH_EVERY_MS};

/// How fast one person may have addresses read (security RL1).
type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(SEARCH_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "search.read_feed", SEARCH_BURST, every);
    Routes::new()
        .routes(routes!(list_feeds, add_feed))
        .routes(routes!(import_feeds))
        .routes(routes!(remove_feed))
        .routes(routes!(restore_feed))
        .routes(routes!(list_shared_feeds, add_shared_feed))
        .routes(routes!(import_shared_feeds))
        .routes(routes!(remove_shared_feed))
        .routes(routes!(restore_shared_feed))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the caller's feeds that news are searched in.
#[utoipa::path(get, path = "/api/search/feeds", tag = "search",
    responses((status = 200, body = FeedList)))]
async fn list_feeds(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<FeedList>> {
    Ok(Json(feeds::list_feeds(&services, Some(caller.user_id)).await?))
}

/// Adds a feed to the caller's, once it was read.
#[utoipa::path(post, path = "/api/search/feeds", tag = "search", request_body = NewFeed,
    responses((status = 201, body = FeedBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn add_feed(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(new): Json<NewFeed>,
) -> ApiResult<(StatusCode, Json<FeedBody>)> {
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::CREATED, Json(feeds::add_feed(&services, Some(caller.user_id), new).await?)))
}

/// Adds the feeds of a list (OPML) to the caller's, as far as there is room.
#[utoipa::path(post, path = "/api/search/feeds/opml", tag = "search", request_body = FeedImport,
    responses((status = 200, body = FeedsImported), (status = 422, body = ProblemBody)))]
async fn import_feeds(
    State(services): State<Services>,
    caller: SignedIn,
    Json(import): Json<FeedImport>,
) -> ApiResult<Json<FeedsImported>> {
    Ok(Json(feeds::import_feeds(&services, Some(caller.user_id), import).await?))
}

/// Takes a feed away from the caller's; it can be brought back for 30 days.
#[utoipa::path(delete, path = "/api/search/feeds/{feed_id}", tag = "search",
    params(("feed_id" = FeedId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn remove_feed(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FeedId>,
) -> ApiResult<StatusCode> {
    feeds::remove_feed(&services, Some(caller.user_id), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings back a feed that was taken away from the caller's.
#[utoipa::path(post, path = "/api/search/feeds/{feed_id}/restore", tag = "search",
    params(("feed_id" = FeedId, Path)),
    responses((status = 200, body = FeedBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn restore_feed(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FeedId>,
) -> ApiResult<Json<FeedBody>> {
    Ok(Json(feeds::bring_back(&services, Some(caller.user_id), id).await?))
}

/// Lists everybody's feeds that news are searched in.
#[utoipa::path(get, path = "/api/search/shared-feeds", tag = "search",
    responses((status = 200, body = FeedList)))]
async fn list_shared_feeds(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<FeedList>> {
    Ok(Json(feeds::list_feeds(&services, None).await?))
}

/// Adds a feed to everybody's, once it was read.
#[utoipa::path(post, path = "/api/search/shared-feeds", tag = "search", request_body = NewFeed,
    responses((status = 201, body = FeedBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn add_shared_feed(
    State(services): State<Services>,
    Extension(pace): Pace,
    Operator(caller): Operator,
    Json(new): Json<NewFeed>,
) -> ApiResult<(StatusCode, Json<FeedBody>)> {
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::CREATED, Json(feeds::add_feed(&services, None, new).await?)))
}

/// Adds the feeds of a list (OPML) to everybody's, as far as there is room.
#[utoipa::path(post, path = "/api/search/shared-feeds/opml", tag = "search", request_body = FeedImport,
    responses((status = 200, body = FeedsImported), (status = 422, body = ProblemBody)))]
async fn import_shared_feeds(
    State(services): State<Services>,
    _operator: Operator,
    Json(import): Json<FeedImport>,
) -> ApiResult<Json<FeedsImported>> {
    Ok(Json(feeds::import_feeds(&services, None, import).await?))
}

/// Takes a feed away from everybody's; it can be brought back for 30 days.
#[utoipa::path(delete, path = "/api/search/shared-feeds/{shared_feed_id}", tag = "search",
    params(("shared_feed_id" = FeedId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn remove_shared_feed(
    State(services): State<Services>,
    _operator: Operator,
    Path(id): Path<FeedId>,
) -> ApiResult<StatusCode> {
    feeds::remove_feed(&services, None, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings back a feed that was taken away from everybody's.
#[utoipa::path(post, path = "/api/search/shared-feeds/{shared_feed_id}/restore", tag = "search",
    params(("shared_feed_id" = FeedId, Path)),
    responses((status = 200, body = FeedBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn restore_shared_feed(
    State(services): State<Services>,
    _operator: Operator,
    Path(id): Path<FeedId>,
) -> ApiResult<Json<FeedBody>> {
    Ok(Json(feeds::bring_back(&services, None, id).await?))
}
