use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use api::SlowBody;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until, timeout};

use super::pace::Pace;

/// Most of a body that nobody wanted, and longest time, that is read before its request is answered: then the connection
/// can be used again. A longer one costs its client the connection.
const DRAIN_MAX_BYTES: u64 = 2 * 1024 * 1024;
const DRAIN: Duration = Duration::from_secs(5);

type Error = Box<dyn std::error::Error + Send + Sync>;

/// The body of a request. It fails if its client sends too slowly; what was not read of it can be taken back.
pub struct RequestBody {
    inner: Option<Incoming>,
    pace: Pace,
    timer: Option<Pin<Box<Sleep>>>,
    unread: Unread,
}

/// The rest of a body that was dropped before its end.
#[derive(Clone, Default)]
pub struct Unread(Arc<Mutex<Option<Incoming>>>);

impl RequestBody {
    /// Returns a body, and what will be left of it when it is dropped.
    pub fn new(inner: Incoming) -> (Self, Unread) {
        let unread = Unread::default();
        let body =
            Self { inner: Some(inner), pace: Pace::default(), timer: None, unread: unread.clone() };
        (body, unread)
    }
}

impl Unread {
    /// Reads and throws away what is left, within bounds. Returns false if there is more.
    pub async fn drain(self) -> bool {
        let rest = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rest) = rest.filter(|rest| !rest.is_end_stream()) else { return true };
        if rest.size_hint().lower() > DRAIN_MAX_BYTES {
            return false;
        }
        timeout(DRAIN, drain(rest)).await.unwrap_or(false)
    }
}

async fn drain(mut rest: Incoming) -> bool {
    let mut drained = 0;
    while let Some(frame) = rest.frame().await {
        let Ok(frame) = frame else { return false };
        drained += frame.data_ref().map_or(0, |data| data.len() as u64);
        if drained > DRAIN_MAX_BYTES {
            return false;
        }
    }
    true
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let this = &mut *self;
        let Some(inner) = &mut this.inner else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(inner).poll_frame(cx) {
            let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
            this.pace.advance(data.map_or(0, Bytes::len), Instant::now);
            return Poll::Ready(frame.map(|frame| frame.map_err(Error::from)));
        }
        let due = this.pace.wait(Instant::now());
        let timer = this.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        ready!(timer.as_mut().poll(cx));
        // It is not waited for any longer, also not to be thrown away.
        this.inner = None;
        Poll::Ready(Some(Err(Error::from(SlowBody))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        *self.unread.0.lock().unwrap_or_else(PoisonError::into_inner) = self.inner.take();
    }
}
