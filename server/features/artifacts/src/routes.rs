use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use kernel::Uuid;

use crate::rules::{PROMPT_BURST, PROMPT_EVERY_MS, Source};
use crate::store::Filter;
use crate::wire::{
    AnswerBody, ArtifactBody, ArtifactChange, ContentBody, DataBody, DetailBody, GalleryBody,
    GalleryQuery, ListQuery, NewArtifact, NewVersionBody, PromptBody, SettingsBody,
};
use crate::{artifacts, data, gallery, in_chats, prompts};

/// Rate limit of prompts per person (security RL1).
type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(PROMPT_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "artifacts.prompt", PROMPT_BURST, every);
    Routes::new()
        .routes(routes!(list_artifacts, create_artifact))
        .routes(routes!(list_artifact_gallery))
        .routes(routes!(get_artifact_settings, set_artifact_settings))
        .routes(routes!(get_artifact, change_artifact, delete_artifact))
        .routes(routes!(add_artifact_version))
        .routes(routes!(get_artifact_version))
        .routes(routes!(get_artifact_data, set_artifact_data))
        .routes(routes!(answer_artifact_prompt))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the caller's artifacts, the last changed first.
#[utoipa::path(get, path = "/api/artifacts", tag = "artifacts", params(ListQuery),
    responses((status = 200, body = PageBody<ArtifactBody>)))]
async fn list_artifacts(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ListQuery>,
) -> ApiResult<Json<PageBody<ArtifactBody>>> {
    let bounds = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let filter = Filter {
        query: query.q,
        starred: query.starred.unwrap_or_default(),
        conversation_id: query.conversation_id,
    };
    let page = artifacts::list(&services, &caller, filter, bounds).await?;
    Ok(Json(page.map(ArtifactBody::from).into()))
}

/// Keeps a new artifact.
#[utoipa::path(post, path = "/api/artifacts", tag = "artifacts", request_body = NewArtifact,
    responses((status = 201, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn create_artifact(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewArtifact>,
) -> ApiResult<(StatusCode, Json<DetailBody>)> {
    let (payer, hosts) = (caller.payer(), Vec::new());
    let created = artifacts::create(&services, &payer, new, Source::Person, hosts).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// Returns an artifact with the content of its newest version.
#[utoipa::path(get, path = "/api/artifacts/{artifact_id}", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)),
    responses((status = 200, body = DetailBody), (status = 404, body = ProblemBody)))]
async fn get_artifact(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DetailBody>> {
    Ok(Json(artifacts::get(&services, caller.user_id, id).await?))
}

/// Renames an artifact, stars or lists it, or lets it call a model or reach hosts.
#[utoipa::path(patch, path = "/api/artifacts/{artifact_id}", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)), request_body = ArtifactChange,
    responses((status = 200, body = ArtifactBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_artifact(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(change): Json<ArtifactChange>,
) -> ApiResult<Json<ArtifactBody>> {
    Ok(Json(artifacts::change(&services, &caller, id, change).await?.into()))
}

/// Deletes an artifact with all its versions.
#[utoipa::path(delete, path = "/api/artifacts/{artifact_id}", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_artifact(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    artifacts::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stores what was edited by hand, or an older version, as the newest version.
#[utoipa::path(post, path = "/api/artifacts/{artifact_id}/versions", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)), request_body = NewVersionBody,
    responses((status = 201, body = DetailBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn add_artifact_version(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(new): Json<NewVersionBody>,
) -> ApiResult<(StatusCode, Json<DetailBody>)> {
    let by = Source::Person;
    let stored = artifacts::add_version(&services, caller.user_id, id, new, by).await?;
    Ok((StatusCode::CREATED, Json(stored)))
}

/// Returns the content of a version.
#[utoipa::path(get, path = "/api/artifacts/{artifact_id}/versions/{number}", tag = "artifacts",
    params(("artifact_id" = Uuid, Path), ("number" = i64, Path)),
    responses((status = 200, body = ContentBody), (status = 404, body = ProblemBody)))]
async fn get_artifact_version(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(Uuid, i64)>,
) -> ApiResult<Json<ContentBody>> {
    Ok(Json(artifacts::get_version(&services, &caller, id, number).await?))
}

/// Lists the published artifacts that their authors show in the gallery.
#[utoipa::path(get, path = "/api/artifacts/gallery", tag = "artifacts", params(GalleryQuery),
    responses((status = 200, body = PageBody<GalleryBody>)))]
async fn list_artifact_gallery(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<GalleryQuery>,
) -> ApiResult<Json<PageBody<GalleryBody>>> {
    let bounds = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let (words, sort) = (query.q.unwrap_or_default(), query.sort.unwrap_or_default());
    let page = gallery::list(&services, &words, sort, bounds).await?;
    Ok(Json(page.map(|listed| GalleryBody::of(listed, caller.user_id)).into()))
}

/// Returns when the caller's chats write artifacts.
#[utoipa::path(get, path = "/api/artifacts/settings", tag = "artifacts",
    responses((status = 200, body = SettingsBody)))]
async fn get_artifact_settings(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<SettingsBody>> {
    Ok(Json(SettingsBody { in_chats: in_chats::get(&services, caller.user_id).await? }))
}

/// Sets when the caller's chats write artifacts.
#[utoipa::path(put, path = "/api/artifacts/settings", tag = "artifacts", request_body = SettingsBody,
    responses((status = 200, body = SettingsBody)))]
async fn set_artifact_settings(
    State(services): State<Services>,
    caller: SignedIn,
    Json(body): Json<SettingsBody>,
) -> ApiResult<Json<SettingsBody>> {
    in_chats::set(&services, caller.user_id, body.in_chats).await?;
    Ok(Json(body))
}

/// Returns what a running artifact keeps for the caller.
#[utoipa::path(get, path = "/api/artifacts/{artifact_id}/data", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)),
    responses((status = 200, body = DataBody), (status = 404, body = ProblemBody)))]
async fn get_artifact_data(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DataBody>> {
    Ok(Json(DataBody { entries: data::get(&services, caller.user_id, id).await? }))
}

/// Replaces what a running artifact keeps for the caller.
#[utoipa::path(put, path = "/api/artifacts/{artifact_id}/data", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)), request_body = DataBody,
    responses((status = 204), (status = 404, body = ProblemBody), (status = 413, body = ProblemBody)))]
async fn set_artifact_data(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(body): Json<DataBody>,
) -> ApiResult<StatusCode> {
    data::set(&services, caller.user_id, id, &body.entries).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Has a model answer a prompt of a running artifact, with the caller's quota. Its author must have switched that on.
#[utoipa::path(post, path = "/api/artifacts/{artifact_id}/prompts", tag = "artifacts",
    params(("artifact_id" = Uuid, Path)), request_body = PromptBody,
    responses((status = 200, body = AnswerBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn answer_artifact_prompt(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(body): Json<PromptBody>,
) -> ApiResult<Json<AnswerBody>> {
    pace.check(&caller.user_id.to_string())?;
    Ok(Json(AnswerBody { text: prompts::answer(&services, &caller, id, body.prompt).await? }))
}
