//! Benchmark of an ordinary person beside a hostile member, who does everything that is heavy at once (security AV1).

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use http::Method;
use serde_json::json;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use crate::archives;
use crate::day::make_bot;
use crate::documents;
use crate::ensemble::{Ensemble, Person};
use crate::figures::{Figure, percentile};
use crate::http_client::{Connection, Events};
use crate::load::{ask, ask_ensemble};

/// Rounds of the ordinary person: a list of chats, a question.
const ROUNDS: usize = 60;
/// Documents that the ordinary person uploads.
const DOCUMENTS: usize = 5;
/// Time between two rounds, and between two tries of the hostile member.
const PAUSE: Duration = Duration::from_millis(50);
/// Time for which the hostile member works before anything is measured.
const BEGINS_BEFORE: Duration = Duration::from_secs(5);
/// Maximum time beside the hostile member, as a multiple of the time alone.
const TIMES_MAX: f64 = 2.0;

const PICTURE_SIDE: u32 = 8_192;
const ARCHIVE_BYTES: usize = 32 * 1024 * 1024;

/// Something that the hostile member does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    Pictures,
    Archives,
    Documents,
    Pages,
    Questions,
    EventStreams,
    Passwords,
    SlowReaders,
    Connections,
}

/// Measures what an ordinary person waits for, alone and beside the hostile member, who does everything or `only` this.
pub async fn measure(
    program: &Path,
    upstream: SocketAddr,
    only: Option<Kind>,
) -> anyhow::Result<Vec<Figure>> {
    let folder = TempDir::new()?;
    let silent = TcpListener::bind("127.0.0.1:0").await?;
    let silent_address = silent.local_addr()?;
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
    let attack = Attack::begin(&server, &hostile, &model, silent, only).await?;
    tokio::time::sleep(BEGINS_BEFORE).await;
    let beside = work(&server, &ordinary, &model).await?;
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

/// The hostile member at work; dropping it ends that.
struct Attack {
    _works: JoinSet<()>,
    _held: Vec<TcpStream>,
}

/// The hostile member: an address and a cookie.
#[derive(Clone)]
struct Hostile {
    address: SocketAddr,
    cookie: Arc<str>,
}

impl Hostile {
    async fn connect(&self) -> anyhow::Result<Connection> {
        Connection::open(self.address, Some(self.cookie.clone())).await
    }
}

impl Attack {
    /// Begins everything: large pictures, archives, documents, pages that do not answer, questions, event streams, wrong
    /// passwords, connections that say nothing and readers that do not read.
    async fn begin(
        server: &Ensemble,
        person: &Person,
        model: &str,
        silent: TcpListener,
        only: Option<Kind>,
    ) -> anyhow::Result<Self> {
        let count =
            |kind: Kind, count: usize| if only.is_none_or(|it| it == kind) { count } else { 0 };
        let hostile = Hostile { address: server.address, cookie: person.cookie.clone() };
        let mut works = JoinSet::new();
        let silent_address = silent.local_addr()?;
        works.spawn(say_nothing(silent));

        let icon = make_bot(&mut hostile.connect().await?).await?;
        let picture: Arc<[u8]> = testing::black_png(PICTURE_SIDE).into();
        repeat(&mut works, count(Kind::Pictures, 4), &hostile, move |hostile| {
            let (icon, picture) = (icon.clone(), picture.clone());
            async move { hostile.connect().await?.put_bytes_of("image/png", &icon, &picture).await }
        });
        let archive: Arc<[u8]> = lists_in_lists()?.into();
        repeat(&mut works, count(Kind::Archives, 2), &hostile, move |hostile| {
            let archive = archive.clone();
            async move { archives::send(&mut hostile.connect().await?, &archive).await.map(drop) }
        });
        let document: Arc<[u8]> = documents::hundred_pages().into();
        repeat(&mut works, count(Kind::Documents, 4), &hostile, move |hostile| {
            let document = document.clone();
            async move { documents::upload(&mut hostile.connect().await?, &document).await.map(drop) }
        });
        repeat(&mut works, count(Kind::Pages, 40), &hostile, move |hostile| {
            read_page(hostile, silent_address)
        });
        let model = model.to_owned();
        repeat(&mut works, count(Kind::Questions, 64), &hostile, move |hostile| {
            let model = model.clone();
            async move { ask_ensemble(&mut hostile.connect().await?, &model).await.map(drop) }
        });
        repeat(&mut works, count(Kind::EventStreams, 512), &hostile, hold_events);
        repeat(&mut works, count(Kind::Passwords, 30), &hostile, guess_password);
        repeat(&mut works, count(Kind::SlowReaders, 50), &hostile, ask_and_do_not_read);
        let mut held = Vec::new();
        for _ in 0..count(Kind::Connections, 500) {
            held.push(TcpStream::connect(server.address).await?);
        }
        Ok(Self { _works: works, _held: held })
    }
}

/// Does `work` again and again, so many at once, whatever is answered.
fn repeat<F: Future<Output = anyhow::Result<()>> + Send + 'static>(
    works: &mut JoinSet<()>,
    at_once: usize,
    hostile: &Hostile,
    work: impl Fn(Hostile) -> F + Clone + Send + Sync + 'static,
) {
    for _ in 0..at_once {
        let (hostile, work) = (hostile.clone(), work.clone());
        works.spawn(async move {
            loop {
                drop(work(hostile.clone()).await);
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
}

/// Takes connections and answers none.
async fn say_nothing(listener: TcpListener) {
    let mut held = Vec::new();
    while let Ok((socket, _)) = listener.accept().await {
        held.push(socket);
    }
}

/// Returns JSON that is long and says nothing.
fn lists_in_lists() -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(ARCHIVE_BYTES);
    bytes.write_all(b"[")?;
    while bytes.len() < ARCHIVE_BYTES {
        bytes.write_all(b"[],")?;
    }
    bytes.write_all(b"[]]")?;
    Ok(bytes)
}

async fn read_page(hostile: Hostile, silent: SocketAddr) -> anyhow::Result<()> {
    let url = format!("http://{silent}/{}", Uuid::now_v7());
    let new = json!({ "id": Uuid::now_v7(), "source": { "type": "address", "url": url } });
    let mut connection = hostile.connect().await?;
    connection.call(Method::POST, "/api/reading/readings", Some(&new)).await?;
    Ok(())
}

async fn hold_events(hostile: Hostile) -> anyhow::Result<()> {
    let mut events =
        Events::of(hostile.connect().await?.send(Method::GET, "/api/events", None).await?);
    while events.next().await?.is_some() {}
    Ok(())
}

async fn guess_password(hostile: Hostile) -> anyhow::Result<()> {
    let guess = json!({ "email": "ordinary@example.com", "password": "measure once, cut twice" });
    let mut connection = Connection::open(hostile.address, None).await?;
    connection.send(Method::POST, "/api/accounts/sign-in", Some(&guess)).await?;
    Ok(())
}

async fn ask_and_do_not_read(hostile: Hostile) -> anyhow::Result<()> {
    let _answer = hostile.connect().await?.send(Method::GET, "/api/openapi.json", None).await?;
    tokio::time::sleep(BEGINS_BEFORE).await;
    Ok(())
}
