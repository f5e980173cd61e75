//! One file per wire protocol: what a request looks like, and what an answer says.
//!
//! They translate and nothing else: sending, retries and time-outs are `wire.rs` and `answer.rs`.

mod anthropic;
mod content;
mod gemini;
mod ollama;
mod openai;

use std::sync::Arc;

pub(crate) use anthropic::API_VERSION as ANTHROPIC_API_VERSION;

use serde::Serialize;

use crate::{ModelMessage, ModelRequest, Protocol, Role, Target, TextModel, Wire};

/// The model at `target`, spoken to in `protocol`.
///
/// [`Protocol::Builtin`] has no wire; an OpenAI-compatible model that cannot be reached stands for it.
pub fn text_model(protocol: Protocol, target: Target, wire: Wire) -> Arc<dyn TextModel> {
    match protocol {
        Protocol::Anthropic => Arc::new(anthropic::Anthropic { target, wire }),
        Protocol::Gemini => Arc::new(gemini::Gemini { target, wire }),
        Protocol::Ollama => Arc::new(ollama::Ollama { target, wire }),
        Protocol::Openai => Arc::new(openai::OpenAi { target, wire, is_compatible: false }),
        Protocol::OpenaiCompatible | Protocol::Builtin => {
            Arc::new(openai::OpenAi { target, wire, is_compatible: true })
        }
    }
}

/// A message as OpenAI, Anthropic and Ollama carry it.
#[derive(Serialize)]
struct WireMessage<'a> {
    role: &'static str,
    content: &'a str,
}

fn wire_message(message: &ModelMessage) -> WireMessage<'_> {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    };
    WireMessage { role, content: &message.text }
}

/// The messages that say something: an answer that failed before its first word is empty, and
/// providers refuse empty ones.
fn filled_messages(request: &ModelRequest) -> impl Iterator<Item = &ModelMessage> {
    request.messages.iter().filter(|message| !message.text.trim().is_empty())
}

/// The system's text as a message, then the others.
fn messages_with_system(request: &ModelRequest) -> Vec<WireMessage<'_>> {
    let system = request.system.iter().map(|text| WireMessage { role: "system", content: text });
    system.chain(filled_messages(request).map(wire_message)).collect()
}
