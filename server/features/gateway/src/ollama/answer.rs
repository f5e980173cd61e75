//! A run's events as Ollama gives them: JSON by the line.

use bytes::Bytes;
use generation::UsageBody;
use serde_json::{Value, json};

use crate::flow::{Collected, Encoder};
use crate::ollama::wire;
use crate::pieces::{Call, Piece};

/// The two formats of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `message.content`
    Chat,
    /// `response`
    Generate,
}

/// An answer that is being written.
pub(crate) struct Answering {
    shape: Shape,
    model: String,
    /// True if the program is sent the model's reasoning.
    thinks: bool,
    /// Time in seconds since 1970.
    created: i64,
}

impl Answering {
    pub fn new(shape: Shape, model: String, think: Option<Value>) -> Self {
        let thinks = think.is_some_and(|think| think != false && !think.is_null());
        Self { shape, model, thinks, created: 0 }
    }

    pub fn model(&self) -> &str {
        &self.model
    }

    pub fn set_created(&mut self, created: i64) {
        self.created = created;
    }

    /// Returns the whole answer.
    pub fn whole(self, answers: Vec<Collected>) -> Value {
        let answer = answers.into_iter().next().unwrap_or_default();
        let thoughts = if self.thinks { answer.thoughts.as_str() } else { "" };
        let body = self.body(&answer.text, thoughts, &answer.calls);
        finished(body, &answer.reason, answer.usage)
    }

    fn body(&self, text: &str, thoughts: &str, calls: &[Call]) -> Value {
        let mut body = json!({
            "model": self.model, "created_at": wire::time(self.created), "done": false,
        });
        let mut message = json!({ "role": "assistant", "content": text });
        let told = match self.shape {
            Shape::Chat => &mut message,
            Shape::Generate => {
                body["response"] = json!(text);
                &mut body
            }
        };
        if !thoughts.is_empty() {
            told["thinking"] = json!(thoughts);
        }
        if !calls.is_empty() {
            told["tool_calls"] = calls.iter().map(wire::tool_call).collect();
        }
        if self.shape == Shape::Chat {
            body["message"] = message;
        }
        body
    }
}

fn finished(mut body: Value, reason: &str, usage: UsageBody) -> Value {
    let reason = if reason == "length" { "length" } else { "stop" };
    body["done"] = json!(true);
    body["done_reason"] = json!(reason);
    body["prompt_eval_count"] = json!(usage.input_tokens.unwrap_or(0));
    body["eval_count"] = json!(usage.output_tokens.unwrap_or(0));
    for duration in ["total_duration", "load_duration", "prompt_eval_duration", "eval_duration"] {
        body[duration] = json!(0);
    }
    body
}

impl Encoder for Answering {
    fn encode(&mut self, _index: usize, piece: Piece) -> Vec<Bytes> {
        let body = match piece {
            Piece::Text(text) if text.is_empty() => return Vec::new(),
            Piece::Text(text) => self.body(&text, "", &[]),
            Piece::Thought(text) if self.thinks => self.body("", &text, &[]),
            Piece::Thought(_) => return Vec::new(),
            Piece::Call(call) => self.body("", "", &[call]),
            Piece::Finished { reason, usage } => finished(self.body("", "", &[]), &reason, usage),
            Piece::Failed(error) => json!({ "error": error.message() }),
        };
        vec![Bytes::from(format!("{body}\n"))]
    }

    /// An empty line, which readers of lines pass over, would break strict ones: a piece without words is sent.
    fn heartbeat(&self) -> Bytes {
        Bytes::from(format!("{}\n", self.body("", "", &[])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(shape: Shape, pieces: Vec<Piece>) -> Vec<Value> {
        let mut answering = Answering::new(shape, "m".to_owned(), None);
        let frames = pieces.into_iter().flat_map(|piece| answering.encode(0, piece));
        frames.map(|frame| serde_json::from_slice(&frame).unwrap()).collect()
    }

    #[test]
    fn a_line_is_sent_for_each_piece_and_one_for_the_end() {
        let pieces = || {
            let usage =
                UsageBody { input_tokens: Some(3), output_tokens: Some(4), ..UsageBody::default() };
            vec![
                Piece::Thought("Hm".into()),
                Piece::Text("Hi".into()),
                Piece::Finished { reason: "stop".into(), usage },
            ]
        };
        let [said, last] = &lines(Shape::Chat, pieces())[..] else { panic!("two lines") };
        assert_eq!(said["message"], json!({ "role": "assistant", "content": "Hi" }));
        assert_eq!((&said["done"], &last["done"]), (&json!(false), &json!(true)));
        assert_eq!((&last["prompt_eval_count"], &last["eval_count"]), (&json!(3), &json!(4)));
        assert_eq!(lines(Shape::Generate, pieces())[0]["response"], "Hi");
    }
}
