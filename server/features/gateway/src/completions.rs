use area::Services;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use identity::KeyScope;

use crate::answer::Answering;
use crate::ask::ask;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::follow::start_following;
use crate::repeats::Named;
use crate::wire::{Completion, CompletionRequest};

/// Answers a conversation, in OpenAI's format: at once, or with `stream` while it is written.
///
/// Metered and journaled like every run, and charged to the key's own limit, too. A program that disconnects cancels
/// the run, unless it sent an `Idempotency-Key`: then the run goes on, and repeating the same request with the same key
/// returns its answer within a day, free of charge.
#[utoipa::path(post, path = "/v1/chat/completions", tag = "gateway", request_body = CompletionRequest,
    params(("idempotency-key" = Option<String>, Header)),
    responses((status = 200, body = Completion), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn create_completion(
    State(services): State<Services>,
    caller: Caller,
    named: Named,
    body: Bytes,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: CompletionRequest =
        serde_json::from_slice(&body).map_err(OpenAiError::malformed)?;
    let repeatable = named.request(&caller.0, &body);
    let request = wanted.to_model_request()?;
    let asked = ask(&services, &caller.0, &wanted.model, request, repeatable).await?;
    let answering = Answering {
        id: format!("chatcmpl-{}", asked.run.id),
        created: asked.run.created_at.micros() / kernel::SECOND,
        model: asked.model,
        with_usage: wanted.wants_usage(),
    };
    let events = start_following(&services, asked.run, asked.follower);
    if wanted.stream {
        answering.stream(events).await
    } else {
        Ok(axum::Json(answering.whole(events).await?).into_response())
    }
}
