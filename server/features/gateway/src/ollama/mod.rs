//! Ollama's API, for the programs that speak nothing else.

mod answer;
mod wire;

use area::Services;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use identity::KeyScope;
use kernel::{Failure, Problem};
use providers::{MODEL_UNKNOWN, ModelRequest};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::ask::ask_all;
use crate::body::RawBody;
use crate::caller::Caller;
use crate::error::{OpenAiError, OpenAiResult};
use crate::in_shape::{BodyInShape, InShape};
use crate::models::{usable_chat_models, usable_models};
use answer::{Answering, Shape};
use wire::{ChatRequest, GenerateRequest, ShowRequest};

/// The version of Ollama whose API this is.
const VERSION: &str = "0.12.0";

/// An error as Ollama gives it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OllamaErrorBody {
    error: String,
}

/// An error on its way out of a handler here.
#[derive(Debug)]
pub(crate) struct OllamaError(OpenAiError);

impl From<OpenAiError> for OllamaError {
    fn from(error: OpenAiError) -> Self {
        Self(error)
    }
}

impl From<Failure> for OllamaError {
    fn from(failure: Failure) -> Self {
        Self(failure.into())
    }
}

impl IntoResponse for OllamaError {
    fn into_response(self) -> Response {
        let body = OllamaErrorBody { error: self.0.message().to_owned() };
        let mut response = (self.0.status(), Json(body)).into_response();
        if let Some(seconds) = self.0.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}

type OllamaResult<T> = Result<T, OllamaError>;

/// Returns the version of Ollama's API that is spoken here.
#[utoipa::path(get, path = "/api/version", tag = "gateway",
    responses((status = 200, body = serde_json::Value)))]
pub(crate) async fn get_version() -> Json<Value> {
    Json(json!({ "version": VERSION }))
}

/// Lists the models that the key's owner may use, in Ollama's format.
#[utoipa::path(get, path = "/api/tags", tag = "gateway",
    responses((status = 200, body = serde_json::Value), (status = 401, body = OllamaErrorBody),
        (status = 403, body = OllamaErrorBody)))]
pub(crate) async fn list_tags(
    State(services): State<Services>,
    InShape(caller, ..): InShape<Caller, OllamaError>,
) -> OllamaResult<Json<Value>> {
    caller.0.check(KeyScope::Models).map_err(OpenAiError::from)?;
    let models = usable_models(&services, &caller).await?;
    let tags = models.iter().map(|model| {
        json!({
            "name": model.id, "model": model.id, "modified_at": wire::time(model.created),
            "size": 0, "digest": "", "details": wire::details(&model.id),
        })
    });
    Ok(Json(json!({ "models": tags.collect::<Vec<_>>() })))
}

/// Describes a model, in Ollama's format.
#[utoipa::path(post, path = "/api/show", tag = "gateway", request_body = ShowRequest,
    responses((status = 200, body = serde_json::Value), (status = 400, body = OllamaErrorBody),
        (status = 401, body = OllamaErrorBody), (status = 403, body = OllamaErrorBody),
        (status = 404, body = OllamaErrorBody)))]
pub(crate) async fn show_model(
    State(services): State<Services>,
    InShape(caller, ..): InShape<Caller, OllamaError>,
    BodyInShape(body, ..): BodyInShape<RawBody, OllamaError>,
) -> OllamaResult<Json<Value>> {
    caller.0.check(KeyScope::Models).map_err(OpenAiError::from)?;
    let wanted: ShowRequest = body.parse()?;
    let name = wanted.name()?;
    let models = usable_chat_models(&services, &caller.0).await?;
    if let Some(model) = models.iter().find(|model| model.id == name) {
        return Ok(Json(wire::description(model)));
    }
    let others = usable_models(&services, &caller).await?;
    if others.iter().any(|model| model.id == name) {
        return Ok(Json(wire::plain_description(name)));
    }
    Err(OpenAiError::from(Problem::from(MODEL_UNKNOWN)).into())
}

/// Answers a conversation, in Ollama's format: while it is written, or at once without `stream`.
#[utoipa::path(post, path = "/api/chat", tag = "gateway", request_body = ChatRequest,
    responses((status = 200, body = serde_json::Value), (status = 400, body = OllamaErrorBody),
        (status = 401, body = OllamaErrorBody), (status = 402, body = OllamaErrorBody),
        (status = 403, body = OllamaErrorBody), (status = 404, body = OllamaErrorBody)))]
pub(crate) async fn chat(
    State(services): State<Services>,
    InShape(caller, ..): InShape<Caller, OllamaError>,
    BodyInShape(body, ..): BodyInShape<RawBody, OllamaError>,
) -> OllamaResult<Response> {
    let wanted: ChatRequest = body.parse()?;
    let request = wanted.to_model_request()?;
    let answering = Answering::new(Shape::Chat, wanted.model, wanted.think);
    Ok(answer(services, caller, request, answering, wanted.stream).await?)
}

/// Answers a prompt, in Ollama's format: while it is written, or at once without `stream`.
#[utoipa::path(post, path = "/api/generate", tag = "gateway", request_body = GenerateRequest,
    responses((status = 200, body = serde_json::Value), (status = 400, body = OllamaErrorBody),
        (status = 401, body = OllamaErrorBody), (status = 402, body = OllamaErrorBody),
        (status = 403, body = OllamaErrorBody), (status = 404, body = OllamaErrorBody)))]
pub(crate) async fn generate(
    State(services): State<Services>,
    InShape(caller, ..): InShape<Caller, OllamaError>,
    BodyInShape(body, ..): BodyInShape<RawBody, OllamaError>,
) -> OllamaResult<Response> {
    let wanted: GenerateRequest = body.parse()?;
    let request = wanted.to_model_request()?;
    let answering = Answering::new(Shape::Generate, wanted.model, wanted.think);
    Ok(answer(services, caller, request, answering, wanted.stream).await?)
}

async fn answer(
    services: Services,
    caller: Caller,
    request: ModelRequest,
    mut answering: Answering,
    stream: Option<bool>,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let asked = ask_all(&services, &caller.0, answering.model(), vec![request], None).await?;
    answering.set_created(asked.created);
    if stream != Some(false) {
        let body = Body::from_stream(asked.pieces.body(answering).await?);
        return Ok(([(CONTENT_TYPE, "application/x-ndjson")], body).into_response());
    }
    let answers = asked.pieces.collect().await?;
    Ok(Json(answering.whole(answers)).into_response())
}
