//! The fake provider's routes, and how an answer is sent.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};

use super::asked::Asked;
use super::behaviour::{Behaviour, Fault, RetryAfter};
use super::encode::{Counts, Dialect, Word, openai_completion};
use super::gate::Counted;
use super::{Call, House, embeddings, images};

type Shared = Arc<House>;

pub(super) fn routes(house: Shared) -> Router {
    Router::new()
        .route("/", get(async || "The fake provider is running."))
        .route("/v1/models", get(list_models))
        .route("/v1/chat/completions", post(openai_chat))
        .route("/v1/responses", post(openai_responses))
        .route("/v1/embeddings", post(openai_embeddings))
        .route("/v1/images/generations", post(create_images))
        .route("/v1/images/edits", post(edit_images))
        .route("/v1/messages", post(anthropic_messages))
        .route("/v1beta/models", get(list_gemini_models))
        .route("/v1beta/models/{call}", post(gemini_generate))
        .route("/api/tags", get(list_ollama_models))
        .route("/api/show", post(show_ollama_model))
        .route("/api/chat", post(ollama_chat))
        .route("/api/embed", post(ollama_embeddings))
        .layer(axum::extract::DefaultBodyLimit::disable())
        .with_state(house)
}

/// Lists models in the formats of OpenAI and Anthropic at once.
async fn list_models(State(house): State<Shared>, headers: HeaderMap) -> Response {
    if let Some(refused) = house.refusal_of_list(&headers, Dialect::OpenAi) {
        return refused;
    }
    let model = |id: &String| {
        let mut model = json!({"id": id, "object": "model", "type": "model", "created": 0});
        if Behaviour::parse(id).tool_rounds > 0 {
            model["supported_parameters"] = json!(["tools"]);
        }
        model
    };
    let data: Vec<_> = house.models().iter().map(model).collect();
    axum::Json(json!({"object": "list", "data": data, "has_more": false})).into_response()
}

async fn list_gemini_models(State(house): State<Shared>, headers: HeaderMap) -> Response {
    if let Some(refused) = house.refusal_of_list(&headers, Dialect::Gemini) {
        return refused;
    }
    let model = |id: &String| {
        json!({
            "name": format!("models/{id}"), "displayName": id, "inputTokenLimit": 32_768,
            "supportedGenerationMethods": ["generateContent"],
        })
    };
    let models: Vec<_> = house.models().iter().map(model).collect();
    axum::Json(json!({"models": models})).into_response()
}

async fn list_ollama_models(State(house): State<Shared>, headers: HeaderMap) -> Response {
    if let Some(refused) = house.refusal_of_list(&headers, Dialect::Ollama) {
        return refused;
    }
    let models: Vec<_> = house.models().iter().map(|id| json!({"name": id, "model": id})).collect();
    axum::Json(json!({"models": models})).into_response()
}

/// Says what a model can do if its name does: `shown-tools-vision` can do these two.
async fn show_ollama_model(body: Bytes) -> Response {
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let name = asked["model"].as_str().unwrap_or_default();
    let Some(abilities) = name.strip_prefix("shown-") else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let capabilities: Vec<&str> = ["completion"].into_iter().chain(abilities.split('-')).collect();
    let info = json!({ "general.architecture": "fake", "fake.context_length": 65_536 });
    axum::Json(json!({ "capabilities": capabilities, "model_info": info })).into_response()
}

async fn openai_chat(State(house): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    answer(house, Dialect::OpenAi, &headers, &body, None).await
}

async fn openai_responses(
    State(house): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    answer(house, Dialect::Responses, &headers, &body, None).await
}

async fn openai_embeddings(
    State(house): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    embeddings::answer(&house, Dialect::OpenAi, &headers, &body, None)
}

async fn create_images(State(house): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    images::create(&house, &headers, &body).await
}

async fn edit_images(State(house): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    images::edit(&house, &headers, &body).await
}

async fn ollama_embeddings(
    State(house): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    embeddings::answer(&house, Dialect::Ollama, &headers, &body, None)
}

