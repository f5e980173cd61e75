use std::time::Duration;

use http::header::HeaderName;
use http::{HeaderMap, HeaderValue, Method};
use serde_json::Value;
use url::Url;
use web_access::{Call, WebAccess};

use crate::PaymentError;

/// Maximum time a provider may take to respond.
const ANSWER_SECONDS: u64 = 20;
/// Largest answer that is read.
const ANSWER_MAX_BYTES: usize = 500_000;

/// The response of a provider.
pub(crate) struct Answer {
    pub status: u16,
    /// The body; null if it was not JSON.
    pub json: Value,
}

/// A request to a provider.
pub(crate) struct Sent<'a> {
    pub method: Method,
    pub url: &'a str,
    /// Headers; those without a value are left out.
    pub headers: &'a [(HeaderName, &'a str)],
    pub body: String,
}

/// Checks an id before it becomes part of an address. `others`: characters allowed in ids besides letters and digits.
pub(crate) fn check_id<'a>(text: &'a str, others: &[u8]) -> Result<&'a str, PaymentError> {
    let is_of_id = |byte: u8| byte.is_ascii_alphanumeric() || others.contains(&byte);
    if !text.is_empty() && text.bytes().all(is_of_id) {
        Ok(text)
    } else {
        Err(PaymentError::Refused("this is no id of a payment".to_owned()))
    }
}

/// Returns a page that a payer may be sent to. Only pages of a stand-in on this machine may be unencrypted.
pub(crate) fn page_at(address: &str) -> Option<Url> {
    let page = Url::parse(address).ok()?;
    let is_safe = page.scheme() == "https" || page.host_str() == Some("127.0.0.1");
    is_safe.then_some(page)
}

/// Asks a provider something, once. An answer that says to come again is none.
pub(crate) async fn ask(web: &WebAccess, sent: Sent<'_>) -> Result<Answer, PaymentError> {
    let mut headers = HeaderMap::new();
    for (name, value) in sent.headers.iter().filter(|(_, value)| !value.is_empty()) {
        let mut value = HeaderValue::try_from(*value)
            .map_err(|_| PaymentError::Refused("a header cannot be sent".to_owned()))?;
        value.set_sensitive(name == http::header::AUTHORIZATION);
        headers.insert(name, value);
    }
    let first_byte = Duration::from_secs(ANSWER_SECONDS);
    let Sent { method, url, body, .. } = sent;
    let call = Call { method, url, headers, body: body.into(), first_byte };
    let unavailable = |error: web_access::FetchError| PaymentError::Unavailable(error.to_string());
    let answer = web.call(call).await.map_err(unavailable)?;
    let status = answer.status;
    let body = answer.read(ANSWER_MAX_BYTES).await.map_err(unavailable)?;
    let json: Value = serde_json::from_slice(&body).unwrap_or_default();
    match status {
        200..=299 if json.is_object() => Ok(Answer { status, json }),
        429 | 500.. | 200..=399 => Err(PaymentError::Unavailable(format!("status {status}"))),
        _ => Ok(Answer { status, json }),
    }
}
