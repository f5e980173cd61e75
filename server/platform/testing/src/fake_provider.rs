//! A model provider on loopback, with real HTTP. The model's name defines its answers and failures: see
//! `fake_provider/behaviour.rs` for the names.
//!
//! It supports OpenAI's chat completions and responses, Anthropic's messages, Gemini's `streamGenerateContent` and
//! Ollama's chat, and computes embeddings; it counts requests, and can hold streams until a test releases them.

mod asked;
mod behaviour;
mod embeddings;
mod encode;
mod gate;
mod images;
mod researching;
mod server;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use gate::Gate;
use http::HeaderMap;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Models that are listed unless a test names others.
const MODELS: &[&str] = &["fake-t5", "fake-echo", "fake-md"];

/// A running fake provider. It stops when it is dropped.
pub struct FakeProvider {
    address: SocketAddr,
    house: Arc<House>,
    _server: JoinSet<()>,
}

/// A request for an answer, as it came.
#[derive(Debug, Clone)]
pub struct Call {
    pub model: String,
    pub body: Value,
    pub key: Option<String>,
}

struct House {
    gate: Gate,
    open_streams: watch::Sender<usize>,
    calls: watch::Sender<Vec<Call>>,
    lists: watch::Sender<usize>,
    state: Mutex<Changing>,
}

#[derive(Default)]
struct Changing {
    models: Vec<String>,
    /// The only key that is accepted; any, and none, when it is not set.
    key: Option<String>,
    requests_by_model: HashMap<String, u64>,
    replayed: Option<Replayed>,
}

/// An answer that was recorded.
#[derive(Clone)]
struct Replayed {
    content_type: &'static str,
    body: Bytes,
}

impl FakeProvider {
    /// Starts one on a free port.
    pub async fn start() -> Self {
        Self::start_with(MODELS).await
    }

    /// Starts one on a free port that lists `models`. It answers as any model that is asked for.
    pub async fn start_with(models: &[&str]) -> Self {
        let models = models.iter().map(|name| (*name).to_owned()).collect();
        Self::listen("127.0.0.1:0", models).await.expect("loopback has a free port")
    }

    /// Starts one at `address`.
    pub async fn listen(address: &str, models: Vec<String>) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let house = Arc::new(House {
            gate: Gate::open(),
            open_streams: watch::Sender::new(0),
            calls: watch::Sender::new(Vec::new()),
            lists: watch::Sender::new(0),
            state: Mutex::new(Changing { models, ..Changing::default() }),
        });
        let routes = server::routes(house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move {
            use axum::serve::ListenerExt;
            let listener = listener.tap_io(|stream| {
                // Tokens must leave one by one; a socket that refuses only sends them later.
                let _ = stream.set_nodelay(true);
            });
            axum::serve(listener, routes).await.expect("axum's serve does not return errors");
        });
        Ok(Self { address, house, _server: server })
    }

    /// Returns the base address for Anthropic, Gemini and Ollama: `http://127.0.0.1:port`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the base address for OpenAI and compatible clients.
    pub fn openai_url(&self) -> String {
        format!("{}/v1", self.url())
    }

    /// Lists these models from now on.
    pub fn set_models(&self, models: &[&str]) {
        self.house.state().models = models.iter().map(|name| (*name).to_owned()).collect();
    }

    /// Refuses every other key with 401 from now on.
    pub fn require_key(&self, key: &str) {
        self.house.state().key = Some(key.to_owned());
    }

    /// Answers with `body` from now on, whatever the model's name says.
    pub fn replay(&self, content_type: &'static str, body: impl Into<Bytes>) {
        self.house.state().replayed = Some(Replayed { content_type, body: body.into() });
    }

    /// Returns all requests for answers so far, refused ones too.
    pub fn calls(&self) -> Vec<Call> {
        self.house.calls.borrow().clone()
    }

    /// Returns the number of requests for answers.
    pub fn call_count(&self) -> usize {
        self.house.calls.borrow().len()
    }

    /// Returns the number of requests for lists of models.
    pub fn list_count(&self) -> usize {
        *self.house.lists.borrow()
    }

    /// Returns the number of answers being sent now. An answer whose reader disconnected does not count.
    pub fn open_streams(&self) -> usize {
        *self.house.open_streams.borrow()
    }

    /// Waits until `count` requests for answers came.
    pub async fn wait_for_calls(&self, count: usize) {
        let mut calls = self.house.calls.subscribe();
        calls.wait_for(|calls| calls.len() >= count).await.expect("the house has the sender");
    }

    /// Waits until `count` requests for lists of models came.
    pub async fn wait_for_lists(&self, count: usize) {
        let mut lists = self.house.lists.subscribe();
        lists.wait_for(|lists| *lists >= count).await.expect("the house has the sender");
    }

    /// Waits until no answer is being sent: all ended, or their readers left.
    pub async fn wait_until_idle(&self) {
        let mut open = self.house.open_streams.subscribe();
        open.wait_for(|open| *open == 0).await.expect("the house has the sender");
    }

    /// Holds every stream after `tokens` tokens until [`FakeProvider::release`].
    pub fn hold_after(&self, tokens: usize) {
        self.house.gate.close_after(tokens);
    }

    /// Waits until `count` streams are held.
    pub async fn wait_until_held(&self, count: usize) {
        self.house.gate.wait_for_waiting(count).await;
    }

    /// Releases held streams, and lets later ones through.
    pub fn release(&self) {
        self.house.gate.release();
    }
}

impl House {
    fn state(&self) -> MutexGuard<'_, Changing> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn models(&self) -> Vec<String> {
        self.state().models.clone()
    }

    fn replayed(&self) -> Option<Replayed> {
        self.state().replayed.clone()
    }

    fn accepts(&self, headers: &HeaderMap) -> bool {
        let required = self.state().key.clone();
        required.is_none_or(|required| server::key_of(headers) == Some(required))
    }

    /// Records a request for an answer, and returns the number of earlier requests for the same model.
    fn note(&self, call: Call) -> u64 {
        let mut state = self.state();
        let count = state.requests_by_model.entry(call.model.clone()).or_default();
        let number = *count;
        *count += 1;
        drop(state);
        self.calls.send_modify(|calls| calls.push(call));
        number
    }

    fn note_list(&self) {
        self.lists.send_modify(|count| *count += 1);
    }
}
