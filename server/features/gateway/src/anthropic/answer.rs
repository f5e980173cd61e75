//! A run's events as Anthropic's messages give them.

use bytes::Bytes;
use generation::UsageBody;
use kernel::RunId;
use serde_json::{Value, json};

use crate::anthropic::AnthropicErrorBody;
use crate::flow::{Collected, Encoder};
use crate::pieces::{Call, Piece};

/// A message that is being written.
pub(crate) struct Messaging {
    id: RunId,
    model: String,
    /// True if the program is sent the model's reasoning.
    thinks: bool,
    /// The token counts so far: the input is estimated until the provider has counted it.
    usage: UsageBody,
    /// The index of the next block.
    index: usize,
    open: Option<Kind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
}

impl Messaging {
    pub fn new(id: RunId, model: String, thinks: bool, usage: UsageBody) -> Self {
        Self { id, model, thinks, usage, index: 0, open: None }
    }

    /// Returns the whole message.
    pub fn whole(mut self, answers: Vec<Collected>) -> Value {
        let answer = answers.into_iter().next().unwrap_or_default();
        self.count(answer.usage);
        let mut content = Vec::new();
        if self.thinks && !answer.thoughts.is_empty() {
            content
                .push(json!({ "type": "thinking", "thinking": answer.thoughts, "signature": "" }));
        }
        if !answer.text.is_empty() {
            content.push(json!({ "type": "text", "text": answer.text }));
        }
        content.extend(answer.calls.iter().map(|call| {
            let input = input_of(call);
            json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input })
        }));
        let mut body = self.body();
        body["content"] = json!(content);
        body["stop_reason"] = json!(stop_reason(&answer.reason));
        body
    }

    fn body(&self) -> Value {
        json!({
            "id": format!("msg_{}", self.id), "type": "message", "role": "assistant", "model": self.model,
            "content": [], "stop_reason": null, "stop_sequence": null, "usage": self.usage(),
        })
    }

    fn usage(&self) -> Value {
        let wrote = self.usage.cache_write_tokens.unwrap_or(0);
        let read = self.usage.cache_read_tokens.unwrap_or(0);
        // Here the cache does not count as input.
        let input = (self.usage.input_tokens.unwrap_or(0) - wrote - read).max(0);
        json!({
            "input_tokens": input, "output_tokens": self.usage.output_tokens.unwrap_or(0),
            "cache_creation_input_tokens": wrote, "cache_read_input_tokens": read,
        })
    }

    fn count(&mut self, counted: UsageBody) {
        let estimated = self.usage.input_tokens;
        self.usage = counted;
        self.usage.input_tokens = counted.input_tokens.or(estimated);
    }

    fn write(&mut self, kind: Kind, words: &str, frames: &mut Vec<Bytes>) {
        if self.open != Some(kind) {
            self.close(frames);
            let block = match kind {
                Kind::Text => json!({ "type": "text", "text": "" }),
                Kind::Thinking => json!({ "type": "thinking", "thinking": "", "signature": "" }),
            };
            frames.push(self.block_start(&block));
            self.open = Some(kind);
        }
        frames.push(self.delta(&match kind {
            Kind::Text => json!({ "type": "text_delta", "text": words }),
            Kind::Thinking => json!({ "type": "thinking_delta", "thinking": words }),
        }));
    }

    fn add_call(&mut self, call: &Call, frames: &mut Vec<Bytes>) {
        self.close(frames);
        let block = json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": {} });
        frames.push(self.block_start(&block));
        let input = input_of(call).to_string();
        frames.push(self.delta(&json!({ "type": "input_json_delta", "partial_json": input })));
        frames.push(self.block_stop());
    }

    /// Ends the block that is open.
    fn close(&mut self, frames: &mut Vec<Bytes>) {
        match self.open.take() {
            None => return,
            Some(Kind::Text) => {}
            Some(Kind::Thinking) => {
                frames.push(self.delta(&json!({ "type": "signature_delta", "signature": "" })));
            }
        }
        frames.push(self.block_stop());
    }

    fn block_start(&self, block: &Value) -> Bytes {
        frame(
            &json!({ "type": "content_block_start", "index": self.index, "content_block": block }),
        )
    }

    fn delta(&self, delta: &Value) -> Bytes {
        frame(&json!({ "type": "content_block_delta", "index": self.index, "delta": delta }))
    }

    fn block_stop(&mut self) -> Bytes {
        let stop = frame(&json!({ "type": "content_block_stop", "index": self.index }));
        self.index += 1;
        stop
    }
}

