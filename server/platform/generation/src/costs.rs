//! Token usage of a run's model, and its cost to the operator.

pub(crate) mod price;
pub(crate) mod spending_gate;

use conversations::{Part, PartKind};
use ledger::ModelUse;
use providers::{Answerer, EmbeddingRequest, ModelRequest, ResolvedEmbedding, Usage};
use tokens::count_by_length;

/// Token usage of a run's model.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Used<'a> {
    /// Usage as counted by the provider.
    pub usage: Option<Usage>,
    /// Estimate of further usage that the provider did not count.
    pub likely: Option<Usage>,
    /// The model that answered in place of the requested one.
    pub answerer: Option<&'a Answerer>,
}

impl Used<'_> {
    /// Returns the number of tokens written, reasoning included; `None` if unknown.
    pub fn written(&self) -> Option<i64> {
        let tokens = |usage: Option<Usage>| usage.map_or(0, |usage| i64::from(usage.output_tokens));
        let is_known = self.usage.is_some() || self.likely.is_some();
        is_known.then(|| tokens(self.usage) + tokens(self.likely))
    }
}

/// Returns the usage of an embedding request for the operator's costs: `counted` if the provider counted it, otherwise
/// an estimate from the lengths of the texts.
pub fn embedding_use<'a>(
    model: &'a ResolvedEmbedding,
    is_local: bool,
    request: &EmbeddingRequest,
    counted: Option<u32>,
) -> ModelUse<'a> {
    let likely = || whole(request.texts.iter().map(|text| count_by_length(text)).sum());
    ModelUse {
        model: &model.info.id,
        is_local,
        input_tokens: counted.map_or_else(likely, i64::from),
        output_tokens: 0,
        is_estimated: counted.is_none(),
    }
}

/// Maximum number of tokens for an image, taken from the providers that state one.
const IMAGE_TOKENS: usize = 1_600;
/// Bytes of a recording per token: providers count 10 to 32 tokens a second, and compressed speech has 4,000 bytes.
const AUDIO_BYTES_PER_TOKEN: usize = 125;
/// A token of what people write has two bytes or more, in any script.
const BYTES_PER_TOKEN: usize = 2;

/// Returns an upper bound on what a request may use, as far as it is known without counting tokens: for the first step
/// of a run with tools, and for an answer of `answer_tokens` if the request has no limit of its own.
pub(crate) fn at_most<'a>(
    (model, is_local): (&'a str, bool),
    request: &ModelRequest,
    answer_tokens: i64,
) -> ModelUse<'a> {
    let said = texts_of(request).map(str::len).sum::<usize>();
    let described = |tool: &providers::ToolSpec| {
        tool.name.len() + tool.description.len() + tool.parameters.to_string().len()
    };
    let tools = request.tools.iter().map(described).sum::<usize>();
    let input = (said + tools).div_ceil(BYTES_PER_TOKEN)
        + images_of(request) * IMAGE_TOKENS
        + audio_bytes(request).div_ceil(AUDIO_BYTES_PER_TOKEN);
    ModelUse {
        model,
        is_local,
        input_tokens: whole(input),
        output_tokens: request.max_output_tokens.map_or(answer_tokens, i64::from),
        is_estimated: true,
    }
}

/// Returns the use of a model to book: what its provider counted, and what it likely used beyond that.
pub(crate) fn model_use(
    model: &str,
    is_local: bool,
    counted: Option<Usage>,
    likely: Option<Usage>,
) -> ModelUse<'_> {
    let is_estimated = likely.is_some();
    let (counted, likely) = (counted.unwrap_or_default(), likely.unwrap_or_default());
    ModelUse {
        model,
        is_local,
        input_tokens: i64::from(counted.input_tokens) + i64::from(likely.input_tokens),
        output_tokens: i64::from(counted.output_tokens) + i64::from(likely.output_tokens),
        is_estimated,
    }
}

/// Estimates what a request and its answer of `written` tokens used beyond `counted`: some providers count the request
/// at once and the answer only at its end.
pub(crate) fn likely_beyond(
    counted: Option<Usage>,
    request: &ModelRequest,
    written: usize,
) -> Option<Usage> {
    let likely = likely_for(request, written);
    let Some(counted) = counted else { return Some(likely) };
    let output_tokens = likely.output_tokens.saturating_sub(counted.output_tokens);
    (output_tokens > 0).then_some(Usage { output_tokens, ..Usage::default() })
}

