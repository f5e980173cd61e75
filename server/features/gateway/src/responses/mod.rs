//! OpenAI's responses.

mod answer;
pub(crate) mod kept;
mod wire;

use api::Path;
use area::Services;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use identity::{KeyCaller, KeyScope};
use serde_json::{Value, json};

use crate::ask::ask_all;
use crate::body::RawBody;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiResult};
use crate::repeats::Named;
use answer::Responding;
use kept::{Keeping, run_of};
use wire::{ITEM_REFERENCE, ResponseRequest};

/// Answers a conversation in the format of OpenAI's responses: at once, or with `stream` while it is written.
///
/// The response is kept for 30 days for requests that name it, unless `store` is false. Metered like chat completions,
/// and the same with an `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/responses", tag = "gateway", request_body = ResponseRequest,
    params(("idempotency-key" = Option<String>, Header)),
    responses((status = 200, body = serde_json::Value), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 502, body = ErrorBody)))]
pub(crate) async fn create_response(
    State(services): State<Services>,
    caller: Caller,
    named: Named,
    body: RawBody,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: ResponseRequest = body.parse_messages(&services).await?;
    let repeatable = named.request(&caller.0, &body.0);
    let mut items = match &wanted.previous_response_id {
        Some(id) => kept::history(&services, &caller.0, id).await?,
        None => Vec::new(),
    };
    let input = resolve(&services, &caller.0, wanted.items()).await?;
    items.extend(input.iter().cloned());
    let request = wanted.to_model_request(&items)?;
    let asked = ask_all(&services, &caller.0, &wanted.model, vec![request], repeatable).await?;
    let keeping = wanted.is_kept().then(|| Keeping {
        services: services.clone(),
        id: asked.id,
        user_id: caller.0.user_id,
        workspace_id: caller.0.workspace_id,
        previous_id: wanted.previous_response_id.as_deref().and_then(run_of),
        input,
    });
    let model = wanted.model.clone();
    let responding = Responding::new(asked.id, asked.created, model, wanted.echo(), keeping);
    if wanted.stream {
        return asked.pieces.stream(responding).await;
    }
    Ok(Json(responding.whole(asked.pieces).await?).into_response())
}

/// Replaces references by the items that they name.
async fn resolve(
    services: &Services,
    caller: &KeyCaller,
    items: Vec<Value>,
) -> OpenAiResult<Vec<Value>> {
    let mut resolved = Vec::with_capacity(items.len());
    for item in items {
        let is_reference = item["type"] == ITEM_REFERENCE;
        resolved.push(match item["id"].as_str().filter(|_| is_reference) {
            Some(id) => kept::find_item(services, caller, id).await?,
            None => item,
        });
    }
    Ok(resolved)
}

/// Returns a response that was kept.
#[utoipa::path(get, path = "/v1/responses/{response_id}", tag = "gateway",
    params(("response_id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn get_response(
    State(services): State<Services>,
    caller: Caller,
    Path(response_id): Path<String>,
) -> OpenAiResult<Json<Value>> {
    caller.0.check(KeyScope::Chat)?;
    Ok(Json(kept::find(&services, &caller.0, &response_id).await?))
}

/// Deletes a response that was kept. Responses that continue it can no longer be continued.
#[utoipa::path(delete, path = "/v1/responses/{response_id}", tag = "gateway",
    params(("response_id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn delete_response(
    State(services): State<Services>,
    caller: Caller,
    Path(response_id): Path<String>,
) -> OpenAiResult<Json<Value>> {
    caller.0.check(KeyScope::Chat)?;
    kept::delete(&services, &caller.0, &response_id).await?;
    Ok(Json(json!({ "id": response_id, "object": "response", "deleted": true })))
}
