use std::sync::Arc;

use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use kernel::ConversationId;
use live_settings::Section;

use super::document::{CollectionId, DocumentId};
use super::wire::{
    CollectionBody, CollectionChange, CollectionEntryBody, DocumentBody, DocumentChange,
    DocumentChatsBody, NewCollection, NewDocument,
};
use super::{chats, collections, documents, highlight_routes};
use crate::pace::Pace;
use crate::settings::Settings;

pub(crate) fn router(settings: Section<Settings>) -> Routes {
    Routes::new()
        .routes(routes!(list_documents, add_document))
        .routes(routes!(get_document, change_document, delete_document))
        .routes(routes!(retry_document))
        .routes(routes!(restore_document))
        .routes(routes!(list_document_chats))
        .routes(routes!(begin_document_chat))
        .routes(routes!(list_collections, make_collection))
        .routes(routes!(get_collection, change_collection, delete_collection))
        .routes(routes!(restore_collection))
        .routes(routes!(list_collection_chats))
        .routes(routes!(begin_collection_chat))
        .merge(highlight_routes::router())
        .layer(Extension(settings))
}

/// Lists the caller's documents, newest first.
#[utoipa::path(get, path = "/api/documents/library", tag = "documents", params(PageQuery),
    responses((status = 200, body = PageBody<DocumentBody>)))]
