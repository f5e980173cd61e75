//! Benchmark of an ordinary person beside a hostile member, who does everything that is heavy at once (security AV1).

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use http::Method;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::documents;
use crate::ensemble::{Ensemble, Person};
use crate::figures::{Figure, percentile};
use crate::hostile::{self, Kind};
use crate::http_client::Connection;
use crate::load::ask;

/// Rounds of the ordinary person: a list of chats, a question.
const ROUNDS: usize = 60;
/// Documents that the ordinary person uploads.
const DOCUMENTS: usize = 5;
/// Time between two rounds.
const PAUSE: Duration = Duration::from_millis(50);
/// Time for which the hostile member works before anything is measured.
const BEGINS_BEFORE: Duration = Duration::from_secs(5);
/// Maximum time beside the hostile member, as a multiple of the time alone.
const TIMES_MAX: f64 = 2.0;

/// Measures what an ordinary person waits for, alone and beside the hostile member, who does everything or `only` this.
pub async fn measure(
    program: &Path,
    upstream: SocketAddr,
    only: Option<Kind>,
) -> anyhow::Result<Vec<Figure>> {
    let folder = TempDir::new()?;
    let silent = TcpListener::bind("127.0.0.1:0").await?;
    let silent_address = silent.local_addr()?;
    let mut works = JoinSet::new();
    works.spawn(say_nothing(silent));
    let settings = [
        ("ENSEMBLE__WEB_ACCESS__ALLOW_HOSTS", silent_address.to_string()),
        ("ENSEMBLE__PAYMENTS__ENABLED", "false".to_owned()),
        ("ENSEMBLE__SERVER__MAX_EVENT_STREAMS_PER_PERSON", "512".to_owned()),
    ];
    let server = Ensemble::start_with(program, folder.path(), &settings).await?;
    let operator = server.sign_up_operator().await?;
    let model = server.connect(&operator, upstream).await?;
    let ordinary = server.create_person("ordinary@example.com").await?;
    let hostile = server.create_person("hostile@example.com").await?;

    let alone = work(&server, &ordinary, &model).await?;
    let mut attack =
        hostile::start(folder.path(), &server, &hostile, &model, silent_address, only)?;
    tokio::time::sleep(BEGINS_BEFORE).await;
    let beside = work(&server, &ordinary, &model).await?;
    attack.ensure_running()?;
    drop(attack);

    let took = |what: &str, of: fn(&Waited) -> f64| {
        Figure::new(format!("alone: {what}"), "ms", None, of(&alone))
    };
    let times = |what: &str, of: fn(&Waited) -> f64| {
        Figure::new(
            format!("beside a hostile member: {what}, times that of alone"),
            "x",
            TIMES_MAX,
            of(&beside) / of(&alone),
        )
    };
    let first_token = |waited: &Waited| percentile(&waited.first_token_ms, 0.95);
    let list = |waited: &Waited| percentile(&waited.list_ms, 0.95);
    let document = |waited: &Waited| percentile(&waited.document_ms, 0.5);
    Ok(vec![
        took("first token, p95", first_token),
        took("list of chats, p95", list),
        took("PDF ready for questions, median", document),
        times("first token, p95", first_token),
        times("list of chats, p95", list),
        times("PDF ready for questions, median", document),
    ])
}

/// Milliseconds of each thing, sorted.
struct Waited {
    first_token_ms: Vec<f64>,
    list_ms: Vec<f64>,
    document_ms: Vec<f64>,
}

/// Does an ordinary person's work.
async fn work(server: &Ensemble, person: &Person, model: &str) -> anyhow::Result<Waited> {
    let mut waited = Waited { first_token_ms: vec![], list_ms: vec![], document_ms: vec![] };
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        connection.call(Method::GET, "/api/chat/conversations", None).await?;
        waited.list_ms.push(milliseconds_since(began));
        waited.first_token_ms.push(first_token_ms(server.address, person, model).await?);
        tokio::time::sleep(PAUSE).await;
    }
    for _ in 0..DOCUMENTS {
        let seconds = documents::measure(server, person).await?.measured.unwrap_or_default();
        waited.document_ms.push(seconds * 1e3);
    }
    for times in [&mut waited.first_token_ms, &mut waited.list_ms, &mut waited.document_ms] {
        times.sort_by(f64::total_cmp);
    }
    Ok(waited)
}

fn milliseconds_since(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e3
}

/// Asks, and leaves with the first token.
async fn first_token_ms(address: SocketAddr, person: &Person, model: &str) -> anyhow::Result<f64> {
    let mut connection = Connection::open(address, Some(person.cookie.clone())).await?;
    let began = Instant::now();
    let mut events = ask(&mut connection, model, "Say it.").await?;
    while let Some(event) = events.next().await? {
        if event.name.as_ref() == b"part.started" {
            return Ok(milliseconds_since(began));
        }
    }
    anyhow::bail!("no token came")
}

/// Takes connections and answers none.
async fn say_nothing(listener: TcpListener) {
    let mut held = Vec::new();
    while let Ok((socket, _)) = listener.accept().await {
        held.push(socket);
    }
}
