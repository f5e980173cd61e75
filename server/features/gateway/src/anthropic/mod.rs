//! Anthropic's messages.

mod answer;
mod error;
mod wire;

use area::Services;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use generation::UsageBody;
use identity::KeyScope;
use utoipa::ToSchema;

use crate::ask::ask_all;
use crate::body::RawBody;
use crate::caller::Caller;
use crate::error::OpenAiResult;
use crate::in_shape::{BodyInShape, InShape};
use crate::repeats::Named;
use answer::Messaging;
pub(crate) use error::{AnthropicError, AnthropicErrorBody};
use wire::MessageRequest;

/// Answers a conversation in the format of Anthropic's messages: at once, or with `stream` while it is written.
///
/// The key may be in `x-api-key`. Metered like chat completions, and the same with an `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/messages", tag = "gateway", request_body = MessageRequest,
    params(("idempotency-key" = Option<String>, Header)),
    responses((status = 200, body = serde_json::Value), (status = 400, body = AnthropicErrorBody),
        (status = 401, body = AnthropicErrorBody), (status = 402, body = AnthropicErrorBody),
        (status = 403, body = AnthropicErrorBody), (status = 409, body = AnthropicErrorBody),
        (status = 422, body = AnthropicErrorBody), (status = 502, body = AnthropicErrorBody)))]
pub(crate) async fn create_message(
    State(services): State<Services>,
    InShape(caller, ..): InShape<Caller, AnthropicError>,
    InShape(named, ..): InShape<Named, AnthropicError>,
    BodyInShape(body, ..): BodyInShape<RawBody, AnthropicError>,
) -> Result<Response, AnthropicError> {
    Ok(answer_message(services, caller, named, body).await?)
}

async fn answer_message(
    services: Services,
    caller: Caller,
    named: Named,
    body: RawBody,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: MessageRequest = body.parse_messages(&services).await?;
    let repeatable = named.request(&caller.0, &body.0);
    let request = wanted.to_model_request()?;
    let input_tokens = wire::input_tokens(&wanted.model, &request);
    let asked = ask_all(&services, &caller.0, &wanted.model, vec![request], repeatable).await?;
    let estimated = UsageBody { input_tokens: Some(input_tokens), ..UsageBody::default() };
    let messaging = Messaging::new(asked.id, wanted.model.clone(), wanted.thinks(), estimated);
    if wanted.stream {
        return asked.pieces.stream(messaging).await;
    }
    let answers = asked.pieces.collect().await?;
    Ok(Json(messaging.whole(answers)).into_response())
}

/// The number of tokens of a request.
#[derive(Debug, serde::Serialize, ToSchema)]
pub(crate) struct MessageTokens {
    input_tokens: i64,
}

/// Counts the tokens of a conversation without asking a model: exact for OpenAI's models, an estimate for others.
#[utoipa::path(post, path = "/v1/messages/count_tokens", tag = "gateway", request_body = MessageRequest,
    responses((status = 200, body = MessageTokens), (status = 400, body = AnthropicErrorBody),
        (status = 401, body = AnthropicErrorBody), (status = 403, body = AnthropicErrorBody)))]
pub(crate) async fn count_message_tokens(
    State(services): State<Services>,
    InShape(caller, ..): InShape<Caller, AnthropicError>,
    BodyInShape(body, ..): BodyInShape<RawBody, AnthropicError>,
) -> Result<Json<MessageTokens>, AnthropicError> {
    caller.0.check(KeyScope::Chat).map_err(crate::error::OpenAiError::from)?;
    let wanted: MessageRequest = body.parse_messages(&services).await?;
    let request = wanted.to_model_request()?;
    Ok(Json(MessageTokens { input_tokens: wire::input_tokens(&wanted.model, &request) }))
}
