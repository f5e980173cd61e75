//! The order of the measurements, and the rows they give.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::archives;
use crate::day;
use crate::documents;
use crate::ensemble::{Ensemble, Person, free_address};
use crate::figures::{Figure, Results, percentile};
use crate::growth;
use crate::history;
use crate::load::{STREAMS, Seen, Target, ask_from_many, with_subscribers};
use crate::neighbor;
use crate::process::{Process, peak_resident_mb};
use crate::scale::{self, Shared};
use crate::together;

const SUBSCRIBERS: usize = 5_000;
const RESTARTS: usize = 9;
/// Maximum delay of a complete answer compared with the relay: words are merged for 100 ms, and the end waits for the
/// disk.
const WHOLE_LATER_MS: f64 = 200.0;
/// Time a process is left alone before its idle memory is measured: what a sign-up takes is given back after ten seconds.
const SETTLES_AFTER: Duration = Duration::from_secs(15);

#[derive(Args)]
pub struct Options {
    /// The server's program.
    #[arg(long)]
    server: PathBuf,
    /// Path of the file for the results.
    #[arg(long)]
    out: PathBuf,
    /// A PostgreSQL server to make a database on, postgres://user@host:port.
    #[arg(long)]
    postgres: Option<String>,
    /// The Redis that several processes share, redis://host:port.
    #[arg(long)]
    redis: Option<String>,
    /// Measures only this.
    #[arg(long)]
    only: Option<Part>,
    /// Lets the hostile member do only this.
    #[arg(long)]
    attack: Option<crate::hostile::Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Streams,
    Sqlite,
    Postgres,
    /// The import of an archive, on SQLite.
    Archives,
    /// An ordinary person beside a hostile member.
    Neighbor,
    /// An answer on SQLite, with few chats and with many.
    Growth,
    /// Several processes, on PostgreSQL and Redis.
    Scale,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    // Processes run in folders of their own.
    let server = options.server.canonicalize().context("--server is not a program")?;
    let is_wanted = |part| options.only.is_none_or(|only| only == part);
    let mut results = Results::new(&options.out);
    if is_wanted(Part::Streams) {
        results.add(measure_streams(&server).await?)?;
    }
    if is_wanted(Part::Neighbor) || is_wanted(Part::Growth) {
        let folder = TempDir::new()?;
        let (_upstream, upstream) =
            start_own(folder.path(), |address| vec!["upstream".into(), address]).await?;
        if is_wanted(Part::Neighbor) {
            results.add(neighbor::measure(&server, upstream, options.attack).await?)?;
        }
        if is_wanted(Part::Growth) {
            results.add(growth::measure(&server, upstream).await?)?;
        }
    }
    if is_wanted(Part::Archives) {
        let folder = TempDir::new()?;
        let started = Ensemble::start(&server, folder.path(), None).await?;
        let person = started.sign_up_operator().await?;
        results.add(archives::measure("SQLite", &started, &person).await?)?;
    }
    if is_wanted(Part::Sqlite) {
        results.add(measure_history_on_sqlite(&server).await?)?;
    }
    if let Some(url) = options.postgres.as_ref().filter(|_| is_wanted(Part::Postgres)) {
        results.add(measure_history_on_postgres(&server, url).await?)?;
    }
    if let (Some(postgres), Some(redis)) = (&options.postgres, &options.redis)
        && is_wanted(Part::Scale)
    {
        results.add(scale::measure(&server, Shared { postgres, redis }).await?)?;
    }
    Ok(())
}

/// Measures the same streams from the same provider through relay and server, one after the other.
async fn measure_streams(program: &Path) -> anyhow::Result<Vec<Figure>> {
    let folder = TempDir::new()?;
    let (_upstream, upstream) =
        start_own(folder.path(), |address| vec!["upstream".into(), address]).await?;

    let database = folder.path().join("relay.db").display().to_string();
    let (relay_process, relay) = start_own(folder.path(), |address| {
        vec!["relay".into(), address, upstream.to_string(), database]
    })
    .await?;
    let cpu_before = relay_process.cpu_seconds()?;
    let by_relay = ask_from_many(relay, Target::Relay).await;
    let relay_cpu = cpu_per_thousand(relay_process.cpu_seconds()? - cpu_before, &by_relay)?;
    drop(relay_process);

    let server = Ensemble::start(program, folder.path(), None).await?;
    let person = server.sign_up_operator().await?;
    let model = server.connect(&person, upstream).await?;
    tokio::time::sleep(SETTLES_AFTER).await;
    let idle_mb = server.process.resident_mb()?;

    let cpu_before = server.process.cpu_seconds()?;
    let target = Target::Ensemble { cookie: person.cookie.clone(), model };
    let (by_server, streams_mb) =
        peak_resident_mb(&server.process, ask_from_many(server.address, target)).await?;
    let server_cpu = cpu_per_thousand(server.process.cpu_seconds()? - cpu_before, &by_server)?;

    let failures = by_server.failures.len() + by_relay.failures.len();
    if let Some(failure) = by_server.failures.first().or(by_relay.failures.first()) {
        report(&format!("{failures} streams failed, the first with: {failure}"));
    }
    let (relay_p50, relay_p99) =
        (percentile(&by_relay.first_token_ms, 0.5), percentile(&by_relay.first_token_ms, 0.99));
    let (server_p50, server_p99) =
        (percentile(&by_server.first_token_ms, 0.5), percentile(&by_server.first_token_ms, 0.99));
    let together = together::measure(&server, &person).await?;
    let document = documents::measure(&server, &person).await?;
    let subscribers_mb = measure_subscribers(&server, &person).await?;
    drop(server);
    let day = day::measure(program, upstream).await?;
    Ok(vec![
        document,
        day,
        Figure::new("relay: first token, p50", "ms", None, relay_p50),
        Figure::new("relay: first token, p99", "ms", None, relay_p99),
        Figure::new("relay: CPU for 1,000 streams", "s", None, relay_cpu),
        Figure::new(
            format!("{STREAMS} streams: first token later than the relay's, p50"),
            "ms",
            3.0,
            server_p50 - relay_p50,
        ),
        Figure::new(
            format!("{STREAMS} streams: first token later than the relay's, p99"),
            "ms",
            30.0,
            server_p99 - relay_p99,
        ),
        Figure::new(
            format!("{STREAMS} streams: whole answer later than the relay's, p50"),
            "ms",
            WHOLE_LATER_MS,
            percentile(&by_server.whole_ms, 0.5) - percentile(&by_relay.whole_ms, 0.5),
        ),
        Figure::new(
            format!("{STREAMS} streams: failed of {}", by_server.completed + failures),
            "",
            0.0,
            failures as f64,
        ),
        Figure::new(
            format!("{STREAMS} streams: CPU for 1,000, times the relay's"),
            "x",
            3.0,
            server_cpu / relay_cpu,
        ),
        together,
        Figure::new("resident memory, idle", "MB", 40.0, idle_mb),
        Figure::new(format!("resident memory, {STREAMS} streams"), "MB", 150.0, streams_mb),
        Figure::new("resident memory, 5,000 idle subscribers", "MB", 200.0, subscribers_mb),
    ])
}

