use api::{ApiResult, Disposition, Json, PageBody, Path, ProblemBody, Query, expected_version};
use area::{Routes, Services, routes};
use axum::body::Body;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::Uuid;

use crate::problems::IMPORT_TOO_LARGE;
use crate::rules::IMPORT_MAX_BYTES;
use crate::wire::{
    Batch, Changed, EntryBody, ImportQuery, ImportReport, ListQuery, MemoBody, MemoChange, MemoId,
    MemoTagName, NewMemo, NewMemoSummary, TagBody, TagListBody,
};
use crate::{imports, interchange, memos, summary, tags};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(import_memos))
        .layer(DefaultBodyLimit::max(IMPORT_MAX_BYTES))
        .routes(routes!(export_memos))
        .routes(routes!(export_memo))
        .routes(routes!(list_memos, create_memo))
        .routes(routes!(get_memo, change_memo, delete_memo))
        .routes(routes!(restore_memo))
        .routes(routes!(summarise_memo_picture))
        .routes(routes!(cancel_memo_summary))
        .routes(routes!(change_memos))
        .routes(routes!(list_memo_tags, create_memo_tag))
        .routes(routes!(rename_memo_tag, delete_memo_tag))
}

/// Lists the caller's memos, those changed last first.
#[utoipa::path(get, path = "/api/memos", tag = "memos", params(ListQuery),
    responses((status = 200, body = PageBody<EntryBody>), (status = 422, body = ProblemBody)))]
async fn list_memos(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<PageBody<EntryBody>>> {
    Ok(Json(memos::list(&services, &caller, &query).await?))
}

/// Creates a memo. Repeating the request returns the existing one.
#[utoipa::path(post, path = "/api/memos", tag = "memos", request_body = NewMemo,
    responses((status = 201, body = MemoBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewMemo>,
) -> ApiResult<(StatusCode, Json<MemoBody>)> {
    Ok((StatusCode::CREATED, Json(memos::create(&services, &caller, new).await?)))
}

/// Returns a memo of the caller's.
#[utoipa::path(get, path = "/api/memos/{memo_id}", tag = "memos", params(("memo_id" = MemoId, Path)),
    responses((status = 200, body = MemoBody), (status = 404, body = ProblemBody)))]
async fn get_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
) -> ApiResult<Json<MemoBody>> {
    Ok(Json(memos::get(&services, &caller, id).await?))
}

/// Edits a memo of the caller's.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/memos/{memo_id}", tag = "memos",
    params(("memo_id" = MemoId, Path), ("if-match" = Option<String>, Header)),
    request_body = MemoChange,
    responses((status = 200, body = MemoBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
    headers: HeaderMap,
    Json(change): Json<MemoChange>,
) -> ApiResult<Json<MemoBody>> {
    let version = expected_version(&headers)?;
    Ok(Json(memos::change(&services, &caller, id, change, version).await?))
}

/// Deletes a memo of the caller's; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/memos/{memo_id}", tag = "memos",
    params(("memo_id" = MemoId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
) -> ApiResult<StatusCode> {
    memos::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted memo of the caller's.
#[utoipa::path(post, path = "/api/memos/{memo_id}/restore", tag = "memos",
    params(("memo_id" = MemoId, Path)),
    responses((status = 200, body = MemoBody), (status = 404, body = ProblemBody)))]
async fn restore_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
) -> ApiResult<Json<MemoBody>> {
    Ok(Json(memos::restore(&services, &caller, id).await?))
}

/// Has a model describe the image of a memo of the caller's.
///
/// It costs as much as an answer of that model, and goes on if the client disconnects; the memo shows its progress.
#[utoipa::path(post, path = "/api/memos/{memo_id}/summary", tag = "memos",
    params(("memo_id" = MemoId, Path)), request_body = NewMemoSummary,
    responses((status = 202, body = MemoBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn summarise_memo_picture(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
    Json(new): Json<NewMemoSummary>,
) -> ApiResult<(StatusCode, Json<MemoBody>)> {
    let memo = summary::summarise(&services, &caller, id, new.model).await?;
    Ok((StatusCode::ACCEPTED, Json(memo)))
}

/// Cancels the summary of an image. The earlier text stays.
#[utoipa::path(post, path = "/api/memos/{memo_id}/summary/cancel", tag = "memos",
    params(("memo_id" = MemoId, Path)),
    responses((status = 202), (status = 404, body = ProblemBody)))]
