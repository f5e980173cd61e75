//! Event streams: so many of one person, and all of them end when the server stops.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fair_queue::{Share, ShareCounts};
use futures::StreamExt;
use http::Method;
use http::header::{CONTENT_TYPE, HeaderValue};
use tokio_util::sync::CancellationToken;

/// Wait after which a refused client tries again.
const RETRY_SECONDS: u64 = 30;

/// The event streams of this process. Cheap to clone.
#[derive(Clone)]
pub struct EventStreams {
    counts: ShareCounts,
    /// Maximum number of one person, or of one address that is not signed in.
    max: usize,
    /// Cancelled when the server stops.
    end: CancellationToken,
}

impl EventStreams {
    pub fn new(max: usize, end: CancellationToken) -> Self {
        Self { counts: ShareCounts::default(), max, end }
    }
}

/// Middleware that counts the response's event stream, and ends it when the server stops: clients resume elsewhere.
///
/// One too many is refused. It is not opened in place of the oldest: that one's client would open it again, and so on in
/// turn. The stream of an answer that the request itself began (`POST`) is never refused, because the answer is being written.
pub async fn hold_event_streams(
    State(streams): State<EventStreams>,
    request: Request,
    next: Next,
) -> Response {
    let max = if request.method() == Method::GET { streams.max } else { usize::MAX };
    let response = next.run(request).await;
    if !is_event_stream(&response) {
        return response;
    }
    let Some(counted) = streams.counts.add(Share::current(), max) else {
        let problem = api::TOO_MANY_STREAMS.with("max", max);
        let problem = problem.with("retry_after_seconds", RETRY_SECONDS);
        return api::ApiError::from(problem).into_response();
    };
    response.map(|body| {
        let frames = body.into_data_stream().take_until(streams.end.cancelled_owned());
        Body::from_stream(frames.inspect(move |_| {
            // Counted for as long as it is not dropped.
            let _ = &counted;
        }))
    })
}

pub fn is_event_stream(response: &Response) -> bool {
    response.headers().get(CONTENT_TYPE) == Some(&HeaderValue::from_static("text/event-stream"))
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use kernel::{UserId, Uuid};
    use tower::ServiceExt;

    use super::*;

    async fn open(router: &Router, method: Method, person: u128) -> Response {
        let request = Request::builder().method(method).uri("/").body(Body::empty()).unwrap();
        let share = Share::from(UserId(Uuid::from_u128(person)));
        share.scope(router.clone().oneshot(request)).await.unwrap()
    }

    fn router(end: CancellationToken) -> Router {
        let stream = || async { api::sse::response(futures::stream::pending()) };
        Router::new()
            .route("/", get(stream).post(stream))
            .layer(from_fn_with_state(EventStreams::new(2, end), hold_event_streams))
    }

    #[tokio::test]
    async fn one_too_many_is_refused_until_another_is_closed() {
        let router = router(CancellationToken::new());
        let first = open(&router, Method::GET, 1).await;
        let _second = open(&router, Method::GET, 1).await;
        let refused = open(&router, Method::GET, 1).await;
        assert_eq!(
            (refused.status().as_u16(), &refused.headers()["retry-after"]),
            (429, &"30".parse().unwrap())
        );
        assert!(is_event_stream(&open(&router, Method::GET, 2).await), "another's is none of them");
        drop(first);
        assert!(is_event_stream(&open(&router, Method::GET, 1).await));
    }

    #[tokio::test]
    async fn the_stream_of_an_answer_that_was_begun_is_not_refused() {
        let router = router(CancellationToken::new());
        let held = [open(&router, Method::GET, 1).await, open(&router, Method::GET, 1).await];
        assert!(is_event_stream(&open(&router, Method::POST, 1).await));
        drop(held);
    }

    #[tokio::test]
    async fn streams_end_when_the_server_stops() {
        let end = CancellationToken::new();
        let stream = open(&router(end.clone()), Method::GET, 1).await;
        end.cancel();
        assert!(axum::body::to_bytes(stream.into_body(), 9).await.unwrap().is_empty());
    }
}
