//! Odd streams in, right events out: what servers of each protocol really send, beside what it says.

#[path = "tolerance/anthropic.rs"]
mod anthropic;
#[path = "tolerance/bytes.rs"]
mod bytes;
#[path = "tolerance/chat.rs"]
mod chat;
#[path = "tolerance/gemini.rs"]
mod gemini;
#[path = "tolerance/ollama.rs"]
mod ollama;
#[path = "tolerance/responses.rs"]
mod responses;

use std::fmt::Write as _;

use providers::{ModelError, Protocol, ToolSpec};
use serde_json::json;
use testing::fake_provider::FakeProvider;

use crate::heard::{Heard, asking, hear, model, patient, responses_model};

/// The wire protocols, of which one vendor has two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wire {
    Chat,
    Compatible,
    Responses,
    Anthropic,
    Gemini,
    Ollama,
}

const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// Hears the answer whose bytes are `body`, and tells it on one line.
async fn told(provider: &FakeProvider, wire: Wire, label: &'static str, body: Vec<u8>) -> String {
    provider.replay(label, body);
    let mut request = asking("some-model", "What is the weather in Paris?");
    request.tools = vec![ToolSpec {
        name: "look".to_owned(),
        description: "Looks.".to_owned(),
        parameters: json!({ "type": "object", "properties": {} }),
    }];
    let model = match wire {
        Wire::Chat => model(Protocol::Openai, provider, patient()),
        Wire::Compatible => model(Protocol::OpenaiCompatible, provider, patient()),
        Wire::Responses => responses_model(provider),
        Wire::Anthropic => model(Protocol::Anthropic, provider, patient()),
        Wire::Gemini => model(Protocol::Gemini, provider, patient()),
        Wire::Ollama => model(Protocol::Ollama, provider, patient()),
    };
    match model.stream(request).await {
        Ok(stream) => line_of(&hear(stream).await),
        Err(error) => line_of(&Heard { end: Some(Err(error)), ..Heard::default() }),
    }
}

/// Returns an answer on one line: `(thought) text look{arguments} #input/output [words of an early stop] end`.
fn line_of(heard: &Heard) -> String {
    let mut line = String::new();
    let mut add = |text: String| {
        if !text.is_empty() {
            let _ = write!(line, "{}{text}", if line.is_empty() { "" } else { " " });
        }
    };
    if !heard.reasoning.is_empty() {
        add(format!("({})", heard.reasoning));
    }
    add(heard.text.clone());
    for call in &heard.calls {
        assert!(!call.id.is_empty(), "each call has an id");
        add(format!("{}{}", call.name, call.arguments));
    }
    if let Some(usage) = heard.usage {
        add(format!("#{}/{}", usage.input_tokens, usage.output_tokens));
    }
    if let Some(words) = &heard.stopped {
        add(format!("[{words}]"));
    }
    add(match &heard.end {
        Some(Ok(reason)) => reason.as_str().to_owned(),
        Some(Err(ModelError::Broken { message })) => format!("broken: {message}"),
        Some(Err(ModelError::NoAnswer { message })) => format!("no answer: {message}"),
        Some(Err(error)) => format!("{error:?}"),
        None => String::new(),
    });
    line
}

/// One stream: its name, its pieces, and the line that tells what is heard.
type Row = (&'static str, &'static [&'static str], &'static str);

/// Checks all rows of a table, and tells all that are wrong at once.
async fn check(wire: Wire, label: &'static str, rows: &[Row], body: impl Fn(&[&str]) -> String) {
    let provider = FakeProvider::start().await;
    let mut wrong = Vec::new();
    for (name, pieces, wanted) in rows {
        let heard = told(&provider, wire, label, body(pieces).into_bytes()).await;
        if heard != *wanted {
            wrong.push(format!("{wire:?}: {name}\n  wanted {wanted}\n  heard  {heard}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Returns pieces as server-sent events; one that begins with `~` stands as it is.
fn events(pieces: &[&str]) -> String {
    let event = |piece: &&str| match piece.strip_prefix('~') {
        Some(raw) => raw.to_owned(),
        None => format!("data: {piece}\n\n"),
    };
    pieces.iter().map(event).collect()
}
