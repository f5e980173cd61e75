use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use super::pace::Pace;
use super::sockets::Stream;

/// Longest time, and most bytes, that are read and thrown away before a connection is closed on which a client still sends.
/// Closed at once, the answer would be lost: the system discards it when more arrives.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_MAX_BYTES: usize = 4 * 1024 * 1024;

/// A connection that ends when its client does not take what is written.
pub struct ClientStream {
    inner: Stream,
    pace: Pace,
    /// Runs while the client is waited for, and while this lingers.
    timer: Option<Pin<Box<Sleep>>>,
    lingers: Lingers,
    lingered_bytes: usize,
    is_shut: bool,
}

/// Set if a client may still be sending when its connection is closed.
#[derive(Clone, Default)]
pub struct Lingers(Arc<AtomicBool>);

impl Lingers {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl ClientStream {
    pub fn new(inner: Stream, lingers: Lingers) -> Self {
        Self {
            inner,
            pace: Pace::default(),
            timer: None,
            lingers,
            lingered_bytes: 0,
            is_shut: false,
        }
    }

    /// Returns the outcome of a write, which fails if it has waited too long.
    fn written(
        &mut self,
        cx: &mut Context<'_>,
        outcome: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let Poll::Pending = outcome else {
            if let Poll::Ready(Ok(bytes)) = outcome {
                self.pace.advance(bytes, Instant::now);
            }
            return outcome;
        };
        let due = self.pace.wait(Instant::now());
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        ready!(timer.as_mut().poll(cx));
        self.inner.forget_unsent();
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes no answer")))
    }

    /// Reads and throws away what comes, until the client closes its side.
    fn linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        if timer.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let mut scratch = [0; 8 * 1024];
        loop {
            let mut buffer = ReadBuf::new(&mut scratch);
            let read = ready!(Pin::new(&mut self.inner).poll_read(cx, &mut buffer));
            let bytes = buffer.filled().len();
            self.lingered_bytes += bytes;
            if read.is_err() || bytes == 0 || self.lingered_bytes > LINGER_MAX_BYTES {
                return Poll::Ready(());
            }
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buffer)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.written(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write_vectored(cx, slices);
        self.written(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    /// Called when everything is written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.pace.reset();
        self.timer = None;
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_shut {
            ready!(Pin::new(&mut self.inner).poll_shutdown(cx))?;
            self.is_shut = true;
            self.timer = None;
        }
        if self.lingers.is_set() {
            ready!(self.linger(cx));
        }
        Poll::Ready(Ok(()))
    }
}
