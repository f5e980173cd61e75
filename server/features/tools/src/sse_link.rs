//! The protocol of 2024-11-05 over HTTP: answers come on a stream of events, requests go to the address that it names.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::timeout;
use url::Url;
use web_access::Answer;

use crate::asks::Asks;
use crate::elicitation::Asker;
use crate::events::Events;
use crate::http_link::{HttpLink, unreachable};
use crate::mcp::{Incoming, McpError};
use crate::rules::{CONNECT_SECONDS_MAX, MESSAGE_MAX_BYTES};
use crate::waiting::Waiting;

/// An open stream of a server. It is closed when this is dropped.
pub(crate) struct SseLink {
    shared: Arc<Shared>,
    _reader: JoinSet<()>,
}

struct Shared {
    /// The way to the address for requests.
    requests: HttpLink,
    waiting: Waiting,
}

impl SseLink {
    /// Opens the stream at the address of `link`, and waits for the address that it names.
    pub async fn open(link: &HttpLink) -> Result<Self, McpError> {
        let opening = timeout(Duration::from_secs(CONNECT_SECONDS_MAX), open(link));
        let (answer, events, address) = opening.await.map_err(|_| McpError::TimedOut)??;
        let requests = HttpLink { url: address, ..link.clone() };
        let shared = Arc::new(Shared { requests, waiting: Waiting::default() });
        let mut reader = JoinSet::new();
        reader.spawn(read(shared.clone(), answer, events));
        Ok(Self { shared, _reader: reader })
    }

    /// Returns true if nothing reads its answers any more: the stream has ended.
    pub fn is_over(&self) -> bool {
        Arc::strong_count(&self.shared) == 1
    }

    pub async fn request(
        &self,
        message: &Value,
        id: i64,
        asker: Option<&Asker>,
    ) -> Result<Value, McpError> {
        let pending = self.shared.waiting.begin(id, asker);
        self.shared.requests.tell(message, None).await?;
        pending.answer().await
    }

    pub async fn tell(&self, message: &Value) -> Result<(), McpError> {
        self.shared.requests.tell(message, None).await
    }
}

impl Shared {
    async fn respond(&self, answer: &Value) {
        if let Err(error) = self.requests.tell(answer, None).await {
            tracing::debug!(%error, "a server's request could not be answered");
        }
    }
}

async fn open(link: &HttpLink) -> Result<(Answer, Events, String), McpError> {
    let mut answer = link.listen(None, None).await?;
    let mut events = Events::default();
    let mut received = 0;
    while let Some(chunk) = answer.chunk().await.map_err(unreachable)? {
        received += chunk.len();
        if received > MESSAGE_MAX_BYTES {
            return Err(McpError::TooLarge);
        }
        events.feed(&chunk);
        if let Some(event) = events.next() {
            if event.name != "endpoint" {
                return Err(McpError::Protocol("its stream names no address"));
            }
            return Ok((answer, events, address_of(&link.url, &event.data)?));
        }
    }
    Err(McpError::Protocol("its stream names no address"))
}

/// Returns the address for requests: one at the same server, because a sign-in goes there.
fn address_of(stream: &str, named: &str) -> Result<String, McpError> {
    let stream = Url::parse(stream).map_err(|_| McpError::Unreachable)?;
    let address = stream.join(named.trim()).ok();
    let address = address.filter(|address| address.origin() == stream.origin());
    address.map(String::from).ok_or(McpError::Protocol("its address for requests is elsewhere"))
}

async fn read(shared: Arc<Shared>, mut answer: Answer, mut events: Events) {
    let (mut pending, mut asks) = (0, Asks::default());
    loop {
        let chunk = tokio::select! {
            chunk = answer.chunk() => chunk,
            answer = asks.next() => {
                shared.respond(&answer).await;
                continue;
            }
        };
        let Ok(Some(chunk)) = chunk else { break };
        pending += chunk.len();
        events.feed(&chunk);
        while let Some(event) = events.next() {
            pending = 0;
            let Some(incoming) = Incoming::read(event.data.as_bytes()) else { continue };
            match incoming {
                Incoming::Answer { id, result } => shared.waiting.answer(id, result),
                Incoming::Asked { answer } => shared.respond(&answer).await,
                Incoming::Question { id, asked } => asks.begin(id, asked, shared.waiting.asker()),
                Incoming::Withdrawn { id } => asks.withdraw(&id),
                Incoming::Told => {}
            }
        }
        if pending > MESSAGE_MAX_BYTES {
            tracing::warn!("a server of tools sent too large a message");
            break;
        }
    }
    shared.waiting.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_go_to_the_server_that_was_connected() {
        let address = |named| address_of("https://tools.example/sse", named).ok();
        assert_eq!(address("/messages?id=1").unwrap(), "https://tools.example/messages?id=1");
        assert_eq!(address("messages").unwrap(), "https://tools.example/messages");
        assert_eq!(address("https://tools.example/m").unwrap(), "https://tools.example/m");
        for elsewhere in ["https://evil.example/m", "//evil.example/m", "http://tools.example/m"] {
            assert_eq!(address(elsewhere), None, "{elsewhere}");
        }
    }
}
