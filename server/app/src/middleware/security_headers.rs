//! Security headers of every response (security HD1). Routes may set stricter ones.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

use crate::settings::Server;

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
/// Time for which browsers keep to https; the other one with the sub-domains of the host, which may be other people's.
const TWO_YEARS: &str = "max-age=63072000";
const TWO_YEARS_BELOW: &str = "max-age=63072000; includeSubDomains";

/// The hosts at which browsers are told to keep to https.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Https {
    /// The configured address of this server is http.
    No,
    Host,
    HostAndSubdomains,
}

impl Https {
    /// Returns what the settings say.
    pub fn of(server: &Server) -> Self {
        match (server.base_url.scheme(), server.hsts_subdomains) {
            ("https", true) => Self::HostAndSubdomains,
            ("https", false) => Self::Host,
            _ => Self::No,
        }
    }
}

/// Middleware: adds the headers that the route has not set itself.
pub async fn add_security_headers(
    State(https): State<Https>,
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
    match https {
        Https::No => {}
        Https::Host => add(STRICT_TRANSPORT_SECURITY, TWO_YEARS),
        Https::HostAndSubdomains => add(STRICT_TRANSPORT_SECURITY, TWO_YEARS_BELOW),
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn sub_domains_are_held_to_https_only_if_the_operator_asks_for_it() {
        for (https, expected) in [
            (Https::No, None),
            (Https::Host, Some("max-age=63072000")),
            (Https::HostAndSubdomains, Some("max-age=63072000; includeSubDomains")),
        ] {
            let router = Router::new()
                .route("/", get(|| async {}))
                .layer(from_fn_with_state(https, add_security_headers));
            let response = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await;
            let headers = response.unwrap().headers().clone();
            let said = headers.get(STRICT_TRANSPORT_SECURITY).map(|it| it.to_str().unwrap());
            assert_eq!(said, expected);
        }
    }
}
