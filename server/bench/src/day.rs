//! Benchmark of the memory that a day's ordinary work leaves behind.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use http::Method;
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::documents;
use crate::ensemble::{Ensemble, Person};
use crate::figures::Figure;
use crate::http_client::Connection;
use crate::load::{Target, ask_from_many};

const PDFS: usize = 40;
const PICTURES: usize = 12;
const PICTURE_SIDE: u32 = 3_500;
const SIGN_INS: usize = 60;
/// Amount of each kind that is done at once.
const AT_ONCE: usize = 4;
const RESTS: Duration = Duration::from_secs(60);

/// Does a day's work on a server of its own: PDFs, pictures, answers and sign-ins. After a minute of rest, it returns the
/// resident memory.
pub async fn measure(program: &Path, upstream: SocketAddr) -> anyhow::Result<Figure> {
    let folder = TempDir::new()?;
    let server = Ensemble::start(program, folder.path(), None).await?;
    let person = server.sign_up_operator().await?;
    let model = server.connect(&person, upstream).await?;
    for _ in 0..PDFS {
        documents::measure(&server, &person).await?;
    }
    set_pictures(&server, &person).await?;
    let target = Target::Ensemble { cookie: person.cookie.clone(), model };
    ask_from_many(server.address, target).await;
    sign_in_often(server.address).await;
    tokio::time::sleep(RESTS).await;
    let resident_mb = server.process.resident_mb()?;
    Ok(Figure::new("resident memory, after a day and a minute of rest", "MB", 60.0, resident_mb))
}

/// Gives a bot one large picture after the other, some at once.
async fn set_pictures(server: &Ensemble, person: &Person) -> anyhow::Result<()> {
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    let path = make_bot(&mut connection).await?;
    let picture = testing::black_png(PICTURE_SIDE);
    let mut works = JoinSet::new();
    for number in 0..PICTURES {
        if number >= AT_ONCE {
            works.join_next().await.context("some are there")???;
        }
        let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
        let (path, picture) = (path.clone(), picture.clone());
        works.spawn(async move { connection.put_bytes_of("image/png", &path, &picture).await });
    }
    while let Some(done) = works.join_next().await {
        done??;
    }
    Ok(())
}

/// Makes a bot and returns the path of its icon.
pub async fn make_bot(connection: &mut Connection) -> anyhow::Result<String> {
    let bot = json!({ "name": "Bench", "description": "Measures", "prompt": "Measure.",
        "welcome": "", "accessibility": "public", "published": false });
    let (_, bot) = connection.call(Method::POST, "/api/bots", Some(&bot)).await?;
    Ok(format!("/api/bots/{}/icon", bot["id"].as_str().context("a bot has an id")?))
}

/// Signs in again and again; most is refused, by the limits.
async fn sign_in_often(address: SocketAddr) {
    let mut works = JoinSet::new();
    for _ in 0..SIGN_INS {
        works.spawn(async move {
            let mut connection = Connection::open(address, None).await?;
            let guess =
                json!({ "email": "bench@example.com", "password": "measure once, cut twice" });
            connection.send(Method::POST, "/api/accounts/sign-in", Some(&guess)).await
        });
    }
    works.join_all().await;
}
