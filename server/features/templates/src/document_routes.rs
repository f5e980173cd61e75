use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query, expected_version};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, X_FRAME_OPTIONS};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::Uuid;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::documents;
use crate::routes::Pace;
use crate::wire::{DocumentBody, DocumentChange, FileBody, NewDocument, NewFile, SummaryBody};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_template_documents, create_template_document))
        .routes(routes!(get_template_document, update_template_document, delete_template_document))
        .routes(routes!(get_template_document_page))
        .routes(routes!(make_template_document_file))
}

/// Lists the caller's documents, the last changed first.
#[utoipa::path(get, path = "/api/templates/documents", tag = "templates", params(PageQuery),
    responses((status = 200, body = PageBody<SummaryBody>)))]
async fn list_template_documents(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<SummaryBody>>> {
    Ok(Json(documents::list(&services, caller.user_id, page.bounds()?).await?.into()))
}

/// Begins a document of a template. Fields may be missing.
#[utoipa::path(post, path = "/api/templates/documents", tag = "templates",
    request_body = NewDocument,
    responses((status = 201, body = DocumentBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn create_template_document(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewDocument>,
) -> ApiResult<(StatusCode, Json<DocumentBody>)> {
    let created = documents::create(&services, (&caller).into(), new).await?;
    Ok((StatusCode::CREATED, Json(documents::body(&services, created).await?)))
}

/// Returns a document with its values and files.
#[utoipa::path(get, path = "/api/templates/documents/{template_document_id}", tag = "templates",
    params(("template_document_id" = Uuid, Path)),
    responses((status = 200, body = DocumentBody), (status = 404, body = ProblemBody)))]
async fn get_template_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DocumentBody>> {
    let document = documents::get(&services, caller.user_id, id).await?;
    Ok(Json(documents::body(&services, document).await?))
}

/// Stores what fills a document. Fields may be missing. `If-Match`: the version that is changed.
#[utoipa::path(put, path = "/api/templates/documents/{template_document_id}", tag = "templates",
    params(("template_document_id" = Uuid, Path)), request_body = DocumentChange,
    responses((status = 200, body = DocumentBody), (status = 404, body = ProblemBody),
        (status = 412, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn update_template_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(change): Json<DocumentChange>,
) -> ApiResult<Json<DocumentBody>> {
    let expected = expected_version(&headers)?;
    let changed = documents::update(&services, &caller, id, expected, change).await?;
    Ok(Json(documents::body(&services, changed).await?))
}

/// Deletes a document with the files that were made of it.
#[utoipa::path(delete, path = "/api/templates/documents/{template_document_id}", tag = "templates",
    params(("template_document_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_template_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    documents::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PrintQuery {
    /// True for the printer: all required fields must be filled.
    #[param(inline)]
    #[serde(default)]
    print: bool,
}

/// A page that runs nothing and fetches nothing, shown in a frame of ours.
const SHOWN: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

/// Returns a document as a web page: its pages beside each other, with labels where nothing is filled in; or as it is
/// printed.
#[utoipa::path(get, path = "/api/templates/documents/{template_document_id}/page", tag = "templates",
    params(("template_document_id" = Uuid, Path), PrintQuery),
    responses((status = 200, body = String, content_type = "text/html"),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn get_template_document_page(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Query(query): Query<PrintQuery>,
) -> ApiResult<Response> {
    let page = documents::page_of(&services, &caller, id, query.print).await?;
    let mut response = Html(page).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(SHOWN));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

/// Makes a file of a document, which is kept among the caller's files. It takes the place of the last one of its format.
#[utoipa::path(post, path = "/api/templates/documents/{template_document_id}/files", tag = "templates",
    params(("template_document_id" = Uuid, Path)), request_body = NewFile,
    responses((status = 200, body = FileBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn make_template_document_file(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Json(new): Json<NewFile>,
) -> ApiResult<Json<FileBody>> {
    pace.check(&caller.user_id.to_string())?;
    Ok(Json(documents::make_file(&services, (&caller).into(), id, new.format).await?))
}
