//! Benchmark of an archive of ten thousand conversations, in ChatGPT's format: sent, checked and imported.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use http::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::ensemble::{Ensemble, Person};
use crate::figures::Figure;
use crate::http_client::Connection;

const CONVERSATIONS: usize = 10_000;
const MESSAGES: usize = 10;
/// Maximum time for an import.
const PATIENCE: Duration = Duration::from_secs(600);

/// Returns the archive of spec'd size, about fifty megabytes of JSON.
fn archive() -> Vec<u8> {
    let conversations: Vec<Value> = (0..CONVERSATIONS).map(conversation).collect();
    Value::Array(conversations).to_string().into_bytes()
}

fn conversation(number: usize) -> Value {
    let began = 1_700_000_000.0 + number as f64 * 600.0;
    let mut mapping = serde_json::Map::new();
    for step in 0..MESSAGES {
        let role = if step % 2 == 0 { "user" } else { "assistant" };
        let parent = if step == 0 { Value::Null } else { json!(format!("m{number}-{}", step - 1)) };
        let words: Vec<String> = (0..60)
            .map(|word| format!("word{}", (number * 31 + step * 7 + word * word) % 4_000))
            .collect();
        let id = format!("m{number}-{step}");
        let node = json!({ "id": id, "parent": parent, "message": {
            "id": id, "author": { "role": role }, "create_time": began + step as f64,
            "content": { "content_type": "text", "parts": [words.join(" ")] },
            "metadata": { "model_slug": "gpt-4o" }, "recipient": "all" } });
        mapping.insert(id, node);
    }
    json!({
        "id": format!("conversation-{number}"), "title": format!("Conversation {number}"),
        "create_time": began, "update_time": began + MESSAGES as f64,
        "current_node": format!("m{number}-{}", MESSAGES - 1), "mapping": mapping,
    })
}

/// Measures the time from choosing the file until the last conversation is imported.
pub async fn measure(
    store: &str,
    server: &Ensemble,
    person: &Person,
) -> anyhow::Result<Vec<Figure>> {
    let bytes = archive();
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    let began = Instant::now();
    let path = send(&mut connection, &bytes).await?;
    wait_for(&mut connection, &path, "checked").await?;
    let checked = began.elapsed();
    connection.call(Method::POST, &format!("{path}/start"), Some(&json!({}))).await?;
    let done = wait_for(&mut connection, &path, "done").await?;
    let all = began.elapsed();
    let added = done["report"]["new_messages"].as_u64().unwrap_or(0) as usize;
    ensure!(added == CONVERSATIONS * MESSAGES, "{added} messages were imported");
    let name = |what: &str| format!("an archive of 10,000 conversations on {store}: {what}");
    Ok(vec![
        Figure::new(name("sent and looked through"), "s", None, checked.as_secs_f64()),
        Figure::new(name("sent, looked through and imported"), "s", 60.0, all.as_secs_f64()),
    ])
}

/// Sends an archive, has it checked, and returns the path of its import.
pub async fn send(connection: &mut Connection, archive: &[u8]) -> anyhow::Result<String> {
    let new = json!({ "name": "conversations.json", "size_bytes": archive.len() });
    let (_, made) = connection.call(Method::POST, "/api/portability/imports", Some(&new)).await?;
    let id = made["id"].as_str().context("an import has an id")?;
    let path = format!("/api/portability/imports/{id}");
    let piece = made["piece_bytes"].as_u64().context("an import says how long a piece is")?;
    for (number, chunk) in archive.chunks(piece as usize).enumerate() {
        connection.put_bytes(&format!("{path}/pieces/{number}"), chunk).await?;
    }
    connection.call(Method::POST, &format!("{path}/check"), Some(&json!({}))).await?;
    Ok(path)
}

async fn wait_for(connection: &mut Connection, path: &str, state: &str) -> anyhow::Result<Value> {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        let (_, import) = connection.call(Method::GET, path, None).await?;
        match import["state"].as_str() {
            Some(reached) if reached == state => return Ok(import),
            Some("failed") | None => bail!("the import failed: {import}"),
            _ => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    bail!("the import did not reach {state}")
}
