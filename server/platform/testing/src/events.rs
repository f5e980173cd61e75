//! Reading server-sent events as they come.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use futures::StreamExt;
use http::{Response, StatusCode};
use serde_json::Value;

/// Maximum time a test waits for an event before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// One server-sent event.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub event: String,
    pub data: Value,
}

/// An open event stream.
pub struct EventStream {
    pub status: StatusCode,
    body: BodyDataStream,
    unread: String,
}

impl EventStream {
    pub(crate) fn new(response: Response<Body>) -> Self {
        let status = response.status();
        Self { status, body: response.into_body().into_data_stream(), unread: String::new() }
    }

    /// Returns the next event; `None` if the server has ended the stream. Comments are skipped.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.unread.find("\n\n") {
                let frame: String = self.unread.drain(..end + 2).collect();
                match read(&frame) {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            let chunk = tokio::time::timeout(PATIENCE, self.body.next())
                .await
                .expect("an event comes within 20 seconds")?;
            let chunk = chunk.expect("a stream in memory cannot break");
            self.unread.push_str(std::str::from_utf8(&chunk).expect("frames are whole UTF-8"));
        }
    }

    /// Returns the next event of a type, skipping those before it.
    pub async fn next_of(&mut self, event: &str) -> Event {
        loop {
            let next = self.next().await;
            let next = next.unwrap_or_else(|| panic!("the stream ended without {event}"));
            if next.event == event {
                return next;
            }
        }
    }

    /// Returns all events until the server ends the stream.
    pub async fn rest(mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

fn read(frame: &str) -> Option<Event> {
    let field = |name: &str| {
        frame
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
            .map(str::trim_start)
    };
    let data = field("data")?;
    Some(Event {
        id: field("id").map(str::to_owned),
        event: field("event").unwrap_or("message").to_owned(),
        data: serde_json::from_str(data).expect("data is JSON"),
    })
}
