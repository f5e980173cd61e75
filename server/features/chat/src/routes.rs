use std::sync::Arc;

use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query, expected_version};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{ConversationId, MessageId};

use crate::answers::{regenerate, send};
use crate::ensemble::merge;
use crate::followed;
use crate::history::list;
use crate::history::tree;
use crate::history::window;
use crate::history::wire::ListQuery;
use crate::pace::Pace;
use crate::wire::{
    Answering, ConversationChange, ConversationDetail, ConversationSummary, DetailQuery,
    MessagesBody, MessagesQuery, NewAnswer, NewEnsemble, NewMessage, SearchHitBody, SearchQuery,
    Sent,
};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_conversations))
        .routes(routes!(get_conversation, change_conversation, delete_conversation))
        .routes(routes!(restore_conversation))
        .routes(routes!(get_messages, send_message))
        .routes(routes!(regenerate_message))
        .routes(routes!(merge_answers))
        .routes(routes!(search_conversations))
}

/// Lists the caller's conversations, the one that spoke last first.
#[utoipa::path(get, path = "/api/chat/conversations", tag = "chat", params(ListQuery, PageQuery),
    responses((status = 200, body = PageBody<ConversationSummary>)))]
async fn list_conversations(
    State(services): State<Services>,
    caller: SignedIn,
    Query(which): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ConversationSummary>>> {
    Ok(Json(list::list(&services, &caller, &which, &page).await?))
}

/// Returns a conversation with all its branches.
#[utoipa::path(get, path = "/api/chat/conversations/{conversation_id}", tag = "chat",
    params(("conversation_id" = ConversationId, Path), DetailQuery),
    responses((status = 200, body = ConversationDetail), (status = 404, body = ProblemBody)))]
async fn get_conversation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Query(query): Query<DetailQuery>,
) -> ApiResult<Response> {
    let found = window::get_conversation(&services, &caller, id, query.newest).await?;
    let (detail, _memory_until_written) = found;
    Ok(Json(detail).into_response())
}

/// Returns some messages of a conversation, those that its detail listed without their content.
#[utoipa::path(get, path = "/api/chat/conversations/{conversation_id}/messages", tag = "chat",
    params(("conversation_id" = ConversationId, Path), MessagesQuery),
    responses((status = 200, body = MessagesBody), (status = 404, body = ProblemBody)))]
async fn get_messages(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Query(query): Query<MessagesQuery>,
) -> ApiResult<Json<MessagesBody>> {
    Ok(Json(window::get_messages(&services, &caller, id, &query.ids).await?))
}

/// Changes a conversation's title, model, shown branch, place in the list or read mark.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/chat/conversations/{conversation_id}", tag = "chat",
    params(("conversation_id" = ConversationId, Path), ("if-match" = Option<String>, Header)),
    request_body = ConversationChange,
    responses((status = 200, body = ConversationSummary), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_conversation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    headers: HeaderMap,
    Json(change): Json<ConversationChange>,
) -> ApiResult<Json<ConversationSummary>> {
    let version = expected_version(&headers)?;
    Ok(Json(tree::change_conversation(&services, &caller, id, change, version).await?))
}

/// Moves a conversation to the trash, from which it can be restored for 30 days. A temporary one is deleted
/// permanently.
#[utoipa::path(delete, path = "/api/chat/conversations/{conversation_id}", tag = "chat",
    params(("conversation_id" = ConversationId, Path)), responses((status = 204)))]
async fn delete_conversation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
) -> ApiResult<StatusCode> {
    tree::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a conversation from the trash.
#[utoipa::path(post, path = "/api/chat/conversations/{conversation_id}/restore", tag = "chat",
    params(("conversation_id" = ConversationId, Path)),
    responses((status = 200, body = ConversationSummary)))]
async fn restore_conversation(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
) -> ApiResult<Json<ConversationSummary>> {
    Ok(Json(tree::restore(&services, &caller, id).await?))
}

/// Sends a message and starts its answer. Creates the conversation if its id is new.
///
/// Safe to repeat: the same message returns the same answer. Clients that accept `text/event-stream` get this as the
/// event `sent`, followed by the events of the answer's run.
#[utoipa::path(post, path = "/api/chat/conversations/{conversation_id}/messages", tag = "chat",
    params(("conversation_id" = ConversationId, Path)), request_body = NewMessage,
    responses((status = 202, body = Sent), (status = 402, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn send_message(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    headers: HeaderMap,
    Json(new): Json<NewMessage>,
) -> ApiResult<Response> {
    pace.check_send(&caller)?;
    let sent = send::send_message(&services, &caller, id, new).await?;
    Ok(followed::response(&services, &headers, &sent, &sent.assistant_messages))
}

/// Regenerates the answer to a message, beside the existing one.
#[utoipa::path(post, path = "/api/chat/messages/{message_id}/regenerate", tag = "chat",
    params(("message_id" = MessageId, Path)), request_body = NewAnswer,
    responses((status = 202, body = Answering), (status = 422, body = ProblemBody)))]
async fn regenerate_message(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Path(id): Path<MessageId>,
    headers: HeaderMap,
    Json(new): Json<NewAnswer>,
) -> ApiResult<Response> {
    pace.check_send(&caller)?;
    let answering = regenerate::regenerate(&services, &caller, id, new).await?;
    let answer = std::slice::from_ref(&answering.assistant_message);
    Ok(followed::response(&services, &headers, &answering, answer))
}

/// Merges several models' answers to a message into one, beside them.
#[utoipa::path(post, path = "/api/chat/messages/{message_id}/ensemble", tag = "chat",
    params(("message_id" = MessageId, Path)), request_body = NewEnsemble,
    responses((status = 202, body = Answering), (status = 402, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn merge_answers(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Path(id): Path<MessageId>,
    headers: HeaderMap,
    Json(new): Json<NewEnsemble>,
) -> ApiResult<Response> {
    pace.check_send(&caller)?;
    let answering = merge::merge(&services, &caller, id, new).await?;
    let answer = std::slice::from_ref(&answering.assistant_message);
    Ok(followed::response(&services, &headers, &answering, answer))
}

/// Finds the caller's conversations by their words, in titles and messages, newest first.
#[utoipa::path(get, path = "/api/chat/search", tag = "chat", params(SearchQuery, PageQuery),
    responses((status = 200, body = PageBody<SearchHitBody>), (status = 422, body = ProblemBody)))]
async fn search_conversations(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Query(query): Query<SearchQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<SearchHitBody>>> {
    pace.check_search(&caller)?;
    Ok(Json(list::find(&services, &caller, &query, &page).await?))
}
