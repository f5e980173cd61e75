//! A third-party server on loopback whose answers a test writes down, by method and path.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use bytes::Bytes;
use futures::{StreamExt, stream};
use http::HeaderMap;
use serde_json::Value;
use tokio::sync::Notify;
use web_access::WebAccess;

use crate::fake_server::FakeServer;

/// Answers requests as written down; anything else is not found.
pub struct ScriptedServer(FakeServer<Script>);

/// An answer that is written down.
#[derive(Debug, Clone)]
pub struct ScriptedAnswer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Bytes,
    /// What comes once the test lets it.
    rest: Option<(Bytes, Arc<Notify>)>,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct ScriptedRequest {
    /// `POST /v1/images?size=1`.
    pub line: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

#[derive(Default)]
struct Script {
    answers: Mutex<HashMap<String, VecDeque<ScriptedAnswer>>>,
    requests: Mutex<Vec<ScriptedRequest>>,
}

impl ScriptedAnswer {
    pub fn new(status: u16, content_type: &str, body: impl Into<Bytes>) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        Self { status, headers, body: body.into(), rest: None }
    }

    pub fn json(body: Value) -> Self {
        Self::refusal(200, body)
    }

    /// JSON with a status.
    pub fn refusal(status: u16, body: Value) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    /// The same, followed by `rest` once `until` is notified.
    pub fn then(self, rest: impl Into<Bytes>, until: Arc<Notify>) -> Self {
        Self { rest: Some((rest.into(), until)), ..self }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

impl ScriptedRequest {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the body with what is no text as `?`.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

impl ScriptedServer {
    pub async fn start() -> Self {
        let routes = |script| Router::new().fallback(answer).with_state(script);
        Self(FakeServer::start(|_| Script::default(), routes).await)
    }

    pub fn url(&self) -> String {
        self.0.url()
    }

    /// Returns web access that reaches it, and nothing else on this machine.
    pub fn web(&self) -> WebAccess {
        self.0.web()
    }

    /// Writes down the next answer to requests for `line`: `GET /v1/jobs/7`, with a query or for any. The last one that
    /// is written down is given again and again.
    pub fn answer(&self, line: &str, answer: ScriptedAnswer) {
        let mut answers = self.0.house.answers.lock().unwrap();
        answers.entry(line.to_owned()).or_default().push_back(answer);
    }

    /// Returns all requests so far.
    pub fn requests(&self) -> Vec<ScriptedRequest> {
        self.0.house.requests.lock().unwrap().clone()
    }

    /// Forgets the requests so far.
    pub fn forget(&self) {
        self.0.house.requests.lock().unwrap().clear();
    }

    /// Returns the only request whose line begins so.
    pub fn request(&self, line: &str) -> ScriptedRequest {
        let mut found = self.requests();
        found.retain(|request| request.line.starts_with(line));
        assert_eq!(found.len(), 1, "{line} of {:?}", self.lines());
        found.remove(0)
    }

    /// Returns the lines of all requests so far.
    pub fn lines(&self) -> Vec<String> {
        self.requests().into_iter().map(|request| request.line).collect()
    }
}

async fn answer(State(script): State<Arc<Script>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let line = format!("{} {}", parts.method, parts.uri);
    let place = format!("{} {}", parts.method, parts.uri.path());
    let answer = script.next(&line).or_else(|| script.next(&place));
    script.requests.lock().unwrap().push(ScriptedRequest { line, headers: parts.headers, body });
    let answer = answer.unwrap_or_else(|| {
        ScriptedAnswer::new(404, "text/plain", format!("nothing is written down for {place}"))
    });
    let start = Response::builder().status(answer.status);
    let head = answer.headers.iter().fold(start, |head, (name, value)| head.header(name, value));
    let body = match answer.rest {
        None => Body::from(answer.body),
        Some((rest, until)) => {
            let rest = stream::once(async move {
                until.notified().await;
                rest
            });
            let pieces = stream::iter([answer.body]).chain(rest);
            Body::from_stream(pieces.map(Ok::<_, Infallible>))
        }
    };
    head.body(body).unwrap()
}

impl Script {
    fn next(&self, place: &str) -> Option<ScriptedAnswer> {
        let mut answers = self.answers.lock().unwrap();
        let queue = answers.get_mut(place)?;
        if queue.len() > 1 { queue.pop_front() } else { queue.front().cloned() }
    }
}
