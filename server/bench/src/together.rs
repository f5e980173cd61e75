//! Benchmark of four models answering one message: the delay of the slowest one's first token compared with answering
//! alone.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::ensure;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use crate::ensemble::{Ensemble, Person};
use crate::figures::{Figure, percentile};
use crate::http_client::{Connection, Events};
use crate::upstream::{MODEL, MORE_MODELS, SLOW_MODEL};

/// Questions asked each way, in turns, so that whatever the machine does meanwhile befalls both.
const ROUNDS: usize = 6;

pub async fn measure(server: &Ensemble, person: &Person) -> anyhow::Result<Figure> {
    let slow = format!("bench/{SLOW_MODEL}");
    let four: Vec<String> = [MODEL]
        .into_iter()
        .chain(MORE_MODELS)
        .map(|name| format!("bench/{name}"))
        .chain([slow.clone()])
        .collect();
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(first_token_of_last(server.address, person, std::slice::from_ref(&slow)).await?);
        beside.push(first_token_of_last(server.address, person, &four).await?);
    }
    let median = |mut took: Vec<f64>| {
        took.sort_by(f64::total_cmp);
        percentile(&took, 0.5)
    };
    Ok(Figure::new(
        "4 models at once: first token of the slowest later than alone",
        "ms",
        5.0,
        median(beside) - median(alone),
    ))
}

/// Milliseconds from asking to the first words of the last of `models`, while all answers are read.
async fn first_token_of_last(
    address: SocketAddr,
    person: &Person,
    models: &[String],
) -> anyhow::Result<f64> {
    let mut connection = Connection::open(address, Some(person.cookie.clone())).await?;
    let mut readers = Vec::with_capacity(models.len());
    for _ in models {
        readers.push(Connection::open(address, Some(person.cookie.clone())).await?);
    }
    let path = format!("/api/chat/conversations/{}/messages", Uuid::now_v7());
    let mut message =
        json!({"id": Uuid::now_v7(), "parent_id": null, "text": "Say it.", "model": models[0]});
    if models.len() > 1 {
        message["models"] = json!(models);
    }
    let began = Instant::now();
    let (_, sent) = connection.call(Method::POST, &path, Some(&message)).await?;
    let runs: Vec<String> = runs_of(&sent);
    ensure!(runs.len() == models.len(), "{} answers were started", runs.len());
    let reading: Vec<_> = readers
        .into_iter()
        .zip(runs)
        .map(|(reader, run)| tokio::spawn(read(reader, run, began)))
        .collect();
    let mut last = Duration::ZERO;
    for reader in reading {
        last = reader.await??;
    }
    Ok(last.as_secs_f64() * 1e3)
}

fn runs_of(sent: &Value) -> Vec<String> {
    let answers = sent["assistant_messages"].as_array().into_iter().flatten();
    answers.filter_map(|answer| answer["run_id"].as_str().map(str::to_owned)).collect()
}

/// Reads an answer to its end; when its first words came.
async fn read(mut connection: Connection, run: String, began: Instant) -> anyhow::Result<Duration> {
    let answer = connection.send(Method::GET, &format!("/api/runs/{run}/events"), None).await?;
    ensure!(answer.status() == StatusCode::OK, "the events answered {}", answer.status());
    let mut events = Events::of(answer);
    let mut first = None;
    while let Some(event) = events.next().await? {
        if event.name.as_ref() == b"part.started" {
            first.get_or_insert_with(|| began.elapsed());
        }
    }
    first.ok_or_else(|| anyhow::anyhow!("no token came"))
}
