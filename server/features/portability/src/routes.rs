use api::{ApiResult, Json, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use identity::SignedIn;
use kernel::{ConversationId, MessageId, Uuid};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::export::{Format, Wanted};
use crate::rules::REQUEST_MAX_BYTES;
use crate::wire::{ImportBody, ImportsBody, NewDiagram, NewDrawings, NewImport};
use crate::{download, export, import};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(put_piece))
        .routes(routes!(export_drawn_chat))
        .layer(DefaultBodyLimit::max(REQUEST_MAX_BYTES + 1))
        .routes(routes!(list_imports, create_import))
        .routes(routes!(get_import, delete_import))
        .routes(routes!(check_import))
        .routes(routes!(start_import))
        .routes(routes!(export_chat))
        .routes(routes!(export_account))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChatQuery {
    #[param(inline)]
    pub format: Format,
    /// This message alone.
    pub message_id: Option<MessageId>,
    /// BCP 47 tag of the language of labels.
    pub locale: Option<String>,
    /// True for display and printing, instead of a download.
    #[serde(default)]
    pub shown: bool,
}

impl ChatQuery {
    fn wanting(self, diagrams: Vec<NewDiagram>) -> Wanted {
        let Self { format, message_id, locale, .. } = self;
        Wanted { format, message_id, locale, diagrams }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AccountQuery {
    /// True to include data that only this server has: keys without their secrets, the usage record.
    #[serde(default)]
    pub records: bool,
}

/// Lists the caller's archives, the newest first.
#[utoipa::path(get, path = "/api/portability/imports", tag = "portability",
    responses((status = 200, body = ImportsBody)))]
async fn list_imports(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<ImportsBody>> {
    Ok(Json(ImportsBody { items: import::list(&services, &caller).await? }))
}

/// Begins to take an archive, which is then sent in pieces.
#[utoipa::path(post, path = "/api/portability/imports", tag = "portability",
    request_body = NewImport,
    responses((status = 201, body = ImportBody), (status = 422, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn create_import(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewImport>,
) -> ApiResult<(StatusCode, Json<ImportBody>)> {
    Ok((StatusCode::CREATED, Json(import::create(&services, &caller, new).await?)))
}

/// Returns the progress of an import, and its result.
#[utoipa::path(get, path = "/api/portability/imports/{import_id}", tag = "portability",
    params(("import_id" = Uuid, Path)),
    responses((status = 200, body = ImportBody), (status = 404, body = ProblemBody)))]
async fn get_import(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<ImportBody>> {
    Ok(Json(import::find(&services, &caller, id).await?.into_body()?))
}

/// Deletes an import and its archive. Imported data stays.
#[utoipa::path(delete, path = "/api/portability/imports/{import_id}", tag = "portability",
    params(("import_id" = Uuid, Path)), responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_import(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    import::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Receives the next chunk of an archive, as bytes. Safe to repeat.
#[utoipa::path(put, path = "/api/portability/imports/{import_id}/pieces/{number}",
    tag = "portability", params(("import_id" = Uuid, Path), ("number" = u64, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 204), (status = 422, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn put_piece(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(Uuid, u64)>,
    bytes: Bytes,
) -> ApiResult<StatusCode> {
    import::put_piece(&services, &caller, id, number, bytes).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks an archive: its content, what of it is new, what cannot be mapped. Changes nothing.
#[utoipa::path(post, path = "/api/portability/imports/{import_id}/check", tag = "portability",
    params(("import_id" = Uuid, Path)),
    responses((status = 202, body = ImportBody), (status = 409, body = ProblemBody)))]
async fn check_import(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<(StatusCode, Json<ImportBody>)> {
    Ok((StatusCode::ACCEPTED, Json(import::check(&services, &caller, id).await?)))
}

/// Imports a checked archive. Adds only what does not exist yet.
#[utoipa::path(post, path = "/api/portability/imports/{import_id}/start", tag = "portability",
    params(("import_id" = Uuid, Path)),
    responses((status = 202, body = ImportBody), (status = 409, body = ProblemBody)))]
async fn start_import(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<(StatusCode, Json<ImportBody>)> {
    Ok((StatusCode::ACCEPTED, Json(import::start(&services, &caller, id).await?)))
}

/// Returns one chat as a file.
#[utoipa::path(get, path = "/api/portability/chats/{conversation_id}", tag = "portability",
    params(("conversation_id" = ConversationId, Path), ChatQuery),
    responses((status = 200, content_type = "application/octet-stream"),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn export_chat(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Query(query): Query<ChatQuery>,
) -> ApiResult<Response> {
    let is_shown = query.shown && query.format == Format::Html;
    let file = export::export(&services, &caller, id, query.wanting(Vec::new())).await?;
    Ok(download::respond(file, is_shown))
}

/// Returns one chat as a file, with diagrams that the caller rendered. Changes nothing.
#[utoipa::path(post, path = "/api/portability/chats/{conversation_id}", tag = "portability",
    params(("conversation_id" = ConversationId, Path), ChatQuery), request_body = NewDrawings,
    responses((status = 200, content_type = "application/octet-stream"),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn export_drawn_chat(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Query(query): Query<ChatQuery>,
    Json(drawn): Json<NewDrawings>,
) -> ApiResult<Response> {
    let file = export::export(&services, &caller, id, query.wanting(drawn.diagrams)).await?;
    Ok(download::respond(file, false))
}

/// Returns everything the caller created here, as an archive that round-trips byte for byte.
#[utoipa::path(get, path = "/api/portability/account", tag = "portability", params(AccountQuery),
    responses((status = 200, content_type = "application/zip")))]
async fn export_account(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<AccountQuery>,
) -> ApiResult<Response> {
    Ok(download::respond_archive(services, caller, query.records).await?)
}