async fn list_documents(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<DocumentBody>>> {
    Ok(Json(documents::list(&services, &caller, &page).await?))
}

/// Adds a document: its bytes are then sent as a file's, or it is fetched from its address.
#[utoipa::path(post, path = "/api/documents/library", tag = "documents", request_body = NewDocument,
    responses((status = 201, body = DocumentBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn add_document(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Json(new): Json<NewDocument>,
) -> ApiResult<(StatusCode, Json<DocumentBody>)> {
    pace.check(&caller)?;
    let document = documents::begin(&services, &settings.get(), &caller, new).await?;
    Ok((StatusCode::CREATED, Json(document)))
}

/// Returns a document, and its progress.
#[utoipa::path(get, path = "/api/documents/library/{document_id}", tag = "documents",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, body = DocumentBody), (status = 404, body = ProblemBody)))]
async fn get_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DocumentBody>> {
    Ok(Json(documents::get(&services, &caller, id).await?))
}

/// Renames a document, or says that its failure is not to be heard of any more.
#[utoipa::path(patch, path = "/api/documents/library/{document_id}", tag = "documents",
    params(("document_id" = DocumentId, Path)), request_body = DocumentChange,
    responses((status = 200, body = DocumentBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
    Json(change): Json<DocumentChange>,
) -> ApiResult<Json<DocumentBody>> {
    Ok(Json(documents::change(&services, &caller, id, change).await?))
}

/// Deletes a document; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/documents/library/{document_id}", tag = "documents",
    params(("document_id" = DocumentId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
) -> ApiResult<StatusCode> {
    documents::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Retries a failed document, or continues to read one of which not everything was kept.
#[utoipa::path(post, path = "/api/documents/library/{document_id}/retry", tag = "documents",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, body = DocumentBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn retry_document(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    Extension(settings): Extension<Section<Settings>>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DocumentBody>> {
    pace.check(&caller)?;
    Ok(Json(documents::retry(&services, &settings.get(), &caller, id).await?))
}

/// Restores a deleted document.
#[utoipa::path(post, path = "/api/documents/library/{document_id}/restore", tag = "documents",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, body = DocumentBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn restore_document(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DocumentBody>> {
    Ok(Json(documents::restore(&services, &caller, id).await?))
}

/// Lists the conversations about a document, the one that went on last first.
#[utoipa::path(get, path = "/api/documents/library/{document_id}/chats", tag = "documents",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, body = DocumentChatsBody), (status = 404, body = ProblemBody)))]
async fn list_document_chats(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DocumentChatsBody>> {
    Ok(Json(chats::list(&services, &caller, id).await?))
}

/// Links a conversation to a document: questions there are answered from it. The conversation's id is made by the
/// client; it begins with its first message.
#[utoipa::path(put, path = "/api/documents/library/{document_id}/chats/{conversation_id}",
    tag = "documents",
    params(("document_id" = DocumentId, Path), ("conversation_id" = ConversationId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn begin_document_chat(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, conversation_id)): Path<(DocumentId, ConversationId)>,
) -> ApiResult<StatusCode> {
    chats::tie(&services, &caller, id, conversation_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the caller's collections, newest first.
#[utoipa::path(get, path = "/api/documents/collections", tag = "documents", params(PageQuery),
    responses((status = 200, body = PageBody<CollectionEntryBody>)))]
async fn list_collections(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<CollectionEntryBody>>> {
    Ok(Json(collections::list(&services, &caller, &page).await?))
}

/// Creates a collection of documents that are asked about together.
#[utoipa::path(post, path = "/api/documents/collections", tag = "documents",
    request_body = NewCollection,
    responses((status = 201, body = CollectionBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn make_collection(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Json(new): Json<NewCollection>,
) -> ApiResult<(StatusCode, Json<CollectionBody>)> {
    pace.check(&caller)?;
    let collection = collections::create(&services, &caller, new).await?;
    Ok((StatusCode::CREATED, Json(collection)))
}

/// Returns a collection with its documents.
#[utoipa::path(get, path = "/api/documents/collections/{collection_id}", tag = "documents",
    params(("collection_id" = CollectionId, Path)),
    responses((status = 200, body = CollectionBody), (status = 404, body = ProblemBody)))]
async fn get_collection(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<CollectionId>,
) -> ApiResult<Json<CollectionBody>> {
    Ok(Json(collections::get(&services, &caller, id).await?))
}

/// Renames a collection, or says which documents are in it.
#[utoipa::path(patch, path = "/api/documents/collections/{collection_id}", tag = "documents",
    params(("collection_id" = CollectionId, Path)), request_body = CollectionChange,
    responses((status = 200, body = CollectionBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_collection(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<CollectionId>,
    Json(change): Json<CollectionChange>,
) -> ApiResult<Json<CollectionBody>> {
    Ok(Json(collections::change(&services, &caller, id, change).await?))
}

/// Deletes a collection; it can be restored for 30 days. Its documents stay.
#[utoipa::path(delete, path = "/api/documents/collections/{collection_id}", tag = "documents",
    params(("collection_id" = CollectionId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_collection(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<CollectionId>,
) -> ApiResult<StatusCode> {
    collections::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted collection.
#[utoipa::path(post, path = "/api/documents/collections/{collection_id}/restore", tag = "documents",
    params(("collection_id" = CollectionId, Path)),
    responses((status = 200, body = CollectionBody), (status = 404, body = ProblemBody)))]
async fn restore_collection(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<CollectionId>,
) -> ApiResult<Json<CollectionBody>> {
    Ok(Json(collections::restore(&services, &caller, id).await?))
}

/// Lists the conversations about a collection, the one that went on last first.
#[utoipa::path(get, path = "/api/documents/collections/{collection_id}/chats", tag = "documents",
    params(("collection_id" = CollectionId, Path)),
    responses((status = 200, body = DocumentChatsBody), (status = 404, body = ProblemBody)))]
async fn list_collection_chats(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<CollectionId>,
) -> ApiResult<Json<DocumentChatsBody>> {
    Ok(Json(collections::list_its_chats(&services, &caller, id).await?))
}

/// Links a conversation to a collection: questions there are answered from its documents.
#[utoipa::path(put, path = "/api/documents/collections/{collection_id}/chats/{conversation_id}",
    tag = "documents",
    params(("collection_id" = CollectionId, Path), ("conversation_id" = ConversationId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn begin_collection_chat(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, conversation_id)): Path<(CollectionId, ConversationId)>,
) -> ApiResult<StatusCode> {
    collections::tie(&services, &caller, id, conversation_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
