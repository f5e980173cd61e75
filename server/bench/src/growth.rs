//! Benchmark of what an answer costs a person with many chats, compared with one who has few.

use std::net::SocketAddr;
use std::path::Path;

use tempfile::TempDir;

use crate::ensemble::{Ensemble, Person};
use crate::figures::Figure;
use crate::history::write_short_chats;
use crate::http_client::Connection;
use crate::load::ask_briefly;

const FEW: usize = 1_000;
const MANY: usize = 100_000;
/// Answers that are measured, and those before that warm up.
const ANSWERS: usize = 300;
const WARM_UP: usize = 30;
const TIMES_MAX: f64 = 1.5;

/// Measures the CPU time of an answer on SQLite with 1,000 chats and with 100,000.
pub async fn measure(program: &Path, upstream: SocketAddr) -> anyhow::Result<Vec<Figure>> {
    let folder = TempDir::new()?;
    let server = Ensemble::start(program, folder.path(), None).await?;
    let person = server.sign_up_operator().await?;
    server.connect(&person, upstream).await?;
    let url = format!("sqlite://{}", folder.path().join("data/ensemble.db").display());
    let db = store::Db::open(&url, &store::Options::default()).await?;
    write_short_chats(&db, &person, FEW).await?;
    let few_ms = cpu_of_answer_ms(&server, &person).await?;
    write_short_chats(&db, &person, MANY - FEW).await?;
    db.close().await;
    let many_ms = cpu_of_answer_ms(&server, &person).await?;
    Ok(vec![
        Figure::new("CPU of an answer with 1,000 chats", "ms", None, few_ms),
        Figure::new(
            "CPU of an answer with 100,000 chats, times that",
            "x",
            TIMES_MAX,
            many_ms / few_ms,
        ),
    ])
}

async fn cpu_of_answer_ms(server: &Ensemble, person: &Person) -> anyhow::Result<f64> {
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    for _ in 0..WARM_UP {
        ask_briefly(&mut connection).await?;
    }
    let before = server.process.cpu_seconds()?;
    for _ in 0..ANSWERS {
        ask_briefly(&mut connection).await?;
    }
    Ok((server.process.cpu_seconds()? - before) * 1e3 / ANSWERS as f64)
}
