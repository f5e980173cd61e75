use api::{ApiResult, Json, Path, ProblemBody, Query, expected_time, expected_version};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::Uuid;

use crate::wire::{
    ActionBody, ActionChange, ActionListBody, ActionsQuery, LibraryQuery, NewAction, NewPrompt,
    PromptBody, PromptChange, PromptListBody, PromptMark, PromptVersions,
};
use crate::{actions, library};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_prompts, create_prompt))
        .routes(routes!(get_prompt, change_prompt, delete_prompt))
        .routes(routes!(restore_prompt))
        .routes(routes!(mark_prompt))
        .routes(routes!(list_versions))
        .routes(routes!(list_actions, create_action))
        .routes(routes!(change_action, delete_action))
}

/// Lists one tab of the prompt library.
#[utoipa::path(get, path = "/api/prompts", tag = "prompts", params(LibraryQuery),
    responses((status = 200, body = PromptListBody)))]
async fn list_prompts(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<LibraryQuery>,
) -> ApiResult<Json<PromptListBody>> {
    Ok(Json(library::list(&services, &caller, &query).await?))
}

/// Creates a prompt.
#[utoipa::path(post, path = "/api/prompts", tag = "prompts", request_body = NewPrompt,
    responses((status = 201, body = PromptBody), (status = 422, body = ProblemBody)))]
async fn create_prompt(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewPrompt>,
) -> ApiResult<(StatusCode, Json<PromptBody>)> {
    Ok((StatusCode::CREATED, Json(library::create(&services, &caller, new).await?)))
}

/// Returns a prompt of the caller's, a public one, or a built-in one.
#[utoipa::path(get, path = "/api/prompts/{prompt_id}", tag = "prompts",
    params(("prompt_id" = Uuid, Path)),
    responses((status = 200, body = PromptBody), (status = 404, body = ProblemBody)))]
async fn get_prompt(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<PromptBody>> {
    Ok(Json(library::get(&services, &caller, id).await?))
}

/// Edits a prompt of the caller's; the former text stays among its versions.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/prompts/{prompt_id}", tag = "prompts",
    params(("prompt_id" = Uuid, Path), ("if-match" = Option<String>, Header)),
    request_body = PromptChange,
    responses((status = 200, body = PromptBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_prompt(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(change): Json<PromptChange>,
) -> ApiResult<Json<PromptBody>> {
    let version = expected_version(&headers)?;
    Ok(Json(library::change(&services, &caller, id, change, version).await?))
}

/// Deletes a prompt of the caller's; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/prompts/{prompt_id}", tag = "prompts",
    params(("prompt_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_prompt(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    library::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted prompt of the caller's.
#[utoipa::path(post, path = "/api/prompts/{prompt_id}/restore", tag = "prompts",
    params(("prompt_id" = Uuid, Path)),
    responses((status = 200, body = PromptBody), (status = 404, body = ProblemBody)))]
async fn restore_prompt(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<PromptBody>> {
    Ok(Json(library::restore(&services, &caller, id).await?))
}

/// Sets or clears the caller's favorite mark on a prompt.
#[utoipa::path(patch, path = "/api/prompts/{prompt_id}/marks", tag = "prompts",
    params(("prompt_id" = Uuid, Path)), request_body = PromptMark,
    responses((status = 200, body = PromptBody), (status = 404, body = ProblemBody)))]
async fn mark_prompt(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(mark): Json<PromptMark>,
) -> ApiResult<Json<PromptBody>> {
    Ok(Json(library::mark(&services, &caller, id, mark.favorited).await?))
}

/// Lists the versions of a prompt of the caller's, the newest first.
#[utoipa::path(get, path = "/api/prompts/{prompt_id}/versions", tag = "prompts",
    params(("prompt_id" = Uuid, Path)),
    responses((status = 200, body = PromptVersions), (status = 404, body = ProblemBody)))]
async fn list_versions(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<PromptVersions>> {
    Ok(Json(library::versions(&services, &caller, id).await?))
}

/// Lists the caller's quick actions, or other people's public ones.
#[utoipa::path(get, path = "/api/prompts/actions", tag = "prompts", params(ActionsQuery),
    responses((status = 200, body = ActionListBody)))]
async fn list_actions(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ActionsQuery>,
) -> ApiResult<Json<ActionListBody>> {
    Ok(Json(match query.public {
        true => actions::list_public(&services, &caller).await?,
        false => actions::list(&services, &caller).await?,
    }))
}

/// Creates a quick action.
#[utoipa::path(post, path = "/api/prompts/actions", tag = "prompts", request_body = NewAction,
    responses((status = 201, body = ActionBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_action(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewAction>,
) -> ApiResult<(StatusCode, Json<ActionBody>)> {
    Ok((StatusCode::CREATED, Json(actions::create(&services, &caller, new).await?)))
}

/// Edits a quick action of the caller's, or pins it.
///
/// With `If-Match: "<updated_at>"`, or `""` if there is none, only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/prompts/actions/{action_id}", tag = "prompts",
    params(("action_id" = Uuid, Path), ("if-match" = Option<String>, Header)),
    request_body = ActionChange,
    responses((status = 200, body = ActionBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_action(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(change): Json<ActionChange>,
) -> ApiResult<Json<ActionBody>> {
    let expected = expected_time(&headers)?;
    Ok(Json(actions::change(&services, &caller, id, change, expected).await?))
}

/// Deletes a quick action of the caller's; the last one stays.
#[utoipa::path(delete, path = "/api/prompts/actions/{action_id}", tag = "prompts",
    params(("action_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn delete_action(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    actions::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
