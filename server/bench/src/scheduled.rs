//! Ten thousand schedules that are due in one minute, and what a chat beside them waits for (issue 28).

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use http::Method;
use kernel::{MINUTE, Timestamp, uuid_v7};
use serde_json::json;
use store::{Db, sql};
use tempfile::TempDir;
use tokio::time::Instant;

use crate::ensemble::{Ensemble, Person, free_address};
use crate::figures::{Figure, Results, percentile};
use crate::http_client::Connection;
use crate::load::ask;
use crate::upstream::{self, BRIEF_MODEL};

const SCHEDULES: usize = 10_000;
/// People who have them: as many as one may have is 50.
const PEOPLE: usize = 200;
/// Chats before anything is due.
const CHATS_ALONE: usize = 200;
/// Time between two chats.
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
    let address = free_address()?;
    let _upstream = tokio::spawn(upstream::serve(address));
    let server = Ensemble::start(&program, folder.path(), None).await?;
    let operator = server.sign_up_operator().await?;
    server.connect(&operator, address).await?;
    let mut people = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        people.push(server.create_person(&format!("person{number}@example.com")).await?);
    }
    let alone = chat_until(server.address, &operator, |count| count >= CHATS_ALONE).await?;

    let url = format!("sqlite://{}", folder.path().join("data/ensemble.db").display());
    let db = Db::open(&url, &store::Options::default()).await?;
    let due_at = next_minute(Timestamp::from_micros(now_micros()?));
    set_alarm(server.address, &operator, due_at).await?;
    write_schedules(&db, &people, due_at).await?;
    let wait = due_at.micros() - now_micros()?;
    tokio::time::sleep(Duration::from_micros(wait.max(0) as u64)).await;

    let began = Instant::now();
    let mut beside = Vec::new();
    let started_after = loop {
        beside.push(first_token_ms(server.address, &operator).await?);
        if count_started(&db).await? >= SCHEDULES as i64 {
            break began.elapsed();
        }
        if began.elapsed() > PATIENCE {
            bail!("{} of {SCHEDULES} started", count_started(&db).await?);
        }
        tokio::time::sleep(PAUSE).await;
    };
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

fn now_micros() -> anyhow::Result<i64> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok(i64::try_from(since.as_micros())?)
}

/// Returns a full minute that leaves time to write the schedules.
fn next_minute(now: Timestamp) -> Timestamp {
    let minutes = now.plus(20 * kernel::SECOND).micros().div_euclid(MINUTE) + 1;
    Timestamp::from_micros(minutes * MINUTE)
}

/// Creates a schedule through the server, whose alarm the others share.
async fn set_alarm(address: SocketAddr, person: &Person, due_at: Timestamp) -> anyhow::Result<()> {
    let mut connection = Connection::open(address, Some(person.cookie.clone())).await?;
    let start = due_at.to_string()[..16].to_owned();
    let body = json!({
        "id": uuid_v7(due_at),
        "title": "Bench",
        "kind": "prompt",
        "input": { "text": "Be brief.", "model": format!("bench/{BRIEF_MODEL}") },
        "times": { "start": start, "zone": "UTC", "rule": null },
        "missed": "run_once",
        "only_changes": false,
        "by_mail": false,
        "by_push": false,
        "run_cap": null,
        "month_cap": null,
    });
    connection.call(Method::POST, "/api/schedules", Some(&body)).await?;
    Ok(())
}

async fn write_schedules(db: &Db, people: &[Person], due_at: Timestamp) -> anyhow::Result<()> {
    let input =
        json!({ "text": "Be brief.", "model": format!("bench/{BRIEF_MODEL}"), "bot_id": null });
    let (input, start) = (input.to_string(), due_at.to_string()[..16].to_owned());
    let now = due_at.plus(-MINUTE);
    for chunk in (0..SCHEDULES).collect::<Vec<_>>().chunks(500) {
        let mut tx = db.begin().await?;
        for number in chunk {
            let person = &people[number % people.len()];
            sql!(
                &mut tx,
                execute,
                "INSERT INTO schedules (id, user_id, workspace_id, title, kind, input, rule, starts_on, zone, missed,
                     only_changes, by_mail, by_push, failures, next_at, version, created_at, updated_at)
                 VALUES ($1, $2, $3, 'Bench', 'prompt', $4, 'FREQ=DAILY', $5, 'Europe/Berlin', 'run_once',
                     FALSE, FALSE, FALSE, 0, $6, 1, $7, $7)",
                uuid_v7(now),
                person.user_id,
                person.workspace_id,
                input.as_str(),
                start.as_str(),
                due_at,
                now
            )?;
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn count_started(db: &Db) -> anyhow::Result<i64> {
    let mut conn = db.read().await?;
    let count = "SELECT COUNT(*) FROM schedule_runs WHERE started_at IS NOT NULL";
    Ok(sql!(&mut conn, one(i64,), count)?.0)
}

/// Chats until `is_enough`; returns the sorted times of first tokens.
async fn chat_until(
    address: SocketAddr,
    person: &Person,
    is_enough: impl Fn(usize) -> bool,
) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::new();
    while !is_enough(times.len()) {
        times.push(first_token_ms(address, person).await?);
        tokio::time::sleep(PAUSE).await;
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
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
