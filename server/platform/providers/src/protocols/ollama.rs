//! Ollama's own chat (docs.ollama.com/api/chat).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::{WireMessage, messages_with_system};
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::frames::Framing;
use crate::{
    FinishReason, ModelError, ModelEvent, ModelRequest, ModelStream, Target, TextModel, Usage, Wire,
};

pub(super) struct Ollama {
    pub target: Target,
    pub wire: Wire,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<WireMessage<'a>>,
    stream: bool,
    options: Options,
}

#[derive(Serialize)]
struct Options {
    num_ctx: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[async_trait]
impl TextModel for Ollama {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let body = Body {
            model: &request.model,
            messages: messages_with_system(&request),
            stream: true,
            options: Options {
                num_ctx: window(&request),
                num_predict: request.max_output_tokens,
                temperature: request.temperature,
            },
        };
        let url = format!("{}/api/chat", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.bearer_auth(key.expose());
        }
        let response = self.wire.open(call).await?;
        read_answer(response, Framing::Lines, Reader::default(), &self.wire.timing)
    }
}

const WINDOW_MIN_TOKENS: u32 = 4_096;
const WINDOW_MAX_TOKENS: u32 = 131_072;
/// Room for the answer when the request names no longest one.
const ANSWER_TOKENS: u32 = 2_048;

/// The context window to ask for, in tokens.
///
/// Ollama cuts off the beginning of what does not fit into its default window, without a word. A
/// power of two, because a change loads the model anew; three bytes a token is a cautious guess.
fn window(request: &ModelRequest) -> u32 {
    let texts = request.messages.iter().map(|message| message.text.len());
    let bytes: usize = texts.sum::<usize>() + request.system.as_ref().map_or(0, String::len);
    let wanted = u32::try_from(bytes / 3)
        .unwrap_or(WINDOW_MAX_TOKENS)
        .saturating_add(request.max_output_tokens.unwrap_or(ANSWER_TOKENS));
    wanted.min(WINDOW_MAX_TOKENS).next_power_of_two().max(WINDOW_MIN_TOKENS)
}

#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    message: Option<AnswerMessage>,
    #[serde(default)]
    done: bool,
    #[serde(default)]
    done_reason: Option<String>,
    #[serde(default)]
    prompt_eval_count: Option<f64>,
    #[serde(default)]
    eval_count: Option<f64>,
    #[serde(default)]
    error: Option<String>,
}

#[derive(Deserialize)]
struct AnswerMessage {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
}

#[derive(Default)]
struct Reader {
    finish_reason: Option<FinishReason>,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = serde_json::from_slice(piece)?;
        if let Some(message) = piece.error {
            return Err(Fault::Reported(message));
        }
        if let Some(message) = piece.message {
            if let Some(thinking) = message.thinking.filter(|text| !text.is_empty()) {
                events.push_back(ModelEvent::Reasoning(thinking));
            }
            if let Some(text) = message.content.filter(|text| !text.is_empty()) {
                events.push_back(ModelEvent::Text(text));
            }
        }
        if !piece.done {
            return Ok(Next::More);
        }
        if piece.prompt_eval_count.is_some() || piece.eval_count.is_some() {
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(piece.prompt_eval_count),
                output_tokens: tokens(piece.eval_count),
            }));
        }
        self.finish_reason = Some(match piece.done_reason.as_deref() {
            Some("stop") | None => FinishReason::Stop,
            Some("length") => FinishReason::Length,
            Some(_) => FinishReason::Other,
        });
        Ok(Next::End)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModelMessage, Role};

    fn asking(bytes: usize) -> ModelRequest {
        let message = ModelMessage::text(Role::User, "x".repeat(bytes));
        ModelRequest { messages: vec![message], ..ModelRequest::default() }
    }

    #[test]
    fn the_window_grows_with_the_conversation_in_powers_of_two() {
        assert_eq!(window(&asking(10)), 4_096);
        assert_eq!(window(&asking(30_000)), 16_384);
        assert_eq!(window(&asking(3_000_000)), WINDOW_MAX_TOKENS);
    }
}
