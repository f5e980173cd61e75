use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query, expected_version};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::IntoResponse;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, StatusCode};
use identity::{Operator, SignedIn};
use kernel::{BotId, FileId, Uuid};
use live_settings::Section;

use crate::problems::ICON_TOO_LARGE;
use crate::rules::ICON_MAX_BYTES;
use crate::wire::{
    BotBody, BotChange, BotListBody, BotMarks, ExploreQuery, NewBot, NewBotFile, NewReport,
    NewTalk, ReportBody, ReportSettlement, TalkBody,
};
use crate::{Settings, author, files, icon, reading, reports, review_routes, talk};

pub(crate) fn router(settings: Section<Settings>) -> Routes {
    // A little above the limit of images, so that the area itself reports the excess.
    let pictures = Routes::new()
        .routes(routes!(get_icon, put_icon, delete_icon))
        .layer(DefaultBodyLimit::max(ICON_MAX_BYTES + 100_000));
    Routes::new()
        .routes(routes!(list_bots, create_bot))
        .routes(routes!(explore_bots))
        .routes(routes!(get_bot, change_bot, delete_bot))
        .routes(routes!(restore_bot))
        .routes(routes!(mark_bot))
        .routes(routes!(begin_conversation))
        .routes(routes!(add_file))
        .routes(routes!(remove_file))
        .routes(routes!(report_bot))
        .routes(routes!(list_reports))
        .routes(routes!(settle_report))
        .merge(pictures)
        .merge(review_routes::router())
        .layer(Extension(settings))
}

/// Lists the bots that the caller made, marked or talked with: pinned ones first, then the last used.
#[utoipa::path(get, path = "/api/bots", tag = "bots",
    responses((status = 200, body = BotListBody)))]
async fn list_bots(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
) -> ApiResult<Json<BotListBody>> {
    Ok(Json(reading::list_bots(&services, &caller, *settings.get()).await?))
}

/// Creates a bot: a draft, or published at once.
#[utoipa::path(post, path = "/api/bots", tag = "bots", request_body = NewBot,
    responses((status = 201, body = BotBody), (status = 422, body = ProblemBody)))]
async fn create_bot(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Json(new): Json<NewBot>,
) -> ApiResult<(StatusCode, Json<BotBody>)> {
    let bot = author::create_bot(&services, &caller, *settings.get(), new).await?;
    Ok((StatusCode::CREATED, Json(bot)))
}

/// Searches public bots, the newest first.
#[utoipa::path(get, path = "/api/bots/explore", tag = "bots", params(ExploreQuery),
    responses((status = 200, body = PageBody<BotBody>)))]
async fn explore_bots(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ExploreQuery>,
) -> ApiResult<Json<PageBody<BotBody>>> {
    Ok(Json(reading::explore(&services, &caller, query).await?))
}

/// Returns a bot. Of a deleted one, people who knew it get the name and the image.
#[utoipa::path(get, path = "/api/bots/{bot_id}", tag = "bots", params(("bot_id" = BotId, Path)),
    responses((status = 200, body = BotBody), (status = 404, body = ProblemBody)))]
async fn get_bot(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
) -> ApiResult<Json<BotBody>> {
    Ok(Json(reading::get_bot(&services, &caller, id).await?))
}

