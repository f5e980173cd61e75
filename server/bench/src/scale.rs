//! Benchmark of several processes on one PostgreSQL and one Redis: answers a second, and the CPU time that they cost.
//!
//! Each process is held to a share of a core, so that a machine of two cores shows what more machines would do.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::ensemble::Ensemble;
use crate::figures::Figure;
use crate::http_client::Connection;
use crate::load::ask_briefly;
use crate::process::{CpuShare, cpu_seconds_of};
use crate::run::{on_own_database, start_own};

const PROCESSES: [usize; 3] = [1, 2, 4];
/// The share of a core that each process gets.
const SHARE: f64 = 0.12;
const ACCOUNTS: usize = 24;
/// Streams at each process.
const STREAMS: usize = 16;
/// Each connection of a process plans its statements anew for the first five times.
const WARMS_UP: Duration = Duration::from_secs(8);
const LASTS: Duration = Duration::from_secs(15);
/// Less for one account, asked last: a person may send a thousand messages at once, and then ten a second.
const WARMS_UP_OF_ONE: Duration = Duration::from_secs(1);
const LASTS_OF_ONE: Duration = Duration::from_secs(4);

/// Addresses of the services that the processes share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The PostgreSQL server, postgres://user@host:port.
    pub postgres: &'a str,
    pub redis: &'a str,
}

/// Measures 1, 2 and 4 processes with many accounts, and 4 with one account, whose balance all answers share.
pub async fn measure(program: &Path, shared: Shared<'_>) -> anyhow::Result<Vec<Figure>> {
    if !CpuShare::is_available() {
        let why = "it needs root and the control groups of Linux";
        return Ok(vec![Figure::not_measured("several processes", why)]);
    }
    on_own_database(shared.postgres, async |database| {
        measure_on(program, database, shared.redis).await
    })
    .await
}

async fn measure_on(program: &Path, database: &str, redis: &str) -> anyhow::Result<Vec<Figure>> {
    let folder = TempDir::new()?;
    let (_upstream, upstream) =
        start_own(folder.path(), |address| vec!["upstream".into(), address]).await?;
    let settings = [
        ("ENSEMBLE__STORE__URL", database.to_owned()),
        ("ENSEMBLE__BUS__URL", redis.to_owned()),
        ("ENSEMBLE__FILES__URL", format!("file://{}", folder.path().join("files").display())),
        ("ENSEMBLE__VAULT__SECRET", "0123456789abcdef".repeat(4)),
        ("ENSEMBLE__PAYMENTS__ENABLED", "false".to_owned()),
    ];
    std::fs::create_dir(folder.path().join("files"))?;
    let mut processes = Vec::new();
    for number in 0..PROCESSES[PROCESSES.len() - 1] {
        let own = folder.path().join(number.to_string());
        std::fs::create_dir(&own)?;
        processes.push(Ensemble::start_with(program, &own, &settings).await?);
    }
    let operator = processes[0].sign_up_operator().await?;
    processes[0].connect(&operator, upstream).await?;
    let mut cookies = Vec::with_capacity(ACCOUNTS);
    for number in 0..ACCOUNTS {
        let email = format!("person{number}@example.com");
        cookies.push(processes[0].create_person(&email).await?.cookie);
    }
    let shares = processes.iter().map(|server| CpuShare::limit(&server.process, SHARE));
    let _shares: Vec<CpuShare> = shares.collect::<anyhow::Result<_>>()?;

    let mut many = Vec::new();
    for count in PROCESSES {
        many.push(ask_all(&processes[..count], &cookies, WARMS_UP, LASTS).await?);
    }
    let one = ask_all(&processes, &cookies[..1], WARMS_UP_OF_ONE, LASTS_OF_ONE).await?;
    Ok(figures(&many, &one))
}

/// Answers of some processes together, and what each cost.
struct Answered {
    per_second: f64,
    /// Milliseconds of CPU time an answer.
    server_ms: f64,
    postgres_ms: f64,
}

fn figures(many: &[Answered], one: &Answered) -> Vec<Figure> {
    let name = |count: usize, what: &str| format!("{count} processes of {SHARE} of a core: {what}");
    let mut figures = Vec::new();
    for (count, answered) in PROCESSES.into_iter().zip(many) {
        figures.extend([
            Figure::new(name(count, "answers a second"), "", None, answered.per_second),
            Figure::new(name(count, "CPU an answer"), "ms", None, answered.server_ms),
            Figure::new(
                name(count, "PostgreSQL's CPU an answer, times theirs"),
                "x",
                1.0,
                answered.postgres_ms / answered.server_ms,
            ),
        ]);
    }
    let [first, .., last] = many else { return figures };
    let count = PROCESSES[PROCESSES.len() - 1];
    let times_one = last.per_second / first.per_second;
    let of_many = one.per_second / last.per_second;
    figures.extend([
        Figure::new(name(count, "answers a second, times those of one"), "x", None, times_one)
            .at_least(Some(0.8 * count as f64)),
        Figure::new(name(count, "one account, times many"), "x", None, of_many).at_least(Some(0.8)),
    ]);
    figures
}

/// Asks at all processes at once, by all accounts in turns.
async fn ask_all(
    processes: &[Ensemble],
    cookies: &[Arc<str>],
    warms_up: Duration,
    lasts: Duration,
) -> anyhow::Result<Answered> {
    let began = Instant::now();
    let (counts_from, ends) = (began + warms_up, began + warms_up + lasts);
    let mut streams = JoinSet::new();
    for (place, server) in processes.iter().enumerate() {
        for number in 0..STREAMS {
            let cookie = cookies[(place * STREAMS + number) % cookies.len()].clone();
            let address = server.address;
            streams.spawn(async move {
                let mut connection = Connection::open(address, Some(cookie)).await?;
                let mut completed = 0_usize;
                while Instant::now() < ends {
                    ask_briefly(&mut connection).await?;
                    let now = Instant::now();
                    completed += usize::from(counts_from <= now && now < ends);
                }
                anyhow::Ok(completed)
            });
        }
    }
    tokio::time::sleep_until(counts_from).await;
    let (server_before, postgres_before) = cpu_seconds(processes)?;
    tokio::time::sleep_until(ends).await;
    let (server_after, postgres_after) = cpu_seconds(processes)?;
    let mut completed = 0;
    while let Some(stream) = streams.join_next().await {
        completed += stream??;
    }
    ensure!(completed > 0, "no answer completed");
    let per_answer = |seconds: f64| seconds * 1e3 / completed as f64;
    Ok(Answered {
        per_second: completed as f64 / lasts.as_secs_f64(),
        server_ms: per_answer(server_after - server_before),
        postgres_ms: per_answer(postgres_after - postgres_before),
    })
}

/// Returns the CPU seconds of the processes so far, and of PostgreSQL.
fn cpu_seconds(processes: &[Ensemble]) -> anyhow::Result<(f64, f64)> {
    let mut seconds = 0.0;
    for server in processes {
        seconds += server.process.cpu_seconds()?;
    }
    Ok((seconds, cpu_seconds_of("postgres")?))
}
