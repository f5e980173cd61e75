//! Model files on the server's machine. The operator's: they start a program and fill a disk.

use api::{ApiResult, BODY_TOO_LARGE, Json, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use bytes::Bytes;
use http::StatusCode;
use identity::Operator;
use kernel::Fallible;
use model_files::{FileName, PIECE_MAX_BYTES, Piece};

use crate::files_wire::{ModelFile, ModelFileList, Received, SentPiece};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_model_files))
        .routes(routes!(send_model_file, delete_model_file))
        .routes(routes!(load_model_file, unload_model_file))
        .layer(DefaultBodyLimit::max(PIECE_MAX_BYTES))
}

/// Lists the model files on the server's machine, and says what serves them.
#[utoipa::path(get, path = "/api/models/files", tag = "models",
    responses((status = 200, body = ModelFileList), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn list_model_files(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<ModelFileList>> {
    Ok(Json(list(&services).await?))
}

async fn list(services: &Services) -> Fallible<ModelFileList> {
    let files = services.providers.model_files()?;
    let (found, unfinished) = files.list().await?;
    let items = found.into_iter().map(|file| {
        let load = files.load_of(&file.name);
        ModelFile::new(file, load)
    });
    Ok(ModelFileList {
        folder: files.folder().display().to_string(),
        program: files.program().map(|path| path.display().to_string()),
        free_bytes: files.free_bytes(),
        piece_bytes: PIECE_MAX_BYTES,
        items: items.collect(),
        unfinished: unfinished.into_iter().map(Into::into).collect(),
    })
}

/// Receives a chunk of a model file. A refusal contains the offset at which the upload continues.
#[utoipa::path(put, path = "/api/models/files/{name}", tag = "models",
    params(("name" = String, Path), SentPiece),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Received), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn send_model_file(
    State(services): State<Services>,
    _operator: Operator,
    Path(name): Path<String>,
    Query(sent): Query<SentPiece>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<Received>> {
    let name: FileName = name.parse()?;
    let bytes = body.map_err(|_| BODY_TOO_LARGE)?;
    let SentPiece { offset, size_bytes, modified_at } = sent;
    let piece = Piece { offset, size_bytes, modified_at };
    let progress = services.providers.model_files()?.receive(name, piece, bytes).await?;
    if progress.is_complete {
        services.providers.refresh_model_files().await?;
    }
    Ok(Json(progress.into()))
}

/// Deletes a model file, or its partial upload.
#[utoipa::path(delete, path = "/api/models/files/{name}", tag = "models",
    params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn delete_model_file(
    State(services): State<Services>,
    _operator: Operator,
    Path(name): Path<String>,
) -> ApiResult<StatusCode> {
    services.providers.model_files()?.delete(&name.parse()?).await?;
    services.providers.refresh_model_files().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Loads a model file now, and returns the problem if that fails.
#[utoipa::path(post, path = "/api/models/files/{name}/load", tag = "models",
    params(("name" = String, Path)),
    responses((status = 204), (status = 502, body = ProblemBody), (status = 503, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 504, body = ProblemBody)))]
async fn load_model_file(
    State(services): State<Services>,
    _operator: Operator,
    Path(name): Path<String>,
) -> ApiResult<StatusCode> {
    services.providers.model_files()?.load(&name.parse()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unloads a model file. Answers that it writes break off.
#[utoipa::path(delete, path = "/api/models/files/{name}/load", tag = "models",
    params(("name" = String, Path)), responses((status = 204), (status = 422, body = ProblemBody)))]
async fn unload_model_file(
    State(services): State<Services>,
    _operator: Operator,
    Path(name): Path<String>,
) -> ApiResult<StatusCode> {
    services.providers.model_files()?.unload(&name.parse()?).await;
    Ok(StatusCode::NO_CONTENT)
}
