use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query, expected_time};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::HeaderMap;
use identity::SignedIn;
use kernel::{ConversationId, Uuid};

use crate::context::report::{ContextQuery, ContextReport, report};
use crate::context::summaries;
use crate::context::summaries::Summary;
use crate::resources::list;
use crate::resources::list::{ConversationResource, ResourceQuery};
use crate::settings;
use crate::settings::ConversationSettings;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_context))
        .routes(routes!(list_resources))
        .routes(routes!(set_conversation_settings))
        .routes(routes!(edit_summary))
}

#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SummaryEdit {
    /// Markdown.
    text: String,
}

/// Returns the context usage of a branch, and what does not fit.
#[utoipa::path(get, path = "/api/chat/conversations/{conversation_id}/context", tag = "chat",
    params(("conversation_id" = ConversationId, Path), ContextQuery),
    responses((status = 200, body = ContextReport), (status = 404, body = ProblemBody)))]
async fn get_context(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Query(query): Query<ContextQuery>,
) -> ApiResult<Json<ContextReport>> {
    Ok(Json(report(&services, &caller, id, query).await?))
}

/// Lists the resources of a conversation: files, or links and sources; the newest first.
#[utoipa::path(get, path = "/api/chat/conversations/{conversation_id}/resources", tag = "chat",
    params(("conversation_id" = ConversationId, Path), ResourceQuery, PageQuery),
    responses((status = 200, body = PageBody<ConversationResource>), (status = 404, body = ProblemBody)))]
async fn list_resources(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Query(query): Query<ResourceQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ConversationResource>>> {
    Ok(Json(list::list(&services, &caller, id, &query, &page).await?))
}

/// Sets the settings of one conversation; null fields follow the general settings.
#[utoipa::path(put, path = "/api/chat/conversations/{conversation_id}/settings", tag = "chat",
    params(("conversation_id" = ConversationId, Path)), request_body = ConversationSettings,
    responses((status = 200, body = ConversationSettings), (status = 422, body = ProblemBody)))]
async fn set_conversation_settings(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ConversationId>,
    Json(new): Json<ConversationSettings>,
) -> ApiResult<Json<ConversationSettings>> {
    Ok(Json(settings::set(&services, &caller, id, new).await?))
}

/// Edits the text of a summary. The messages stay as they are.
///
/// With `If-Match: "<updated_at>"` only if nobody else changed it meanwhile.
#[utoipa::path(put, path = "/api/chat/summaries/{summary_id}", tag = "chat",
    params(("summary_id" = Uuid, Path), ("if-match" = Option<String>, Header)),
    request_body = SummaryEdit,
    responses((status = 200, body = Summary), (status = 404, body = ProblemBody),
        (status = 412, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn edit_summary(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(edit): Json<SummaryEdit>,
) -> ApiResult<Json<Summary>> {
    let expected = expected_time(&headers)?;
    Ok(Json(summaries::edit(&services, &caller, id, &edit.text, expected).await?))
}