async fn anthropic_messages(
    State(house): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    answer(house, Dialect::Anthropic, &headers, &body, None).await
}

async fn gemini_generate(
    State(house): State<Shared>,
    Path(call): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (model, method) = call.split_once(':').unwrap_or((&call, ""));
    let model = model.to_owned();
    if method == "batchEmbedContents" {
        return embeddings::answer(&house, Dialect::Gemini, &headers, &body, Some(model));
    }
    answer(house, Dialect::Gemini, &headers, &body, Some(model)).await
}

async fn ollama_chat(State(house): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    answer(house, Dialect::Ollama, &headers, &body, None).await
}

async fn answer(
    house: Shared,
    dialect: Dialect,
    headers: &HeaderMap,
    body: &[u8],
    model_in_path: Option<String>,
) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return refuse(dialect, 400, None);
    };
    let model =
        model_in_path.unwrap_or_else(|| request["model"].as_str().unwrap_or_default().to_owned());
    let is_stream = request["stream"].as_bool().unwrap_or(dialect != Dialect::OpenAi);
    let asked = Asked::read(&request);
    let number = house.note(Call { model: model.clone(), body: request, key: key_of(headers) });
    if !house.accepts(headers) {
        return refuse(dialect, 401, None);
    }

    if let Some(replayed) = house.replayed() {
        return ([(header::CONTENT_TYPE, replayed.content_type)], replayed.body).into_response();
    }

    let behaviour = Behaviour::parse(&model);
    let fault = behaviour.fault_of(number);
    match fault {
        Some(Fault::Status(status)) => return refuse(dialect, status, behaviour.retry_after),
        Some(Fault::HangBeforeHeaders) => std::future::pending().await,
        Some(Fault::WebPage) => {
            return ([(header::CONTENT_TYPE, "text/html")], "<html>Hello</html>").into_response();
        }
        _ => {}
    }
    let tokens = behaviour.tokens(&asked);
    if !is_stream {
        let usage = usage(&behaviour, fault, &asked, tokens.len());
        return axum::Json(openai_completion(&model, &tokens.concat(), usage)).into_response();
    }
    let script = script(&behaviour, fault, &asked, tokens);
    let body = Body::from_stream(play(house, dialect, model, behaviour, script));
    ([(header::CONTENT_TYPE, dialect.content_type())], body).into_response()
}

pub(super) fn refuse(dialect: Dialect, status: u16, retry_after: Option<RetryAfter>) -> Response {
    let status_code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status_code, axum::Json(dialect.refusal(status))).into_response();
    if status_code.is_redirection() {
        let here = header::HeaderValue::from_static("/v1/chat/completions");
        response.headers_mut().insert(header::LOCATION, here);
    }
    let value = match retry_after {
        None => return response,
        Some(RetryAfter::Seconds(seconds)) => seconds.to_string(),
        Some(RetryAfter::Date(seconds)) => http_date_in(seconds),
    };
    let value = value.parse().expect("digits and dates can stand in a header");
    response.headers_mut().insert(header::RETRY_AFTER, value);
    response
}

