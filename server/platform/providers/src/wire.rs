//! Sending a request to a provider: the client, the target, retries, and the meaning of a refusal.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kernel::{Clock, Secret};
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, StatusCode};
use serde_json::Value;

use crate::limits::CONNECT_TIMEOUT_SECONDS;
use crate::{ModelError, Timing};

/// The address of a provider, and the key it requires.
#[derive(Debug, Clone, Default)]
pub struct Target {
    /// Base URL without a slash at its end.
    pub base_url: String,
    pub api_key: Option<Secret<String>>,
    /// Every model here is asked through OpenAI's responses instead of chat completions.
    pub responses: bool,
}

/// Everything that a call needs. Cheap to clone; all clones share their connections.
#[derive(Clone)]
pub struct Wire {
    /// HTTP client, created on first use: reading this machine's certificates takes memory and time.
    http: Arc<LazyLock<Client>>,
    /// Client for this machine, whose servers are never behind the operator's proxy.
    direct: Client,
    pub(crate) clock: Clock,
    pub(crate) timing: Timing,
}

impl Wire {
    #[expect(clippy::disallowed_methods, reason = "the clients of the providers")]
    pub fn new(clock: Clock, timing: Timing) -> Self {
        // Local addresses are plain http: no certificates are needed.
        let direct = build(Client::builder().no_proxy().tls_certs_only([]));
        Self { http: Arc::new(LazyLock::new(|| build(Client::builder()))), direct, clock, timing }
    }

    /// Returns the client for an address.
    pub(crate) fn client(&self, url: &str) -> &Client {
        let is_local = ["http://127.", "http://localhost", "http://[::1]"]
            .iter()
            .any(|beginning| url.starts_with(beginning));
        if is_local { &self.direct } else { &self.http }
    }

    /// Returns a wire with short timeouts, for servers that may not be there.
    pub(crate) fn for_discovery(&self) -> Self {
        let timing = Timing { models: self.timing.discovery, ..self.timing.clone() };
        Self { timing, ..self.clone() }
    }

    /// Sends `request` until it succeeds, is refused, or is out of retries.
    ///
    /// Only requests that were surely not answered are retried: after a connection that was never made, and a failure
    /// of the provider (5xx) before its first word.
    pub(crate) async fn open(&self, request: RequestBuilder) -> Result<Response, ModelError> {
        let mut delays = self.timing.retry_delays.iter();
        loop {
            let attempt = request.try_clone().expect("a body of bytes can be cloned");
            let error = match self.send(attempt, self.timing.first_event).await {
                Ok(response) => return Ok(response),
                Err(error @ (ModelError::Unreachable | ModelError::Overloaded)) => error,
                Err(error) => return Err(error),
            };
            let Some(delay) = delays.next() else { return Err(error) };
            tokio::time::sleep(*delay).await;
        }
    }

