//! The provider of one connection, as adapters call it.

use std::time::Duration;

use bytes::Bytes;
use providers::{FormPart, MediaAnswer, MediaCall, MediaCaller, ModelError};
use serde_json::Value;
use web_access::WebAccess;

use crate::limits::{ANSWER_MAX_BYTES, ANSWER_SECONDS, LOCAL_ANSWER_SECONDS};
use crate::{Bounds, data_url, links};

/// The provider of one connection. Cheap to clone.
#[derive(Clone)]
pub struct Provider {
    pub caller: MediaCaller,
    web: WebAccess,
}

impl Provider {
    pub fn new(caller: MediaCaller, web: WebAccess) -> Self {
        Self { caller, web }
    }

    /// Asks for a state.
    pub async fn get(&self, place: impl Into<String>) -> Result<Value, ModelError> {
        self.caller.send(MediaCall::get(place)).await?.json()
    }

    /// Sends a request whose answer may have files in it, and take its time.
    pub async fn post(&self, place: impl Into<String>, body: Value) -> Result<Value, ModelError> {
        self.send(MediaCall::post(place).json(body)).await?.json()
    }

    /// As [`Provider::post`], with a form.
    pub async fn post_form(
        &self,
        place: impl Into<String>,
        parts: Vec<FormPart>,
    ) -> Result<Value, ModelError> {
        self.send(MediaCall::post(place).form(parts)).await?.json()
    }

    /// Sends `call`, whose answer may have files in it, and take its time.
    pub async fn send(&self, call: MediaCall) -> Result<MediaAnswer, ModelError> {
        let seconds = match self.caller.is_local() {
            true => LOCAL_ANSWER_SECONDS,
            false => ANSWER_SECONDS,
        };
        self.caller.send(call.within(Duration::from_secs(seconds), ANSWER_MAX_BYTES)).await
    }

    /// As [`Provider::send`], and hands over each event of the answer as it comes. Servers that do not stream answer
    /// whole: that answer is returned.
    pub async fn send_streamed(
        &self,
        call: MediaCall,
        on_event: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Option<MediaAnswer>, ModelError> {
        let longest = Duration::from_secs(ANSWER_SECONDS);
        self.caller.send_streamed(call.within(longest, ANSWER_MAX_BYTES), on_event).await
    }

    /// Tells the provider something whose answer does not matter, such as to stop. That it is too late for it is no
    /// error.
    pub async fn tell(&self, call: MediaCall) -> Result<(), ModelError> {
        match self.caller.send(call).await {
            Ok(_) | Err(ModelError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns the file at a path of the provider's own server.
    pub async fn fetch_own(&self, path: &str, bounds: Bounds) -> Result<Bytes, ModelError> {
        let url = format!("{}{path}", self.caller.base_url());
        links::fetch(&self.caller, &self.web, &url, bounds).await
    }

    /// Returns the file at an address that the provider named: a link, or the file itself as a `data:` URL.
    pub async fn fetch(&self, url: &str, bounds: Bounds) -> Result<Bytes, ModelError> {
        match data_url::parse_data_url(url) {
            Some(content) => content,
            None => links::fetch(&self.caller, &self.web, url, bounds).await,
        }
    }
}
