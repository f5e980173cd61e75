//! Streams of an HTTP/2 connection: their answers end when the client does not take them, and without any the connection ends.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use hyper::rt::Executor;
use hyper_util::rt::TokioExecutor;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep_until, timeout};

use super::pace::WAIT_MAX;

/// Most of an answer that is given to the connection at once: the rest waits here, where it is known since when.
const PIECE_BYTES: usize = 32 * 1024;

tokio::task_local! {
    /// The answer of the stream that the current task serves.
    static UNSENT: Unsent;
}

/// Since when a piece of an answer has waited for its client.
#[derive(Clone, Default)]
struct Unsent(Arc<Mutex<Option<Instant>>>);

impl Unsent {
    fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// Returns the moment at which the client has had enough time.
    fn due(&self) -> Option<Instant> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).map(|since| since + WAIT_MAX)
    }
}

/// The streams of one connection. As its executor, it runs each in a task of its own.
#[derive(Clone)]
pub struct Streams(watch::Sender<usize>);

impl Default for Streams {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Streams {
    /// Waits until there has been no stream for so long. A client that only pings has none.
    pub async fn wait_idle(&self, idle: Duration) {
        let mut open = self.0.subscribe();
        loop {
            // It fails only without a sender, which `self` is.
            open.wait_for(|open| *open == 0).await.ok();
            if timeout(idle, open.wait_for(|open| *open > 0)).await.is_err() {
                return;
            }
        }
    }

    fn open(&self) -> OpenStream {
        self.0.send_modify(|open| *open += 1);
        OpenStream(self.0.clone())
    }
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Streams {
    fn execute(&self, work: F) {
        let open = self.open();
        TokioExecutor::new().execute(async move {
            serve(work).await;
            drop(open);
        });
    }
}

struct OpenStream(watch::Sender<usize>);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.send_modify(|open| *open -= 1);
    }
}

/// Serves a stream to its end, or until its client takes no more of the answer: dropped, the stream is reset.
async fn serve(work: impl Future<Output = ()>) {
    let unsent = Unsent::default();
    let mut work = pin!(UNSENT.scope(unsent.clone(), work));
    let mut timer: Option<Pin<Box<Sleep>>> = None;
    poll_fn(move |cx| {
        if work.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let Some(due) = unsent.due() else { return Poll::Pending };
        let timer = timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        timer.as_mut().poll(cx)
    })
    .await;
}

/// The body of an answer, in pieces, each of which its client takes in time.
pub struct AnswerBody {
    inner: Body,
    rest: Bytes,
    unsent: Option<Unsent>,
}

impl AnswerBody {
    /// Wraps the answer of the stream that the current task serves.
    pub fn new(inner: Body) -> Self {
        let unsent = UNSENT.try_with(Clone::clone).ok();
        Self { inner, rest: Bytes::new(), unsent }
    }

    fn next_piece(&mut self) -> Frame<Bytes> {
        let piece = self.rest.split_to(self.rest.len().min(PIECE_BYTES));
        if let Some(unsent) = &self.unsent {
            unsent.set(Some(Instant::now()));
        }
        Frame::data(piece)
    }
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    /// Called when the client has taken what it was given before.
    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(unsent) = &self.unsent {
            unsent.set(None);
        }
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.next_piece())));
        }
        let frame = match Pin::new(&mut self.inner).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => frame,
            other => return other,
        };
        match frame.into_data() {
            Ok(data) => {
                self.rest = data;
                Poll::Ready(Some(Ok(self.next_piece())))
            }
            Err(trailers) => Poll::Ready(Some(Ok(trailers))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let inner = self.inner.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use http_body_util::BodyExt;
    use hyper::body::Body as _;

    use super::*;

    #[tokio::test]
    async fn a_large_answer_comes_in_pieces_and_whole() {
        let content: Vec<u8> = (0..100_000_u32).map(|byte| byte as u8).collect();
        let mut body = AnswerBody::new(content.clone().into());
        assert_eq!(body.size_hint().exact(), Some(100_000));
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), PIECE_BYTES);
        assert_eq!(body.size_hint().exact(), Some(100_000 - PIECE_BYTES as u64));
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!([&first[..], &rest[..]].concat(), content);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_whose_client_takes_nothing_ends() {
        let began = Instant::now();
        serve(async {
            let mut body = AnswerBody::new(vec![0_u8; 100_000].into());
            body.frame().await;
            // The client takes no more: the connection does not ask for the next piece.
            std::future::pending::<()>().await;
        })
        .await;
        assert_eq!(began.elapsed().as_secs(), WAIT_MAX.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_that_has_nothing_to_send_goes_on() {
        let served = serve(async {
            let mut body = AnswerBody::new("a".into());
            body.frame().await;
            body.frame().await;
            std::future::pending::<()>().await;
        });
        assert!(timeout(WAIT_MAX * 10, served).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_idle_without_streams() {
        let streams = Streams::default();
        let idle = Duration::from_secs(75);
        let open = streams.open();
        assert!(timeout(idle * 10, streams.wait_idle(idle)).await.is_err());
        let waiting = streams.wait_idle(idle);
        drop(open);
        let began = Instant::now();
        waiting.await;
        assert_eq!(began.elapsed().as_secs(), idle.as_secs());
        assert!(streams.wait_idle(idle).now_or_never().is_none());
    }
}
