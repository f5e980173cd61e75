//! Benchmark of the time from the last byte of an upload until the file can be asked about.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use http::Method;
use serde_json::json;

use crate::ensemble::{Ensemble, Person};
use crate::figures::Figure;
use crate::http_client::Connection;

const PAGES: usize = 100;
const WORDS_PER_PAGE: usize = 450;
/// Interval at which the server is polled for completion.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Returns a PDF of a hundred pages of text.
pub fn hundred_pages() -> Vec<u8> {
    let page = |number: usize| {
        let words = (0..WORDS_PER_PAGE).map(|word| format!("word{} ", (word * number) % 997));
        format!("Page {number}. {}", words.collect::<String>())
    };
    let pages: Vec<String> = (1..=PAGES).map(page).collect();
    testing::sample_pdf(&pages)
}

/// Uploads a PDF and returns its path.
pub async fn upload(connection: &mut Connection, content: &[u8]) -> anyhow::Result<String> {
    let new = json!({
        "id": uuid::Uuid::now_v7(), "name": "hundred-pages.pdf", "size_bytes": content.len(),
    });
    let (_, file) = connection.call(Method::POST, "/api/documents/files", Some(&new)).await?;
    let id = file["id"].as_str().context("a file has an id")?;
    let path = format!("/api/documents/files/{id}");
    let chunk_bytes =
        file["chunk_max_bytes"].as_u64().context("a file says how long a chunk is")?;
    for (index, chunk) in content.chunks(chunk_bytes as usize).enumerate() {
        connection.send_chunk(&path, index * chunk_bytes as usize, chunk).await?;
    }
    Ok(path)
}

/// Uploads a PDF of a hundred pages of text, and waits until it is read.
pub async fn measure(server: &Ensemble, person: &Person) -> anyhow::Result<Figure> {
    let content = hundred_pages();
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    let began = Instant::now();
    let path = upload(&mut connection, &content).await?;
    loop {
        let (_, file) = connection.call(Method::GET, &path, None).await?;
        match file["state"].as_str() {
            Some("parsed") => {
                ensure!(file["pages"] == PAGES, "pages are missing: {file}");
                break;
            }
            Some("waiting") => tokio::time::sleep(LOOK_EVERY).await,
            _ => anyhow::bail!("the file was not read: {file}"),
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    Ok(Figure::new(
        format!("PDF of {PAGES} pages: uploaded and ready for questions"),
        "s",
        2.0,
        seconds,
    ))
}
