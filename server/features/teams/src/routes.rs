use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::IntoResponse;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{UserId, WorkspaceId};

use crate::problems::AVATAR_TOO_LARGE;
use crate::rules::AVATAR_MAX_BYTES;
use crate::wire::{
    InvitationChange, InvitationPreview, MemberChange, NewCap, NewTeam, Team, TeamChange,
    TeamInvitation, TeamList, TeamMemberList, TeamUsage, WorkspaceChoice,
};
use crate::{avatar, invitations, members, teams, usage};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_avatar, put_avatar, delete_avatar))
        .layer(DefaultBodyLimit::max(AVATAR_MAX_BYTES))
        .routes(routes!(list_teams, create_team))
        .routes(routes!(choose_workspace))
        .routes(routes!(get_team, change_team))
        .routes(routes!(disband_team))
        .routes(routes!(restore_team))
        .routes(routes!(list_members))
        .routes(routes!(change_member, remove_member))
        .routes(routes!(approve_member))
        .routes(routes!(get_usage))
        .routes(routes!(set_team_cap))
        .routes(routes!(set_member_cap))
        .routes(routes!(get_invitation, change_invitation))
        .routes(routes!(reset_invitation))
        .routes(routes!(preview_invitation))
        .routes(routes!(join_team))
}

/// Lists the teams that the caller is in, or asked to join.
#[utoipa::path(get, path = "/api/teams", tag = "teams", responses((status = 200, body = TeamList)))]
async fn list_teams(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<TeamList>> {
    Ok(Json(teams::list(&services, &caller).await?))
}

/// Creates a team, with the caller as its admin.
#[utoipa::path(post, path = "/api/teams", tag = "teams", request_body = NewTeam,
    responses((status = 201, body = Team), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_team(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewTeam>,
) -> ApiResult<(StatusCode, Json<Team>)> {
    Ok((StatusCode::CREATED, Json(teams::create(&services, &caller, &new).await?)))
}

/// Switches the caller's device to another workspace: that of a team, or their own.
#[utoipa::path(post, path = "/api/teams/workspace", tag = "teams", request_body = WorkspaceChoice,
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn choose_workspace(
    State(services): State<Services>,
    caller: SignedIn,
    Json(choice): Json<WorkspaceChoice>,
) -> ApiResult<StatusCode> {
    teams::switch(&services, &caller, choice.team_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a team of the caller's.
#[utoipa::path(get, path = "/api/teams/{team_id}", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = Team), (status = 404, body = ProblemBody)))]
async fn get_team(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<Team>> {
    Ok(Json(teams::get(&services, &caller, id).await?))
}

/// Renames a team.
#[utoipa::path(patch, path = "/api/teams/{team_id}", tag = "teams",
    params(("team_id" = WorkspaceId, Path)), request_body = TeamChange,
    responses((status = 200, body = Team), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn change_team(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
    Json(change): Json<TeamChange>,
) -> ApiResult<Json<Team>> {
    Ok(Json(teams::rename(&services, &caller, id, &change.name).await?))
}

/// Disbands a team. Everybody leaves it at once; for some days it can be undone.
#[utoipa::path(post, path = "/api/teams/{team_id}/disband", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = Team), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn disband_team(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<Team>> {
    Ok(Json(teams::disband(&services, &caller, id).await?))
}

/// Keeps a team that is being disbanded.
#[utoipa::path(post, path = "/api/teams/{team_id}/restore", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = Team), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn restore_team(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<Team>> {
    Ok(Json(teams::restore(&services, &caller, id).await?))
}

/// Returns a team's image. Its address changes with the image, so it may be cached.
#[utoipa::path(get, path = "/api/teams/{team_id}/avatar", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, body = ProblemBody)))]
async fn get_avatar(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<impl IntoResponse> {
    let content = avatar::read(&services, &caller, id).await?;
    let headers = [
        (CONTENT_TYPE, "image/jpeg"),
        (CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, content))
}

/// Sets a team's image: JPG or PNG, cropped to a square and re-encoded.
#[utoipa::path(put, path = "/api/teams/{team_id}/avatar", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    request_body(content = Vec<u8>, content_type = "image/png"),
    responses((status = 200, body = Team), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn put_avatar(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
    headers: HeaderMap,
    content: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<Team>> {
    let content = content.map_err(|_| AVATAR_TOO_LARGE.with("max", AVATAR_MAX_BYTES))?;
    Ok(Json(avatar::put(&services, &caller, id, &headers, content).await?))
}

/// Removes a team's image.
#[utoipa::path(delete, path = "/api/teams/{team_id}/avatar", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = Team), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn delete_avatar(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<Team>> {
    Ok(Json(avatar::delete(&services, &caller, id).await?))
}

/// Lists a team's members; for its admins also the people who wait to join.
#[utoipa::path(get, path = "/api/teams/{team_id}/members", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = TeamMemberList), (status = 404, body = ProblemBody)))]
async fn list_members(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<TeamMemberList>> {
    Ok(Json(members::list(&services, &caller, id).await?))
}

/// Makes a member an admin, or an admin a member.
#[utoipa::path(patch, path = "/api/teams/{team_id}/members/{member_id}", tag = "teams",
    params(("team_id" = WorkspaceId, Path), ("member_id" = UserId, Path)),
    request_body = MemberChange,
    responses((status = 200, body = TeamMemberList), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn change_member(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, member_id)): Path<(WorkspaceId, UserId)>,
    Json(change): Json<MemberChange>,
) -> ApiResult<Json<TeamMemberList>> {
    Ok(Json(members::set_role(&services, &caller, id, member_id, change.role).await?))
}

/// Removes a person from a team; for the caller: leaves it, or withdraws their request to join.
#[utoipa::path(delete, path = "/api/teams/{team_id}/members/{member_id}", tag = "teams",
    params(("team_id" = WorkspaceId, Path), ("member_id" = UserId, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn remove_member(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, member_id)): Path<(WorkspaceId, UserId)>,
) -> ApiResult<StatusCode> {
    members::remove(&services, &caller, id, member_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Accepts a person who asked to join.
#[utoipa::path(post, path = "/api/teams/{team_id}/members/{member_id}/approve", tag = "teams",
    params(("team_id" = WorkspaceId, Path), ("member_id" = UserId, Path)),
    responses((status = 200, body = TeamMemberList), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn approve_member(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, member_id)): Path<(WorkspaceId, UserId)>,
) -> ApiResult<Json<TeamMemberList>> {
    Ok(Json(members::approve(&services, &caller, id, member_id).await?))
}

/// Returns a team's usage this month; members who are not admins only see themselves.
#[utoipa::path(get, path = "/api/teams/{team_id}/usage", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = TeamUsage), (status = 404, body = ProblemBody)))]
async fn get_usage(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<TeamUsage>> {
    Ok(Json(usage::read(&services, &caller, id).await?))
}

/// Sets the monthly cap of the whole team.
#[utoipa::path(put, path = "/api/teams/{team_id}/cap", tag = "teams",
    params(("team_id" = WorkspaceId, Path)), request_body = NewCap,
    responses((status = 200, body = TeamUsage), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn set_team_cap(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
    Json(new): Json<NewCap>,
) -> ApiResult<Json<TeamUsage>> {
    Ok(Json(usage::set_cap(&services, &caller, id, None, &new).await?))
}

/// Sets the monthly cap of a member.
#[utoipa::path(put, path = "/api/teams/{team_id}/members/{member_id}/cap", tag = "teams",
    params(("team_id" = WorkspaceId, Path), ("member_id" = UserId, Path)), request_body = NewCap,
    responses((status = 200, body = TeamUsage), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn set_member_cap(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, member_id)): Path<(WorkspaceId, UserId)>,
    Json(new): Json<NewCap>,
) -> ApiResult<Json<TeamUsage>> {
    Ok(Json(usage::set_cap(&services, &caller, id, Some(member_id), &new).await?))
}

/// Returns a team's invitation link, to its admins.
#[utoipa::path(get, path = "/api/teams/{team_id}/invitation", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = TeamInvitation), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn get_invitation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<TeamInvitation>> {
    Ok(Json(invitations::get(&services, &caller, id).await?))
}

/// Opens or closes a team's invitation link, or changes how long it is valid.
#[utoipa::path(patch, path = "/api/teams/{team_id}/invitation", tag = "teams",
    params(("team_id" = WorkspaceId, Path)), request_body = InvitationChange,
    responses((status = 200, body = TeamInvitation), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn change_invitation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
    Json(change): Json<InvitationChange>,
) -> ApiResult<Json<TeamInvitation>> {
    Ok(Json(invitations::change(&services, &caller, id, &change).await?))
}

/// Creates a new invitation link; the old one stops working.
#[utoipa::path(post, path = "/api/teams/{team_id}/invitation/reset", tag = "teams",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = TeamInvitation), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn reset_invitation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<TeamInvitation>> {
    Ok(Json(invitations::reset(&services, &caller, id).await?))
}

/// Shows what an invitation link leads to.
#[utoipa::path(get, path = "/api/teams/invitations/{code}", tag = "teams",
    params(("code" = String, Path)),
    responses((status = 200, body = InvitationPreview), (status = 404, body = ProblemBody)))]
async fn preview_invitation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(code): Path<String>,
) -> ApiResult<Json<InvitationPreview>> {
    Ok(Json(invitations::preview(&services, &caller, &code).await?))
}

/// Asks to join the team that an invitation link leads to.
#[utoipa::path(post, path = "/api/teams/invitations/{code}/join", tag = "teams",
    params(("code" = String, Path)),
    responses((status = 200, body = InvitationPreview), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn join_team(
    State(services): State<Services>,
    caller: SignedIn,
    Path(code): Path<String>,
) -> ApiResult<Json<InvitationPreview>> {
    Ok(Json(invitations::join(&services, &caller, &code).await?))
}
