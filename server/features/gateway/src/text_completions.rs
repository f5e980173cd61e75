//! OpenAI's text completions, the predecessor of chat completions: older clients still use them.

use area::Services;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use generation::UsageBody;
use identity::KeyScope;
use providers::{ModelMessage, ModelRequest, RequestOptions, Role};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::answer::DONE;
use crate::ask::ask_all;
use crate::body::RawBody;
use crate::caller::Caller;
use crate::embeddings::text_of;
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::flow::{Collected, Encoder, add_usage, data};
use crate::lenient::{or_default, whole, whole_signed};
use crate::pieces::Piece;
use crate::problems::CHOICES_MAX;
use crate::repeats::Named;
use crate::wire::{Stop, StreamOptions, TokenUsage, choices, finish_reason};

/// `POST /v1/completions`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TextCompletionRequest {
    /// `<connection>/<model>`, or `bot:<id>`.
    model: String,
    #[schema(value_type = Object)]
    prompt: Option<Prompt>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = bool)]
    stream: bool,
    stream_options: Option<StreamOptions>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    max_tokens: Option<u32>,
    temperature: Option<f32>,
    top_p: Option<f32>,
    #[schema(value_type = Option<Object>)]
    stop: Option<Stop>,
    #[serde(default, deserialize_with = "whole_signed")]
    #[schema(value_type = Option<i64>)]
    seed: Option<i64>,
    presence_penalty: Option<f32>,
    frequency_penalty: Option<f32>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    n: Option<u32>,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    best_of: Option<u32>,
    #[serde(default, deserialize_with = "or_default")]
    #[schema(value_type = bool)]
    echo: bool,
    #[schema(ignore)]
    logprobs: Option<Value>,
    #[schema(ignore)]
    suffix: Option<String>,
}

/// One text, some, or their tokens in the vocabulary `cl100k_base`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Prompt {
    One(String),
    Some(Vec<String>),
    OneInTokens(Vec<u32>),
    SomeInTokens(Vec<Vec<u32>>),
}

/// Continues texts, in OpenAI's format: at once, or with `stream` while it is written.
///
/// Each prompt is a message to the model. Metered like chat completions, and the same with an `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/completions", tag = "gateway", request_body = TextCompletionRequest,
    params(("idempotency-key" = Option<String>, Header)),
    responses((status = 200, body = serde_json::Value), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn create_text_completion(
    State(services): State<Services>,
    caller: Caller,
    named: Named,
    body: RawBody,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Chat)?;
    let wanted: TextCompletionRequest = body.parse()?;
    let repeatable = named.request(&caller.0, &body.0);
    let prompts = wanted.prompts()?;
    let requests = prompts.iter().map(|prompt| wanted.to_model_request(prompt)).collect();
    let asked = ask_all(&services, &caller.0, &wanted.model, requests, repeatable).await?;
    let completing = Completing {
        id: format!("cmpl-{}", asked.id),
        created: asked.created,
        echoed: if wanted.echo { prompts } else { vec![String::new(); prompts.len()] },
        with_usage: wanted.stream_options.as_ref().is_some_and(|options| options.include_usage),
        usage: UsageBody::default(),
        model: wanted.model,
    };
    if wanted.stream {
        return asked.pieces.stream(completing).await;
    }
    let answers = asked.pieces.collect().await?;
    Ok(Json(completing.whole(answers)).into_response())
}

impl TextCompletionRequest {
    /// Returns a prompt for each answer: all answers to the first one come first.
    fn prompts(&self) -> OpenAiResult<Vec<String>> {
        let is_set =
            |value: &Option<Value>| !matches!(value, None | Some(Value::Null | Value::Bool(false)));
        let has_suffix = self.suffix.as_ref().is_some_and(|suffix| !suffix.is_empty());
        for (is_wanted, param, message) in [
            (
                is_set(&self.logprobs),
                "logprobs",
                "Log probabilities are not available here: leave them out.",
            ),
            (has_suffix, "suffix", "Texts cannot be inserted here: leave it out."),
            (
                self.best_of.is_some_and(|n| n > self.n.unwrap_or(1)),
                "best_of",
                "Ask for n answers.",
            ),
        ] {
            if is_wanted {
                let error = OpenAiError::invalid(param, message);
                return Err(error.with_code("unsupported_parameter"));
            }
        }
        let texts = match &self.prompt {
            Some(Prompt::One(text)) => vec![text.clone()],
            Some(Prompt::Some(texts)) => texts.clone(),
            Some(Prompt::OneInTokens(tokens)) => vec![text_of(tokens, "prompt")?],
            Some(Prompt::SomeInTokens(texts)) => {
                let texts = texts.iter().map(|tokens| text_of(tokens, "prompt"));
                texts.collect::<OpenAiResult<_>>()?
            }
            None => return Err(OpenAiError::invalid("prompt", "There is no prompt to continue.")),
        };
        let each = choices(self.n)?;
        if texts.is_empty() || texts.len() * each > CHOICES_MAX {
            let message = format!("1 to {CHOICES_MAX} answers can be given.");
            return Err(OpenAiError::invalid("prompt", message));
        }
        Ok(texts.into_iter().flat_map(|text| vec![text; each]).collect())
    }

