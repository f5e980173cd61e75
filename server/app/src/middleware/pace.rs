//! Rate limit of one address, for all requests together.

use std::sync::Arc;
use std::time::Duration;

use api::{ApiError, RateExchange, RateLimit, RequestContext};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use kernel::limits;

limits! { "app";
    /// Requests one address may make at once, and then one every [`REQUEST_EVERY_MS`].
    REQUEST_BURST: u32 = 1_000, "requests", "ours (decision 0006)";
    REQUEST_EVERY_MS: u64 = 10, "milliseconds", "ours (decision 0006)";
}

/// Addresses that balancers and service managers ask.
const HEALTH_CHECKS: [&str; 2] = ["/healthz", "/readyz"];

/// Counts requests by address.
#[derive(Clone)]
pub struct AddressPace(Arc<RateLimit>);

impl AddressPace {
    pub fn new(rates: &RateExchange) -> Self {
        let every = Duration::from_millis(REQUEST_EVERY_MS);
        Self(Arc::new(RateLimit::new(rates, "app.requests", REQUEST_BURST, every)))
    }
}

/// Middleware that limits the rate of each address.
///
/// This machine's own address and its sockets are exempt: they are the owner, or a proxy that does not say for whom it asks
/// and represents everybody. So are health checks: what asks whether the server lives would end it.
pub async fn check_pace(
    State(pace): State<AddressPace>,
    context: RequestContext,
    request: Request,
    next: Next,
) -> Response {
    let is_exempt = context.ip.is_loopback()
        || context.ip == api::SOCKET_PEER
        || HEALTH_CHECKS.contains(&request.uri().path());
    if !is_exempt && let Err(problem) = pace.0.check(&context.rate_key()) {
        return ApiError::from(problem).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use kernel::{Clock, Timestamp};
    use tower::ServiceExt;

    use super::*;

    async fn status_from(router: &Router, ip: &str) -> u16 {
        status_at(router, "/", ip).await
    }

    async fn status_at(router: &Router, path: &str, ip: &str) -> u16 {
        let proxied = Request::get(path).header("x-forwarded-for", ip).body(Body::empty()).unwrap();
        router.clone().oneshot(proxied).await.unwrap().status().as_u16()
    }

    // Decision 0006: 1,000 at once.
    #[tokio::test]
    async fn the_1001st_request_of_an_address_waits_and_others_do_not() {
        let clock = Clock::frozen(Timestamp::from_micros(1_000_000_000));
        let rates = RateExchange::new(clock.clone(), bus::Bus::in_process());
        let proxies = api::TrustedProxies::new(["127.0.0.0/8".parse().unwrap()]);
        let router = Router::new()
            .route("/", get(|| async {}))
            .route("/healthz", get(|| async {}))
            .layer(from_fn_with_state(AddressPace::new(&rates), check_pace))
            .layer(from_fn_with_state(proxies, api::request_context));
        for _ in 0..1_000 {
            assert_eq!(status_from(&router, "203.0.113.9").await, 200);
        }
        assert_eq!(status_from(&router, "203.0.113.9").await, 429);
        assert_eq!(status_at(&router, "/healthz", "203.0.113.9").await, 200);
        assert_eq!(status_from(&router, "203.0.113.10").await, 200);
        clock.advance(10_000);
        assert_eq!(status_from(&router, "203.0.113.9").await, 200);
    }
}
