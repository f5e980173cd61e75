//! The protocol over streamable HTTP.

use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde_json::Value;
use web_access::{Answer, Call, FetchError, WebAccess};

use crate::asks::Asks;
use crate::elicitation::Asker;
use crate::events::Events;
use crate::mcp::{Incoming, McpError, Session};
use crate::oauth::parameter;
use crate::rules::{CONNECT_SECONDS_MAX, MESSAGE_MAX_BYTES};

/// A server at an address.
#[derive(Clone)]
pub(crate) struct HttpLink {
    pub web: WebAccess,
    pub url: String,
    /// Headers set by the operator.
    pub headers: HeaderMap,
    pub bearer: Option<String>,
}

/// Maximum time until a tool's answer begins: longer than the engine waits.
const FIRST_BYTE: Duration = Duration::from_secs(130);
/// Streams in a row that bring nothing, after which a server is given up.
const RESUMES_MAX: usize = 5;
/// Time before a stream is resumed if the server names none, and the longest that is waited.
const RESUME_AFTER: Duration = Duration::from_millis(500);
const RESUME_AFTER_MAX: Duration = Duration::from_secs(10);
/// Maximum size of an error text that is read.
const REFUSAL_MAX_BYTES: usize = 65_536;

impl HttpLink {
    /// Sends `message` and waits for the response to `id`. Returns the session id that the server set.
    pub async fn request(
        &self,
        message: &Value,
        id: i64,
        session: Option<&Session>,
        asker: Option<&Asker>,
    ) -> Result<(Value, Option<String>), McpError> {
        let answer = self.post(message, session).await?;
        let session_id = answer.header("mcp-session-id").map(str::to_owned);
        let content_type = answer.header("content-type").unwrap_or_default();
        let result = if content_type.starts_with("text/event-stream") {
            self.read_events(answer, id, session, asker).await?
        } else {
            let body = answer.read(MESSAGE_MAX_BYTES).await.map_err(unreachable)?;
            answer_in(&body, id).ok_or(McpError::Protocol("it does not answer in JSON"))?
        };
        Ok((result?, session_id))
    }

    /// Sends what needs no answer.
    pub async fn tell(&self, message: &Value, session: Option<&Session>) -> Result<(), McpError> {
        self.post(message, session).await.map(|_| ())
    }

    async fn post(&self, message: &Value, session: Option<&Session>) -> Result<Answer, McpError> {
        let call = Call {
            method: Method::POST,
            url: &self.url,
            headers: self.headers(message, session),
            body: Bytes::from(message.to_string()),
            first_byte: match session {
                Some(_) => FIRST_BYTE,
                None => Duration::from_secs(CONNECT_SECONDS_MAX),
            },
        };
        let answer = self.web.call(call).await.map_err(unreachable)?;
        match answer.status {
            200..=299 => Ok(answer),
            401 => {
                let asked = answer.header("www-authenticate").map(str::to_owned);
                Err(McpError::NeedsSignIn(asked))
            }
            403 if let Some(scope) = wanted_scope(&answer) => Err(McpError::NeedsScope(scope)),
            404 if session.is_some_and(|session| session.id.is_some()) => {
                Err(McpError::SessionGone)
            }
            status => Err(refusal(answer, status).await),
        }
    }

