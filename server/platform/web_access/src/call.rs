//! Calls of servers that a person connected: more than fetching a page, under the same rules.

use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{Method, Response};
use tokio::time::timeout;

use crate::body;
use crate::error::Cause;
use crate::{FetchError, WebAccess};

/// A request to a server that a person connected.
#[derive(Debug, Clone)]
pub struct Call<'a> {
    pub method: Method,
    /// `https`, or `http` where the operator opened the host.
    pub url: &'a str,
    /// They go to this address only: no redirect is followed.
    pub headers: HeaderMap,
    pub body: Bytes,
    /// Maximum time until the response begins.
    pub first_byte: Duration,
}

/// An answer of any status, whose body is still to come.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    response: Response,
}

impl WebAccess {
    /// Checks that a call may go to `url`, before one is made; returns the parsed address.
    pub fn check(&self, url: &str) -> Result<String, FetchError> {
        let target = self.0.policy.read_call(url)?;
        Ok(target.url.into())
    }

    /// Sends `call` once. Redirects are not followed: they are answers.
    pub async fn call(&self, call: Call<'_>) -> Result<Answer, FetchError> {
        let target = self.0.policy.read_call(call.url)?;
        let client = self.client_for(&target).await?;
        let request = client
            .request(call.method, target.url.clone())
            .headers(call.headers)
            .header(ACCEPT_ENCODING, HeaderValue::from_static("identity"))
            .body(call.body);
        let response = timeout(call.first_byte, request.send())
            .await
            .map_err(|_| Cause::TimedOut)?
            .map_err(|error| Cause::Connection(format!("{:?}", error.without_url())))?;
        let response = self.check_peer(&target, response)?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok(Answer { status, headers, response })
    }
}

impl Answer {
    /// Returns a header as text; `None` where it is missing, or no text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the next piece of the body, as it comes; `None` at its end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, FetchError> {
        Ok(body::next_chunk(&mut self.response).await?)
    }

    /// Returns the whole body, at most `max_bytes` of it.
    pub async fn read(self, max_bytes: usize) -> Result<Bytes, FetchError> {
        body::read(self.response, max_bytes).await
    }
}