    async fn send(
        &self,
        request: RequestBuilder,
        longest: Duration,
    ) -> Result<Response, ModelError> {
        let response = self.attempt(request, longest).await?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.refusal(response).await)
    }

    /// Sends `request` once; any answer is one.
    pub(crate) async fn attempt(
        &self,
        request: RequestBuilder,
        longest: Duration,
    ) -> Result<Response, ModelError> {
        match tokio::time::timeout(longest, request.send()).await {
            Err(_) => Err(ModelError::TimedOut),
            Ok(Err(error)) if error.is_connect() => Err(ModelError::Unreachable),
            Ok(Err(_)) => {
                Err(ModelError::broken("the connection was closed before an answer came"))
            }
            Ok(Ok(response)) => Ok(response),
        }
    }

    /// Converts a response without success into an error.
    pub(crate) async fn refusal(&self, response: Response) -> ModelError {
        let status = response.status();
        let retry_after_seconds = self.retry_after(response.headers());
        let body =
            read_body(response, REFUSAL_MAX_BYTES, REFUSAL_TIMEOUT).await.unwrap_or_default();
        let said = Refusal::read(&body);
        match status.as_u16() {
            401 | 403 => ModelError::Unauthorized,
            // Gemini answers a wrong key like a wrong request.
            400 if said.has("API_KEY_INVALID") => ModelError::Unauthorized,
            // An account without money is not helped by waiting.
            429 if said.has("insufficient_quota") => {
                ModelError::OutOfQuota { message: said.words(status) }
            }
            402 => ModelError::OutOfQuota { message: said.words(status) },
            429 => ModelError::Busy { retry_after_seconds },
            500.. => ModelError::Overloaded,
            _ => ModelError::Refused { message: said.words(status) },
        }
    }

    /// Returns the provider's waiting time in whole seconds, from either form of `Retry-After` (RFC 9110 10.2.3).
    fn retry_after(&self, headers: &HeaderMap) -> Option<u64> {
        let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
        if let Ok(seconds) = text.parse::<f64>() {
            return Some(seconds.clamp(0.0, RETRY_AFTER_MAX_SECONDS).ceil() as u64);
        }
        let until = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
        let seconds = until.as_second() - self.clock.now().to_jiff().as_second();
        Some((seconds.max(0) as u64).min(RETRY_AFTER_MAX_SECONDS as u64))
    }
}

/// A longer waiting time than a day is shown as a day.
const RETRY_AFTER_MAX_SECONDS: f64 = 86_400.0;
const REFUSAL_MAX_BYTES: usize = 65_536;
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of characters of a provider's message that are passed on.
const REFUSAL_MAX_CHARS: usize = 300;

fn build(builder: ClientBuilder) -> Client {
    // Fails only when the program has installed one already, and then that one serves.
    let _ = rustls::crypto::ring::default_provider().install_default();
    builder
        .user_agent(concat!("Ensemble/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(Duration::from_secs(CONNECT_TIMEOUT_SECONDS))
        .tcp_nodelay(true)
        // A key must not follow a redirect to another host.
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client without files or environment can be built")
}

/// A provider's message about a request that it refuses.
struct Refusal {
    raw: String,
    message: Option<String>,
}

impl Refusal {
    fn read(body: &[u8]) -> Self {
        let raw = String::from_utf8_lossy(body).into_owned();
        let message = serde_json::from_str::<Value>(&raw).ok().and_then(|json| message_in(&json));
        Self { raw, message }
    }

    fn has(&self, word: &str) -> bool {
        self.raw.contains(word)
    }

    fn words(self, status: StatusCode) -> String {
        let message = match self.message {
            Some(message) => message,
            None if status.is_redirection() => "the address redirects to another one".to_owned(),
            None => format!("HTTP {}", status.as_u16()),
        };
        message.chars().take(REFUSAL_MAX_CHARS).collect()
    }
}

/// Returns the text of an error object, in any of the shapes that providers use.
pub(crate) fn message_in(json: &Value) -> Option<String> {
    let error = match json.get("error") {
        Some(Value::String(text)) => return Some(text.clone()),
        Some(error) => error,
        None => json,
    };
    let text = error.get("message").or_else(|| error.get("detail"))?.as_str()?;
    Some(text.to_owned())
}

/// Returns true if a response declares itself to be a web page.
pub(crate) fn is_web_page(response: &Response) -> bool {
    content_type(response).starts_with("text/html")
}

pub(crate) fn content_type(response: &Response) -> &str {
    response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Reads the whole body, if it is at most `max_bytes` long and arrives within `longest`.
pub(crate) async fn read_body(
    mut response: Response,
    max_bytes: usize,
    longest: Duration,
) -> Result<Vec<u8>, ModelError> {
    let read = async {
        let mut body = Vec::new();
        while let Some(chunk) =
            response.chunk().await.map_err(|_| ModelError::broken("the connection was lost"))?
        {
            if body.len() + chunk.len() > max_bytes {
                return Err(ModelError::broken("the answer is too long"));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    };
    tokio::time::timeout(longest, read).await.unwrap_or(Err(ModelError::TimedOut))
}
