//! OpenAI's chat completions, which most servers speak (platform.openai.com/docs/api-reference/chat).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content::Content;
use super::{WireMessage, messages_with_system};
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::frames::Framing;
use crate::wire::message_in;
use crate::{
    FinishReason, ModelError, ModelEvent, ModelRequest, ModelStream, Target, TextModel, Usage, Wire,
};

pub(super) struct OpenAi {
    pub target: Target,
    pub wire: Wire,
    /// Not OpenAI itself: its newer field names are not known there.
    pub is_compatible: bool,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<WireMessage<'a>>,
    stream: bool,
    stream_options: StreamOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[async_trait]
impl TextModel for OpenAi {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let limit = request.max_output_tokens;
        let body = Body {
            model: &request.model,
            messages: messages_with_system(&request),
            stream: true,
            stream_options: StreamOptions { include_usage: true },
            max_tokens: limit.filter(|_| self.is_compatible),
            max_completion_tokens: limit.filter(|_| !self.is_compatible),
            temperature: request.temperature,
        };
        let url = format!("{}/chat/completions", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        read_answer(response, Framing::Events, Reader::default(), &self.wire.timing)
    }
}

/// What is read of a piece. This runs for every token of every stream: what is not named here is
/// skipped without being copied.
#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<PieceUsage>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    /// `message` in an answer that came at once.
    #[serde(default, alias = "message")]
    delta: Option<Delta>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    content: Content,
    /// DeepSeek's, llama.cpp's and vLLM's name for it.
    #[serde(default)]
    reasoning_content: Option<String>,
    /// OpenRouter's and Ollama's.
    #[serde(default)]
    reasoning: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct PieceUsage {
    #[serde(default)]
    prompt_tokens: Option<f64>,
    #[serde(default)]
    completion_tokens: Option<f64>,
}

#[derive(Default)]
struct Reader {
    finish_reason: Option<FinishReason>,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        if piece.trim_ascii() == b"[DONE]" {
            self.finish_reason.get_or_insert(FinishReason::Stop);
            return Ok(Next::End);
        }
        let piece: Piece = serde_json::from_slice(piece)?;
        if let Some(error) = piece.error.filter(|error| !error.is_null()) {
            return Err(Fault::Reported(reported(error)));
        }
        if let Some(choice) = piece.choices.into_iter().next() {
            if let Some(delta) = choice.delta {
                delta.add_to(events);
            }
            if let Some(reason) = choice.finish_reason {
                self.finish_reason = Some(finish_reason(&reason));
            }
        }
        if let Some(usage) = piece.usage {
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(usage.prompt_tokens),
                output_tokens: tokens(usage.completion_tokens),
            }));
        }
        Ok(Next::More)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason
    }
}

impl Delta {
    fn add_to(self, events: &mut VecDeque<ModelEvent>) {
        let filled = |text: &String| !text.is_empty();
        let reasoning = self.reasoning_content.or(self.reasoning).unwrap_or(self.content.reasoning);
        if filled(&reasoning) {
            events.push_back(ModelEvent::Reasoning(reasoning));
        }
        if let Some(text) = Some(self.content.text).filter(filled).or(self.refusal.filter(filled)) {
            events.push_back(ModelEvent::Text(text));
        }
    }
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason {
        "stop" => FinishReason::Stop,
        "length" => FinishReason::Length,
        "content_filter" => FinishReason::ContentFilter,
        _ => FinishReason::Other,
    }
}

fn reported(error: Value) -> String {
    let whole = serde_json::json!({ "error": error });
    message_in(&whole).unwrap_or_else(|| whole["error"].to_string())
}