    fn to_model_request(&self, prompt: &str) -> ModelRequest {
        ModelRequest {
            messages: vec![ModelMessage::text(Role::User, prompt)],
            max_output_tokens: self.max_tokens,
            temperature: self.temperature,
            options: RequestOptions {
                top_p: self.top_p,
                stop: self.stop.as_ref().map(Stop::texts).unwrap_or_default(),
                seed: self.seed,
                presence_penalty: self.presence_penalty,
                frequency_penalty: self.frequency_penalty,
                ..RequestOptions::default()
            },
            ..ModelRequest::default()
        }
    }
}

/// Completions that are being written.
struct Completing {
    id: String,
    created: i64,
    model: String,
    /// The text before each answer.
    echoed: Vec<String>,
    with_usage: bool,
    usage: UsageBody,
}

impl Completing {
    fn whole(mut self, answers: Vec<Collected>) -> Value {
        self.usage = answers.iter().map(|answer| answer.usage).fold(self.usage, add_usage);
        let choices = answers.into_iter().zip(&self.echoed).enumerate();
        let choices = choices.map(|(index, (answer, echoed))| {
            let text = format!("{echoed}{}", answer.text);
            choice(index, &text, Some(finish_reason(&answer.reason)))
        });
        let mut body = self.body(choices.collect());
        body["usage"] = json!(TokenUsage::from(self.usage));
        body
    }

    fn body(&self, choices: Vec<Value>) -> Value {
        json!({
            "id": self.id, "object": "text_completion", "created": self.created, "model": self.model,
            "choices": choices,
        })
    }
}

fn choice(index: usize, text: &str, finish_reason: Option<&str>) -> Value {
    json!({ "index": index, "text": text, "logprobs": null, "finish_reason": finish_reason })
}

impl Encoder for Completing {
    fn begin(&mut self) -> Vec<Bytes> {
        let echoed = self.echoed.iter().enumerate().filter(|(_, text)| !text.is_empty());
        echoed.map(|(index, text)| data(&self.body(vec![choice(index, text, None)]))).collect()
    }

    fn encode(&mut self, index: usize, piece: Piece) -> Vec<Bytes> {
        let choice = match piece {
            Piece::Text(text) => choice(index, &text, None),
            // There is no place for them.
            Piece::Thought(_) | Piece::Call(_) => return Vec::new(),
            Piece::Failed(error) => return vec![data(&error.body())],
            Piece::Finished { reason, usage } => {
                self.usage = add_usage(self.usage, usage);
                choice(index, "", Some(finish_reason(&reason)))
            }
        };
        vec![data(&self.body(vec![choice]))]
    }

    fn end(&mut self) -> Vec<Bytes> {
        let usage = self.with_usage.then(|| {
            let mut body = self.body(Vec::new());
            body["usage"] = json!(TokenUsage::from(self.usage));
            data(&body)
        });
        usage.into_iter().chain([DONE]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompts(request: Value) -> OpenAiResult<Vec<String>> {
        serde_json::from_value::<TextCompletionRequest>(request).unwrap().prompts()
    }

    #[test]
    fn each_prompt_has_as_many_answers_as_are_asked_for() {
        let read =
            |prompt: Value, n: Value| prompts(json!({ "model": "m", "prompt": prompt, "n": n }));
        assert_eq!(read(json!("a"), Value::Null).unwrap(), ["a"]);
        assert_eq!(read(json!([9906, 1917]), Value::Null).unwrap(), ["Hello world"]);
        assert_eq!(read(json!(["a", "b"]), json!(2)).unwrap(), ["a", "a", "b", "b"]);
        for (prompt, n) in [
            (Value::Null, json!(1)),
            (json!([]), json!(1)),
            (json!([4_000_000]), json!(1)),
            (json!(["a", "b", "c"]), json!(3)),
        ] {
            assert!(read(prompt.clone(), n).is_err(), "{prompt}");
        }
    }

    #[test]
    fn what_is_not_served_is_refused_by_name() {
        for (field, value) in
            [("logprobs", json!(5)), ("suffix", json!("x")), ("best_of", json!(3))]
        {
            let mut request = json!({ "model": "m", "prompt": "a" });
            request[field] = value;
            let error = prompts(request).unwrap_err().body().error;
            assert_eq!(error.param.as_deref(), Some(field));
        }
    }
}
