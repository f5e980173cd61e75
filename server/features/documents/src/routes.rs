use std::sync::Arc;

use api::{ApiResult, BODY_TOO_LARGE, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use bytes::Bytes;
use files::{CHUNK_MAX_BYTES, Upload};
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{FileId, Problem};

use crate::pace::Pace;
use crate::problems::{MISSING_OFFSET, NOT_A_CHUNK};
use crate::wire::{FileBody, FileText, NewFile, RecognisedText};
use crate::{serve, upload};

/// Header as in tus 1.0: the offset of a chunk, and of the next one.
const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
const CHUNK_TYPE: &str = "application/offset+octet-stream";

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(begin_file))
        .routes(routes!(get_file, send_chunk, remove_file))
        .routes(routes!(retry_file))
        .routes(routes!(get_file_text))
        .routes(routes!(get_recognised_page))
        .routes(routes!(get_file_content))
        .layer(DefaultBodyLimit::max(CHUNK_MAX_BYTES))
}

type Progress = ([(HeaderName, HeaderValue); 2], Json<FileBody>);

/// Begins an upload; asked again, says how far it is.
#[utoipa::path(post, path = "/api/documents/files", tag = "documents", request_body = NewFile,
    responses((status = 201, body = FileBody), (status = 413, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn begin_file(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Json(new): Json<NewFile>,
) -> ApiResult<(StatusCode, Progress)> {
    pace.check(&caller)?;
    Ok((StatusCode::CREATED, progress(upload::begin(&services, &caller, new).await?)))
}

/// Returns the progress of a file. `HEAD` returns the same in headers: `Upload-Offset` and `Upload-Length`.
#[utoipa::path(get, path = "/api/documents/files/{file_id}", tag = "documents",
    params(("file_id" = FileId, Path)), responses((status = 200, body = FileBody)))]
async fn get_file(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FileId>,
) -> ApiResult<Progress> {
    Ok(progress(upload::find(&services, &caller, id).await?))
}

/// Receives the chunk that begins at `Upload-Offset`. A refusal contains the offset at which the upload continues.
#[utoipa::path(patch, path = "/api/documents/files/{file_id}", tag = "documents",
    params(("file_id" = FileId, Path), ("upload-offset" = i64, Header)),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses((status = 200, body = FileBody), (status = 409, body = ProblemBody),
        (status = 415, body = ProblemBody)))]
async fn send_chunk(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FileId>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Progress> {
    let offset = chunk_offset(&headers)?;
    let chunk = body.map_err(|_| BODY_TOO_LARGE)?;
    Ok(progress(upload::receive(&services, &caller, id, offset, chunk).await?))
}

/// Removes a file that no message has.
#[utoipa::path(delete, path = "/api/documents/files/{file_id}", tag = "documents",
    params(("file_id" = FileId, Path)),
    responses((status = 204), (status = 409, body = ProblemBody)))]
async fn remove_file(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FileId>,
) -> ApiResult<StatusCode> {
    upload::remove(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Retries reading a file that failed or was read in part.
#[utoipa::path(post, path = "/api/documents/files/{file_id}/retry", tag = "documents",
    params(("file_id" = FileId, Path)),
    responses((status = 200, body = FileBody), (status = 409, body = ProblemBody)))]
async fn retry_file(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Path(id): Path<FileId>,
) -> ApiResult<Progress> {
    pace.check(&caller)?;
    Ok(progress(upload::retry(&services, &caller, id).await?))
}

/// Returns the text of a file, by page.
#[utoipa::path(get, path = "/api/documents/files/{file_id}/text", tag = "documents",
    params(("file_id" = FileId, Path)), responses((status = 200, body = FileText)))]
async fn get_file_text(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FileId>,
) -> ApiResult<Json<FileText>> {
    Ok(Json(upload::text(&services, &caller, id).await?))
}

/// Returns the positions of words on a page that is an image of text.
#[utoipa::path(get, path = "/api/documents/files/{file_id}/recognised/{number}", tag = "documents",
    params(("file_id" = FileId, Path), ("number" = u32, Path)),
    responses((status = 200, body = RecognisedText)))]
async fn get_recognised_page(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(FileId, u32)>,
) -> ApiResult<Json<RecognisedText>> {
    Ok(Json(upload::recognised(&services, &caller, id, number).await?))
}

/// Returns a file's bytes, or a range of them: images for display, everything else for download.
#[utoipa::path(get, path = "/api/documents/files/{file_id}/content", tag = "documents",
    params(("file_id" = FileId, Path), ("range" = Option<String>, Header)),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 206, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, body = ProblemBody), (status = 416)))]
async fn get_file_content(
    State(services): State<Services>,
    caller: SignedIn,
    headers: HeaderMap,
    Path(id): Path<FileId>,
) -> ApiResult<Response> {
    Ok(serve::content(&services, &caller, id, &headers).await?)
}

fn progress(upload: Upload) -> Progress {
    let headers = [
        (UPLOAD_OFFSET, HeaderValue::from(upload.received_bytes)),
        (UPLOAD_LENGTH, HeaderValue::from(upload.size_bytes)),
    ];
    (headers, Json(upload.into()))
}

fn chunk_offset(headers: &HeaderMap) -> Result<i64, Problem> {
    if headers.get(CONTENT_TYPE).is_none_or(|kind| kind != CHUNK_TYPE) {
        return Err(NOT_A_CHUNK.into());
    }
    let offset = headers.get(UPLOAD_OFFSET).and_then(|value| value.to_str().ok()?.parse().ok());
    offset.filter(|offset| *offset >= 0).ok_or_else(|| MISSING_OFFSET.into())
}
