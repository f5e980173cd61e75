//! A run's events as OpenAI's API gives them.

use std::convert::Infallible;
use std::time::Duration;

use api::sse;
use axum::response::Response;
use bytes::Bytes;
use conversations::{Part, PartKind};
use futures::Stream;
use generation::{RunEvent, UsageBody};
use kernel::Problem;
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use crate::error::{OpenAiError, OpenAiResult};
use crate::wire::{
    Choice, Chunk, ChunkChoice, Completion, Delta, OutMessage, TokenUsage, finish_reason,
};

/// How long the status of a streamed answer is held back, so that a call that fails at once fails with
/// its own status and not in the middle of a stream.
const HOLD_STATUS: Duration = Duration::from_secs(20);

/// An answer that is being written.
pub(crate) struct Answering {
    pub id: String,
    /// In seconds since 1970.
    pub created: i64,
    pub model: String,
    /// Whether the stream ends with the token counts.
    pub with_usage: bool,
}

/// What of an event a client of this API sees.
enum Piece {
    Delta(Delta),
    Finished { reason: &'static str, usage: UsageBody },
    Failed(OpenAiError),
}

impl Answering {
    /// The whole answer.
    pub async fn whole(self, mut events: Receiver<RunEvent>) -> OpenAiResult<Completion> {
        let (mut content, mut reasoning) = (String::new(), String::new());
        let mut parts = Parts::default();
        while let Some(event) = events.recv().await {
            match parts.piece(event) {
                Some(Piece::Delta(delta)) => {
                    content.push_str(delta.content.as_deref().unwrap_or_default());
                    reasoning.push_str(delta.reasoning_content.as_deref().unwrap_or_default());
                }
                Some(Piece::Finished { reason, usage }) => {
                    let reasoning_content = (!reasoning.is_empty()).then_some(reasoning);
                    let message = OutMessage { role: "assistant", content, reasoning_content };
                    return Ok(Completion {
                        id: self.id,
                        object: "chat.completion",
                        created: self.created,
                        model: self.model,
                        choices: vec![Choice { index: 0, message, finish_reason: reason }],
                        usage: usage.into(),
                    });
                }
                Some(Piece::Failed(error)) => return Err(error),
                None => {}
            }
        }
        Err(Problem::from(generation::INTERRUPTED).into())
    }

    /// The answer as it is written: chunks, then `[DONE]`.
    pub async fn stream(self, mut events: Receiver<RunEvent>) -> OpenAiResult<Response> {
        let mut parts = Parts::default();
        // Until the first text, or until a client might think that nobody is there.
        let first = timeout(HOLD_STATUS, async {
            while let Some(event) = events.recv().await {
                if let Some(piece) = parts.piece(event) {
                    return piece;
                }
            }
            Piece::Failed(Problem::from(generation::INTERRUPTED).into())
        });
        let first = match first.await {
            Ok(Piece::Failed(error)) => return Err(error),
            Ok(piece) => Some(piece),
            Err(_) => None,
        };
        Ok(sse::response(self.frames(first, events, parts)))
    }

    fn frames(
        self,
        first: Option<Piece>,
        mut events: Receiver<RunEvent>,
        mut parts: Parts,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
        async_stream::stream! {
            let role = Delta { role: Some("assistant"), content: Some(String::new()), ..Delta::default() };
            yield Ok(self.chunk(role, None));
            let mut next = first;
            loop {
                if let Some(piece) = next.take() {
                    let is_last = !matches!(piece, Piece::Delta(_));
                    for frame in self.frames_of(piece) {
                        yield Ok(frame);
                    }
                    if is_last {
                        return;
                    }
                }
                match timeout(sse::HEARTBEAT, events.recv()).await {
                    Ok(Some(event)) => next = parts.piece(event),
                    Ok(None) => next = Some(Piece::Failed(Problem::from(generation::INTERRUPTED).into())),
                    Err(_) => yield Ok(sse::HEARTBEAT_FRAME),
                }
            }
        }
    }

    fn frames_of(&self, piece: Piece) -> Vec<Bytes> {
        match piece {
            Piece::Delta(delta) => vec![self.chunk(delta, None)],
            Piece::Failed(error) => vec![data(&error.body())],
            Piece::Finished { reason, usage } => {
                let mut frames = vec![self.chunk(Delta::default(), Some(reason))];
                if self.with_usage {
                    frames.push(data(&self.chunk_body(Vec::new(), Some(usage.into()))));
                }
                frames.push(Bytes::from_static(b"data: [DONE]\n\n"));
                frames
            }
        }
    }

    fn chunk(&self, delta: Delta, finish_reason: Option<&'static str>) -> Bytes {
        data(&self.chunk_body(vec![ChunkChoice { index: 0, delta, finish_reason }], None))
    }

    fn chunk_body(&self, choices: Vec<ChunkChoice>, usage: Option<TokenUsage>) -> Chunk<'_> {
        Chunk {
            id: &self.id,
            object: "chat.completion.chunk",
            created: self.created,
            model: &self.model,
            choices,
            usage,
        }
    }
}

fn data(body: &impl Serialize) -> Bytes {
    let json = serde_json::to_string(body).expect("the types of this API are plain data");
    Bytes::from(format!("data: {json}\n\n"))
}

/// Which parts of the answer are thoughts: deltas only name their part.
#[derive(Default)]
struct Parts {
    thoughts: Vec<String>,
}

impl Parts {
    fn piece(&mut self, event: RunEvent) -> Option<Piece> {
        match event {
            RunEvent::PartStarted { part } => self.begin(part).map(Piece::Delta),
            RunEvent::PartDelta { part_id, text } => {
                Some(Piece::Delta(delta(self.thoughts.contains(&part_id), text)))
            }
            RunEvent::RunCompleted { finish_reason: reason, usage, .. } => {
                Some(Piece::Finished { reason: finish_reason(&reason), usage })
            }
            RunEvent::RunCancelled { .. } => {
                Some(Piece::Finished { reason: "stop", usage: UsageBody::default() })
            }
            RunEvent::RunFailed { problem, .. } | RunEvent::RunInterrupted { problem, .. } => {
                Some(Piece::Failed(OpenAiError::from_problem_body(&problem)))
            }
            // Deltas have brought what a whole part holds.
            RunEvent::PartCompleted { .. }
            | RunEvent::RunStarted { .. }
            | RunEvent::RunPaused { .. }
            | RunEvent::Snapshot { .. } => None,
        }
    }

    fn begin(&mut self, part: Part) -> Option<Delta> {
        match part.kind {
            PartKind::Text { text } => Some(delta(false, text)),
            PartKind::Reasoning { text, .. } => {
                self.thoughts.push(part.id);
                Some(delta(true, text))
            }
            // This API has no place for them.
            PartKind::Citation { .. }
            | PartKind::Notice { .. }
            | PartKind::File { .. }
            | PartKind::ToolCall { .. } => None,
        }
    }
}

fn delta(is_thought: bool, text: String) -> Delta {
    if is_thought {
        Delta { reasoning_content: Some(text), ..Delta::default() }
    } else {
        Delta { content: Some(text), ..Delta::default() }
    }
}
