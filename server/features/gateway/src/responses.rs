use area::Services;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use identity::KeyScope;

use crate::ask::ask;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::follow::start_following;
use crate::responses_answer::Responding;
use crate::responses_wire::ResponseRequest;

/// Answers a conversation in the shape of OpenAI's responses: whole, or with `stream` as it is written.
///
/// Nothing is kept for a next request; metered like chat completions.
#[utoipa::path(post, path = "/v1/responses", tag = "gateway", request_body = ResponseRequest,
    responses((status = 200, body = serde_json::Value), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(crate) async fn create_response(
    State(services): State<Services>,
    caller: Caller,
    body: Bytes,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: ResponseRequest = serde_json::from_slice(&body).map_err(OpenAiError::malformed)?;
    let asked = ask(&services, &caller.0, &wanted.model, wanted.to_model_request()?).await?;
    let created = asked.run.created_at.micros() / kernel::SECOND;
    let responding = Responding::new(asked.run.id, created, asked.model, wanted.echo());
    let events = start_following(&services, asked.run, caller.0.key_id, asked.charge);
    if wanted.stream {
        responding.stream(events).await
    } else {
        Ok(axum::Json(responding.whole(events).await?).into_response())
    }
}
