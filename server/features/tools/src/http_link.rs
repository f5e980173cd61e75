//! The protocol over streamable HTTP.

use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use providers::{Frames, Framing};
use serde_json::Value;
use web_access::{Answer, Call, FetchError, WebAccess};

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
/// Maximum size of an error text that is read.
const REFUSAL_MAX_BYTES: usize = 65_536;

impl HttpLink {
    /// Sends `message` and waits for the response to `id`. Returns the session id that the server set.
    pub async fn request(
        &self,
        message: &Value,
        id: i64,
        session: Option<&Session>,
    ) -> Result<(Value, Option<String>), McpError> {
        let answer = self.post(message, session).await?;
        let session_id = answer.header("mcp-session-id").map(str::to_owned);
        let content_type = answer.header("content-type").unwrap_or_default();
        let result = if content_type.starts_with("text/event-stream") {
            self.read_events(answer, id, session).await?
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

    /// Reads a stream of events up to the answer to `id`.
    async fn read_events(
        &self,
        mut answer: Answer,
        id: i64,
        session: Option<&Session>,
    ) -> Result<Result<Value, McpError>, McpError> {
        let mut frames = Frames::new(Framing::Events);
        let mut data = Vec::new();
        let mut received = 0;
        while let Some(chunk) = answer.chunk().await.map_err(unreachable)? {
            received += chunk.len();
            if received > MESSAGE_MAX_BYTES {
                return Err(McpError::TooLarge);
            }
            frames.feed(&chunk).map_err(|_| McpError::TooLarge)?;
            while frames.next_into(&mut data) {
                let Ok(message) = serde_json::from_slice::<Value>(&data) else { continue };
                match Incoming::parse(&message) {
                    Incoming::Answer { id: answered, result } if answered == id => {
                        return Ok(result);
                    }
                    Incoming::Asked { answer } => self.tell(&answer, session).await?,
                    Incoming::Answer { .. } | Incoming::Told => {}
                }
            }
        }
        Err(McpError::Protocol("its stream ended without an answer"))
    }
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
