use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, Method};
use url::Url;

use crate::{ApiError, CROSS_SITE};

/// The origins that count as ours: the one a browser used to reach us, and the configured base URL.
#[derive(Debug, Clone, Default)]
pub struct SameOrigin {
    base_origin: Option<Arc<str>>,
    webhook_paths: Arc<[&'static str]>,
}

impl SameOrigin {
    pub fn new(base_url: Option<&Url>) -> Self {
        let base_origin = base_url.map(|url| url.origin().ascii_serialization().into());
        Self { base_origin, webhook_paths: Arc::default() }
    }

    /// Lets other sites post to paths that begin so: what programs sign is taken for its signature alone, and no cookie
    /// counts there.
    #[must_use]
    pub fn webhook_paths(mut self, paths: &[&'static str]) -> Self {
        self.webhook_paths = paths.into();
        self
    }

    fn is_webhook(&self, path: &str) -> bool {
        self.webhook_paths.iter().any(|signed| path.starts_with(signed))
    }

    fn accepts(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).map(|v: &http::HeaderValue| v.to_str().unwrap_or(""));
        if let Some(site) = text("sec-fetch-site") {
            return site == "same-origin";
        }
        let Some(origin) = text(ORIGIN.as_str()) else {
            return false;
        };
        if self.base_origin.as_deref() == Some(origin) {
            return true;
        }
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        authority.is_some() && authority == text(HOST.as_str())
    }
}

/// Middleware that requires state-changing requests to come from a page of ours (security §4.3).
///
/// Reads `Sec-Fetch-Site`, which only a browser can set; where it is absent, `Origin` must be ours.
/// Requests with a bearer token carry no ambient authority and pass; `Authorization: Basic` does not
/// count, because browsers send that along by themselves.
pub async fn require_same_origin(
    State(same_origin): State<SameOrigin>,
    request: Request,
    next: Next,
) -> Response {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        || same_origin.is_webhook(request.uri().path());
    let headers = request.headers();
    if is_safe || has_bearer(headers) || same_origin.accepts(headers) {
        return next.run(request).await;
    }
    ApiError::from(CROSS_SITE).into_response()
}

fn has_bearer(headers: &HeaderMap) -> bool {
    let text = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or("");
    text.split_once(' ').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bearer_token_stands_for_itself() {
        let with = |value: &'static str| {
            has_bearer(&HeaderMap::from_iter([(AUTHORIZATION, value.parse().unwrap())]))
        };
        assert!(with("Bearer ens_1") && with("bearer ens_1"));
        assert!(!with("Basic YTpi") && !with("Bearer"));
    }

    fn accepts(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers = pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect::<HeaderMap>();
        let base = Url::parse("https://ensemble.example/").unwrap();
        SameOrigin::new(Some(&base)).accepts(&headers)
    }

    #[test]
    fn only_same_origin_fetches_change_anything() {
        assert!(accepts(&[("sec-fetch-site", "same-origin")]));
        for site in ["same-site", "cross-site", "none", ""] {
            assert!(!accepts(&[("sec-fetch-site", site), ("origin", "https://ensemble.example")]));
        }
    }

    #[test]
    fn without_fetch_metadata_the_origin_must_be_ours() {
        assert!(accepts(&[("origin", "https://ensemble.example")]));
        assert!(accepts(&[("origin", "http://127.0.0.1:7070"), ("host", "127.0.0.1:7070")]));
        assert!(!accepts(&[("origin", "http://127.0.0.1:7071"), ("host", "127.0.0.1:7070")]));
        assert!(!accepts(&[("origin", "null"), ("host", "null")]));
        assert!(!accepts(&[("host", "127.0.0.1:7070")]));
    }
}
