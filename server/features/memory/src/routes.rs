use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, expected_time, expected_version};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::MessageId;

use crate::wire::{
    Adoption, ItemBody, ItemChange, ItemId, ItemsQuery, NewItem, OverviewBody, OverviewChange,
    SuggestionBody, SuggestionId, SuggestionsQuery, UsesBody,
};
use crate::{items, profile, suggestions, uses};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_memory, change_memory, clear_memory))
        .routes(routes!(list_memory_items, create_memory_item))
        .routes(routes!(change_memory_item, delete_memory_item))
        .routes(routes!(forget_memory_item))
        .routes(routes!(restore_memory_item))
        .routes(routes!(list_memory_suggestions))
        .routes(routes!(adopt_memory_suggestion))
        .routes(routes!(reject_memory_suggestion))
        .routes(routes!(reopen_memory_suggestion))
        .routes(routes!(regenerate_memory_suggestion))
        .routes(routes!(list_memory_uses))
}

/// Returns the caller's memory settings, and how full their memory is.
#[utoipa::path(get, path = "/api/memory", tag = "memory",
    responses((status = 200, body = OverviewBody)))]
async fn get_memory(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<OverviewBody>> {
    Ok(Json(profile::overview(&services, &caller).await?))
}

/// Changes the caller's memory settings, and the texts they wrote for every answer.
///
/// With `If-Match: "<about_updated_at>"` (or `respond_updated_at`, of the text that is changed; `""` if there is none)
/// only if nobody else changed that text meanwhile.
#[utoipa::path(patch, path = "/api/memory", tag = "memory",
    params(("if-match" = Option<String>, Header)), request_body = OverviewChange,
    responses((status = 200, body = OverviewBody), (status = 409, body = ProblemBody),
        (status = 412, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn change_memory(
    State(services): State<Services>,
    caller: SignedIn,
    headers: HeaderMap,
    Json(change): Json<OverviewChange>,
) -> ApiResult<Json<OverviewBody>> {
    let expected = expected_time(&headers)?;
    Ok(Json(profile::change(&services, &caller, change, expected).await?))
}

/// Deletes all items and suggestions permanently. The caller's texts for every answer stay.
#[utoipa::path(delete, path = "/api/memory", tag = "memory", responses((status = 204)))]
async fn clear_memory(State(services): State<Services>, caller: SignedIn) -> ApiResult<StatusCode> {
    items::clear(&services, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists current or forgotten items, last changed first.
#[utoipa::path(get, path = "/api/memory/items", tag = "memory", params(ItemsQuery),
    responses((status = 200, body = PageBody<ItemBody>)))]
async fn list_memory_items(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ItemsQuery>,
) -> ApiResult<Json<PageBody<ItemBody>>> {
    Ok(Json(items::list(&services, &caller, &query).await?))
}

/// Creates an item from the caller's text. Repeating the request returns the existing item.
#[utoipa::path(post, path = "/api/memory/items", tag = "memory", request_body = NewItem,
    responses((status = 201, body = ItemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 404, body = ProblemBody)))]
async fn create_memory_item(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewItem>,
) -> ApiResult<(StatusCode, Json<ItemBody>)> {
    Ok((StatusCode::CREATED, Json(items::create(&services, &caller, new).await?)))
}

/// Edits an item.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/memory/items/{item_id}", tag = "memory",
    params(("item_id" = ItemId, Path), ("if-match" = Option<String>, Header)),
    request_body = ItemChange,
    responses((status = 200, body = ItemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_memory_item(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ItemId>,
    headers: HeaderMap,
    Json(change): Json<ItemChange>,
) -> ApiResult<Json<ItemBody>> {
    let version = expected_version(&headers)?;
    Ok(Json(items::change(&services, &caller, id, change, version).await?))
}

/// Deletes something remembered or forgotten, for good.
#[utoipa::path(delete, path = "/api/memory/items/{item_id}", tag = "memory",
    params(("item_id" = ItemId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_memory_item(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ItemId>,
) -> ApiResult<StatusCode> {
    items::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets an item: no answer is given it any more. It can be restored for 30 days.
#[utoipa::path(post, path = "/api/memory/items/{item_id}/forget", tag = "memory",
    params(("item_id" = ItemId, Path)),
    responses((status = 200, body = ItemBody), (status = 404, body = ProblemBody)))]
async fn forget_memory_item(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ItemId>,
) -> ApiResult<Json<ItemBody>> {
    Ok(Json(items::forget(&services, &caller, id).await?))
}

/// Restores a forgotten item.
#[utoipa::path(post, path = "/api/memory/items/{item_id}/restore", tag = "memory",
    params(("item_id" = ItemId, Path)),
    responses((status = 200, body = ItemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn restore_memory_item(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ItemId>,
) -> ApiResult<Json<ItemBody>> {
    Ok(Json(items::restore(&services, &caller, id).await?))
}

/// Lists suggestions learned from the caller's messages, the newest first.
#[utoipa::path(get, path = "/api/memory/suggestions", tag = "memory", params(SuggestionsQuery),
    responses((status = 200, body = PageBody<SuggestionBody>)))]
async fn list_memory_suggestions(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<SuggestionsQuery>,
) -> ApiResult<Json<PageBody<SuggestionBody>>> {
    Ok(Json(suggestions::list(&services, &caller, &query).await?))
}

/// Adopts a suggestion, in its words or in the caller's.
#[utoipa::path(post, path = "/api/memory/suggestions/{suggestion_id}/adopt", tag = "memory",
    params(("suggestion_id" = SuggestionId, Path)), request_body = Adoption,
    responses((status = 200, body = ItemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn adopt_memory_suggestion(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SuggestionId>,
    Json(adoption): Json<Adoption>,
) -> ApiResult<Json<ItemBody>> {
    Ok(Json(suggestions::adopt(&services, &caller, id, adoption).await?))
}

/// Rejects a suggestion, which is not made again.
#[utoipa::path(post, path = "/api/memory/suggestions/{suggestion_id}/reject", tag = "memory",
    params(("suggestion_id" = SuggestionId, Path)),
    responses((status = 200, body = SuggestionBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn reject_memory_suggestion(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SuggestionId>,
) -> ApiResult<Json<SuggestionBody>> {
    Ok(Json(suggestions::reject(&services, &caller, id).await?))
}

/// Makes a rejected suggestion pending again.
#[utoipa::path(post, path = "/api/memory/suggestions/{suggestion_id}/reopen", tag = "memory",
    params(("suggestion_id" = SuggestionId, Path)),
    responses((status = 200, body = SuggestionBody), (status = 404, body = ProblemBody)))]
async fn reopen_memory_suggestion(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SuggestionId>,
) -> ApiResult<Json<SuggestionBody>> {
    Ok(Json(suggestions::reopen(&services, &caller, id).await?))
}

/// Regenerates a suggestion by a model, from the same words.
#[utoipa::path(post, path = "/api/memory/suggestions/{suggestion_id}/regenerate", tag = "memory",
    params(("suggestion_id" = SuggestionId, Path)),
    responses((status = 200, body = SuggestionBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn regenerate_memory_suggestion(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SuggestionId>,
) -> ApiResult<Json<SuggestionBody>> {
    Ok(Json(suggestions::regenerate(&services, &caller, id).await?))
}

/// Lists the memory that an answer of the caller's was given.
#[utoipa::path(get, path = "/api/memory/answers/{message_id}", tag = "memory",
    params(("message_id" = MessageId, Path)),
    responses((status = 200, body = UsesBody), (status = 404, body = ProblemBody)))]
async fn list_memory_uses(
    State(services): State<Services>,
    caller: SignedIn,
    Path(message_id): Path<MessageId>,
) -> ApiResult<Json<UsesBody>> {
    Ok(Json(uses::list(&services, &caller, message_id).await?))
}
