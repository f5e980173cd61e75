//! Anthropic's messages (docs.anthropic.com/en/api/messages-streaming).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::{WireMessage, filled_messages, wire_message};
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::frames::Framing;
use crate::{
    FinishReason, ModelError, ModelEvent, ModelRequest, ModelStream, Role, Target, TextModel,
    Usage, Wire,
};

pub(crate) const API_VERSION: &str = "2023-06-01";

/// The longest answer asked for when the request names none: the API demands a number, and models
/// of the third generation allow no more than the smaller one.
const MAX_TOKENS: u32 = 16_384;
const MAX_TOKENS_CLAUDE_3: u32 = 4_096;

pub(super) struct Anthropic {
    pub target: Target,
    pub wire: Wire,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<WireMessage<'a>>,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[async_trait]
impl TextModel for Anthropic {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let body = Body {
            model: &request.model,
            // The first message must be the person's; an answer whose question no longer fits goes.
            messages: filled_messages(&request)
                .skip_while(|message| message.role == Role::Assistant)
                .map(wire_message)
                .collect(),
            max_tokens: request.max_output_tokens.unwrap_or_else(|| max_tokens(&request.model)),
            stream: true,
            system: request.system.as_deref(),
            temperature: request.temperature,
        };
        let url = format!("{}/v1/messages", self.target.base_url);
        let mut call =
            self.wire.client(&url).post(url).header("anthropic-version", API_VERSION).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.header("x-api-key", key.expose());
        }
        let response = self.wire.open(call).await?;
        read_answer(response, Framing::Events, Reader::default(), &self.wire.timing)
    }
}

fn max_tokens(model: &str) -> u32 {
    let is_claude_3 = ["claude-3-opus", "claude-3-sonnet", "claude-3-haiku"]
        .iter()
        .any(|name| model.starts_with(name));
    if is_claude_3 { MAX_TOKENS_CLAUDE_3 } else { MAX_TOKENS }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Piece {
    MessageStart {
        message: StartedMessage,
    },
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        delta: Ending,
        #[serde(default)]
        usage: PieceUsage,
    },
    MessageStop,
    Error {
        error: ReportedError,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct StartedMessage {
    #[serde(default)]
    usage: PieceUsage,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
}

#[derive(Deserialize)]
struct Ending {
    #[serde(default)]
    stop_reason: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct PieceUsage {
    input_tokens: Option<f64>,
    cache_creation_input_tokens: Option<f64>,
    cache_read_input_tokens: Option<f64>,
    output_tokens: Option<f64>,
}

#[derive(Deserialize)]
struct ReportedError {
    message: String,
}

#[derive(Default)]
struct Reader {
    usage: Usage,
    finish_reason: Option<FinishReason>,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        match serde_json::from_slice(piece)? {
            Piece::MessageStart { message } => self.add_usage(message.usage, events),
            Piece::ContentBlockDelta { delta } => {
                if let Some(thinking) = delta.thinking.filter(|text| !text.is_empty()) {
                    events.push_back(ModelEvent::Reasoning(thinking));
                }
                if let Some(text) = delta.text.filter(|text| !text.is_empty()) {
                    events.push_back(ModelEvent::Text(text));
                }
            }
            Piece::MessageDelta { delta, usage } => {
                if let Some(reason) = delta.stop_reason {
                    self.finish_reason = Some(finish_reason(&reason));
                }
                self.add_usage(usage, events);
            }
            Piece::MessageStop => {
                self.finish_reason.get_or_insert(FinishReason::Stop);
                return Ok(Next::End);
            }
            Piece::Error { error } => return Err(Fault::Reported(error.message)),
            Piece::Other => {}
        }
        Ok(Next::More)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason
    }
}

impl Reader {
    /// Input is counted in the first message, output in the last; what was read from and written to
    /// the cache was read by the model too.
    fn add_usage(&mut self, usage: PieceUsage, events: &mut VecDeque<ModelEvent>) {
        if let Some(input) = usage.input_tokens {
            let cached = tokens(usage.cache_creation_input_tokens)
                .saturating_add(tokens(usage.cache_read_input_tokens));
            self.usage.input_tokens = tokens(Some(input)).saturating_add(cached);
        }
        if usage.output_tokens.is_some() {
            self.usage.output_tokens = tokens(usage.output_tokens);
        }
        events.push_back(ModelEvent::Usage(self.usage));
    }
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason {
        "end_turn" | "stop_sequence" => FinishReason::Stop,
        "max_tokens" | "model_context_window_exceeded" => FinishReason::Length,
        "refusal" => FinishReason::ContentFilter,
        _ => FinishReason::Other,
    }
}
