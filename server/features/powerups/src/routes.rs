use std::sync::Arc;
use std::time::Duration;

use api::{
    ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query, RateLimit, expected_version,
};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use identity::{SignedIn, Visitor};

use crate::definition::Definition;
use crate::limits::{RUN_BURST, RUN_EVERY_MS};
use crate::store::PowerupId;
use crate::wire::{
    ChangesBody, DetailBody, ExploreQuery, FavoriteBody, ListBody, ListQuery, NewPowerup,
    NewPowerupCopy, PowerupBody, PriceBody, PriceQuery, RunBody, RunInput, SharingBody, TryBody,
    VersionDetail, VersionsBody,
};
use crate::{powerups, results, review_routes, runs, sharing};

/// Rate limit of runs per person (security RL1).
type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(RUN_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "powerups.run", RUN_BURST, every);
    Routes::new()
        .routes(routes!(list_powerups, create_powerup))
        .routes(routes!(explore_powerups))
        .routes(routes!(price_powerup_run))
        .routes(routes!(try_powerup))
        .routes(routes!(get_public_powerup))
        .routes(routes!(get_powerup, update_powerup, delete_powerup))
        .routes(routes!(restore_powerup))
        .routes(routes!(set_powerup_sharing))
        .routes(routes!(set_powerup_favorite))
        .routes(routes!(copy_powerup))
        .routes(routes!(list_powerup_changes))
        .routes(routes!(list_powerup_versions))
        .routes(routes!(get_powerup_version))
        .routes(routes!(run_powerup))
        .merge(review_routes::router())
        .merge(results::routes::router())
        .layer(Extension(Arc::new(pace)))
}

/// Lists the caller's PowerUPs, the last changed first, or their favorites.
#[utoipa::path(get, path = "/api/powerups", tag = "powerups", params(ListQuery),
    responses((status = 200, body = ListBody)))]
async fn list_powerups(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<ListBody>> {
    Ok(Json(ListBody { items: powerups::list(&services, &caller, query.of).await? }))
}

/// Creates a PowerUP that nobody else has.
#[utoipa::path(post, path = "/api/powerups", tag = "powerups", request_body = NewPowerup,
    responses((status = 201, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn create_powerup(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewPowerup>,
) -> ApiResult<(StatusCode, Json<DetailBody>)> {
    Ok((StatusCode::CREATED, Json(powerups::create(&services, &caller, new).await?)))
}

/// Searches public PowerUPs, newest first.
#[utoipa::path(get, path = "/api/powerups/explore", tag = "powerups", params(ExploreQuery),
    responses((status = 200, body = PageBody<PowerupBody>)))]
async fn explore_powerups(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ExploreQuery>,
) -> ApiResult<Json<PageBody<PowerupBody>>> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    Ok(Json(powerups::explore(&services, &caller, &query.q, page).await?.into()))
}

/// Returns the maximum price of a run.
#[utoipa::path(get, path = "/api/powerups/price", tag = "powerups", params(PriceQuery),
    responses((status = 200, body = PriceBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn price_powerup_run(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<PriceQuery>,
) -> ApiResult<Json<PriceBody>> {
    Ok(Json(runs::price(&services, &caller, query.model, query.preferred).await?))
}

/// Runs a definition that is not saved. Follow or stop it by its run.
#[utoipa::path(post, path = "/api/powerups/tries", tag = "powerups", request_body = TryBody,
    responses((status = 201, body = RunBody), (status = 402, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn try_powerup(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(body): Json<TryBody>,
) -> ApiResult<(StatusCode, Json<RunBody>)> {
    pace.check(&caller.user_id.to_string())?;
    let definition = body.definition.checked()?;
    let run = runs::run(&services, &caller, None, &definition, body.input).await?;
    Ok((StatusCode::CREATED, Json(run)))
}

/// Returns a shared PowerUP, to anybody who knows its address.
#[utoipa::path(get, path = "/api/powerups/public/{powerup_id}", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)),
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 410, body = ProblemBody)))]
async fn get_public_powerup(
    State(services): State<Services>,
    Visitor(reader): Visitor,
    Path(id): Path<PowerupId>,
) -> ApiResult<Json<DetailBody>> {
    let reader = reader.map(|caller| caller.user_id);
    Ok(Json(powerups::get(&services, reader, id).await?))
}

/// Returns a PowerUP that the caller may have.
#[utoipa::path(get, path = "/api/powerups/{powerup_id}", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)),
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 410, body = ProblemBody)))]
async fn get_powerup(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
) -> ApiResult<Json<DetailBody>> {
    Ok(Json(powerups::get(&services, Some(caller.user_id), id).await?))
}

