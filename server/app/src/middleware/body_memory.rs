//! Middleware that reserves memory for large bodies of requests while they arrive.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use api::ApiError;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use hyper::body::{Body as _, Frame, SizeHint};
use kernel::Problem;
use memory_budget::{MemoryBudget, Reservation};

/// Bytes of a body that need no reservation. Bodies of nearly all requests are smaller.
const FREE_BYTES: u64 = 64 * 1024;
/// Bytes reserved at a time.
const STEP_BYTES: u64 = 1024 * 1024;
/// Copies of a body: its pieces, and the whole that is made of them.
const COPIES: u64 = 2;

/// Reserves memory for what has arrived of a large body, until the request is answered. A slow client reserves what it
/// sent, not what it announced.
///
/// Where there is no memory for the body, the answer is the problem of the memory budget.
pub async fn reserve_body_memory(
    State(memory): State<MemoryBudget>,
    request: Request,
    next: Next,
) -> Response {
    let size = request.body().size_hint();
    if size.upper().is_some_and(|bytes| bytes <= FREE_BYTES) {
        return next.run(request).await;
    }
    let held = Held::default();
    let request = request.map(|body| {
        let reserved = FREE_BYTES * COPIES;
        let held = held.clone();
        let (frame, arrived, step) = (None, 0, None);
        Body::new(ReservedBody { inner: body, frame, arrived, reserved, step, memory, held })
    });
    let response = next.run(request).await;
    let refusal = held.lock().refusal.take();
    refusal.map_or(response, |problem| ApiError::from(problem).into_response())
}

/// Memory of one body.
#[derive(Clone, Default)]
struct Held(Arc<Mutex<Reservations>>);

#[derive(Default)]
struct Reservations {
    granted: Vec<Reservation>,
    refusal: Option<Problem>,
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Reservations> {
        // Nothing panics while it is locked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body whose bytes are passed on once there is memory for them.
struct ReservedBody {
    inner: Body,
    /// The frame that waits for memory.
    frame: Option<Frame<Bytes>>,
    arrived: u64,
    reserved: u64,
    step: Option<BoxFuture<'static, Result<Reservation, Problem>>>,
    memory: MemoryBudget,
    held: Held,
}

impl ReservedBody {
    /// Reserves memory for all that has arrived.
    fn poll_reserve(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        while self.arrived * COPIES > self.reserved {
            let step = self.step.get_or_insert_with(|| {
                let memory = self.memory.clone();
                async move { memory.reserve(STEP_BYTES).await }.boxed()
            });
            let granted = ready!(step.as_mut().poll(cx));
            self.step = None;
            match granted {
                Ok(reservation) => self.held.lock().granted.push(reservation),
                Err(problem) => {
                    self.held.lock().refusal = Some(problem);
                    return Poll::Ready(Err(axum::Error::new("there is no memory for it")));
                }
            }
            self.reserved += STEP_BYTES;
        }
        Poll::Ready(Ok(()))
    }
}

impl hyper::body::Body for ReservedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if this.frame.is_none() {
            let Some(frame) = ready!(Pin::new(&mut this.inner).poll_frame(cx)) else {
                return Poll::Ready(None);
            };
            let frame = frame?;
            this.arrived += frame.data_ref().map_or(0, |data| data.len() as u64);
            this.frame = Some(frame);
        }
        ready!(this.poll_reserve(cx))?;
        Poll::Ready(this.frame.take().map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        self.frame.is_none() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        match self.frame {
            None => self.inner.size_hint(),
            Some(_) => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::middleware::from_fn_with_state;
    use axum::routing::post;
    use futures::future::join;
    use http::StatusCode;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;

    const MIB: usize = 1024 * 1024;

    /// Returns a router whose handler answers with the bytes that are reserved while it runs.
    fn router(memory: &MemoryBudget) -> Router {
        let budget = memory.clone();
        let handler = async move |_body: Bytes| budget.usage().used_bytes.to_string();
        Router::new()
            .route("/", post(handler))
            .layer(axum::extract::DefaultBodyLimit::disable())
            .layer(from_fn_with_state(memory.clone(), reserve_body_memory))
    }

    async fn send(router: &Router, body: Body) -> (StatusCode, String) {
        let response = router.clone().oneshot(Request::post("/").body(body).unwrap());
        let response = response.await.unwrap();
        let status = response.status();
        let text = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(text.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_large_body_holds_memory_until_its_request_is_answered() {
        let memory = MemoryBudget::new(16 * MIB, 8 * MIB);
        let router = router(&memory);
        let pieces = (0..6).map(|_| Ok::<_, axum::Error>(vec![0_u8; MIB / 2]));
        let (status, reserved) =
            send(&router, Body::from_stream(futures::stream::iter(pieces))).await;
        assert_eq!((status, reserved), (StatusCode::OK, (6 * MIB).to_string()));
        assert_eq!(memory.usage().used_bytes, 0);
    }

    #[tokio::test]
    async fn a_small_body_needs_no_memory() {
        let memory = MemoryBudget::new(16 * MIB, 8 * MIB);
        let (status, reserved) = send(&router(&memory), vec![0_u8; 64 * 1024].into()).await;
        assert_eq!((status, reserved.as_str()), (StatusCode::OK, "0"));
    }

    #[tokio::test(start_paused = true)]
    async fn bodies_beyond_the_budget_are_refused_with_a_time_to_retry() {
        let memory = MemoryBudget::new(2 * MIB, 2 * MIB);
        let router = router(&memory);
        let large = || send(&router, vec![0_u8; 3 * MIB].into());
        let ((first, text), (second, _)) = join(large(), large()).await;
        assert_eq!(
            (first, second),
            (StatusCode::SERVICE_UNAVAILABLE, StatusCode::SERVICE_UNAVAILABLE)
        );
        assert!(text.contains("memory_budget.busy"), "{text}");
        assert_eq!(memory.usage().used_bytes, 0);
    }
}