/// Estimates what a request used, and an answer of `written` tokens.
fn likely_for(request: &ModelRequest, written: usize) -> Usage {
    let input = texts_of(request).map(count_by_length).sum::<usize>();
    Usage {
        input_tokens: few(input
            + images_of(request) * IMAGE_TOKENS
            + audio_bytes(request) / AUDIO_BYTES_PER_TOKEN),
        output_tokens: few(written),
        ..Usage::default()
    }
}

/// Estimates the number of tokens in the content of parts.
pub(crate) fn said_in_all(parts: &[Part]) -> usize {
    parts.iter().map(said_in).sum()
}

/// Estimates the number of tokens in the content of a part.
fn said_in(part: &Part) -> usize {
    match &part.kind {
        PartKind::Text { text } | PartKind::Reasoning { text, .. } => count_by_length(text),
        _ => 0,
    }
}

/// Estimates the number of tokens these parts were written with, tool calls included.
pub(crate) fn likely_written(parts: &[Part]) -> i64 {
    let written = |part: &Part| match &part.kind {
        PartKind::ToolCall { arguments, .. } => count_by_length(arguments),
        _ => said_in(part),
    };
    whole(parts.iter().map(written).sum())
}

fn texts_of(request: &ModelRequest) -> impl Iterator<Item = &str> {
    let messages = request.messages.iter().flat_map(|message| {
        let arguments = message.tool_calls.iter().map(|call| call.arguments.as_str());
        std::iter::once(message.text.as_str()).chain(arguments)
    });
    request.system.as_deref().into_iter().chain(messages)
}

fn images_of(request: &ModelRequest) -> usize {
    request.messages.iter().map(|message| message.images.len()).sum()
}

fn audio_bytes(request: &ModelRequest) -> usize {
    let recordings = request.messages.iter().flat_map(|message| &message.audio);
    recordings.map(|audio| audio.data.len()).sum()
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn few(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use providers::{ModelImage, ModelMessage, Role};

    use super::*;

    const MODEL: (&str, bool) = ("a/m", false);

    fn request() -> ModelRequest {
        let image = ModelImage { media_type: "image/png".into(), data: vec![1].into() };
        ModelRequest {
            system: Some("Be brief.!".into()),
            messages: vec![ModelMessage {
                images: vec![image],
                ..ModelMessage::text(Role::User, "你好世界")
            }],
            ..ModelRequest::default()
        }
    }

    #[test]
    fn a_request_is_held_for_more_than_it_is_likely_to_use() {
        let most = at_most(MODEL, &request(), 8_192);
        // Ten bytes, and four characters of three bytes; a picture.
        assert_eq!((most.input_tokens, most.output_tokens), (11 + 1_600, 8_192));
        let likely = likely_for(&request(), 0);
        assert_eq!((likely.input_tokens, likely.output_tokens), (3 + 4 + 1_600, 0));
    }

    #[test]
    fn an_answer_with_a_limit_is_held_for_that() {
        let limited = ModelRequest { max_output_tokens: Some(7), ..request() };
        assert_eq!(at_most(MODEL, &limited, 8_192).output_tokens, 7);
    }

    #[test]
    fn what_was_written_and_thought_counts() {
        let part = |kind| Part { id: "p".into(), kind };
        let parts = [part(PartKind::Text { text: "12345678".into() })];
        assert_eq!(likely_for(&ModelRequest::default(), said_in_all(&parts)).output_tokens, 2);
    }

    #[test]
    fn what_a_model_wants_of_tools_is_read_again_with_what_they_gave() {
        let mut used = request();
        used.messages[0].tool_calls = vec![providers::ToolCall {
            id: "c".into(),
            name: "add".into(),
            arguments: "12345678".into(),
            provider_state: None,
        }];
        let more =
            at_most(MODEL, &used, 0).input_tokens - at_most(MODEL, &request(), 0).input_tokens;
        assert_eq!(more, 4);
    }

    #[test]
    fn of_an_answer_that_was_stopped_what_was_not_counted_is_likely() {
        let parts = [Part { id: "p".into(), kind: PartKind::Text { text: "12345678".into() } }];
        let beyond = |counted| likely_beyond(counted, &request(), said_in_all(&parts));
        let usage =
            |input_tokens, output_tokens| Usage { input_tokens, output_tokens, ..Usage::default() };
        assert_eq!(beyond(None), Some(usage(1_607, 2)));
        assert_eq!(beyond(Some(usage(9, 1))), Some(usage(0, 1)), "its request was counted");
        assert_eq!(beyond(Some(usage(9, 2))), None);
    }
}
