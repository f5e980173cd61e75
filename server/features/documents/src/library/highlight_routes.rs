use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;

use super::document::DocumentId;
use super::highlight::{Content, HighlightId};
use super::highlights;
use super::wire::{HighlightBody, HighlightsBody};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_highlights)).routes(routes!(put_highlight, delete_highlight))
}

/// Lists the caller's highlights in a document, in reading order.
#[utoipa::path(get, path = "/api/documents/library/{document_id}/highlights", tag = "documents",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, body = HighlightsBody), (status = 404, body = ProblemBody)))]
async fn list_highlights(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<HighlightsBody>> {
    Ok(Json(highlights::list(&services, &caller, id).await?))
}

/// Creates or updates a highlight under an id made by the client. A deleted one is restored by it.
#[utoipa::path(put, path = "/api/documents/library/{document_id}/highlights/{highlight_id}",
    tag = "documents",
    params(("document_id" = DocumentId, Path), ("highlight_id" = HighlightId, Path)),
    request_body = Content,
    responses((status = 200, body = HighlightBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn put_highlight(
    State(services): State<Services>,
    caller: SignedIn,
    Path((document_id, id)): Path<(DocumentId, HighlightId)>,
    Json(content): Json<Content>,
) -> ApiResult<Json<HighlightBody>> {
    Ok(Json(highlights::put(&services, &caller, document_id, id, content).await?))
}

/// Removes a highlight.
#[utoipa::path(delete, path = "/api/documents/library/{document_id}/highlights/{highlight_id}",
    tag = "documents",
    params(("document_id" = DocumentId, Path), ("highlight_id" = HighlightId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_highlight(
    State(services): State<Services>,
    caller: SignedIn,
    Path((document_id, id)): Path<(DocumentId, HighlightId)>,
) -> ApiResult<StatusCode> {
    highlights::delete(&services, &caller, document_id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
