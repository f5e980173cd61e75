//! A run's events as OpenAI's responses give them.

use bytes::Bytes;
use generation::UsageBody;
use kernel::{Problem, RunId};
use serde_json::{Value, json};

use crate::error::{OpenAiError, OpenAiResult};
use crate::flow::{Encoder, Pieces};
use crate::pieces::{Call, Piece};
use crate::responses::kept::Keeping;

/// A response that is being written.
pub(crate) struct Responding {
    id: RunId,
    /// Time in seconds since 1970.
    created: i64,
    model: String,
    /// Fields repeated from the request.
    echo: Value,
    /// The items that are whole.
    output: Vec<Value>,
    open: Option<Open>,
    sequence: u64,
    /// Set until the response is stored.
    keeping: Option<Keeping>,
    /// The whole response, once it has ended.
    ended: Option<Value>,
}

/// The item that is being written.
struct Open {
    kind: Kind,
    id: String,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Message,
    Reasoning,
}

impl Responding {
    pub fn new(
        id: RunId,
        created: i64,
        model: String,
        echo: Value,
        keeping: Option<Keeping>,
    ) -> Self {
        let (output, open, sequence) = (Vec::new(), None, 0);
        Self { id, created, model, echo, output, open, sequence, keeping, ended: None }
    }

    /// Returns the whole response.
    pub async fn whole(mut self, mut pieces: Pieces) -> OpenAiResult<Value> {
        while let Some((_, piece)) = pieces.next().await {
            match piece {
                Piece::Failed(error) => return Err(error),
                piece => self.take(piece, &mut Vec::new()),
            }
        }
        self.settle().await;
        self.ended.ok_or_else(|| Problem::from(generation::INTERRUPTED).into())
    }

    fn take(&mut self, piece: Piece, told: &mut Vec<Value>) {
        match piece {
            Piece::Text(text) => self.write(Kind::Message, &text, told),
            Piece::Thought(text) => self.write(Kind::Reasoning, &text, told),
            Piece::Call(call) => self.add_call(call, told),
            Piece::Finished { reason, usage } => {
                self.close(told);
                let response = self.finished(&reason, usage);
                self.ended = Some(response.clone());
                let kind = match response["status"].as_str() {
                    Some("incomplete") => "response.incomplete",
                    _ => "response.completed",
                };
                told.push(json!({ "type": kind, "response": response }));
            }
            Piece::Failed(error) => told.push(self.failed(error)),
        }
    }

    /// Adds words to the item that is open, or opens one of their kind.
    fn write(&mut self, kind: Kind, words: &str, told: &mut Vec<Value>) {
        if self.open.as_ref().is_none_or(|open| open.kind != kind) {
            self.close(told);
            self.begin(kind, told);
        }
        let index = self.output.len();
        let Some(open) = &mut self.open else { return };
        open.text.push_str(words);
        told.push(match kind {
            Kind::Message => json!({
                "type": "response.output_text.delta", "item_id": open.id, "output_index": index,
                "content_index": 0, "delta": words, "logprobs": [],
            }),
            Kind::Reasoning => json!({
                "type": "response.reasoning_summary_text.delta", "item_id": open.id,
                "output_index": index, "summary_index": 0, "delta": words,
            }),
        });
    }

    fn begin(&mut self, kind: Kind, told: &mut Vec<Value>) {
        let index = self.output.len();
        let id = match kind {
            Kind::Message => format!("msg_{}_{index}", self.id),
            Kind::Reasoning => format!("rs_{}_{index}", self.id),
        };
        let open = Open { kind, id, text: String::new() };
        told.push(json!({
            "type": "response.output_item.added", "output_index": index,
            "item": open.item("in_progress"),
        }));
        told.push(open.part_event("added", index));
        self.open = Some(open);
    }

    /// Ends the item that is open.
    fn close(&mut self, told: &mut Vec<Value>) {
        let Some(open) = self.open.take() else { return };
        let index = self.output.len();
        told.push(open.text_done(index));
        told.push(open.part_event("done", index));
        let item = open.item("completed");
        told.push(
            json!({ "type": "response.output_item.done", "output_index": index, "item": item }),
        );
        self.output.push(item);
    }

    fn add_call(&mut self, call: Call, told: &mut Vec<Value>) {
        self.close(told);
        let index = self.output.len();
        let id = format!("fc_{}_{index}", self.id);
        let item = |arguments: &str, status: &str| {
            json!({
                "type": "function_call", "id": id, "call_id": call.id, "name": call.name,
                "arguments": arguments, "status": status,
            })
        };
        told.push(json!({
            "type": "response.output_item.added", "output_index": index,
            "item": item("", "in_progress"),
        }));
        told.push(json!({
            "type": "response.function_call_arguments.delta", "item_id": id,
            "output_index": index, "delta": call.arguments,
        }));
        told.push(json!({
            "type": "response.function_call_arguments.done", "item_id": id, "name": call.name,
            "output_index": index, "arguments": call.arguments,
        }));
        let whole = item(&call.arguments, "completed");
        told.push(
            json!({ "type": "response.output_item.done", "output_index": index, "item": whole }),
        );
        self.output.push(whole);
    }