    fn headers(&self, message: &Value, session: Option<&Session>) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let both = HeaderValue::from_static("application/json, text/event-stream");
        headers.insert(ACCEPT, both);
        let mut put = |name: HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        if let Some(bearer) = &self.bearer {
            put(AUTHORIZATION, &format!("Bearer {bearer}"));
        }
        if let Some(session) = session {
            put(HeaderName::from_static("mcp-protocol-version"), &session.version);
            if let Some(id) = &session.id {
                put(HeaderName::from_static("mcp-session-id"), id);
            }
            if session.is_stateless() {
                let method = message["method"].as_str().unwrap_or_default();
                put(HeaderName::from_static("mcp-method"), method);
                if let Some(name) = message["params"]["name"].as_str() {
                    put(HeaderName::from_static("mcp-name"), name);
                }
            }
        }
        headers
    }

    /// Opens a stream of events, behind the event `after`.
    pub async fn listen(
        &self,
        session: Option<&Session>,
        after: Option<&str>,
    ) -> Result<Answer, McpError> {
        let mut headers = self.headers(&Value::Null, session);
        headers.remove(CONTENT_TYPE);
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(after) = after {
            let after = HeaderValue::from_str(after);
            let after = after.map_err(|_| McpError::Protocol("the id of its event is none"))?;
            headers.insert(HeaderName::from_static("last-event-id"), after);
        }
        let call = Call {
            method: Method::GET,
            url: &self.url,
            headers,
            body: Bytes::new(),
            first_byte: Duration::from_secs(CONNECT_SECONDS_MAX),
        };
        let answer = self.web.call(call).await.map_err(unreachable)?;
        let content_type = answer.header("content-type").unwrap_or_default();
        match answer.status {
            200..=299 if content_type.starts_with("text/event-stream") => Ok(answer),
            200..=299 => Err(McpError::Protocol("it has no stream of events")),
            status => Err(McpError::Status(status)),
        }
    }

    /// Reads a stream of events up to the answer to `id`. A server may end it at any time: what follows is read behind the
    /// last event, on a new one.
    async fn read_events(
        &self,
        answer: Answer,
        id: i64,
        session: Option<&Session>,
        asker: Option<&Asker>,
    ) -> Result<Result<Value, McpError>, McpError> {
        let (events, asks) = (Events::default(), Asks::default());
        let mut stream = Stream { answer, events, asks, received: 0 };
        let mut failures = 0;
        loop {
            let before = stream.received;
            let ended = match self.read_one(&mut stream, id, session, asker).await {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => McpError::Protocol("its stream ended without an answer"),
                Err(McpError::Unreachable) => McpError::Unreachable,
                Err(error) => return Err(error),
            };
            failures = if stream.received > before { 0 } else { failures + 1 };
            loop {
                let Some(after) = stream.events.last_id().map(str::to_owned) else {
                    return Err(ended);
                };
                if failures >= RESUMES_MAX {
                    return Err(ended);
                }
                let wait = stream.events.retry().unwrap_or(RESUME_AFTER);
                tokio::time::sleep(wait.min(RESUME_AFTER_MAX)).await;
                match self.listen(session, Some(&after)).await {
                    Ok(answer) => {
                        stream.events.restart();
                        stream.answer = answer;
                        break;
                    }
                    Err(McpError::Unreachable) => failures += 1,
                    Err(_) => return Err(ended),
                }
            }
        }
    }

    /// Reads one stream; `None`: it ended.
    async fn read_one(
        &self,
        stream: &mut Stream,
        id: i64,
        session: Option<&Session>,
        asker: Option<&Asker>,
    ) -> Result<Option<Result<Value, McpError>>, McpError> {
        loop {
            let chunk = tokio::select! {
                chunk = stream.answer.chunk() => chunk.map_err(unreachable)?,
                answer = stream.asks.next() => {
                    self.tell(&answer, session).await?;
                    continue;
                }
            };
            let Some(chunk) = chunk else { return Ok(None) };
            stream.received += chunk.len();
            if stream.received > MESSAGE_MAX_BYTES {
                return Err(McpError::TooLarge);
            }
            stream.events.feed(&chunk);
            while let Some(event) = stream.events.next() {
                let Some(incoming) = Incoming::read(event.data.as_bytes()) else { continue };
                match incoming {
                    Incoming::Answer { id: answered, result } if answered == id => {
                        return Ok(Some(result));
                    }
                    Incoming::Asked { answer } => self.tell(&answer, session).await?,
                    Incoming::Question { id, asked } => {
                        stream.asks.begin(id, asked, asker.cloned());
                    }
                    Incoming::Withdrawn { id } => stream.asks.withdraw(&id),
                    Incoming::Answer { .. } | Incoming::Told => {}
                }
            }
        }
    }
}

/// The stream on which an answer comes.
struct Stream {
    answer: Answer,
    events: Events,
    asks: Asks,
    received: usize,
}

/// Returns the scope that a sign-in must additionally grant, if the server says so (RFC 6750).
fn wanted_scope(answer: &Answer) -> Option<String> {
    let asked = answer.header("www-authenticate")?;
    let error = parameter(asked, "error")?;
    parameter(asked, "scope").filter(|_| error == "insufficient_scope")
}

/// Converts a refused response into an error, with the protocol's message if it has one.
async fn refusal(answer: Answer, status: u16) -> McpError {
    let Ok(body) = answer.read(REFUSAL_MAX_BYTES).await else { return McpError::Status(status) };
    let message = serde_json::from_slice::<Value>(&body).unwrap_or_default();
    let says_session = message["error"]["message"]
        .as_str()
        .is_some_and(|text| text.to_ascii_lowercase().contains("session"));
    match message["error"]["code"].as_i64() {
        Some(_) if says_session => McpError::SessionGone,
        Some(code) => McpError::Said {
            code,
            message: crate::rules::cut(
                &kernel::strip_hidden(message["error"]["message"].as_str().unwrap_or_default()),
                500,
            ),
        },
        None => McpError::Status(status),
    }
}

/// Returns the answer to `id` in a body: one message, or several.
fn answer_in(body: &[u8], id: i64) -> Option<Result<Value, McpError>> {
    let body = serde_json::from_slice::<Value>(body).ok()?;
    let messages = match body {
        Value::Array(messages) => messages,
        message => vec![message],
    };
    messages.iter().find_map(|message| match Incoming::parse(message) {
        Incoming::Answer { id: answered, result } if answered == id => Some(result),
        _ => None,
    })
}

pub(crate) fn unreachable(error: FetchError) -> McpError {
    match error {
        FetchError::TooLarge => McpError::TooLarge,
        FetchError::InvalidUrl | FetchError::Unreachable(_) | FetchError::NotWanted => {
            McpError::Unreachable
        }
    }
}
