//! Security headers of every response (security HD1). Routes may set stricter ones.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

const ALWAYS: [(HeaderName, &str); 6] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()",
    ),
];
/// Policy of all responses but the page: nothing in them may run, and nobody may frame them.
const NOTHING_RUNS: &str = "default-src 'none'; frame-ancestors 'none'";
const TWO_YEARS: &str = "max-age=63072000; includeSubDomains";

/// True if the configured address of this server is https.
#[derive(Clone, Copy)]
pub struct IsHttps(pub bool);

/// Middleware: adds the headers that the route has not set itself.
pub async fn add_security_headers(
    State(IsHttps(is_https)): State<IsHttps>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut add = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    for (name, value) in ALWAYS {
        add(name, value);
    }
    add(CONTENT_SECURITY_POLICY, NOTHING_RUNS);
    add(CACHE_CONTROL, "no-store");
    if is_https {
        add(STRICT_TRANSPORT_SECURITY, TWO_YEARS);
    }
    response
}