    fn finished(&self, reason: &str, usage: UsageBody) -> Value {
        let incomplete = match reason {
            "length" => Some("max_output_tokens"),
            "content_filter" => Some("content_filter"),
            _ => None,
        };
        let mut body = self.body(if incomplete.is_some() { "incomplete" } else { "completed" });
        body["incomplete_details"] =
            incomplete.map_or(Value::Null, |reason| json!({ "reason": reason }));
        let (input, output) = (usage.input_tokens.unwrap_or(0), usage.output_tokens.unwrap_or(0));
        let cached = usage.cache_read_tokens.unwrap_or(0);
        let reasoning = usage.reasoning_tokens.unwrap_or(0);
        body["usage"] = json!({
            "input_tokens": input, "input_tokens_details": { "cached_tokens": cached },
            "output_tokens": output, "output_tokens_details": { "reasoning_tokens": reasoning },
            "total_tokens": input + output,
        });
        body
    }

    fn failed(&self, error: OpenAiError) -> Value {
        let detail = error.body().error;
        let mut body = self.body("failed");
        body["error"] = json!({
            "code": detail.code.unwrap_or_else(|| "server_error".to_owned()),
            "message": detail.message,
        });
        json!({ "type": "response.failed", "response": body })
    }

    fn body(&self, status: &str) -> Value {
        let mut body = self.echo.clone();
        let own = json!({
            "id": format!("resp_{}", self.id), "object": "response", "created_at": self.created,
            "status": status, "model": self.model, "output": self.output, "error": null,
            "incomplete_details": null, "usage": null,
        });
        if let (Value::Object(body), Value::Object(own)) = (&mut body, own) {
            body.extend(own);
        }
        body
    }

    fn frame(&mut self, mut event: Value) -> Bytes {
        event["sequence_number"] = json!(self.sequence);
        self.sequence += 1;
        let kind = event["type"].as_str().unwrap_or_default();
        Bytes::from(format!("event: {kind}\ndata: {event}\n\n"))
    }
}

impl Encoder for Responding {
    fn begin(&mut self) -> Vec<Bytes> {
        let kinds = ["response.created", "response.in_progress"];
        kinds
            .map(|kind| {
                let begun = json!({ "type": kind, "response": self.body("in_progress") });
                self.frame(begun)
            })
            .into()
    }

    fn encode(&mut self, _index: usize, piece: Piece) -> Vec<Bytes> {
        let mut told = Vec::new();
        self.take(piece, &mut told);
        told.into_iter().map(|event| self.frame(event)).collect()
    }

    /// Keeps the response before its end is sent, so that the next request finds it.
    async fn settle(&mut self) {
        let Some(response) = &self.ended else { return };
        if let Some(keeping) = self.keeping.take()
            && let Err(error) = keeping.store(response).await
        {
            tracing::warn!(run.id = %self.id, %error, "a response could not be kept");
        }
    }
}

impl Open {
    fn item(&self, status: &str) -> Value {
        let is_whole = status == "completed";
        match self.kind {
            Kind::Message => json!({
                "type": "message", "id": self.id, "role": "assistant", "status": status,
                "content": if is_whole { vec![self.part()] } else { Vec::new() },
            }),
            Kind::Reasoning => json!({
                "type": "reasoning", "id": self.id,
                "summary": if is_whole { vec![self.part()] } else { Vec::new() },
            }),
        }
    }

    fn part(&self) -> Value {
        match self.kind {
            Kind::Message => {
                json!({ "type": "output_text", "text": self.text, "annotations": [], "logprobs": [] })
            }
            Kind::Reasoning => json!({ "type": "summary_text", "text": self.text }),
        }
    }

    fn part_event(&self, what: &str, index: usize) -> Value {
        let (kind, place) = match self.kind {
            Kind::Message => ("content_part", "content_index"),
            Kind::Reasoning => ("reasoning_summary_part", "summary_index"),
        };
        json!({
            "type": format!("response.{kind}.{what}"), "item_id": self.id, "output_index": index,
            place: 0, "part": self.part(),
        })
    }

    fn text_done(&self, index: usize) -> Value {
        match self.kind {
            Kind::Message => json!({
                "type": "response.output_text.done", "item_id": self.id, "output_index": index,
                "content_index": 0, "text": self.text, "logprobs": [],
            }),
            Kind::Reasoning => json!({
                "type": "response.reasoning_summary_text.done", "item_id": self.id,
                "output_index": index, "summary_index": 0, "text": self.text,
            }),
        }
    }
}
