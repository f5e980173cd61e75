//! One file per wire protocol: the format of requests and answers.
//!
//! They only translate: sending, retries and timeouts are in `wire.rs` and `answer.rs`.

mod anthropic;
mod calls;
mod content;
mod embeddings;
mod gemini;
mod offered_tools;
mod ollama;
mod openai;
mod openai_responses;
mod options;
mod pictures;
mod schemas;
mod stop;
mod turns;
mod usage;

use std::sync::Arc;

pub(crate) use anthropic::API_VERSION as ANTHROPIC_API_VERSION;
pub(crate) use embeddings::embedding_model;

use offered_tools::OfferedTools;
use schemas::Dialect;

use crate::quirks::{Quirk, Quirks};
use crate::{Protocol, Target, TextModel, Wire};

/// Creates the model at `target`, called by `protocol`.
///
/// [`Protocol::Builtin`] and [`Protocol::LocalFiles`] have no address of their own, and protocols of images and videos no
/// models that chat; they are represented by an OpenAI-compatible model that cannot be reached.
pub fn text_model(protocol: Protocol, target: Target, wire: Wire) -> Arc<dyn TextModel> {
    let dialect = match protocol {
        Protocol::Anthropic => Dialect::Anthropic,
        Protocol::Gemini => Dialect::Gemini,
        Protocol::Ollama | Protocol::LocalFiles => Dialect::Plain,
        _ => Dialect::Json,
    };
    Arc::new(OfferedTools { model: adapter(protocol, target, wire), dialect })
}

fn adapter(protocol: Protocol, target: Target, wire: Wire) -> Arc<dyn TextModel> {
    match protocol {
        Protocol::Anthropic => Arc::new(anthropic::Anthropic { target, wire }),
        Protocol::Gemini => Arc::new(gemini::Gemini { target, wire }),
        Protocol::Ollama => Arc::new(ollama::Ollama { target, wire }),
        _ => {
            let server = Quirks::of_server(&target.base_url);
            let quirks = match protocol {
                Protocol::Openai => server.and(Quirks::from([Quirk::MaxCompletionTokens])),
                _ => server,
            };
            let chat = openai::OpenAi { target: target.clone(), wire: wire.clone(), quirks };
            let responses = openai_responses::Responses { target, wire, quirks };
            Arc::new(openai_responses::Either { chat, responses, quirks })
        }
    }
}
