//! Reads an answer as it arrives: bytes to pieces to events, with the time-out for silence.

pub(crate) mod counted;
pub(crate) mod frames;
pub(crate) mod lenient;
mod letters;
mod pieces;
mod sniff;
mod thoughts;

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures::Stream;
use futures::stream::BoxStream;
use reqwest::Response;
use tokio::time::{Instant, Sleep};

use crate::answer::frames::{EventKind, Frames, Framing};
use crate::answer::letters::CutLetter;
use crate::answer::thoughts::TaggedThoughts;
use crate::limits::{UNREADABLE_PIECES_MAX, USAGE_MAX_TOKENS};
use crate::wire::{is_web_page, message_in};
use crate::{FinishReason, ModelError, ModelEvent, ModelStream, Notice, Timing};

/// Translates the pieces of one protocol's answer.
pub(crate) trait Decoder: Send + Unpin + 'static {
    /// Parses one piece and adds its content to `events`.
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault>;

    /// Takes the mark after the last piece, or the end of the bytes: adds what waited for it to `events`. `is_marked`:
    /// the provider said that the answer is complete.
    fn close(&mut self, is_marked: bool, events: &mut VecDeque<ModelEvent>);

    /// Returns the model's reason for stopping, once known.
    fn finish_reason(&self) -> Option<FinishReason>;

    /// Returns the reason for stopping in the provider's own words.
    fn stop_words(&self) -> Option<String>;
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

/// Sanitizes a token count: never negative, never absurd.
pub(crate) fn tokens(count: Option<f64>) -> u32 {
    count.unwrap_or(0.0).clamp(0.0, f64::from(USAGE_MAX_TOKENS)) as u32
}

/// Reads the events of `response`, whose pieces are separated by `framing` unless its first bytes say otherwise.
pub(crate) fn read_answer(
    response: Response,
    framing: Framing,
    decoder: impl Decoder,
    timing: &Timing,
) -> Result<ModelStream, ModelError> {
    if is_web_page(&response) {
        return Err(ModelError::broken("the address answered with a web page"));
    }
    // Its first bytes decide, not its label: proxies mislabel streams, and some servers answer at once although a stream
    // was asked for.
    Ok(Box::pin(Answer {
        body: Box::pin(response.bytes_stream()),
        frames: Frames::sniffing(framing),
        piece: Vec::new(),
        cut_letter: CutLetter::default(),
        decoder,
        decoded: VecDeque::new(),
        thoughts: TaggedThoughts::default(),
        events: VecDeque::new(),
        last: None,
        heard: Heard::default(),
        state: State::Open,
        heard_at: Instant::now(),
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
    cut_letter: CutLetter,
    decoder: D,
    /// Events of the piece at hand, whose text is not parted from tagged reasoning yet.
    decoded: VecDeque<ModelEvent>,
    thoughts: TaggedThoughts,
    events: VecDeque<ModelEvent>,
    /// The last item, given after all events.
    last: Option<Result<ModelEvent, ModelError>>,
    heard: Heard,
    state: State,
    heard_at: Instant,
    /// Rings at the earliest moment at which the silence could be too long; it is not moved for
    /// every piece, which would cost more than reading the piece.
    alarm: Pin<Box<Sleep>>,
    first_event: Duration,
    idle: Duration,
    epilogue: Duration,
}

/// The content of an answer so far, as far as its end depends on it.
#[derive(Debug, Default)]
struct Heard {
    has_spoken: bool,
    has_text: bool,
    has_call: bool,
    /// More came after the reason for stopping: its server gives one with every piece.
    goes_on: bool,
    unreadable: u32,
    /// The words of the first piece that is no JSON.
    words: Option<String>,
    has_piece: bool,
    /// The beginning of the body, while no piece was read.
    head: Vec<u8>,
}

/// Bytes of an answer that are kept to say what it was if it was none.
const HEAD_MAX_BYTES: usize = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// All bytes are here.
    Closed,
    /// The last item is known.
    Over,
}

impl<D: Decoder> Stream for Answer<D> {
    type Item = Result<ModelEvent, ModelError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(event) = this.events.pop_front() {
                return Poll::Ready(Some(Ok(event)));
            }
            if this.state == State::Over {
                return Poll::Ready(this.last.take());
            }
            if this.frames.next_into(&mut this.piece) {
                this.read_piece();
                continue;
            }
            if this.state == State::Closed {
                this.conclude(false);
                continue;
            }
            match this.body.as_mut().poll_next(cx) {
                Poll::Ready(Some(Ok(chunk))) => {
                    this.heard_at = Instant::now();
                    this.heard.keep_head(&chunk);
                    if let Err(error) = this.frames.feed(&chunk) {
                        this.fail(error);
                    }
                }
                Poll::Ready(Some(Err(_))) if this.decoder.finish_reason().is_none() => {
                    this.fail(ModelError::broken("the connection was lost"));
                }
                Poll::Ready(_) => {
                    this.frames.close();
                    this.state = State::Closed;
                }
                Poll::Pending => match this.poll_silence(cx) {
                    Poll::Ready(()) => {}
                    Poll::Pending => return Poll::Pending,
                },
            }
        }
    }
}

