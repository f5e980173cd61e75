//! A model provider in the OpenAI shape that always answers the same, at the same pace.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde_json::json;
use tokio::time::{Instant, MissedTickBehavior};

use crate::serve::{Body, event_stream, plain};

/// Model of the streams in the server's benchmark: `TOKENS` times `TOKEN`, one every 20 ms.
pub const MODEL: &str = "steady";
pub const TOKENS: usize = 200;
pub const TOKEN: &str = "word ";
const TOKEN_EVERY: Duration = Duration::from_millis(20);

/// Models that answer as [`MODEL`] does: for a message that several answer.
pub const MORE_MODELS: [&str; 2] = ["steady-b", "steady-c"];
/// One that takes its time, and then says little.
pub const SLOW_MODEL: &str = "slow";
const SLOW_FIRST_AFTER: Duration = Duration::from_millis(150);
const SLOW_TOKENS: usize = 5;

/// One that answers with 20 tokens, one every 5 ms: a short chat.
pub const BRIEF_MODEL: &str = "brief";
const BRIEF_TOKENS: usize = 20;
const BRIEF_TOKEN_EVERY: Duration = Duration::from_millis(5);

/// Models of the web client's benchmark, one alone or all side by side: 20,000 tokens of Markdown at 100 a second.
const LONG_MODELS: [&str; 4] = ["long", "long-b", "long-c", "long-d"];
const LONG_TOKENS: usize = 20_000;
const LONG_TOKEN_EVERY: Duration = Duration::from_millis(10);
const LONG_TOKEN_CHARS: usize = 4;
const MARKDOWN: &str = include_str!("long_answer.md");

pub async fn serve(listen: SocketAddr) -> anyhow::Result<()> {
    crate::serve::serve(listen, answer).await
}

async fn answer(request: Request<Incoming>) -> Response<Body> {
    match request.uri().path() {
        "/v1/models" => {
            let ids =
                [MODEL, SLOW_MODEL, BRIEF_MODEL].into_iter().chain(MORE_MODELS).chain(LONG_MODELS);
            let data: Vec<_> = ids.map(|id| json!({"id": id, "object": "model"})).collect();
            let models = json!({"object": "list", "data": data});
            plain(StatusCode::OK, "application/json", models.to_string())
        }
        "/v1/chat/completions" => match asked_model(request).await.as_deref() {
            Some(SLOW_MODEL) => event_stream(tokens(
                SLOW_FIRST_AFTER,
                std::iter::repeat_n(TOKEN.to_owned(), SLOW_TOKENS),
            )),
            Some(BRIEF_MODEL) => event_stream(tokens(
                BRIEF_TOKEN_EVERY,
                std::iter::repeat_n(TOKEN.to_owned(), BRIEF_TOKENS),
            )),
            Some(name) if name == MODEL || MORE_MODELS.contains(&name) => {
                event_stream(tokens(TOKEN_EVERY, std::iter::repeat_n(TOKEN.to_owned(), TOKENS)))
            }
            Some(name) if LONG_MODELS.contains(&name) => {
                event_stream(tokens(LONG_TOKEN_EVERY, pieces_of_markdown().take(LONG_TOKENS)))
            }
            _ => plain(StatusCode::NOT_FOUND, "text/plain", "no such model"),
        },
        _ => plain(StatusCode::NOT_FOUND, "text/plain", "no such path"),
    }
}

async fn asked_model(request: Request<Incoming>) -> Option<String> {
    let body = request.into_body().collect().await.ok()?.to_bytes();
    let body: serde_json::Value = serde_json::from_slice(&body).ok()?;
    Some(body["model"].as_str()?.to_owned())
}

fn pieces_of_markdown() -> impl Iterator<Item = String> {
    let mut chars = MARKDOWN.chars().cycle();
    std::iter::from_fn(move || Some(chars.by_ref().take(LONG_TOKEN_CHARS).collect()))
}

fn tokens(
    every: Duration,
    texts: impl Iterator<Item = String> + Send,
) -> impl futures::Stream<Item = Bytes> + Send {
    async_stream::stream! {
        let mut ticks = tokio::time::interval_at(Instant::now() + every, every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let mut sent = 0;
        for text in texts {
            ticks.tick().await;
            sent += 1;
            yield chunk(json!([{"index": 0, "delta": {"content": text}, "finish_reason": null}]), json!(null));
        }
        yield chunk(json!([{"index": 0, "delta": {}, "finish_reason": "stop"}]), json!(null));
        let usage = json!({"prompt_tokens": 8, "completion_tokens": sent, "total_tokens": sent + 8});
        yield chunk(json!([]), usage);
        yield Bytes::from_static(b"data: [DONE]\n\n");
    }
}

fn chunk(choices: serde_json::Value, usage: serde_json::Value) -> Bytes {
    let chunk = json!({
        "id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "bench", "choices": choices, "usage": usage,
    });
    Bytes::from(format!("data: {chunk}\n\n"))
}
