//! Ten thousand schedules that are due in one minute, and what a chat beside them waits for (issue 28).

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use http::Method;
use kernel::{MINUTE, Timestamp};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use crate::ensemble::{Ensemble, Person};
use crate::figures::{Figure, Results, percentile};
use crate::http_client::Connection;
use crate::load::ask;
use crate::run::start_own;
use crate::upstream::BRIEF_MODEL;

const SCHEDULES: usize = 10_000;
/// As many as one person may have.
const SCHEDULES_EACH: usize = 50;
/// Connections on which they are created.
const CONNECTIONS: usize = 8;
/// Time in which they are created.
const PREPARATION: Duration = Duration::from_secs(150);
/// Chats before anything is due.
const CHATS_ALONE: usize = 200;
/// Time between two chats, and between two looks at what has started.
const PAUSE: Duration = Duration::from_millis(50);
/// Time after which the measurement is given up.
const PATIENCE: Duration = Duration::from_secs(300);

#[derive(clap::Args)]
pub struct Options {
    /// The program.
    #[arg(long)]
    server: PathBuf,
    /// Where the figures are written.
    #[arg(long, default_value = "schedules.json")]
    out: PathBuf,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let program = options.server.canonicalize().context("--server is not a program")?;
    let folder = TempDir::new()?;
    let (_upstream, upstream) =
        start_own(folder.path(), |address| vec!["upstream".into(), address]).await?;
    // What people have left for today is not measured.
    let settings = [("ENSEMBLE__PAYMENTS__ENABLED", "false".to_owned())];
    let server = Ensemble::start_with(&program, folder.path(), &settings).await?;
    let operator = server.sign_up_operator().await?;
    server.connect(&operator, upstream).await?;
    let mut people = Vec::with_capacity(SCHEDULES / SCHEDULES_EACH);
    for number in 0..SCHEDULES / SCHEDULES_EACH {
        people.push(server.create_person(&format!("person{number}@example.com")).await?);
    }
    let mut alone = Vec::with_capacity(CHATS_ALONE);
    for _ in 0..CHATS_ALONE {
        alone.push(first_token_ms(server.address, &operator).await?);
        tokio::time::sleep(PAUSE).await;
    }
    alone.sort_by(f64::total_cmp);

    let due_at = first_minute_after(now()?.plus(i64::try_from(PREPARATION.as_micros())?));
    create_schedules(server.address, &people, due_at).await?;
    let wait =
        u64::try_from(due_at.since(now()?)).context("creating the schedules took too long")?;
    tokio::time::sleep(Duration::from_micros(wait)).await;

    let began = Instant::now();
    let starts = tokio::spawn(all_started(server.address, people, began));
    let mut beside = Vec::new();
    while !starts.is_finished() {
        beside.push(first_token_ms(server.address, &operator).await?);
        tokio::time::sleep(PAUSE).await;
    }
    let started_after = starts.await??;
    beside.sort_by(f64::total_cmp);
    let (before, meanwhile) = (percentile(&alone, 0.5), percentile(&beside, 0.5));
    Results::new(&options.out).add(vec![
        Figure::new(
            format!("{SCHEDULES} schedules of one minute: all started"),
            "s",
            60.0,
            started_after.as_secs_f64(),
        ),
        Figure::new("a chat alone: first token, p50", "ms", None, before),
        Figure::new(
            "a chat beside them: first token, p50, more than alone",
            "ms",
            5.0,
            meanwhile - before,
        ),
    ])
}

fn now() -> anyhow::Result<Timestamp> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok(Timestamp::from_micros(i64::try_from(since.as_micros())?))
}

fn first_minute_after(at: Timestamp) -> Timestamp {
    Timestamp::from_micros((at.micros().div_euclid(MINUTE) + 1) * MINUTE)
}

/// Creates the schedules of all people.
async fn create_schedules(
    address: SocketAddr,
    people: &[Person],
    due_at: Timestamp,
) -> anyhow::Result<()> {
    let mut creating = JoinSet::new();
    for some in people.chunks(people.len().div_ceil(CONNECTIONS)) {
        let some = some.to_vec();
        creating.spawn(async move {
            for person in some {
                let mut connection = Connection::open(address, Some(person.cookie)).await?;
                for _ in 0..SCHEDULES_EACH {
                    let new = new_schedule(due_at);
                    connection.call(Method::POST, "/api/schedules", Some(&new)).await?;
                }
            }
            anyhow::Ok(())
        });
    }
    while let Some(created) = creating.join_next().await {
        created??;
    }
    Ok(())
}

/// Returns a daily prompt whose first time is `due_at`.
fn new_schedule(due_at: Timestamp) -> Value {
    json!({
        "id": Uuid::now_v7(),
        "title": "Bench",
        "kind": "prompt",
        "input": { "text": "Be brief.", "model": format!("bench/{BRIEF_MODEL}") },
        "times": { "start": &due_at.to_string()[..16], "zone": "UTC", "rule": "FREQ=DAILY" },
        "missed": "run_once",
        "only_changes": false,
        "by_mail": false,
        "by_push": false,
        "run_cap": null,
        "month_cap": null,
    })
}

/// Waits until all schedules have started; returns how long that took. One person's are looked at after another's, which
/// costs the server little.
async fn all_started(
    address: SocketAddr,
    people: Vec<Person>,
    began: Instant,
) -> anyhow::Result<Duration> {
    for person in people {
        let mut connection = Connection::open(address, Some(person.cookie)).await?;
        loop {
            let (_, list) = connection.call(Method::GET, "/api/schedules", None).await?;
            let waiting = count_waiting(&list)?;
            if waiting == 0 {
                break;
            }
            ensure!(began.elapsed() < PATIENCE, "{waiting} schedules of a person did not start");
            tokio::time::sleep(PAUSE).await;
        }
    }
    Ok(began.elapsed())
}

/// Counts the schedules whose run has not started.
fn count_waiting(list: &Value) -> anyhow::Result<usize> {
    let items = list["items"].as_array().context("a list of schedules was expected")?;
    ensure!(items.len() == SCHEDULES_EACH, "a person has {} schedules", items.len());
    let mut waiting = 0;
    for item in items {
        match item["last_state"].as_str() {
            None | Some("due") => waiting += 1,
            Some("running" | "succeeded") => {}
            Some(other) => bail!("a run is {other}"),
        }
    }
    Ok(waiting)
}

/// Asks, and leaves with the first token.
async fn first_token_ms(address: SocketAddr, person: &Person) -> anyhow::Result<f64> {
    let mut connection = Connection::open(address, Some(person.cookie.clone())).await?;
    let began = Instant::now();
    let mut events = ask(&mut connection, &format!("bench/{BRIEF_MODEL}"), "Be brief.").await?;
    while let Some(event) = events.next().await? {
        if event.name.as_ref() == b"part.started" {
            return Ok(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    bail!("no token came")
}
