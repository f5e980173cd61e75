use api::{ApiResult, Json, Path, ProblemBody, expected_time, sse};
use area::{Routes, Services, routes};
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::Uuid;

use crate::progress_event::{ProgressEvent, frames};
use crate::wire::{
    GlossaryBody, ImportedBody, LanguagesBody, MemoryBody, TableBody, TermBody, TermToKeep,
    TextsToTranslate,
};
use crate::{glossary, languages, memory, translate};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(translate_texts))
        .routes(routes!(list_languages))
        .routes(routes!(describe_memory, forget_memory))
        .routes(routes!(list_terms, add_term))
        .routes(routes!(export_terms, import_terms))
        .routes(routes!(change_term, remove_term))
}

/// Translates texts, and streams each as it is done: events `translated` and `failed`, then `done`.
///
/// Texts translated before come from the caller's translation memory and cost nothing. A client that disconnects
/// cancels the work.
#[utoipa::path(post, path = "/api/translation/texts", tag = "translation", request_body = TextsToTranslate,
    responses((status = 200, body = ProgressEvent, content_type = "text/event-stream"),
        (status = 402, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn translate_texts(
    State(services): State<Services>,
    caller: SignedIn,
    Json(texts): Json<TextsToTranslate>,
) -> ApiResult<Response> {
    Ok(sse::response(frames(translate::translate(&services, &caller, texts).await?)))
}

/// Lists the languages that can be translated into.
#[utoipa::path(get, path = "/api/translation/languages", tag = "translation",
    responses((status = 200, body = LanguagesBody)))]
async fn list_languages(_caller: SignedIn) -> Json<LanguagesBody> {
    Json(LanguagesBody { items: languages::all().map(|language| language.tag).collect() })
}

/// Returns the size of the caller's translation memory.
#[utoipa::path(get, path = "/api/translation/memory", tag = "translation",
    responses((status = 200, body = MemoryBody)))]
async fn describe_memory(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<MemoryBody>> {
    Ok(Json(memory::describe(&services, &caller).await?))
}

/// Empties the caller's memory of translations.
#[utoipa::path(delete, path = "/api/translation/memory", tag = "translation", responses((status = 204)))]
async fn forget_memory(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<StatusCode> {
    memory::forget(&services, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the terms of the caller's glossary.
#[utoipa::path(get, path = "/api/translation/glossary", tag = "translation",
    responses((status = 200, body = GlossaryBody)))]
async fn list_terms(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<GlossaryBody>> {
    Ok(Json(glossary::list(&services, &caller).await?))
}

/// Creates a term.
#[utoipa::path(post, path = "/api/translation/glossary", tag = "translation", request_body = TermToKeep,
    responses((status = 201, body = TermBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn add_term(
    State(services): State<Services>,
    caller: SignedIn,
    Json(term): Json<TermToKeep>,
) -> ApiResult<(StatusCode, Json<TermBody>)> {
    Ok((StatusCode::CREATED, Json(glossary::add(&services, &caller, term).await?)))
}

/// Returns the caller's glossary as a table (CSV).
#[utoipa::path(get, path = "/api/translation/glossary/table", tag = "translation",
    responses((status = 200, body = TableBody)))]
async fn export_terms(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<TableBody>> {
    Ok(Json(glossary::export(&services, &caller).await?))
}

/// Imports the terms of a table, all in one step. Invalid lines are reported and skipped.
#[utoipa::path(post, path = "/api/translation/glossary/table", tag = "translation", request_body = TableBody,
    responses((status = 200, body = ImportedBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn import_terms(
    State(services): State<Services>,
    caller: SignedIn,
    Json(table): Json<TableBody>,
) -> ApiResult<Json<ImportedBody>> {
    Ok(Json(glossary::import(&services, &caller, &table).await?))
}

/// Edits a term of the caller's.
///
/// With `If-Match: "<updated_at>"` only if nobody else changed it meanwhile.
#[utoipa::path(put, path = "/api/translation/glossary/{term_id}", tag = "translation",
    params(("term_id" = Uuid, Path), ("if-match" = Option<String>, Header)),
    request_body = TermToKeep,
    responses((status = 200, body = TermBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_term(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(term): Json<TermToKeep>,
) -> ApiResult<Json<TermBody>> {
    let expected = expected_time(&headers)?;
    Ok(Json(glossary::change(&services, &caller, id, term, expected).await?))
}

/// Deletes a term of the caller's.
#[utoipa::path(delete, path = "/api/translation/glossary/{term_id}", tag = "translation",
    params(("term_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn remove_term(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    glossary::remove(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
