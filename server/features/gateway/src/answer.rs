//! A run's events as OpenAI's API gives them.

use std::convert::Infallible;
use std::time::Duration;

use api::sse;
use axum::response::Response;
use bytes::Bytes;
use futures::Stream;
use generation::RunEvent;
use kernel::Problem;
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use crate::error::OpenAiResult;
use crate::pieces::{Call, Parts, Piece};
use crate::wire::{
    Choice, Chunk, ChunkChoice, Completion, Delta, OutCall, OutMessage, TokenUsage, finish_reason,
};

/// Time for which the status of a streamed answer is held back, so that a call that fails at once fails with its own
/// status and not in the middle of a stream.
const HOLD_STATUS: Duration = Duration::from_secs(20);

/// An answer that is being written.
pub(crate) struct Answering {
    pub id: String,
    /// Time in seconds since 1970.
    pub created: i64,
    pub model: String,
    /// True if the stream ends with the token counts.
    pub with_usage: bool,
}

impl Answering {
    /// Returns the whole answer.
    pub async fn whole(self, mut events: Receiver<RunEvent>) -> OpenAiResult<Completion> {
        let (mut content, mut reasoning, mut calls) = (String::new(), String::new(), Vec::new());
        let mut parts = Parts::default();
        while let Some(event) = events.recv().await {
            match parts.piece(event) {
                Some(Piece::Text(text)) => content.push_str(&text),
                Some(Piece::Thought(text)) => reasoning.push_str(&text),
                Some(Piece::Call(call)) => calls.push(OutCall::of(call, None)),
                Some(Piece::Finished { reason, usage }) => {
                    let says_nothing = content.is_empty() && !calls.is_empty();
                    let message = OutMessage {
                        role: "assistant",
                        content: (!says_nothing).then_some(content),
                        reasoning_content: (!reasoning.is_empty()).then_some(reasoning),
                        tool_calls: calls,
                    };
                    let reason = finish_reason(&reason);
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

    /// Returns the answer as it is written: chunks, then `[DONE]`.
    pub async fn stream(self, mut events: Receiver<RunEvent>) -> OpenAiResult<Response> {
        let mut parts = Parts::default();
        let first = first_piece(&mut events, &mut parts).await?;
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
            let mut calls = 0;
            loop {
                if let Some(piece) = next.take() {
                    let is_last = piece.is_last();
                    for frame in self.frames_of(piece, &mut calls) {
                        yield Ok(frame);
                    }
                    if is_last {
                        return;
                    }
                }
                match timeout(sse::HEARTBEAT, events.recv()).await {
                    Ok(Some(event)) => next = parts.piece(event),
                    Ok(None) => next = Some(Piece::broken_off()),
                    Err(_) => yield Ok(sse::HEARTBEAT_FRAME),
                }
            }
        }
    }

    fn frames_of(&self, piece: Piece, calls: &mut usize) -> Vec<Bytes> {
        match piece {
            Piece::Text(text) => vec![self.chunk(text_delta(text), None)],
            Piece::Thought(text) => vec![self.chunk(thought_delta(text), None)],
            Piece::Call(call) => {
                let index = *calls;
                *calls += 1;
                vec![self.chunk(call_delta(index, call), None)]
            }
            Piece::Failed(error) => vec![data(&error.body())],
            Piece::Finished { reason, usage } => {
                let reason = finish_reason(&reason);
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

/// Waits for the first piece, so that a call that fails at once fails with its own status; `None` if a client might
/// think by then that the server is gone.
pub(crate) async fn first_piece(
    events: &mut Receiver<RunEvent>,
    parts: &mut Parts,
) -> OpenAiResult<Option<Piece>> {
    let first = timeout(HOLD_STATUS, async {
        while let Some(event) = events.recv().await {
            if let Some(piece) = parts.piece(event) {
                return piece;
            }
        }
        Piece::broken_off()
    });
    match first.await {
        Ok(Piece::Failed(error)) => Err(error),
        Ok(piece) => Ok(Some(piece)),
        Err(_) => Ok(None),
    }
}

fn data(body: &impl Serialize) -> Bytes {
    let json = serde_json::to_string(body).expect("the types of this API are plain data");
    Bytes::from(format!("data: {json}\n\n"))
}

fn text_delta(text: String) -> Delta {
    Delta { content: Some(text), ..Delta::default() }
}

fn thought_delta(text: String) -> Delta {
    Delta { reasoning_content: Some(text), ..Delta::default() }
}

fn call_delta(index: usize, call: Call) -> Delta {
    Delta { tool_calls: vec![OutCall::of(call, Some(index))], ..Delta::default() }
}
