//! Origins of other sites whose pages may call the APIs for programs, with a key: an operator's setting, off by default.

use std::sync::Arc;

use api::{ApiError, CROSS_SITE};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, HeaderValue, ORIGIN, VARY,
};
use http::{HeaderMap, Method, StatusCode};
use live_settings::{Field, Section};
use url::{Host, Url};

use crate::settings::{Server, read_api_origin};

/// The origin that stands for all.
pub const ANY_ORIGIN: &str = "*";

/// Returns the allowed origins, which the operator changes while the server runs.
pub fn section(server: &Server) -> Section<Vec<String>> {
    let origins = Field::list("server.api_origins", |it: &mut Vec<String>| it, read_api_origin);
    Section::new(server.api_origins.clone(), vec![origins])
}

/// The origins whose pages may call.
#[derive(Debug, Clone)]
pub struct ApiOrigins {
    allowed: Section<Vec<String>>,
    /// This server's own.
    own: Arc<str>,
}

impl ApiOrigins {
    /// `allowed`: those of [`section`].
    pub fn new(server: &Server, allowed: Section<Vec<String>>) -> Self {
        let own = server.base_url.origin().ascii_serialization();
        Self { allowed, own: own.into() }
    }

    fn allows(&self, origin: &str) -> bool {
        self.allowed.get().iter().any(|allowed| allowed == origin || allowed == ANY_ORIGIN)
    }

    /// Returns true if a request to `/mcp` may have this origin: a page of any other site could reach a server in its
    /// reader's network (DNS rebinding).
    fn opens_mcp(&self, origin: &str) -> bool {
        let is_loopback = Url::parse(origin).is_ok_and(|url| match url.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => false,
        });
        *origin == *self.own || is_loopback || self.allows(origin)
    }
}

/// Returns true for addresses that only keys open.
fn is_for_keys(path: &str) -> bool {
    const OLLAMA: [&str; 5] =
        ["/api/chat", "/api/generate", "/api/show", "/api/tags", "/api/version"];
    path.starts_with("/v1/") || path == "/mcp" || OLLAMA.contains(&path)
}

/// Middleware that lets pages of the allowed origins call, and refuses other origins at `/mcp`.
pub async fn check_origin(
    State(origins): State<ApiOrigins>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if !is_for_keys(path) {
        return next.run(request).await;
    }
    let Some(origin) = request.headers().get(ORIGIN).cloned() else {
        return next.run(request).await;
    };
    let text = origin.to_str().unwrap_or_default();
    if path == "/mcp" && !origins.opens_mcp(text) {
        return ApiError::from(CROSS_SITE).into_response();
    }
    if !origins.allows(text) {
        return next.run(request).await;
    }
    let mut response = match preflight(request.method(), request.headers()) {
        Some(response) => response,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(VARY, HeaderValue::from_static("origin"));
    let exposed = HeaderValue::from_static("retry-after, x-request-id");
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    response
}

/// Returns the answer to a browser that asks before it sends a request.
fn preflight(method: &Method, asked: &HeaderMap) -> Option<Response> {
    let is_one = method == Method::OPTIONS && asked.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    is_one.then_some(())?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    let methods = HeaderValue::from_static("GET, POST, DELETE, OPTIONS");
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    if let Some(wanted) = asked.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, wanted.clone());
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::any;
    use tower::ServiceExt;

    use super::*;

    async fn ask(allowed: &[&str], method: &str, path: &str, origin: &str) -> Response {
        let origins = ApiOrigins {
            allowed: allowed.iter().map(|&it| it.to_owned()).collect::<Vec<_>>().into(),
            own: "https://chat.example.org".into(),
        };
        let router = Router::new()
            .route("/{*path}", any(|| async { StatusCode::IM_A_TEAPOT }))
            .layer(from_fn_with_state(origins, check_origin));
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(ORIGIN, origin)
            .header(ACCESS_CONTROL_REQUEST_METHOD, "POST")
            .header(ACCESS_CONTROL_REQUEST_HEADERS, "authorization");
        router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn pages_of_allowed_origins_may_call_with_a_key() {
        let (app, evil) = ("https://app.example", "https://evil.example");
        for (allowed, path, origin, is_allowed) in [
            (&[][..], "/v1/models", app, false),
            (&[app], "/v1/models", app, true),
            (&[app], "/api/tags", app, true),
            (&[app], "/api/accounts/me", app, false),
            (&[app], "/v1/models", evil, false),
            (&[ANY_ORIGIN], "/v1/models", evil, true),
        ] {
            for (method, status) in [("POST", 418), ("OPTIONS", if is_allowed { 204 } else { 418 })]
            {
                let response = ask(allowed, method, path, origin).await;
                let named = response.headers().get(ACCESS_CONTROL_ALLOW_ORIGIN);
                let expected = is_allowed.then_some(origin.as_bytes());
                assert_eq!(named.map(|value| value.as_bytes()), expected, "{path} {origin}");
                assert_eq!(response.status(), status, "{method} {path} {origin}");
            }
        }
    }

    #[tokio::test]
    async fn pages_of_other_sites_do_not_reach_the_library() {
        for (allowed, origin, status) in [
            (&[][..], "https://chat.example.org", 418),
            (&[], "http://localhost:6274", 418),
            (&[], "http://127.0.0.1:6274", 418),
            (&[], "https://evil.example", 403),
            (&[], "http://localhost.evil.example", 403),
            (&[], "null", 403),
            (&["https://app.example"], "https://app.example", 418),
        ] {
            assert_eq!(ask(allowed, "POST", "/mcp", origin).await.status(), status, "{origin}");
        }
    }
}
