//! Runs' events as OpenAI's chat completions give them.

use bytes::Bytes;
use generation::UsageBody;

use crate::flow::{Collected, Encoder, add_usage, data};
use crate::pieces::{Call, Piece};
use crate::wire::{
    Choice, Chunk, ChunkChoice, Completion, Delta, OutCall, OutMessage, TokenUsage, finish_reason,
};

/// The last frame of a stream.
pub(crate) const DONE: Bytes = Bytes::from_static(b"data: [DONE]\n\n");

/// An answer that is being written.
pub(crate) struct Answering {
    pub id: String,
    /// Time in seconds since 1970.
    pub created: i64,
    pub model: String,
    /// True if the stream ends with the token counts.
    pub with_usage: bool,
    /// The number of tool calls so far, by choice.
    pub calls: Vec<usize>,
    pub usage: UsageBody,
}

impl Answering {
    /// Returns the whole answer.
    pub fn whole(self, answers: Vec<Collected>) -> Completion {
        let usage = answers.iter().map(|answer| answer.usage).fold(self.usage, add_usage);
        let choices = (0..).zip(answers).map(|(index, answer)| {
            let Collected { text, thoughts, calls, reason, .. } = answer;
            let says_nothing = text.is_empty() && !calls.is_empty();
            let message = OutMessage {
                role: "assistant",
                content: (!says_nothing).then_some(text),
                reasoning_content: (!thoughts.is_empty()).then_some(thoughts),
                tool_calls: calls.into_iter().map(|call| OutCall::of(call, None)).collect(),
            };
            Choice { index, message, finish_reason: finish_reason(&reason) }
        });
        Completion {
            id: self.id,
            object: "chat.completion",
            created: self.created,
            model: self.model,
            choices: choices.collect(),
            usage: usage.into(),
        }
    }

    fn chunk(&self, index: usize, delta: Delta, finish_reason: Option<&'static str>) -> Bytes {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        data(&self.chunk_body(vec![ChunkChoice { index, delta, finish_reason }], None))
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

impl Encoder for Answering {
    fn begin(&mut self) -> Vec<Bytes> {
        let role =
            || Delta { role: Some("assistant"), content: Some(String::new()), ..Delta::default() };
        (0..self.calls.len()).map(|index| self.chunk(index, role(), None)).collect()
    }

    fn encode(&mut self, index: usize, piece: Piece) -> Vec<Bytes> {
        let delta = match piece {
            Piece::Text(text) => Delta { content: Some(text), ..Delta::default() },
            Piece::Thought(text) => Delta { reasoning_content: Some(text), ..Delta::default() },
            Piece::Call(call) => self.call_delta(index, call),
            Piece::Failed(error) => return vec![data(&error.body())],
            Piece::Finished { reason, usage } => {
                self.usage = add_usage(self.usage, usage);
                return vec![self.chunk(index, Delta::default(), Some(finish_reason(&reason)))];
            }
        };
        vec![self.chunk(index, delta, None)]
    }

    fn end(&mut self) -> Vec<Bytes> {
        let usage =
            self.with_usage.then(|| data(&self.chunk_body(Vec::new(), Some(self.usage.into()))));
        usage.into_iter().chain([DONE]).collect()
    }
}

impl Answering {
    fn call_delta(&mut self, index: usize, call: Call) -> Delta {
        let number = self.calls[index];
        self.calls[index] += 1;
        Delta { tool_calls: vec![OutCall::of(call, Some(number))], ..Delta::default() }
    }
}
