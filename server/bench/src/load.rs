//! Many people asking at once, and what each of them saw.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use http::{Method, StatusCode};
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use crate::http_client::{Connection, Events};
use crate::upstream::{BRIEF_MODEL, MODEL, TOKEN, TOKENS};

/// Number of concurrent streams.
pub const STREAMS: usize = 256;
/// Number of questions per stream.
const ROUNDS: usize = 2;
/// The first questions come spread over this time: people do not start in the same millisecond.
const RAMP: Duration = Duration::from_secs(1);

/// The destination of questions, and the API that is used.
#[derive(Clone)]
pub enum Target {
    Relay,
    Ensemble { cookie: Arc<str>, model: String },
}

pub struct Seen {
    /// Milliseconds from sending the question to the first piece of the answer, sorted.
    pub first_token_ms: Vec<f64>,
    /// Milliseconds from sending the question to the end of the answer, sorted.
    pub whole_ms: Vec<f64>,
    pub completed: usize,
    pub failures: Vec<String>,
}

pub async fn ask_from_many(address: SocketAddr, target: Target) -> Seen {
    let began = Instant::now();
    let people: Vec<_> = (0..STREAMS)
        .map(|person| {
            let target = target.clone();
            let starts = began + RAMP.mul_f64(person as f64 / STREAMS as f64);
            tokio::spawn(async move { ask_repeatedly(address, &target, starts).await })
        })
        .collect();
    let mut seen = Seen {
        first_token_ms: Vec::new(),
        whole_ms: Vec::new(),
        completed: 0,
        failures: Vec::new(),
    };
    for person in people {
        for asked in person.await.unwrap_or_else(|panic| vec![Err(panic.into())]) {
            match asked {
                Ok(took) => {
                    seen.completed += 1;
                    seen.first_token_ms.push(took.first_token.as_secs_f64() * 1e3);
                    seen.whole_ms.push(took.whole.as_secs_f64() * 1e3);
                }
                Err(failure) => seen.failures.push(format!("{failure:#}")),
            }
        }
    }
    seen.first_token_ms.sort_by(f64::total_cmp);
    seen.whole_ms.sort_by(f64::total_cmp);
    seen
}

/// Times of one answer, from sending the question.
pub struct Took {
    first_token: Duration,
    whole: Duration,
}

async fn ask_repeatedly(
    address: SocketAddr,
    target: &Target,
    starts: Instant,
) -> Vec<anyhow::Result<Took>> {
    let cookie = match target {
        Target::Relay => None,
        Target::Ensemble { cookie, .. } => Some(cookie.clone()),
    };
    let mut connection = match Connection::open(address, cookie).await {
        Ok(connection) => connection,
        Err(failure) => return vec![Err(failure)],
    };
    tokio::time::sleep_until(starts).await;
    let mut asked = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        asked.push(match target {
            Target::Relay => ask_relay(&mut connection).await,
            Target::Ensemble { model, .. } => ask_ensemble(&mut connection, model).await,
        });
    }
    asked
}

async fn ask_relay(connection: &mut Connection) -> anyhow::Result<Took> {
    let began = Instant::now();
    let answer = connection
        .send(
            Method::POST,
            "/chat",
            Some(&json!({"model": MODEL, "text": "Say two hundred words."})),
        )
        .await?;
    ensure!(answer.status() == StatusCode::OK, "the relay answered {}", answer.status());
    read_answer(began, Events::of(answer)).await
}

/// Asks a model in a new chat. As the clients do: the response and the answer's events arrive on one connection.
pub async fn ask(connection: &mut Connection, model: &str, text: &str) -> anyhow::Result<Events> {
    let path = format!("/api/chat/conversations/{}/messages", Uuid::now_v7());
    let message = json!({"id": Uuid::now_v7(), "parent_id": null, "text": text, "model": model});
    let events = connection.send_for_events(Method::POST, &path, Some(&message)).await?;
    ensure!(events.status() == StatusCode::ACCEPTED, "the message answered {}", events.status());
    Ok(Events::of(events))
}

/// Asks a model and reads the whole answer.
pub async fn ask_ensemble(connection: &mut Connection, model: &str) -> anyhow::Result<Took> {
    let began = Instant::now();
    read_answer(began, ask(connection, model, "Say two hundred words.").await?).await
}

/// Asks the model of short answers and reads the answer to its end.
pub async fn ask_briefly(connection: &mut Connection) -> anyhow::Result<()> {
    let mut events = ask(connection, &format!("bench/{BRIEF_MODEL}"), "Be brief.").await?;
    let mut is_complete = false;
    while let Some(event) = events.next().await? {
        is_complete |= event.name.as_ref() == b"run.completed";
    }
    ensure!(is_complete, "an answer ended before it was complete");
    Ok(())
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Started<'a> {
    #[serde(borrow)]
    part: Delta<'a>,
}

/// Reads to the end, and takes an answer that is not whole for a failure.
async fn read_answer(began: Instant, mut events: Events) -> anyhow::Result<Took> {
    let mut first_token = None;
    let mut length = 0;
    while let Some(event) = events.next().await? {
        length += match event.name.as_ref() {
            b"part.delta" => serde_json::from_slice::<Delta<'_>>(&event.data)?.text.len(),
            b"part.started" => serde_json::from_slice::<Started<'_>>(&event.data)?.part.text.len(),
            b"run.failed" | b"run.interrupted" => {
                anyhow::bail!("the run ended: {}", String::from_utf8_lossy(&event.data));
            }
            _ => 0,
        };
        if length > 0 && first_token.is_none() {
            first_token = Some(began.elapsed());
        }
    }
    ensure!(length == TOKENS * TOKEN.len(), "{length} bytes came of {}", TOKENS * TOKEN.len());
    let first_token = first_token.ok_or_else(|| anyhow::anyhow!("no token came"))?;
    Ok(Took { first_token, whole: began.elapsed() })
}

/// Holds `count` idle subscriptions open while `work` runs.
pub async fn with_subscribers<T>(
    address: SocketAddr,
    cookie: &Arc<str>,
    count: usize,
    work: impl Future<Output = T>,
) -> anyhow::Result<T> {
    let mut held = Vec::with_capacity(count);
    for _ in 0..count {
        let mut connection = Connection::open(address, Some(cookie.clone())).await?;
        let events = connection.send(Method::GET, "/api/events", None).await?;
        ensure!(events.status() == StatusCode::OK, "a subscription answered {}", events.status());
        held.push((connection, events));
    }
    Ok(work.await)
}