async fn measure_subscribers(server: &Ensemble, person: &Person) -> anyhow::Result<f64> {
    let settled = async {
        tokio::time::sleep(SETTLES_AFTER).await;
        server.process.resident_mb()
    };
    with_subscribers(server.address, &person.cookie, SUBSCRIBERS, settled).await?
}

async fn measure_history_on_sqlite(program: &Path) -> anyhow::Result<Vec<Figure>> {
    let folder = TempDir::new()?;
    let mut server = Ensemble::start(program, folder.path(), None).await?;
    let person = server.sign_up_operator().await?;
    let url = format!("sqlite://{}", folder.path().join("data/ensemble.db").display());
    let db = store::Db::open(&url, &store::Options::default()).await?;
    let long_chat = history::write_chats(&db, &person).await?;
    db.close().await;
    let mut figures = history::measure("SQLite", 1.0, &server, &person, long_chat).await?;

    let mut starts = Vec::with_capacity(RESTARTS);
    for _ in 0..RESTARTS {
        starts.push(server.restart().await?.as_secs_f64() * 1e3);
    }
    starts.sort_by(f64::total_cmp);
    figures.push(Figure::new(
        "from start to /readyz on these chats, median",
        "ms",
        150.0,
        percentile(&starts, 0.5),
    ));
    Ok(figures)
}

async fn measure_history_on_postgres(program: &Path, url: &str) -> anyhow::Result<Vec<Figure>> {
    on_own_database(url, async |url| {
        let folder = TempDir::new()?;
        let server = Ensemble::start(program, folder.path(), Some(url)).await?;
        let person = server.sign_up_operator().await?;
        let db = store::Db::open(url, &store::Options::default()).await?;
        let long_chat = history::write_chats(&db, &person).await?;
        // A server of some age has statistics; this one is a minute old.
        let mut connection = PgConnection::connect(url).await?;
        sqlx::query("ANALYZE").execute(&mut connection).await?;
        db.close().await;
        history::measure("PostgreSQL", 2.0, &server, &person, long_chat).await
    })
    .await
}

/// Creates a database on a PostgreSQL server for `measure`, which gets its address, and drops it afterwards.
pub async fn on_own_database<T>(
    postgres: &str,
    measure: impl AsyncFnOnce(&str) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let name = format!("bench_{}", uuid::Uuid::now_v7().simple());
    let mut admin = PgConnection::connect(&format!("{postgres}/postgres")).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut admin).await?;
    let measured = measure(&format!("{postgres}/{name}")).await;
    let drop_it = sqlx::AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
    sqlx::query(drop_it).execute(&mut admin).await?;
    measured
}

/// Starts this very program in another of its roles, in a process of its own.
pub async fn start_own(
    folder: &Path,
    arguments: impl FnOnce(String) -> Vec<String>,
) -> anyhow::Result<(Process, SocketAddr)> {
    let address = free_address()?;
    let arguments = arguments(address.to_string());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut process = Process::start(&std::env::current_exe()?, &arguments, &[], folder)?;
    process.ready(|| async move { tokio::net::TcpStream::connect(address).await.is_ok() }).await?;
    Ok((process, address))
}

fn cpu_per_thousand(cpu_seconds: f64, seen: &Seen) -> anyhow::Result<f64> {
    ensure!(
        seen.completed > 0,
        "no stream completed: {}",
        seen.failures.first().map_or("", String::as_str)
    );
    Ok(cpu_seconds * 1e3 / seen.completed as f64)
}

#[allow(clippy::print_stderr, reason = "progress of a program that people watch")]
fn report(text: &str) {
    eprintln!("bench: {text}");
}
