//! Results behind links. A key goes to the connection's own server only; every other host is reached as the open web.

use std::time::Duration;

use bytes::Bytes;
use providers::{MediaCall, MediaCaller, ModelError};
use web_access::{FetchError, Limits, WebAccess};

use crate::limits::{IMAGE_LINK_SECONDS, IMAGE_MAX_BYTES, VIDEO_LINK_SECONDS, VIDEO_MAX_BYTES};

/// The largest result that is fetched, and the longest wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub max_bytes: usize,
    pub longest: Duration,
}

impl Bounds {
    pub const IMAGE: Self =
        Self { max_bytes: IMAGE_MAX_BYTES, longest: Duration::from_secs(IMAGE_LINK_SECONDS) };
    pub const VIDEO: Self =
        Self { max_bytes: VIDEO_MAX_BYTES, longest: Duration::from_secs(VIDEO_LINK_SECONDS) };
}

/// Longest wait for the first byte of a result.
const FIRST_BYTE: Duration = Duration::from_secs(20);

pub(crate) async fn fetch(
    caller: &MediaCaller,
    web: &WebAccess,
    url: &str,
    bounds: Bounds,
) -> Result<Bytes, ModelError> {
    match caller.is_own(url) {
        true => fetch_own(caller, web, url, bounds).await,
        false => fetch_from_web(web, url, bounds).await,
    }
}

async fn fetch_own(
    caller: &MediaCaller,
    web: &WebAccess,
    url: &str,
    bounds: Bounds,
) -> Result<Bytes, ModelError> {
    let call = MediaCall::get(url).within(bounds.longest, bounds.max_bytes).taking_redirects();
    match caller.send(call).await {
        // To where the file lies, without the key.
        Ok(answer) if (300..400).contains(&answer.status) => match answer.header("location") {
            Some(location) => fetch_from_web(web, location, bounds).await,
            None => Err(ModelError::ResultGone),
        },
        Ok(answer) => Ok(answer.body),
        Err(ModelError::Forbidden { .. } | ModelError::Refused { .. }) => {
            Err(ModelError::ResultGone)
        }
        Err(error) => Err(error),
    }
}

async fn fetch_from_web(web: &WebAccess, url: &str, bounds: Bounds) -> Result<Bytes, ModelError> {
    let limits = Limits {
        max_bytes: bounds.max_bytes,
        first_byte: FIRST_BYTE,
        total: bounds.longest,
        // Over http only from hosts that the operator opened: `check` judges each address.
        plain_http: true,
    };
    for _ in 0..ATTEMPTS {
        match web.get_where(url, limits, |url| web.check(url.as_str()).is_ok()).await {
            Ok(fetched) => return Ok(fetched.body),
            Err(FetchError::TooLarge) => {
                return Err(ModelError::broken("the result is too large"));
            }
            Err(FetchError::InvalidUrl | FetchError::NotWanted) => break,
            // Expired links, closed doors and accidents look the same from here.
            Err(FetchError::Unreachable(_)) => {}
        }
    }
    Err(ModelError::ResultGone)
}

/// What is behind the link is paid for, so that one accident on the way does not lose it.
const ATTEMPTS: usize = 2;
