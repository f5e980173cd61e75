//! A server under a path of its host (`server.base_url = "https://example.org/ensemble"`). Its path is taken off outside of all
//! routes, so that none of them knows it.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{HeaderValue, LOCATION};
use http::uri::PathAndQuery;
use http::{Method, StatusCode, Uri};
use tower::ServiceExt;
use url::Url;

/// Addresses of these are told apart by the path *after* them (RFC 8414, RFC 9728), and lie at the root of the host.
const WELL_KNOWN: &str = "/.well-known/";

/// Returns `inner` under the path of `server.base_url`; `inner` itself at the root of the host.
///
/// Requests arrive with the path or without it, since some proxies take it off, and health checks come without one.
pub fn under_base_path(inner: Router, base_url: &Url) -> Router {
    let base: Arc<str> = api::base_path(base_url).into();
    if base.is_empty() {
        return inner;
    }
    Router::new().fallback(move |request: Request| {
        let (base, inner) = (base.clone(), inner.clone());
        async move { serve_under(&base, inner, request).await }
    })
}

async fn serve_under(base: &str, inner: Router, mut request: Request) -> Response {
    if request.uri().path() == base && matches!(*request.method(), Method::GET | Method::HEAD) {
        return redirect_into(base, request.uri());
    }
    if let Some(uri) = inner_uri(base, request.uri()) {
        *request.uri_mut() = uri;
    }
    let mut response = inner.oneshot(request).await.into_response();
    if let Some(location) = response.headers().get(LOCATION)
        && let Some(outer) = outer_location(base, location)
    {
        response.headers_mut().insert(LOCATION, outer);
    }
    response
}

/// Leads from `/ensemble` to `/ensemble/`: service workers and relative addresses of the page are below the latter.
fn redirect_into(base: &str, uri: &Uri) -> Response {
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, format!("{base}/{query}"))]).into_response()
}

/// Returns the address as routes know it; `None` if it is one already.
fn inner_uri(base: &str, uri: &Uri) -> Option<Uri> {
    let path = inner_path(base, uri.path())?;
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(format!("{path}{query}")).ok()?);
    Uri::from_parts(parts).ok()
}

fn inner_path<'a>(base: &str, path: &'a str) -> Option<Cow<'a, str>> {
    if let Some(rest) = below(base, path) {
        return Some(if rest.is_empty() { "/".into() } else { rest.into() });
    }
    let (name, _) = path.strip_prefix(WELL_KNOWN)?.split_once('/')?;
    let (document, subject) = path.split_at(WELL_KNOWN.len() + name.len());
    below(base, subject).map(|rest| format!("{document}{rest}").into())
}

/// Returns what of `path` comes after `base`, where that ends with one of its segments.
fn below<'a>(base: &str, path: &'a str) -> Option<&'a str> {
    path.strip_prefix(base).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns where a redirect within this server leads to, seen from outside; `None` for whole addresses.
fn outer_location(base: &str, location: &HeaderValue) -> Option<HeaderValue> {
    let path = location.to_str().ok()?;
    let is_within = path.starts_with('/') && !path.starts_with("//");
    is_within.then(|| HeaderValue::try_from(format!("{base}{path}")).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::response::Redirect;
    use axum::routing::get;

    use super::*;

    fn inner() -> Router {
        Router::new()
            .route("/leave", get(|| async { Redirect::to("/settings?done=true") }))
            .route("/away", get(|| async { Redirect::to("https://id.example/") }))
            .fallback(|uri: Uri| async move { uri.to_string() })
    }

    async fn ask(base_url: &str, method: Method, uri: &str) -> (u16, String) {
        let router = under_base_path(inner(), &Url::parse(base_url).unwrap());
        let request = Request::builder().method(method).uri(uri).body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        if let Some(location) = response.headers().get(LOCATION) {
            return (status, location.to_str().unwrap().to_owned());
        }
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn routes_see_no_base_path() {
        for (outer, seen) in [
            ("/ensemble/", "/"),
            ("/ensemble/?a=1", "/?a=1"),
            ("/ensemble/api/runs/1/events?after=2", "/api/runs/1/events?after=2"),
            ("/ensemble/v1/models", "/v1/models"),
            // A proxy took it off, or nobody added it.
            ("/api/runs", "/api/runs"),
            ("/healthz", "/healthz"),
            // Another program's.
            ("/ensemble2/api", "/ensemble2/api"),
            (
                "/.well-known/oauth-protected-resource/ensemble/mcp",
                "/.well-known/oauth-protected-resource/mcp",
            ),
            (
                "/.well-known/oauth-authorization-server/ensemble",
                "/.well-known/oauth-authorization-server",
            ),
            (
                "/ensemble/.well-known/oauth-authorization-server",
                "/.well-known/oauth-authorization-server",
            ),
            (
                "/.well-known/oauth-protected-resource/other",
                "/.well-known/oauth-protected-resource/other",
            ),
        ] {
            let answer = ask("https://e.example/ensemble/", Method::GET, outer).await;
            assert_eq!(answer, (200, seen.to_owned()), "{outer}");
        }
    }

    #[tokio::test]
    async fn the_base_path_without_its_slash_leads_into_it() {
        let into = ask("https://e.example/ensemble/", Method::GET, "/ensemble?a=1").await;
        assert_eq!(into, (307, "/ensemble/?a=1".to_owned()));
        let posted = ask("https://e.example/ensemble/", Method::POST, "/ensemble").await;
        assert_eq!(posted, (200, "/".to_owned()));
    }

    #[tokio::test]
    async fn redirects_to_own_pages_lead_below_the_base_path() {
        let base_url = "https://e.example/a/b/";
        let own = ask(base_url, Method::GET, "/a/b/leave").await;
        assert_eq!(own, (303, "/a/b/settings?done=true".to_owned()));
        let away = ask(base_url, Method::GET, "/a/b/away").await;
        assert_eq!(away, (303, "https://id.example/".to_owned()));
    }

    #[tokio::test]
    async fn at_the_root_of_the_host_nothing_changes() {
        let base_url = "https://e.example/";
        let seen = ask(base_url, Method::GET, "/ensemble/api").await;
        assert_eq!(seen, (200, "/ensemble/api".to_owned()));
        let own = ask(base_url, Method::GET, "/leave").await;
        assert_eq!(own, (303, "/settings?done=true".to_owned()));
    }
}