impl<D: Decoder> Answer<D> {
    /// Reads the piece at hand.
    fn read_piece(&mut self) {
        let mut piece = std::mem::take(&mut self.piece);
        self.cut_letter.mend(&mut piece);
        self.read_trimmed(pieces::trimmed(&piece));
        self.piece = piece;
    }

    fn read_trimmed(&mut self, piece: &[u8]) {
        let kind = self.frames.returned_kind();
        if pieces::is_done(piece) {
            return self.conclude(true);
        }
        if kind == EventKind::KeepAlive || pieces::is_noise(piece) {
            return;
        }
        match self.decode(piece) {
            Some(read) => self.follow(read),
            None => {
                // Each object of a piece with several is a piece.
                let mut has_object = false;
                for object in pieces::repaired(piece) {
                    if self.state == State::Over {
                        break;
                    }
                    if let Some(read) = self.decode(&object) {
                        has_object = true;
                        self.follow(read);
                    }
                }
                if !has_object && kind != EventKind::Error {
                    self.note_unreadable(piece);
                }
            }
        }
        if kind == EventKind::Error && self.state != State::Over {
            self.follow(Err(reported(piece)));
        }
    }

    /// Decodes one object, and takes its events; `None` if it does not follow the protocol.
    fn decode(&mut self, piece: &[u8]) -> Option<Result<Next, String>> {
        let was_finished = self.decoder.finish_reason().is_some();
        let read = match self.decoder.decode(piece, &mut self.decoded) {
            Ok(next) => Ok(next),
            Err(Fault::Reported(message)) => Err(message),
            Err(Fault::Unreadable) => return None,
        };
        self.heard.has_piece = true;
        let has_content = self.take_decoded();
        self.heard.goes_on |= was_finished && has_content;
        Some(read)
    }

    fn follow(&mut self, read: Result<Next, String>) {
        match read {
            Ok(Next::More) => {}
            Ok(Next::End) => self.conclude(true),
            // What follows a finished answer does not spoil it.
            Err(message) if self.is_answered() => {
                tracing::debug!(message, "a provider reported an error after the end of an answer");
                self.conclude(true);
            }
            Err(message) => self.fail(ModelError::Broken { message }),
        }
    }

    fn note_unreadable(&mut self, piece: &[u8]) {
        if self.is_answered() {
            return;
        }
        self.heard.unreadable += 1;
        if self.heard.words.is_none() {
            self.heard.words = pieces::words(piece);
        }
        if self.heard.unreadable > UNREADABLE_PIECES_MAX {
            self.conclude(false);
        }
    }

    /// Passes on the events of the piece at hand; true if they hold content.
    fn take_decoded(&mut self) -> bool {
        let mut has_content = false;
        for event in self.decoded.drain(..) {
            has_content |= !matches!(event, ModelEvent::Usage(_));
            match event {
                ModelEvent::Text(text) => {
                    self.thoughts.read(text, &mut |event| self.events.push_back(event));
                }
                ModelEvent::Reasoning(_) => {
                    self.thoughts.note_reasoning();
                    self.events.push_back(event);
                }
                other => self.events.push_back(other),
            }
        }
        self.heard.note(&self.events);
        has_content
    }