async fn cancel_memo_summary(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
) -> ApiResult<StatusCode> {
    summary::cancel(&services, &caller, id).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Changes many memos of the caller's; returns those that changed.
#[utoipa::path(post, path = "/api/memos/batch", tag = "memos", request_body = Batch,
    responses((status = 200, body = Changed), (status = 422, body = ProblemBody)))]
async fn change_memos(
    State(services): State<Services>,
    caller: SignedIn,
    Json(batch): Json<Batch>,
) -> ApiResult<Json<Changed>> {
    Ok(Json(Changed { memo_ids: memos::change_many(&services, &caller, batch).await? }))
}

/// Lists the caller's tags by their names.
#[utoipa::path(get, path = "/api/memos/tags", tag = "memos",
    responses((status = 200, body = TagListBody)))]
async fn list_memo_tags(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<TagListBody>> {
    Ok(Json(TagListBody { items: tags::list(&services, &caller).await? }))
}

/// Creates a tag.
#[utoipa::path(post, path = "/api/memos/tags", tag = "memos", request_body = MemoTagName,
    responses((status = 201, body = TagBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_memo_tag(
    State(services): State<Services>,
    caller: SignedIn,
    Json(tag): Json<MemoTagName>,
) -> ApiResult<(StatusCode, Json<TagBody>)> {
    Ok((StatusCode::CREATED, Json(tags::create(&services, &caller, &tag.name).await?)))
}

/// Renames a tag, on all memos that have it.
#[utoipa::path(patch, path = "/api/memos/tags/{tag_id}", tag = "memos",
    params(("tag_id" = Uuid, Path)), request_body = MemoTagName,
    responses((status = 200, body = TagBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn rename_memo_tag(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(tag): Json<MemoTagName>,
) -> ApiResult<Json<TagBody>> {
    Ok(Json(tags::rename(&services, &caller, id, &tag.name).await?))
}

/// Deletes a tag, from all memos that have it; the memos stay.
#[utoipa::path(delete, path = "/api/memos/tags/{tag_id}", tag = "memos",
    params(("tag_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_memo_tag(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    tags::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Imports memos and their images from a file of another program; those imported before are skipped.
#[utoipa::path(post, path = "/api/memos/imports", tag = "memos", params(ImportQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = ImportReport), (status = 413, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn import_memos(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ImportQuery>,
    content: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<ImportReport>> {
    let content = content.map_err(|_| IMPORT_TOO_LARGE.with("max_bytes", IMPORT_MAX_BYTES))?;
    Ok(Json(imports::import(&services, &caller, content, query.dry_run).await?))
}

type DownloadHeaders = [(HeaderName, HeaderValue); 2];

/// Returns all memos of the caller's, each as a Markdown file, in a ZIP.
#[utoipa::path(get, path = "/api/memos/export", tag = "memos",
    responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
async fn export_memos(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<(DownloadHeaders, Body)> {
    let write = async move |chunks| interchange::export(&services, caller.user_id, chunks).await;
    let body = Body::from_stream(printed::streamed(write));
    Ok((headers_of("memos.zip", "application/zip"), body))
}

/// Returns a memo of the caller's as a Markdown file.
#[utoipa::path(get, path = "/api/memos/{memo_id}/markdown", tag = "memos",
    params(("memo_id" = MemoId, Path)),
    responses((status = 200, content_type = "text/markdown", body = String),
        (status = 404, body = ProblemBody)))]
async fn export_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
) -> ApiResult<(DownloadHeaders, String)> {
    let (name, text) = interchange::markdown(&services, &caller, id).await?;
    Ok((headers_of(&name, "text/markdown; charset=utf-8"), text))
}

fn headers_of(name: &str, kind: &'static str) -> DownloadHeaders {
    [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CONTENT_DISPOSITION, Disposition::Save.named(name)),
    ]
}
