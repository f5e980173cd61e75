//! Reads an answer as it arrives: bytes to pieces to events, with the time-out for silence.

pub(crate) mod counted;
pub(crate) mod frames;

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures::Stream;
use futures::stream::BoxStream;
use reqwest::Response;
use tokio::time::{Instant, Sleep};

use crate::answer::frames::{Frames, Framing};
use crate::limits::{UNREADABLE_PIECES_MAX, USAGE_MAX_TOKENS};
use crate::wire::{content_type, is_web_page};
use crate::{FinishReason, ModelError, ModelEvent, ModelStream, Timing};

/// Translates the pieces of one protocol's answer.
pub(crate) trait Decoder: Send + Unpin + 'static {
    /// Parses one piece and adds its content to `events`.
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault>;

    /// Returns the model's reason for stopping, once known.
    fn finish_reason(&self) -> Option<FinishReason>;
}

/// Signals if more pieces are expected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    More,
    End,
}

/// The fault of a piece.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It does not follow the protocol.
    Unreadable,
    /// The provider reports an error, in its own words.
    Reported(String),
}

impl From<serde_json::Error> for Fault {
    fn from(_: serde_json::Error) -> Self {
        Self::Unreadable
    }
}

/// Sanitizes a token count: never negative, never absurd.
pub(crate) fn tokens(count: Option<f64>) -> u32 {
    count.unwrap_or(0.0).clamp(0.0, f64::from(USAGE_MAX_TOKENS)) as u32
}

/// Reads the events of `response`, whose pieces are separated by `framing` unless it states otherwise.
pub(crate) fn read_answer(
    response: Response,
    framing: Framing,
    decoder: impl Decoder,
    timing: &Timing,
) -> Result<ModelStream, ModelError> {
    if is_web_page(&response) {
        return Err(ModelError::broken("the address answered with a web page"));
    }
    let framing = match content_type(&response) {
        kind if kind.starts_with("text/event-stream") => Framing::Events,
        // Some servers answer at once although a stream was asked for.
        kind if kind.starts_with("application/json") && framing == Framing::Events => {
            Framing::Whole
        }
        _ => framing,
    };
    Ok(Box::pin(Answer {
        body: Box::pin(response.bytes_stream()),
        frames: Frames::new(framing),
        piece: Vec::new(),
        decoder,
        events: VecDeque::new(),
        unreadable: 0,
        state: State::Open,
        heard_at: Instant::now(),
        has_spoken: false,
        alarm: Box::pin(tokio::time::sleep(timing.idle.min(timing.first_event))),
        first_event: timing.first_event,
        idle: timing.idle,
        epilogue: timing.epilogue,
    }))
}

struct Answer<D> {
    body: BoxStream<'static, reqwest::Result<Bytes>>,
    frames: Frames,
    piece: Vec<u8>,
    decoder: D,
    events: VecDeque<ModelEvent>,
    unreadable: u32,
    state: State,
    heard_at: Instant,
    has_spoken: bool,
    /// Rings at the earliest moment at which the silence could be too long; it is not moved for
    /// every piece, which would cost more than reading the piece.
    alarm: Pin<Box<Sleep>>,
    first_event: Duration,
    idle: Duration,
    epilogue: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// All bytes are here.
    Closed,
    /// The last event or the error was given.
    Over,
}

impl<D: Decoder> Stream for Answer<D> {
    type Item = Result<ModelEvent, ModelError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(event) = this.events.pop_front() {
                this.has_spoken = true;
                return Poll::Ready(Some(Ok(event)));
            }
            if this.state == State::Over {
                return Poll::Ready(None);
            }
            if this.frames.next_into(&mut this.piece) {
                if let Some(last) = this.read_piece() {
                    return Poll::Ready(Some(last));
                }
                continue;
            }
            if this.state == State::Closed {
                return Poll::Ready(Some(this.conclude()));
            }
            match this.body.as_mut().poll_next(cx) {
                Poll::Ready(Some(Ok(chunk))) => {
                    this.heard_at = Instant::now();
                    if let Err(error) = this.frames.feed(&chunk) {
                        return Poll::Ready(Some(this.fail(error)));
                    }
                }
                Poll::Ready(Some(Err(_))) if this.decoder.finish_reason().is_none() => {
                    let lost = ModelError::broken("the connection was lost");
                    return Poll::Ready(Some(this.fail(lost)));
                }
                Poll::Ready(_) => {
                    this.frames.close();
                    this.state = State::Closed;
                }
                Poll::Pending => match this.poll_silence(cx) {
                    Poll::Ready(last) => return Poll::Ready(Some(last)),
                    Poll::Pending => return Poll::Pending,
                },
            }
        }
    }
}

impl<D: Decoder> Answer<D> {
    /// Reads the piece at hand; `Some` when nothing may follow it.
    fn read_piece(&mut self) -> Option<Result<ModelEvent, ModelError>> {
        match self.decoder.decode(&self.piece, &mut self.events) {
            Ok(Next::More) => None,
            Ok(Next::End) => {
                // The content of the last piece comes before the end.
                self.state = State::Closed;
                self.frames = Frames::new(Framing::Whole);
                None
            }
            Err(Fault::Reported(message)) => Some(self.fail(ModelError::Broken { message })),
            Err(Fault::Unreadable) => {
                self.unreadable += 1;
                (self.unreadable > UNREADABLE_PIECES_MAX).then(|| self.conclude())
            }
        }
    }

    /// Returns the last item. An answer with holes is not passed off as whole.
    fn conclude(&mut self) -> Result<ModelEvent, ModelError> {
        self.state = State::Over;
        match (self.unreadable, self.decoder.finish_reason()) {
            (0, Some(reason)) => Ok(ModelEvent::Finished(reason)),
            (0, None) => Err(ModelError::broken("the answer ended before it was complete")),
            (count, _) => Err(ModelError::Broken { message: format!("{count} unreadable pieces") }),
        }
    }

    fn fail(&mut self, error: ModelError) -> Result<ModelEvent, ModelError> {
        self.state = State::Over;
        Err(error)
    }

    /// Polls for silence: ready when the provider has been silent for too long.
    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<Result<ModelEvent, ModelError>> {
        let is_finished = self.decoder.finish_reason().is_some();
        let longest = match (is_finished, self.has_spoken) {
            (true, _) => self.epilogue,
            (false, true) => self.idle,
            (false, false) => self.first_event,
        };
        let too_long = self.heard_at + longest;
        if is_finished && self.alarm.deadline() > too_long {
            self.alarm.as_mut().reset(too_long);
        }
        while self.alarm.as_mut().poll(cx).is_ready() {
            if Instant::now() >= too_long {
                return Poll::Ready(if is_finished {
                    self.conclude()
                } else {
                    self.fail(ModelError::TimedOut)
                });
            }
            self.alarm.as_mut().reset(too_long);
        }
        Poll::Pending
    }
}
