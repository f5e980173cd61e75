//! The minimal durable chat, for comparison with the server.
//!
//! It stores the question before it asks, parses the answer event by event, sends an event of its own for each, stores
//! what has arrived so far twice a second and the whole answer at the end. Concurrent writes share one transaction.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde::Deserialize;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::http_client::{Connection, Events};
use crate::serve::{Body, event_stream, plain};

const SAVED_EVERY: Duration = Duration::from_millis(500);

enum Write {
    Question { text: String, saved: oneshot::Sender<i64> },
    Progress { id: i64, text: String },
    Answer { id: i64, text: String, saved: oneshot::Sender<()> },
}

#[derive(Clone)]
struct Relay {
    upstream: SocketAddr,
    idle: Arc<Mutex<Vec<Connection>>>,
    writes: mpsc::UnboundedSender<Write>,
}

pub async fn serve(
    listen: SocketAddr,
    upstream: SocketAddr,
    database: &Path,
) -> anyhow::Result<()> {
    let (writes, waiting) = mpsc::unbounded_channel();
    let connection = open_database(database).await?;
    let writer = tokio::spawn(write_all(connection, waiting));
    let relay = Relay { upstream, idle: Arc::default(), writes };
    let serving = crate::serve::serve(listen, move |request| {
        let relay = relay.clone();
        async move {
            relay.chat(request).await.unwrap_or_else(|failure| {
                plain(StatusCode::BAD_GATEWAY, "text/plain", failure.to_string())
            })
        }
    });
    tokio::select! {
        served = serving => served,
        written = writer => written?,
    }
}

async fn open_database(path: &Path) -> anyhow::Result<SqliteConnection> {
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .connect()
        .await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS message (id INTEGER PRIMARY KEY, role TEXT, text TEXT, done INTEGER)")
        .execute(&mut connection)
        .await?;
    Ok(connection)
}

/// Writes all queued writes: one task owns the database; writes queued while it works go into the next transaction.
async fn write_all(
    mut connection: SqliteConnection,
    mut waiting: mpsc::UnboundedReceiver<Write>,
) -> anyhow::Result<()> {
    let mut batch = Vec::new();
    while waiting.recv_many(&mut batch, 1024).await > 0 {
        let mut tx = connection.begin().await?;
        let mut replies: Vec<Box<dyn FnOnce() -> bool + Send>> = Vec::new();
        for write in batch.drain(..) {
            match write {
                Write::Question { text, saved } => {
                    sqlx::query("INSERT INTO message (role, text, done) VALUES ('user', ?, 1)")
                        .bind(text)
                        .execute(&mut *tx)
                        .await?;
                    let row = sqlx::query(
                        "INSERT INTO message (role, text, done) VALUES ('assistant', '', 0)",
                    )
                    .execute(&mut *tx)
                    .await?;
                    let id = row.last_insert_rowid();
                    replies.push(Box::new(move || saved.send(id).is_ok()));
                }
                Write::Progress { id, text } => set_text(&mut tx, id, text, false).await?,
                Write::Answer { id, text, saved } => {
                    set_text(&mut tx, id, text, true).await?;
                    replies.push(Box::new(move || saved.send(()).is_ok()));
                }
            }
        }
        tx.commit().await?;
        // A receiver that stopped waiting gets nothing.
        for reply in replies {
            reply();
        }
    }
    Ok(())
}

async fn set_text(
    connection: &mut SqliteConnection,
    id: i64,
    text: String,
    done: bool,
) -> sqlx::Result<()> {
    sqlx::query("UPDATE message SET text = ?, done = ? WHERE id = ?")
        .bind(text)
        .bind(done)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

#[derive(Deserialize)]
struct Question {
    model: String,
    text: String,
}

#[derive(Deserialize)]
struct Chunk {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Delta,
}

#[derive(Deserialize)]
struct Delta {
    content: Option<String>,
}

impl Relay {
    async fn chat(&self, request: Request<Incoming>) -> anyhow::Result<Response<Body>> {
        let question: Question =
            serde_json::from_slice(&request.into_body().collect().await?.to_bytes())?;
        let body = json!({
            "model": question.model,
            "stream": true,
            "stream_options": {"include_usage": true},
            "messages": [{"role": "user", "content": question.text}],
        });
        let (saved, row) = oneshot::channel();
        self.writes.send(Write::Question { text: question.text, saved })?;
        let id = row.await?;

        let mut upstream = self.connection().await?;
        let answer = upstream.send(Method::POST, "/v1/chat/completions", Some(&body)).await?;
        // The answer is read to its end and stored even if its reader has disconnected.
        let (pieces, mut out) = mpsc::channel::<Bytes>(64);
        let relay = self.clone();
        tokio::spawn(async move { relay.relay(id, upstream, Events::of(answer), pieces).await });
        Ok(event_stream(async_stream::stream! {
            while let Some(piece) = out.recv().await {
                yield piece;
            }
        }))
    }

    async fn connection(&self) -> anyhow::Result<Connection> {
        let kept = self.idle.lock().expect("no thread panics holding it").pop();
        match kept {
            Some(connection) => Ok(connection),
            None => Connection::open(self.upstream, None).await,
        }
    }

    async fn relay(
        &self,
        id: i64,
        upstream: Connection,
        mut events: Events,
        out: mpsc::Sender<Bytes>,
    ) -> anyhow::Result<()> {
        let mut text = String::new();
        let mut saved_at = Instant::now();
        while let Some(event) = events.next().await? {
            let Ok(chunk) = serde_json::from_slice::<Chunk>(&event.data) else { continue };
            let Some(piece) =
                chunk.choices.into_iter().next().and_then(|choice| choice.delta.content)
            else {
                continue;
            };
            text.push_str(&piece);
            let data = json!({ "text": piece });
            drop(out.send(Bytes::from(format!("event: part.delta\ndata: {data}\n\n"))).await);
            if saved_at.elapsed() > SAVED_EVERY {
                saved_at = Instant::now();
                self.writes.send(Write::Progress { id, text: text.clone() })?;
            }
        }
        let (saved, done) = oneshot::channel();
        self.writes.send(Write::Answer { id, text, saved })?;
        done.await?;
        drop(out.send(Bytes::from_static(b"event: done\ndata: {}\n\n")).await);
        self.idle.lock().expect("no thread panics holding it").push(upstream);
        Ok(())
    }
}