impl Encoder for Messaging {
    fn begin(&mut self) -> Vec<Bytes> {
        vec![frame(&json!({ "type": "message_start", "message": self.body() }))]
    }

    fn encode(&mut self, _index: usize, piece: Piece) -> Vec<Bytes> {
        let mut frames = Vec::new();
        match piece {
            Piece::Text(text) if text.is_empty() => {}
            Piece::Text(text) => self.write(Kind::Text, &text, &mut frames),
            Piece::Thought(text) if self.thinks && !text.is_empty() => {
                self.write(Kind::Thinking, &text, &mut frames);
            }
            Piece::Thought(_) => {}
            Piece::Call(call) => self.add_call(&call, &mut frames),
            Piece::Finished { reason, usage } => {
                self.close(&mut frames);
                self.count(usage);
                let delta = json!({ "stop_reason": stop_reason(&reason), "stop_sequence": null });
                let last =
                    json!({ "type": "message_delta", "delta": delta, "usage": self.usage() });
                frames.push(frame(&last));
                frames.push(frame(&json!({ "type": "message_stop" })));
            }
            Piece::Failed(error) => frames.push(frame(&json!(AnthropicErrorBody::of(&error)))),
        }
        frames
    }

    fn heartbeat(&self) -> Bytes {
        frame(&json!({ "type": "ping" }))
    }
}

/// Returns the arguments as the object that this format wants.
fn input_of(call: &Call) -> Value {
    let read = serde_json::from_str::<Value>(&call.arguments).ok();
    read.filter(Value::is_object).unwrap_or_else(|| json!({}))
}

fn stop_reason(ours: &str) -> &'static str {
    match ours {
        "length" => "max_tokens",
        "tool_calls" => "tool_use",
        "content_filter" => "refusal",
        _ => "end_turn",
    }
}

fn frame(event: &Value) -> Bytes {
    let kind = event["type"].as_str().unwrap_or_default();
    Bytes::from(format!("event: {kind}\ndata: {event}\n\n"))
}

#[cfg(test)]
mod tests {
    use kernel::Timestamp;

    use super::*;

    fn kinds(pieces: Vec<Piece>, thinks: bool) -> Vec<String> {
        let id = RunId::new(Timestamp::from_micros(0));
        let mut messaging = Messaging::new(id, "m".to_owned(), thinks, UsageBody::default());
        let mut frames = messaging.begin();
        frames.extend(pieces.into_iter().flat_map(|piece| messaging.encode(0, piece)));
        let name = |frame: Bytes| {
            let text = String::from_utf8(frame.to_vec()).unwrap();
            text.lines().next().unwrap().trim_start_matches("event: ").to_owned()
        };
        frames.into_iter().map(name).collect()
    }

    #[test]
    fn blocks_are_opened_and_closed_in_order() {
        let call = Call { id: "t1".into(), name: "look".into(), arguments: "{}".into() };
        let ended = || Piece::Finished { reason: "tool_calls".into(), usage: UsageBody::default() };
        let pieces = || {
            vec![
                Piece::Thought("Hm".into()),
                Piece::Text("I look.".into()),
                Piece::Call(call.clone()),
                ended(),
            ]
        };
        let (start, delta, stop) =
            ("content_block_start", "content_block_delta", "content_block_stop");
        let (first, last) = ("message_start", ["message_delta", "message_stop"]);
        assert_eq!(
            kinds(pieces(), true),
            [
                &[first, start, delta, delta, stop, start, delta, stop, start, delta, stop][..],
                &last
            ]
            .concat()
        );
        assert_eq!(
            kinds(pieces(), false),
            [&[first, start, delta, stop, start, delta, stop][..], &last].concat()
        );
    }
}
