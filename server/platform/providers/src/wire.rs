//! Sending a request to a provider: the client, the target, retries, and the meaning of a refusal.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kernel::{Clock, Secret};
use live_settings::Section;
use outbound::Outbound;
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, StatusCode};
use serde_json::Value;

use crate::limits::CONNECT_TIMEOUT_SECONDS;
use crate::{ModelError, Settings, Timing};

/// The address of a provider, and the key it requires.
#[derive(Debug, Clone, Default)]
pub struct Target {
    /// Base URL without a slash at its end.
    pub base_url: String,
    pub api_key: Option<Secret<String>>,
    /// Every model here is asked through OpenAI's responses instead of chat completions.
    pub responses: bool,
}

/// A client that is made by its first use.
type Made = LazyLock<Client, Box<dyn FnOnce() -> Client + Send>>;

/// Everything that a call needs. Cheap to clone; all clones share their connections.
#[derive(Clone)]
pub struct Wire {
    /// HTTP client, created on first use: reading this machine's certificates takes memory and time.
    http: Arc<Made>,
    /// Client for this machine, whose servers are never behind the operator's proxy.
    direct: Client,
    pub(crate) clock: Clock,
    timing: Timing,
    settings: Option<Section<Settings>>,
}

impl Wire {
    pub fn new(clock: Clock, timing: Timing) -> Self {
        Self::through(&Outbound::default(), clock, timing)
    }

    /// Creates a wire that reaches providers as `outbound` says.
    pub fn through(outbound: &Outbound, clock: Clock, timing: Timing) -> Self {
        let direct = build(outbound.local_client());
        let outbound = outbound.clone();
        let http: Made = LazyLock::new(Box::new(move || build(outbound.client())));
        Self { http: Arc::new(http), direct, clock, timing, settings: None }
    }

    /// Returns a wire with the timeouts of the operator's settings, as they are at each call.
    pub(crate) fn with_settings(self, settings: Option<Section<Settings>>) -> Self {
        Self { settings, ..self }
    }

    /// Returns the timeouts of now.
    pub(crate) fn timing(&self) -> Timing {
        let timing = self.timing.clone();
        let Some(settings) = self.settings.as_ref().map(Section::get) else { return timing };
        Timing {
            first_event: Duration::from_secs(settings.first_event_timeout_seconds.max(1)),
            idle: Duration::from_secs(settings.idle_timeout_seconds.max(1)),
            ..timing
        }
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
            let error = match self.send(attempt, self.timing().first_event).await {
                Ok(response) => return Ok(response),
                Err(error @ (ModelError::Unreachable | ModelError::Overloaded { .. })) => error,
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
        let sent = request.try_clone();
        let response = self.attempt(request, longest).await?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.refusal(response).await.without_key(&key_of(sent)))
    }