/// Stores the next version of a PowerUP of the caller's. One that is shared is reviewed again.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(put, path = "/api/powerups/{powerup_id}", tag = "powerups",
    params(("powerup_id" = PowerupId, Path), ("if-match" = Option<String>, Header)),
    request_body = Definition,
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn update_powerup(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
    headers: HeaderMap,
    Json(definition): Json<Definition>,
) -> ApiResult<Json<DetailBody>> {
    let expected = expected_version(&headers)?;
    Ok(Json(powerups::update(&services, &caller, id, definition, expected).await?))
}

/// Deletes a PowerUP of the caller's that nobody else favorited.
#[utoipa::path(delete, path = "/api/powerups/{powerup_id}", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn delete_powerup(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
) -> ApiResult<StatusCode> {
    powerups::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted PowerUP of the caller's.
#[utoipa::path(post, path = "/api/powerups/{powerup_id}/restore", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)),
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody)))]
async fn restore_powerup(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
) -> ApiResult<Json<DetailBody>> {
    Ok(Json(powerups::restore(&services, &caller, id).await?))
}

/// Sets who is to have a PowerUP of the caller's. Others get it once it was reviewed.
#[utoipa::path(put, path = "/api/powerups/{powerup_id}/sharing", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)), request_body = SharingBody,
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn set_powerup_sharing(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
    Json(body): Json<SharingBody>,
) -> ApiResult<Json<DetailBody>> {
    Ok(Json(sharing::set_sharing(&services, &caller, id, body).await?))
}

/// Makes a PowerUP a favorite of the caller's, or no longer.
#[utoipa::path(put, path = "/api/powerups/{powerup_id}/favorite", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)), request_body = FavoriteBody,
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 410, body = ProblemBody)))]
async fn set_powerup_favorite(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
    Json(body): Json<FavoriteBody>,
) -> ApiResult<Json<DetailBody>> {
    Ok(Json(powerups::favorite(&services, &caller, id, body.favorited).await?))
}

/// Copies a PowerUP that the caller may have into one of their own.
#[utoipa::path(post, path = "/api/powerups/{powerup_id}/copies", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)), request_body = NewPowerupCopy,
    responses((status = 201, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 410, body = ProblemBody)))]
async fn copy_powerup(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
    Json(body): Json<NewPowerupCopy>,
) -> ApiResult<(StatusCode, Json<DetailBody>)> {
    Ok((StatusCode::CREATED, Json(powerups::fork(&services, &caller, id, body.id).await?)))
}

/// Lists what changed since the caller copied a PowerUP: in the copy, and in what was copied.
#[utoipa::path(get, path = "/api/powerups/{powerup_id}/changes", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)),
    responses((status = 200, body = ChangesBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn list_powerup_changes(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
) -> ApiResult<Json<ChangesBody>> {
    Ok(Json(powerups::list_changes(&services, &caller, id).await?))
}

/// Lists the versions of a PowerUP of the caller's, newest first.
#[utoipa::path(get, path = "/api/powerups/{powerup_id}/versions", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)),
    responses((status = 200, body = VersionsBody), (status = 404, body = ProblemBody)))]
async fn list_powerup_versions(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
) -> ApiResult<Json<VersionsBody>> {
    Ok(Json(VersionsBody { items: powerups::list_versions(&services, &caller, id).await? }))
}

/// Returns a version of a PowerUP of the caller's, with what changed since.
#[utoipa::path(get, path = "/api/powerups/{powerup_id}/versions/{number}", tag = "powerups",
    params(("powerup_id" = PowerupId, Path), ("number" = i64, Path)),
    responses((status = 200, body = VersionDetail), (status = 404, body = ProblemBody)))]
async fn get_powerup_version(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(PowerupId, i64)>,
) -> ApiResult<Json<VersionDetail>> {
    Ok(Json(powerups::get_version(&services, &caller, id, number).await?))
}

/// Runs a PowerUP on a text or a page. Follow or stop it by its run.
#[utoipa::path(post, path = "/api/powerups/{powerup_id}/runs", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)), request_body = RunInput,
    responses((status = 201, body = RunBody), (status = 402, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 410, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn run_powerup(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Path(id): Path<PowerupId>,
    Json(input): Json<RunInput>,
) -> ApiResult<(StatusCode, Json<RunBody>)> {
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::CREATED, Json(runs::run_stored(&services, &caller, id, input).await?)))
}
