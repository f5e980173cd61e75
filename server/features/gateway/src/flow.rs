//! The pieces of one or several runs as they come, and how they are sent: collected, or as a stream.

use std::convert::Infallible;
use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use api::sse;
use axum::response::Response;
use bytes::Bytes;
use futures::Stream;
use generation::{RunEvent, UsageBody};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use crate::error::OpenAiResult;
use crate::pieces::{Call, Parts, Piece};

/// Time for which the status of a streamed answer is held back, so that a call that fails at once fails with its own
/// status and not in the middle of a stream.
const HOLD_STATUS: Duration = Duration::from_secs(20);

/// The pieces of the runs that answer a request, each with the index of its run.
pub(crate) struct Pieces(Vec<Flow>);

struct Flow {
    events: Receiver<RunEvent>,
    parts: Parts,
    is_open: bool,
}

impl Pieces {
    pub fn of(runs: Vec<Receiver<RunEvent>>) -> Self {
        let flow = |events| Flow { events, parts: Parts::default(), is_open: true };
        Self(runs.into_iter().map(flow).collect())
    }

    /// Waits for the next piece of any run; `None` after the last piece of all. A run whose end was lost fails.
    pub async fn next(&mut self) -> Option<(usize, Piece)> {
        loop {
            let (index, event) = self.next_event().await?;
            let flow = &mut self.0[index];
            let piece = match event {
                Some(event) => flow.parts.piece(event),
                None => Some(Piece::broken_off()),
            };
            if let Some(piece) = piece {
                flow.is_open = !piece.is_last();
                return Some((index, piece));
            }
        }
    }

    async fn next_event(&mut self) -> Option<(usize, Option<RunEvent>)> {
        poll_fn(|cx| {
            let mut open =
                self.0.iter_mut().enumerate().filter(|(_, flow)| flow.is_open).peekable();
            if open.peek().is_none() {
                return Poll::Ready(None);
            }
            for (index, flow) in open {
                if let Poll::Ready(event) = flow.events.poll_recv(cx) {
                    return Poll::Ready(Some((index, event)));
                }
            }
            Poll::Pending
        })
        .await
    }

    /// Waits for the first piece, so that a call that fails at once fails with its own status; `None` if a client might
    /// think by then that the server is gone.
    async fn first(&mut self) -> OpenAiResult<Option<(usize, Piece)>> {
        match timeout(HOLD_STATUS, self.next()).await {
            Ok(Some((_, Piece::Failed(error)))) => Err(error),
            Ok(first) => Ok(first),
            Err(_) => Ok(None),
        }
    }

    /// Collects the answers of all runs; fails with the first that fails.
    pub async fn collect(mut self) -> OpenAiResult<Vec<Collected>> {
        let mut answers: Vec<Collected> = self.0.iter().map(|_| Collected::default()).collect();
        while let Some((index, piece)) = self.next().await {
            let answer = &mut answers[index];
            match piece {
                Piece::Text(text) => answer.text.push_str(&text),
                Piece::Thought(text) => answer.thoughts.push_str(&text),
                Piece::Call(call) => answer.calls.push(call),
                Piece::Finished { reason, usage } => {
                    answer.reason = reason;
                    answer.usage = usage;
                }
                Piece::Failed(error) => return Err(error),
            }
        }
        Ok(answers)
    }

    /// Sends the pieces as `encoder` writes them.
    pub async fn stream(mut self, encoder: impl Encoder) -> OpenAiResult<Response> {
        let first = self.first().await?;
        Ok(sse::response(self.frames(first, encoder)))
    }

    /// Returns what [`Self::stream`] sends, for formats that are no event streams.
    pub async fn body(
        mut self,
        encoder: impl Encoder,
    ) -> OpenAiResult<impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static> {
        let first = self.first().await?;
        Ok(self.frames(first, encoder))
    }

    fn frames<E: Encoder>(
        mut self,
        first: Option<(usize, Piece)>,
        mut encoder: E,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
        async_stream::stream! {
            for frame in encoder.begin() {
                yield Ok(frame);
            }
            let mut next = first;
            loop {
                if let Some((index, piece)) = next.take() {
                    let has_failed = matches!(piece, Piece::Failed(_));
                    let frames = encoder.encode(index, piece);
                    encoder.settle().await;
                    for frame in frames {
                        yield Ok(frame);
                    }
                    if has_failed {
                        return;
                    }
                }
                match timeout(sse::HEARTBEAT, self.next()).await {
                    Ok(Some(piece)) => next = Some(piece),
                    Ok(None) => break,
                    Err(_) => yield Ok(encoder.heartbeat()),
                }
            }
            for frame in encoder.end() {
                yield Ok(frame);
            }
        }
    }
}

/// Writes pieces in the format of a stream.
pub(crate) trait Encoder: Send + 'static {
    fn begin(&mut self) -> Vec<Bytes> {
        Vec::new()
    }

    fn encode(&mut self, index: usize, piece: Piece) -> Vec<Bytes>;

    /// Does what must be done before the frames of the last piece are sent.
    fn settle(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Returns the frames after the last piece of all runs, unless one failed.
    fn end(&mut self) -> Vec<Bytes> {
        Vec::new()
    }

    fn heartbeat(&self) -> Bytes {
        sse::HEARTBEAT_FRAME
    }
}

/// A whole answer.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub text: String,
    pub thoughts: String,
    pub calls: Vec<Call>,
    /// The reason why it ended, in our terms.
    pub reason: String,
    pub usage: UsageBody,
}

/// Adds up token counts; a count that no run has stays unknown.
pub(crate) fn add_usage(sum: UsageBody, next: UsageBody) -> UsageBody {
    let add = |a: Option<i64>, b: Option<i64>| match (a, b) {
        (None, None) => None,
        _ => Some(a.unwrap_or(0) + b.unwrap_or(0)),
    };
    UsageBody {
        input_tokens: add(sum.input_tokens, next.input_tokens),
        output_tokens: add(sum.output_tokens, next.output_tokens),
        cache_read_tokens: add(sum.cache_read_tokens, next.cache_read_tokens),
        cache_write_tokens: add(sum.cache_write_tokens, next.cache_write_tokens),
        reasoning_tokens: add(sum.reasoning_tokens, next.reasoning_tokens),
    }
}

/// Returns an event without a name.
pub(crate) fn data(body: &impl Serialize) -> Bytes {
    Bytes::from(format!("data: {}\n\n", json(body)))
}

/// Returns the JSON of `body`.
pub(crate) fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("the types of these APIs are plain data")
}