    /// Sends `request` once; any answer is one.
    pub(crate) async fn attempt(
        &self,
        request: RequestBuilder,
        longest: Duration,
    ) -> Result<Response, ModelError> {
        match tokio::time::timeout(longest, request.send()).await {
            Err(_) => Err(ModelError::TimedOut),
            Ok(Err(error)) if outbound::is_untrusted(&error) => Err(ModelError::Untrusted),
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
        meaning(status, retry_after_seconds, &Refusal::read(&body))
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

/// Returns the error that a response without success means.
fn meaning(status: StatusCode, retry_after_seconds: Option<u64>, said: &Refusal) -> ModelError {
    let is_about_the_key = KEY_WORDS.iter().any(|word| said.has(word));
    match status.as_u16() {
        400 | 403 | 422 if MODERATION_WORDS.iter().any(|word| said.has(word)) => {
            ModelError::Moderated { message: said.words(status) }
        }
        401 => ModelError::Unauthorized { message: said.said() },
        // Some answer a wrong key like a wrong request, or like one that is not allowed.
        400 | 403 if is_about_the_key => ModelError::Unauthorized { message: said.said() },
        403 => ModelError::Forbidden { message: said.said() },
        // An account without money is not helped by waiting.
        429 if said.has("insufficient_quota") => {
            ModelError::OutOfQuota { message: said.words(status) }
        }
        402 => ModelError::OutOfQuota { message: said.words(status) },
        429 => ModelError::Busy { retry_after_seconds, message: said.said() },
        500.. => ModelError::Overloaded { message: said.said() },
        _ => ModelError::Refused { message: said.words(status) },
    }
}

const KEY_WORDS: [&str; 3] = ["API_KEY_INVALID", "invalid_api_key", "authentication_error"];

/// Codes of requests that were blocked: OpenAI's, Azure's, Stability's and fal's.
const MODERATION_WORDS: [&str; 4] = [
    "moderation_blocked",
    "content_policy_violation",
    "content_moderation",
    "ResponsibleAIPolicyViolation",
];

/// Returns the key that a request carries; empty if it has none.
fn key_of(request: Option<RequestBuilder>) -> String {
    let request = request.and_then(|request| request.build().ok());
    let header = |name: &str| request.as_ref()?.headers().get(name)?.to_str().ok();
    let key = ["authorization", "x-api-key", "x-goog-api-key"].into_iter().find_map(header);
    key.unwrap_or_default().trim_start_matches("Bearer ").to_owned()
}

fn build(builder: ClientBuilder) -> Client {
    builder
        .connect_timeout(Duration::from_secs(CONNECT_TIMEOUT_SECONDS))
        .tcp_nodelay(true)
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
        let message = match serde_json::from_str::<Value>(&raw) {
            Ok(json) => message_in(&json),
            // A plain text says why, too; a web page or a cut object does not.
            Err(_) if raw.trim_start().starts_with(['<', '{', '[']) => None,
            Err(_) => Some(raw.clone()),
        };
        let message = message.map(|text| kernel::collapse_whitespace(&text));
        Self { raw, message: message.filter(|text| !text.is_empty()) }
    }

    fn has(&self, word: &str) -> bool {
        self.raw.contains(word)
    }

    /// Returns the provider's words, at most so many that a person reads them.
    fn said(&self) -> Option<String> {
        let message = self.message.as_ref()?;
        Some(message.chars().take(REFUSAL_MAX_CHARS).collect())
    }

    fn words(&self, status: StatusCode) -> String {
        self.said().unwrap_or_else(|| match status.is_redirection() {
            true => "the address redirects to another one".to_owned(),
            false => format!("HTTP {}", status.as_u16()),
        })
    }
}

/// Returns the text of an error object, in any of the shapes that providers use.
pub(crate) fn message_in(json: &Value) -> Option<String> {
    match json {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Array(list) => list.iter().find_map(message_in),
        Value::Object(fields) => {
            // A router's own sentence is followed by the provider's, which says more.
            let cause = fields.get("metadata").and_then(|of| of.get("raw")).and_then(message_in);
            let inner = fields.get("error").filter(|error| !error.is_string()).and_then(message_in);
            let named = || MESSAGES.iter().find_map(|name| message_in(fields.get(*name)?));
            let message = inner.or_else(named);
            match (message, cause) {
                (Some(message), Some(cause)) if cause != message => {
                    Some(format!("{message}: {cause}"))
                }
                (message, cause) => message.or(cause),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Names under which providers put their words, best first: an error that is a text is often only its kind.
const MESSAGES: [&str; 10] = [
    "message",
    "detail",
    "msg",
    "error_msg",
    "error_message",
    "error_description",
    "errors",
    "error",
    "reason",
    "title",
];

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

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(status: u16, body: &str) -> String {
        let status = StatusCode::from_u16(status).unwrap();
        let problem = meaning(status, None, &Refusal::read(body.as_bytes())).problem();
        let code = problem.kind.code.trim_start_matches("providers.");
        match problem.params.get("message") {
            Some(message) => format!("{code}: {message}"),
            None => code.to_owned(),
        }
    }

    #[test]
    fn the_providers_own_words_are_beside_our_sentence() {
        let memory = "model requires more system memory (9.9 GiB) than is available";
        for (status, body, wanted) in [
            (500, format!("{{\"error\":\"{memory}\"}}"), format!("overloaded: {memory}")),
            (500, format!("{memory}\n"), format!("overloaded: {memory}")),
            (502, "<html>Bad gateway</html>".into(), "overloaded".into()),
            (503, r#"{"error":{"message":"Model is loading","code":503}}"#.into(), "overloaded: Model is loading".into()),
            (503, String::new(), "overloaded".into()),
            (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#.into(), "overloaded: Overloaded".into()),
            (403, r#"{"error":{"message":"Your plan has no access to gpt-5"}}"#.into(), "forbidden: Your plan has no access to gpt-5".into()),
            (403, "Country not supported".into(), "forbidden: Country not supported".into()),
            (403, r#"{"error":{"code":"invalid_api_key","message":"Bad key"}}"#.into(), "key_refused: Bad key".into()),
            (401, r#"{"detail":"Organization is disabled"}"#.into(), "key_refused: Organization is disabled".into()),
            (400, r#"[{"error":{"code":400,"message":"API key not valid","status":"API_KEY_INVALID"}}]"#.into(), "key_refused: API key not valid".into()),
            (400, r#"{"error":{"message":"Provider returned error","metadata":{"raw":"{\"x\":1} too long"}}}"#.into(), "request_refused: Provider returned error: {\"x\":1} too long".into()),
            (400, r#"{"error":{"code":"moderation_blocked","message":"Your request was rejected by the safety system."}}"#.into(), "moderated: Your request was rejected by the safety system.".into()),
            (403, r#"{"id":"1","name":"content_moderation","errors":["Your request was flagged"]}"#.into(), "moderated: Your request was flagged".into()),
            (422, r#"{"detail":[{"loc":["body","prompt"],"msg":"The content was flagged","type":"content_policy_violation"}]}"#.into(), "moderated: The content was flagged".into()),
            (400, r#"{"message":"maximum context length is 8192 tokens"}"#.into(), "request_refused: maximum context length is 8192 tokens".into()),
            (422, r#"{"detail":[{"loc":["body"],"msg":"field required"}]}"#.into(), "request_refused: field required".into()),
            (400, r#"{"statusCode":400,"message":"Unknown model","error":"Bad Request"}"#.into(), "request_refused: Unknown model".into()),
            (404, r#"{"errors":[{"title":"No such model"}]}"#.into(), "request_refused: No such model".into()),
            (404, "404 page not found".into(), "request_refused: 404 page not found".into()),
            (413, String::new(), "request_refused: HTTP 413".into()),
            (402, r#"{"error":{"message":"Insufficient Balance"}}"#.into(), "out_of_quota: Insufficient Balance".into()),
            (429, r#"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#.into(), "out_of_quota: You exceeded your quota".into()),
            (429, "Slow down, please".into(), "busy: Slow down, please".into()),
        ] {
            assert_eq!(meant(status, &body), wanted, "{status} {body}");
        }
        let long = meant(500, &"long ".repeat(1_000));
        assert!(long.len() < 330, "{long}");
    }

    #[test]
    fn a_key_in_the_providers_words_is_not_passed_on() {
        let message = Some("Incorrect API key provided: sk-secret".to_owned());
        let error = ModelError::Unauthorized { message }.without_key("sk-secret");
        let message = Some("Incorrect API key provided: …".to_owned());
        assert_eq!(error, ModelError::Unauthorized { message });
    }
}