#[expect(clippy::disallowed_methods, reason = "a provider has a clock of its own")]
fn http_date_in(seconds: i64) -> String {
    let at = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(seconds);
    at.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

pub(super) fn key_of(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let bearer = text("authorization").and_then(|value| value.strip_prefix("Bearer "));
    bearer.or(text("x-api-key")).or(text("x-goog-api-key")).map(str::to_owned)
}

impl House {
    fn refusal_of_list(&self, headers: &HeaderMap, dialect: Dialect) -> Option<Response> {
        self.note_list();
        (!self.accepts(headers)).then(|| refuse(dialect, 401, None))
    }
}

fn usage(
    behaviour: &Behaviour,
    fault: Option<Fault>,
    asked: &Asked,
    output_tokens: usize,
) -> Option<Counts> {
    if fault == Some(Fault::AbsurdUsage) {
        return Some(Counts { input: -5, output: i64::MAX, cached: 0, reasoning: 0 });
    }
    behaviour.counts_usage.then(|| {
        let input = input_tokens(&asked.text).max(behaviour.cached_tokens);
        let reasoning = (behaviour.reasoning_tokens as i64).min(output_tokens as i64);
        Counts { input, output: output_tokens as i64, cached: behaviour.cached_tokens, reasoning }
    })
}

fn input_tokens(asked: &str) -> i64 {
    asked.split_whitespace().count().max(1) as i64
}

/// The events to send, in order, and how the stream ends.
struct Script {
    words: Vec<Word>,
    ending: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Closed,
    Dropped,
    Silent,
}

fn script(
    behaviour: &Behaviour,
    fault: Option<Fault>,
    asked: &Asked,
    mut tokens: Vec<String>,
) -> Script {
    let calls = if asked.rounds < behaviour.tool_rounds { asked.uses() } else { Vec::new() };
    if !calls.is_empty() {
        tokens.clear();
    }
    let has_calls = !calls.is_empty();
    let total = behaviour.reasoning_tokens + tokens.len();
    let usage = usage(behaviour, fault, asked, total);
    let default_after = if fault == Some(Fault::Hang) { 0 } else { tokens.len() / 2 };
    let after = behaviour.fault_after.unwrap_or(default_after).min(tokens.len());
    let rest = tokens.split_off(after);

    let (input_tokens, cached) = usage.map_or((0, 0), |usage| (usage.input, usage.cached));
    let mut words = vec![Word::Begin { input_tokens, cached }];
    words.extend((0..behaviour.reasoning_tokens).map(|_| Word::Reasoning("hm ".to_owned())));
    words.extend(tokens.into_iter().map(Word::Text));
    match fault {
        Some(Fault::ErrorEvent) => words.push(Word::Error("The fake provider broke down.")),
        Some(Fault::Drop) => return Script { words, ending: Ending::Dropped },
        Some(Fault::Hang) => return Script { words, ending: Ending::Silent },
        Some(Fault::EndWithoutFinish) => {}
        _ => {
            if fault == Some(Fault::BrokenJson) {
                words.push(Word::Broken);
            }
            words.extend(rest.into_iter().map(Word::Text));
            let numbered = calls.into_iter().enumerate();
            words.extend(numbered.map(|(number, call)| Word::Call {
                number,
                tool: call.tool,
                arguments: call.arguments,
            }));
            words.push(Word::Finish { usage, has_calls });
        }
    }
    Script { words, ending: Ending::Closed }
}

/// Sends the words of `script` in time, past the gate.
fn play(
    house: Shared,
    dialect: Dialect,
    model: String,
    behaviour: Behaviour,
    script: Script,
) -> BoxStream<'static, Result<Bytes, std::io::Error>> {
    let is_open = Counted::in_(&house.open_streams);
    let ending = script.ending;
    let words = stream::iter(script.words).enumerate();
    let sent = words.then(move |(index, word)| {
        let (house, model) = (house.clone(), model.clone());
        let delay = match (&word, index) {
            (Word::Text(_) | Word::Reasoning(_), 1) => behaviour.before_first,
            (Word::Text(_) | Word::Reasoning(_), _) => behaviour.between,
            _ => std::time::Duration::ZERO,
        };
        async move {
            if !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            // The beginning is word 0, so a stream at word n has sent n - 1 tokens.
            if index > 0 {
                house.gate.pass(index - 1).await;
            }
            Ok::<_, Infallible>(Bytes::from(dialect.encode(&word, &model)))
        }
    });
    let sent = sent.map_err(|never| match never {});
    let sent = match ending {
        Ending::Closed => sent.boxed(),
        Ending::Dropped => sent.chain(stream::once(drop_connection())).boxed(),
        Ending::Silent => sent.chain(stream::pending()).boxed(),
    };
    sent.inspect(move |_| {
        // Counted until the whole stream is dropped.
        let _ = &is_open;
    })
    .boxed()
}

async fn drop_connection() -> Result<Bytes, std::io::Error> {
    // Written data is only flushed when the body makes the connection wait.
    tokio::task::yield_now().await;
    Err(std::io::Error::other("dropped"))
}
