use area::Services;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use generation::UsageBody;
use identity::KeyScope;

use crate::answer::Answering;
use crate::ask::ask_all;
use crate::body::RawBody;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiResult};
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
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 502, body = ErrorBody)))]
pub(crate) async fn create_completion(
    State(services): State<Services>,
    caller: Caller,
    named: Named,
    body: RawBody,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: CompletionRequest = body.parse_messages(&services).await?;
    let repeatable = named.request(&caller.0, &body.0);
    let requests = vec![wanted.to_model_request()?; wanted.count()?];
    let count = requests.len();
    let asked = ask_all(&services, &caller.0, &wanted.model, requests, repeatable).await?;
    let answering = Answering {
        id: format!("chatcmpl-{}", asked.id),
        created: asked.created,
        model: wanted.model.clone(),
        with_usage: wanted.wants_usage(),
        calls: vec![0; count],
        usage: UsageBody::default(),
    };
    if wanted.stream {
        return asked.pieces.stream(answering).await;
    }
    let answers = asked.pieces.collect().await?;
    Ok(axum::Json(answering.whole(answers)).into_response())
}