/// Edits a bot of the caller's.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/bots/{bot_id}", tag = "bots",
    params(("bot_id" = BotId, Path), ("if-match" = Option<String>, Header)),
    request_body = BotChange,
    responses((status = 200, body = BotBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn change_bot(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Path(id): Path<BotId>,
    headers: HeaderMap,
    Json(change): Json<BotChange>,
) -> ApiResult<Json<BotBody>> {
    let version = expected_version(&headers)?;
    let bot = author::change_bot(&services, &caller, *settings.get(), id, change, version).await?;
    Ok(Json(bot))
}

/// Deletes a bot of the caller's. Conversations with it stay and take no new messages.
#[utoipa::path(delete, path = "/api/bots/{bot_id}", tag = "bots", params(("bot_id" = BotId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn delete_bot(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
) -> ApiResult<StatusCode> {
    author::delete_bot(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted bot of the caller's.
#[utoipa::path(post, path = "/api/bots/{bot_id}/restore", tag = "bots",
    params(("bot_id" = BotId, Path)),
    responses((status = 200, body = BotBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn restore_bot(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
) -> ApiResult<Json<BotBody>> {
    Ok(Json(author::restore_bot(&services, &caller, id).await?))
}

/// Sets or clears the caller's favorite and pin marks on a bot.
#[utoipa::path(patch, path = "/api/bots/{bot_id}/marks", tag = "bots",
    params(("bot_id" = BotId, Path)), request_body = BotMarks,
    responses((status = 200, body = BotBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn mark_bot(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
    Json(marks): Json<BotMarks>,
) -> ApiResult<Json<BotBody>> {
    Ok(Json(author::mark(&services, &caller, id, marks).await?))
}

/// Adds an uploaded file of the caller's to a bot of theirs: it answers from it, whoever asks.
#[utoipa::path(post, path = "/api/bots/{bot_id}/files", tag = "bots",
    params(("bot_id" = BotId, Path)), request_body = NewBotFile,
    responses((status = 200, body = BotBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn add_file(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Path(id): Path<BotId>,
    Json(new): Json<NewBotFile>,
) -> ApiResult<Json<BotBody>> {
    Ok(Json(files::add_file(&services, &caller, *settings.get(), id, new.file_id).await?))
}

/// Removes a file from a bot of the caller's.
#[utoipa::path(delete, path = "/api/bots/{bot_id}/files/{file_id}", tag = "bots",
    params(("bot_id" = BotId, Path), ("file_id" = FileId, Path)),
    responses((status = 200, body = BotBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn remove_file(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Path((id, file_id)): Path<(BotId, FileId)>,
) -> ApiResult<Json<BotBody>> {
    Ok(Json(files::remove_file(&services, &caller, *settings.get(), id, file_id).await?))
}

/// Begins a conversation with a bot, with its welcome and its model.
#[utoipa::path(post, path = "/api/bots/{bot_id}/conversations", tag = "bots",
    params(("bot_id" = BotId, Path)), request_body = NewTalk,
    responses((status = 201, body = TalkBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn begin_conversation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
    Json(new): Json<NewTalk>,
) -> ApiResult<(StatusCode, Json<TalkBody>)> {
    Ok((StatusCode::CREATED, Json(talk::begin_talk(&services, &caller, id, new).await?)))
}

/// Reports another person's bot to the operator.
#[utoipa::path(post, path = "/api/bots/{bot_id}/reports", tag = "bots",
    params(("bot_id" = BotId, Path)), request_body = NewReport,
    responses((status = 204), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn report_bot(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
    Json(new): Json<NewReport>,
) -> ApiResult<StatusCode> {
    reports::report_bot(&services, &caller, id, new).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists reports that are not settled, newest first. For the operator.
#[utoipa::path(get, path = "/api/bots/reports", tag = "bots", params(PageQuery),
    responses((status = 200, body = PageBody<ReportBody>), (status = 403, body = ProblemBody)))]
async fn list_reports(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ReportBody>>> {
    services.audit.record_read(&services.db, caller.actor(), "reports", None).await?;
    Ok(Json(reports::list(&services, &page).await?))
}

/// Settles a report: the bot stays, or it is deleted. For the operator.
#[utoipa::path(patch, path = "/api/bots/reports/{report_id}", tag = "bots",
    params(("report_id" = Uuid, Path)), request_body = ReportSettlement,
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
async fn settle_report(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<Uuid>,
    Json(settlement): Json<ReportSettlement>,
) -> ApiResult<StatusCode> {
    reports::settle(&services, &caller, id, settlement.outcome).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a bot's image. Its address changes with the image, so it may be cached.
#[utoipa::path(get, path = "/api/bots/{bot_id}/icon", tag = "bots",
    params(("bot_id" = BotId, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, body = ProblemBody)))]
async fn get_icon(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
) -> ApiResult<impl IntoResponse> {
    let content = icon::read_icon(&services, &caller, id).await?;
    Ok((icon_headers(), content))
}

pub(crate) fn icon_headers() -> [(HeaderName, &'static str); 3] {
    [
        (CONTENT_TYPE, "image/jpeg"),
        (CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ]
}

/// Sets the image of a bot of the caller's: PNG or JPEG, cropped to a square and re-encoded.
#[utoipa::path(put, path = "/api/bots/{bot_id}/icon", tag = "bots",
    params(("bot_id" = BotId, Path)),
    request_body(content = Vec<u8>, content_type = "image/png"),
    responses((status = 200, body = BotBody), (status = 413, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn put_icon(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Path(id): Path<BotId>,
    headers: HeaderMap,
    content: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<BotBody>> {
    let content = content.map_err(|_| ICON_TOO_LARGE.with("max", ICON_MAX_BYTES))?;
    Ok(Json(icon::put_icon(&services, &caller, *settings.get(), id, &headers, content).await?))
}

/// Removes a bot's image.
#[utoipa::path(delete, path = "/api/bots/{bot_id}/icon", tag = "bots",
    params(("bot_id" = BotId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn delete_icon(
    State(services): State<Services>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Path(id): Path<BotId>,
) -> ApiResult<StatusCode> {
    icon::delete_icon(&services, &caller, *settings.get(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
