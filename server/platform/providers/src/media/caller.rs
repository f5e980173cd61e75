//! Calls of providers that make images and videos: whole answers within a time and a size.

use std::time::Duration;

use bytes::Bytes;
use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder, Response, Url};
use serde_json::Value;

use super::events::EventReader;
use super::multipart::{self, FormPart};
use super::vendors::{self, KeyForm};
use crate::connection::is_same_origin;
use crate::wire::{content_type, is_web_page, read_body};
use crate::{ModelError, Protocol, Target, Wire};

/// Calls the provider of one connection. Cheap to clone.
#[derive(Clone)]
pub struct MediaCaller {
    pub(crate) protocol: Protocol,
    pub(crate) target: Target,
    pub(crate) wire: Wire,
}

/// A request to a provider. Sent once, or again where it was surely not received.
#[derive(Debug, Clone)]
pub struct MediaCall {
    pub(crate) method: Method,
    /// A path behind the connection's address, or a whole URL that the provider gave.
    pub(crate) place: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: MediaBody,
    /// Longest time until the whole answer is there.
    pub(crate) longest: Duration,
    /// Largest answer that is read.
    pub(crate) max_bytes: usize,
    pub(crate) takes_redirects: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum MediaBody {
    Empty,
    Json(Value),
    Form(Vec<FormPart>),
}

impl MediaCall {
    pub fn get(place: impl Into<String>) -> Self {
        Self::new(Method::GET, place, MediaBody::Empty)
    }

    pub fn post(place: impl Into<String>) -> Self {
        Self::new(Method::POST, place, MediaBody::Empty)
    }

    pub fn put(place: impl Into<String>) -> Self {
        Self::new(Method::PUT, place, MediaBody::Empty)
    }

    pub fn delete(place: impl Into<String>) -> Self {
        Self::new(Method::DELETE, place, MediaBody::Empty)
    }

    fn new(method: Method, place: impl Into<String>, body: MediaBody) -> Self {
        let (longest, max_bytes) = (SHORT_CALL, SHORT_ANSWER_MAX_BYTES);
        Self {
            method,
            place: place.into(),
            headers: Vec::new(),
            body,
            longest,
            max_bytes,
            takes_redirects: false,
        }
    }

    /// Takes a redirect as an answer, whose `location` the caller judges.
    pub fn taking_redirects(self) -> Self {
        Self { takes_redirects: true, ..self }
    }

    pub fn json(self, body: Value) -> Self {
        Self { body: MediaBody::Json(body), ..self }
    }

    /// Sends the parts as `multipart/form-data`.
    pub fn form(self, parts: Vec<FormPart>) -> Self {
        Self { body: MediaBody::Form(parts), ..self }
    }

    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Sets the longest time and the largest answer.
    pub fn within(self, longest: Duration, max_bytes: usize) -> Self {
        Self { longest, max_bytes, ..self }
    }
}

/// The bounds of a call that names none: it asks for a state.
const SHORT_CALL: Duration = Duration::from_secs(30);
const SHORT_ANSWER_MAX_BYTES: usize = 4_194_304;

/// A whole answer of success.
#[derive(Debug, Clone)]
pub struct MediaAnswer {
    pub status: u16,
    pub content_type: String,
    pub body: Bytes,
    headers: HeaderMap,
}

impl MediaAnswer {
    /// Returns a header as text; `None` where it is missing, or no text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the body as JSON.
    pub fn json(&self) -> Result<Value, ModelError> {
        serde_json::from_slice(&self.body).map_err(|_| ModelError::broken("the answer is no JSON"))
    }
}

impl MediaCaller {
    /// Returns the connection's address, without a slash at its end.
    pub fn base_url(&self) -> &str {
        &self.target.base_url
    }

    /// Returns true if it is on the operator's own machines.
    pub fn is_local(&self) -> bool {
        self.protocol.is_local()
    }

    /// Returns true if `url` is on the connection's own server.
    pub fn is_own(&self, url: &str) -> bool {
        is_same_origin(&self.target.base_url, url)
    }

    /// Returns true if the key may be sent to `url`: to the connection's own server, and to other hosts of its vendor.
    pub fn may_have_key(&self, url: &str) -> bool {
        if self.is_own(url) {
            return true;
        }
        let Some(vendor) = vendors::of(self.protocol) else { return false };
        let is_vendors = |url: &str| {
            Url::parse(url).is_ok_and(|url| {
                let host = url.host_str().unwrap_or_default();
                url.scheme() == "https" && vendor.key_hosts.iter().any(|one| one == host)
            })
        };
        is_vendors(&self.target.base_url) && is_vendors(url)
    }

    /// Sends `call`, and reads its whole answer.
    ///
    /// # Errors
    ///
    /// [`ModelError::Refused`] without sending anything when the key may not go to the call's address. Errors repeat the
    /// provider's words, without the key.
    pub async fn send(&self, call: MediaCall) -> Result<MediaAnswer, ModelError> {
        let url = self.address_of(&call.place)?;
        let answered = tokio::time::timeout(call.longest, self.send_to(url, &call)).await;
        answered.unwrap_or(Err(ModelError::TimedOut)).map_err(|error| self.without_key(error))
    }

