use api::{ApiResult, BAD_PARAMETER, Json, PageBody, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::header::IF_MATCH;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{Problem, Uuid};

use crate::wire::{
    Batch, Changed, EntryBody, ListQuery, MemoBody, MemoChange, MemoId, MemoTagName, NewMemo,
    TagBody, TagListBody,
};
use crate::{memos, tags};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_memos, create_memo))
        .routes(routes!(get_memo, change_memo, delete_memo))
        .routes(routes!(restore_memo))
        .routes(routes!(change_memos))
        .routes(routes!(list_memo_tags, create_memo_tag))
        .routes(routes!(rename_memo_tag, delete_memo_tag))
}

/// Lists the caller's memos, those changed last first.
#[utoipa::path(get, path = "/api/memos", tag = "memos", params(ListQuery),
    responses((status = 200, body = PageBody<EntryBody>)))]
async fn list_memos(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<PageBody<EntryBody>>> {
    Ok(Json(memos::list(&services, &caller, &query).await?))
}

/// Keeps a new memo. The same one sent again gives what is kept.
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

/// Gives a memo of the caller's.
#[utoipa::path(get, path = "/api/memos/{memo_id}", tag = "memos", params(("memo_id" = MemoId, Path)),
    responses((status = 200, body = MemoBody), (status = 404, body = ProblemBody)))]
async fn get_memo(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MemoId>,
) -> ApiResult<Json<MemoBody>> {
    Ok(Json(memos::get(&services, &caller, id).await?))
}

/// Changes a memo of the caller's.
///
/// With `If-Match: "<version>"` only when nobody else changed it meanwhile.
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

/// Deletes a memo of the caller's; it can be brought back for 30 days.
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

/// Brings a deleted memo of the caller's back.
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

/// Does one thing to many memos of the caller's; says which it was done to.
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

/// Makes a tag.
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

/// Gives a tag another name, on all memos that have it.
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

/// Takes a tag away, from all memos that have it; they stay.
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

fn expected_version(headers: &HeaderMap) -> Result<Option<i64>, Problem> {
    let Some(value) = headers.get(IF_MATCH) else { return Ok(None) };
    let tag = value.to_str().unwrap_or_default().trim_matches('"');
    tag.parse().map(Some).map_err(|_| BAD_PARAMETER.with("detail", "if-match"))
}
