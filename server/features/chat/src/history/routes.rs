//! The list's own routes: groups, many at once, the trash.

use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use kernel::{ConversationId, GroupId};

use crate::history::batch;
use crate::history::groups;
use crate::history::trash;
use crate::history::wire::{
    Batch, Changed, DeletedBody, GroupBody, GroupsBody, NewGroup, RestoredBody,
};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_groups, create_group))
        .routes(routes!(rename_group, delete_group))
        .routes(routes!(change_many))
        .routes(routes!(read_all))
        .routes(routes!(list_trash, empty_trash))
        .routes(routes!(restore_trash))
        .routes(routes!(remove_from_trash))
}

/// Lists the caller's groups, in the order they were made.
#[utoipa::path(get, path = "/api/chat/groups", tag = "chat",
    responses((status = 200, body = GroupsBody)))]
async fn list_groups(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<GroupsBody>> {
    Ok(Json(GroupsBody { items: groups::list(&services, &caller).await? }))
}

/// Creates a group.
#[utoipa::path(post, path = "/api/chat/groups", tag = "chat", request_body = NewGroup,
    responses((status = 201, body = GroupBody), (status = 422, body = ProblemBody)))]
async fn create_group(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewGroup>,
) -> ApiResult<(StatusCode, Json<GroupBody>)> {
    Ok((StatusCode::CREATED, Json(groups::create(&services, &caller, &new.name).await?)))
}

/// Renames a group.
#[utoipa::path(patch, path = "/api/chat/groups/{group_id}", tag = "chat",
    params(("group_id" = GroupId, Path)), request_body = NewGroup,
    responses((status = 200, body = GroupBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn rename_group(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<GroupId>,
    Json(new): Json<NewGroup>,
) -> ApiResult<Json<GroupBody>> {
    Ok(Json(groups::rename(&services, &caller, id, &new.name).await?))
}

/// Removes a group. Its conversations stay, in no group.
#[utoipa::path(delete, path = "/api/chat/groups/{group_id}", tag = "chat",
    params(("group_id" = GroupId, Path)), responses((status = 204)))]
async fn delete_group(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<GroupId>,
) -> ApiResult<StatusCode> {
    groups::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes many conversations. Returns those that changed.
#[utoipa::path(post, path = "/api/chat/conversations/batch", tag = "chat", request_body = Batch,
    responses((status = 200, body = Changed), (status = 422, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn change_many(
    State(services): State<Services>,
    caller: SignedIn,
    Json(wish): Json<Batch>,
) -> ApiResult<Json<Changed>> {
    let conversation_ids = batch::change_many(&services, &caller, wish).await?;
    Ok(Json(Changed { conversation_ids }))
}

/// Marks all conversations with unread answers as read.
#[utoipa::path(post, path = "/api/chat/conversations/read", tag = "chat",
    responses((status = 204)))]
async fn read_all(State(services): State<Services>, caller: SignedIn) -> ApiResult<StatusCode> {
    batch::read_all(&services, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists what the caller deleted in the last 30 days, the newest first.
#[utoipa::path(get, path = "/api/chat/trash", tag = "chat", params(PageQuery),
    responses((status = 200, body = PageBody<DeletedBody>)))]
async fn list_trash(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<DeletedBody>>> {
    Ok(Json(trash::list(&services, &caller, &page).await?))
}

/// Removes everything in the trash for good.
#[utoipa::path(delete, path = "/api/chat/trash", tag = "chat", responses((status = 204)))]
async fn empty_trash(State(services): State<Services>, caller: SignedIn) -> ApiResult<StatusCode> {
    trash::empty(&services, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores everything from the trash.
#[utoipa::path(post, path = "/api/chat/trash/restore", tag = "chat",
    responses((status = 200, body = RestoredBody)))]
async fn restore_trash(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<RestoredBody>> {
    Ok(Json(RestoredBody { restored: trash::restore(&services, &caller).await? }))
}

/// Removes one conversation in the trash for good.
#[utoipa::path(delete, path = "/api/chat/trash/{conversation_id}", tag = "chat",
    params(("conversation_id" = ConversationId, Path)), responses((status = 204)))]
async fn remove_from_trash(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
) -> ApiResult<StatusCode> {
    trash::remove(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