    /// Sends `call`, and hands over each event of its answer as it comes. Servers that do not stream answer whole: that
    /// answer is returned.
    ///
    /// # Errors
    ///
    /// Those of [`MediaCaller::send`].
    pub async fn send_streamed(
        &self,
        call: MediaCall,
        on_event: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Option<MediaAnswer>, ModelError> {
        let url = self.address_of(&call.place)?;
        let asked = async {
            let response = self.open(&url, &call).await?;
            let is_stream = content_type(&response).starts_with("text/event-stream");
            if !(response.status().is_success() && is_stream) {
                return self.read(response, &call).await.map(Some);
            }
            read_events(response, call.max_bytes, on_event).await.map(|()| None)
        };
        let answered = tokio::time::timeout(call.longest, asked).await;
        answered.unwrap_or(Err(ModelError::TimedOut)).map_err(|error| self.without_key(error))
    }

    /// Sends `call`, and returns the status beside the answer or the refusal.
    pub(crate) async fn probe(
        &self,
        call: MediaCall,
    ) -> Result<(u16, Result<MediaAnswer, ModelError>), ModelError> {
        let url = self.address_of(&call.place)?;
        let asked = async {
            let response = self.open(&url, &call).await?;
            let status = response.status().as_u16();
            let read = self.read(response, &call).await;
            Ok((status, read.map_err(|error| self.without_key(error))))
        };
        tokio::time::timeout(call.longest, asked).await.unwrap_or(Err(ModelError::TimedOut))
    }

    fn address_of(&self, place: &str) -> Result<String, ModelError> {
        if place.starts_with('/') {
            return Ok(format!("{}{place}", self.target.base_url));
        }
        match self.may_have_key(place) {
            true => Ok(place.to_owned()),
            false => Err(ModelError::broken("the provider named an address on another server")),
        }
    }

    async fn send_to(&self, url: String, call: &MediaCall) -> Result<MediaAnswer, ModelError> {
        let response = self.open(&url, call).await?;
        self.read(response, call).await
    }

    async fn open(&self, url: &str, call: &MediaCall) -> Result<Response, ModelError> {
        let timing = self.wire.timing();
        let mut delays = timing.retry_delays.iter();
        loop {
            match self.wire.attempt(self.request(url, call), call.longest).await {
                // The connection was never made: nothing was begun, and nothing is paid for.
                Err(ModelError::Unreachable) => match delays.next() {
                    Some(delay) => tokio::time::sleep(*delay).await,
                    None => return Err(ModelError::Unreachable),
                },
                other => return other,
            }
        }
    }

    async fn read(&self, response: Response, call: &MediaCall) -> Result<MediaAnswer, ModelError> {
        let is_answer = response.status().is_success()
            || (call.takes_redirects && response.status().is_redirection());
        if !is_answer {
            return Err(self.wire.refusal(response).await);
        }
        if response.status().is_success() && is_web_page(&response) {
            return Err(ModelError::broken("a web page came instead of an answer"));
        }
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let content_type = content_type(&response).to_owned();
        let body = read_body(response, call.max_bytes, call.longest).await?.into();
        Ok(MediaAnswer { status, content_type, body, headers })
    }

    fn request(&self, url: &str, call: &MediaCall) -> RequestBuilder {
        let request = self.wire.client(url).request(call.method.clone(), url);
        let always = vendors::of(self.protocol).map(|vendor| &vendor.headers);
        let request = always
            .into_iter()
            .flatten()
            .fold(self.with_key(request), |request, (name, value)| request.header(name, value));
        let request = call
            .headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, value));
        match &call.body {
            MediaBody::Empty => request,
            MediaBody::Json(json) => request.json(json),
            MediaBody::Form(parts) => {
                let (content_type, body) = multipart::encode(parts, self.wire.clock.now());
                request.header("content-type", content_type).body(body)
            }
        }
    }

    fn with_key(&self, request: RequestBuilder) -> RequestBuilder {
        let Some(key) = self.key() else { return request };
        match vendors::key_form(self.protocol) {
            KeyForm::Bearer => request.bearer_auth(key),
            KeyForm::Header(name) => request.header(name.as_str(), key),
            KeyForm::Scheme(scheme) => {
                request.header("authorization", format!("{} {key}", scheme.as_str()))
            }
            KeyForm::Basic => {
                let (user, password) = key.split_once(':').unwrap_or((key, ""));
                request.basic_auth(user, Some(password))
            }
            KeyForm::SignedToken => {
                request.bearer_auth(vendors::signed_token(key, self.wire.clock.now()))
            }
        }
    }

    fn key(&self) -> Option<&str> {
        self.target.api_key.as_ref().map(|key| key.expose().as_str())
    }

    /// Returns the error without the key, nor one half of a key of two.
    fn without_key(&self, error: ModelError) -> ModelError {
        let Some(key) = self.key() else { return error };
        let halves = key.split(':').filter(|half| half.len() >= KEY_PART_MIN_CHARS);
        halves.fold(error.without_key(key), |error, half| error.without_key(half))
    }
}

async fn read_events(
    mut response: Response,
    max_bytes: usize,
    on_event: &mut (dyn FnMut(Value) + Send),
) -> Result<(), ModelError> {
    let mut reader = EventReader::default();
    while let Some(chunk) =
        response.chunk().await.map_err(|_| ModelError::broken("the connection was lost"))?
    {
        reader.feed(&chunk);
        while let Some(event) = reader.next() {
            on_event(event);
        }
        if reader.len() > max_bytes {
            return Err(ModelError::broken("the answer is too long"));
        }
    }
    if let Some(event) = reader.rest() {
        on_event(event);
    }
    Ok(())
}

/// Shorter parts of a key are ordinary words, such as `admin`.
const KEY_PART_MIN_CHARS: usize = 8;