    /// Passes on text that was held back because it could have become a tag.
    fn flush_text(&mut self) {
        self.thoughts.finish(&mut |event| self.events.push_back(event));
        self.heard.note(&self.events);
    }

    /// Returns true if the model has stopped after an answer. A reason for stopping with nothing but reasoning before it
    /// is none: the answer follows.
    fn is_answered(&self) -> bool {
        match self.decoder.finish_reason() {
            None => false,
            Some(FinishReason::Stop) => self.heard.has_text || self.heard.has_call,
            Some(_) => true,
        }
    }

    /// Ends the answer. One lost piece does not fail an answer that is finished.
    fn conclude(&mut self, is_marked: bool) {
        let is_given_up = self.heard.unreadable > UNREADABLE_PIECES_MAX;
        self.flush_text();
        self.decoder.close(is_marked, &mut self.decoded);
        self.take_decoded();
        match self.decoder.finish_reason() {
            Some(reason) if !is_given_up => self.finish(reason),
            _ => {
                let message = self.heard.explanation();
                self.fail(ModelError::Broken { message });
            }
        }
    }

    fn finish(&mut self, reason: FinishReason) {
        if self.heard.unreadable > 0 {
            tracing::warn!(count = self.heard.unreadable, "pieces of an answer were unreadable");
        }
        let is_early = !matches!(reason, FinishReason::Stop | FinishReason::ToolCalls);
        let words = self.decoder.stop_words().filter(|_| is_early);
        match words {
            Some(message) if !self.heard.has_text && !self.heard.has_call => {
                return self.fail(ModelError::NoAnswer { message });
            }
            Some(text) if reason != FinishReason::Length => {
                let code = STOPPED_EARLY.to_owned();
                self.events.push_back(ModelEvent::Notice(Notice { code, text, action: None }));
            }
            _ => {}
        }
        self.state = State::Over;
        self.last = Some(Ok(ModelEvent::Finished(reason)));
    }

    fn fail(&mut self, error: ModelError) {
        self.flush_text();
        self.state = State::Over;
        self.last = Some(Err(error));
    }

    /// Polls for silence: ready when the provider has been silent for too long, and the answer is over.
    fn poll_silence(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let is_finished = self.is_answered() && !self.heard.goes_on;
        let longest = match (is_finished, self.heard.has_spoken) {
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
                match self.decoder.finish_reason() {
                    Some(_) => self.conclude(false),
                    None => self.fail(ModelError::TimedOut),
                }
                return Poll::Ready(());
            }
            self.alarm.as_mut().reset(too_long);
        }
        Poll::Pending
    }
}

impl Heard {
    fn note(&mut self, events: &VecDeque<ModelEvent>) {
        self.has_spoken |= !events.is_empty();
        self.has_text |= events.iter().any(|event| matches!(event, ModelEvent::Text(_)));
        self.has_call |= events.iter().any(|event| matches!(event, ModelEvent::ToolCall(_)));
    }

    fn keep_head(&mut self, chunk: &[u8]) {
        let room = HEAD_MAX_BYTES.saturating_sub(self.head.len());
        if !self.has_piece {
            self.head.extend_from_slice(&chunk[..chunk.len().min(room)]);
        }
    }

    /// Returns why the answer is not complete, in the provider's words if it said any.
    fn explanation(&self) -> String {
        let head = self.head.trim_ascii_start();
        if head.starts_with(b"<") && !self.has_piece {
            return "the address answered with a web page".to_owned();
        }
        let is_bare = !self.has_piece && self.unreadable == 0;
        let said = self.words.clone().or_else(|| pieces::words(head).filter(|_| is_bare));
        match (said, self.unreadable) {
            (Some(words), _) => words,
            (None, 0) => "the answer ended before it was complete".to_owned(),
            (None, count) => format!("{count} unreadable pieces"),
        }
    }
}

/// Code of the notice that a provider has stopped an answer before its end; its text are the provider's words.
const STOPPED_EARLY: &str = "providers.stopped_early";

/// Returns the message of an error event.
fn reported(piece: &[u8]) -> String {
    let json = serde_json::from_slice::<serde_json::Value>(piece).ok();
    let message = json.as_ref().and_then(message_in).or_else(|| pieces::words(piece));
    message.unwrap_or_else(|| String::from_utf8_lossy(piece).into_owned())
}
