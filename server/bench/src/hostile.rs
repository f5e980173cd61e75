//! The hostile member of the neighbor benchmark, in a process of their own.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use http::Method;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::archives;
use crate::day::make_bot;
use crate::documents;
use crate::ensemble::{Ensemble, Person};
use crate::http_client::{Connection, Events};
use crate::load::ask_ensemble;
use crate::process::Process;

/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(50);
/// Time for which an answer is not read.
const READS_NOTHING_FOR: Duration = Duration::from_secs(5);

const PICTURE_SIDE: u32 = 8_192;
const ARCHIVE_BYTES: usize = 32 * 1024 * 1024;

/// Something that the hostile member does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
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

/// Where the hostile member works, and as whom.
#[derive(clap::Args)]
pub struct Options {
    server: SocketAddr,
    cookie: String,
    model: String,
    /// Address that takes connections and answers none.
    silent: SocketAddr,
    /// The only thing to do.
    #[arg(long, value_enum)]
    only: Option<Kind>,
}

/// Starts the hostile member; dropping the process ends their work.
///
/// It has the lowest priority: it stands for another machine, whose work does not slow this one.
pub fn start(
    folder: &Path,
    server: &Ensemble,
    person: &Person,
    model: &str,
    silent: SocketAddr,
    only: Option<Kind>,
) -> anyhow::Result<Process> {
    let own = std::env::current_exe()?.display().to_string();
    let (server, silent) = (server.address.to_string(), silent.to_string());
    let mut arguments = vec!["-n", "19", &own, "hostile", &server, &person.cookie, model, &silent];
    let only = only.map(|kind| kind.to_possible_value().expect("no kind is hidden"));
    if let Some(kind) = &only {
        arguments.extend(["--only", kind.get_name()]);
    }
    Process::start(Path::new("nice"), &arguments, &[], folder)
}

/// Does everything at once until the process is ended: large pictures, archives, documents, pages that do not answer,
/// questions, event streams, wrong passwords, connections that say nothing and readers that do not read.
pub async fn run(options: Options) -> anyhow::Result<()> {
    let Options { server: address, cookie, model, silent, only } = options;
    let count = |kind: Kind, count: usize| if only.is_none_or(|it| it == kind) { count } else { 0 };
    let hostile = Hostile { address, cookie: cookie.into() };
    let mut works = JoinSet::new();
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
    repeat(&mut works, count(Kind::Pages, 40), &hostile, move |hostile| read_page(hostile, silent));
    repeat(&mut works, count(Kind::Questions, 64), &hostile, move |hostile| {
        let model = model.clone();
        async move { ask_ensemble(&mut hostile.connect().await?, &model).await.map(drop) }
    });
    repeat(&mut works, count(Kind::EventStreams, 512), &hostile, hold_events);
    repeat(&mut works, count(Kind::Passwords, 30), &hostile, guess_password);
    repeat(&mut works, count(Kind::SlowReaders, 50), &hostile, ask_and_do_not_read);
    let mut held = Vec::new();
    for _ in 0..count(Kind::Connections, 500) {
        held.push(TcpStream::connect(address).await?);
    }
    std::future::pending::<()>().await;
    Ok(())
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
    tokio::time::sleep(READS_NOTHING_FOR).await;
    Ok(())
}
