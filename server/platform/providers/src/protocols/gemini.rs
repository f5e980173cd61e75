//! Gemini's `streamGenerateContent` (ai.google.dev/api/generate-content).

use std::collections::VecDeque;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::filled_messages;
use crate::answer::{Decoder, Fault, Next, read_answer, tokens};
use crate::frames::Framing;
use crate::wire::message_in;
use crate::{
    FinishReason, ModelError, ModelEvent, ModelRequest, ModelStream, Role, Target, TextModel,
    Usage, Wire,
};

pub(super) struct Gemini {
    pub target: Target,
    pub wire: Wire,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    contents: Vec<Content<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Content<'a>>,
    generation_config: GenerationConfig,
}

#[derive(Serialize)]
struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    parts: [TextPart<'a>; 1],
}

#[derive(Serialize)]
struct TextPart<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[async_trait]
impl TextModel for Gemini {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        check_name(&request.model)?;
        let body = Body {
            contents: filled_messages(&request)
                .map(|message| {
                    let role = match message.role {
                        Role::User | Role::Tool => "user",
                        Role::Assistant => "model",
                    };
                    Content { role: Some(role), parts: [TextPart { text: &message.text }] }
                })
                .collect(),
            system_instruction: request
                .system
                .as_deref()
                .map(|text| Content { role: None, parts: [TextPart { text }] }),
            generation_config: GenerationConfig {
                max_output_tokens: request.max_output_tokens,
                temperature: request.temperature,
            },
        };
        let url = format!(
            "{}/v1beta/models/{}:streamGenerateContent?alt=sse",
            self.target.base_url, request.model
        );
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            // In the header, not in the address: addresses get logged.
            call = call.header("x-goog-api-key", key.expose());
        }
        let response = self.wire.open(call).await?;
        read_answer(response, Framing::Events, Reader::default(), &self.wire.timing)
    }
}

/// Refuses a name that would lead to another place: here the name is a part of the address.
fn check_name(model: &str) -> Result<(), ModelError> {
    let is_plain = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '.' | '_' | '-');
    if !model.is_empty() && model.chars().all(is_plain) && !model.starts_with('.') {
        return Ok(());
    }
    Err(ModelError::Refused { message: "no model has such a name".to_owned() })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Piece {
    #[serde(default)]
    candidates: Vec<Candidate>,
    #[serde(default)]
    usage_metadata: Option<UsageMetadata>,
    #[serde(default)]
    prompt_feedback: Option<PromptFeedback>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    #[serde(default)]
    content: Option<AnswerContent>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct AnswerContent {
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thought: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UsageMetadata {
    #[serde(default)]
    prompt_token_count: Option<f64>,
    #[serde(default)]
    candidates_token_count: Option<f64>,
    #[serde(default)]
    thoughts_token_count: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PromptFeedback {
    #[serde(default)]
    block_reason: Option<String>,
}

/// There is no last piece: the stream ends after the one with a finish reason.
#[derive(Default)]
struct Reader {
    finish_reason: Option<FinishReason>,
}

impl Decoder for Reader {
    fn decode(&mut self, piece: &[u8], events: &mut VecDeque<ModelEvent>) -> Result<Next, Fault> {
        let piece: Piece = serde_json::from_slice(piece)?;
        if let Some(error) = piece.error {
            let whole = serde_json::json!({ "error": error });
            let message = message_in(&whole).unwrap_or_else(|| whole["error"].to_string());
            return Err(Fault::Reported(message));
        }
        if let Some(candidate) = piece.candidates.into_iter().next() {
            for part in candidate.content.into_iter().flat_map(|content| content.parts) {
                let Some(text) = part.text.filter(|text| !text.is_empty()) else { continue };
                events.push_back(match part.thought {
                    true => ModelEvent::Reasoning(text),
                    false => ModelEvent::Text(text),
                });
            }
            if let Some(reason) = candidate.finish_reason {
                self.finish_reason = Some(finish_reason(&reason));
            }
        }
        if piece.prompt_feedback.is_some_and(|feedback| feedback.block_reason.is_some()) {
            self.finish_reason = Some(FinishReason::ContentFilter);
        }
        if let Some(usage) = piece.usage_metadata {
            let written = tokens(usage.candidates_token_count);
            events.push_back(ModelEvent::Usage(Usage {
                input_tokens: tokens(usage.prompt_token_count),
                output_tokens: written.saturating_add(tokens(usage.thoughts_token_count)),
            }));
        }
        Ok(Next::More)
    }

    fn finish_reason(&self) -> Option<FinishReason> {
        self.finish_reason
    }
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason {
        "STOP" => FinishReason::Stop,
        "MAX_TOKENS" => FinishReason::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => {
            FinishReason::ContentFilter
        }
        _ => FinishReason::Other,
    }
}
