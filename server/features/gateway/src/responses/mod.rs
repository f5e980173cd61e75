use area::Services;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use identity::KeyScope;

use crate::ask::ask;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::follow::start_following;
use crate::repeats::Named;
use crate::responses_answer::Responding;
use crate::responses_wire::ResponseRequest;

/// Answers a conversation in the format of OpenAI's responses: at once, or with `stream` while it is written.
///
/// Nothing is stored for a next request; metered like chat completions, and the same with an `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/responses", tag = "gateway", request_body = ResponseRequest,
    params(("idempotency-key" = Option<String>, Header)),
    responses((status = 200, body = serde_json::Value), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn create_response(
    State(services): State<Services>,
    caller: Caller,
    named: Named,
    body: Bytes,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: ResponseRequest = serde_json::from_slice(&body).map_err(OpenAiError::malformed)?;
    let repeatable = named.request(&caller.0, &body);
    let request = wanted.to_model_request()?;
    let asked = ask(&services, &caller.0, &wanted.model, request, repeatable).await?;
    let created = asked.run.created_at.micros() / kernel::SECOND;
    let responding = Responding::new(asked.run.id, created, asked.model, wanted.echo());
    let events = start_following(&services, asked.run, asked.follower);
    if wanted.stream {
        responding.stream(events).await
    } else {
        Ok(axum::Json(responding.whole(events).await?).into_response())
    }
}
