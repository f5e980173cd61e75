//! Texts to vectors, in OpenAI's shape.

use area::Services;
use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use generation::embedding_use;
use identity::{KeyCaller, KeyScope};
use kernel::{Fallible, RunId};
use ledger::{Charge, ModelUse, Operation, Prices};
use providers::{EmbeddingRequest, Embeddings, ResolvedEmbedding};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_util::task::TaskTracker;
use utoipa::ToSchema;

use crate::body::RawBody;
use crate::caller::{Caller, Hold, hold};
use crate::error::{ErrorBody, OpenAiError, OpenAiResult};
use crate::lenient::whole;
use crate::problems::{EMBEDDED_TEXT_MAX_CHARS, EMBEDDED_TEXTS_MAX};
use crate::repeats::{Answers, Named, Repeatable, is_running};

/// `POST /v1/embeddings`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = EmbeddingRequest)]
pub(crate) struct EmbeddingsRequest {
    pub model: String,
    #[schema(value_type = Object)]
    input: Input,
    #[serde(default, deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    dimensions: Option<u32>,
    /// `float` or `base64`.
    encoding_format: Option<String>,
}

/// One or several texts, or their tokens in the vocabulary of OpenAI's embeddings, which clients use for any model.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Input {
    One(String),
    Some(Vec<String>),
    OneInTokens(Vec<u32>),
    SomeInTokens(Vec<Vec<u32>>),
    #[expect(dead_code, reason = "anything else is refused")]
    Other(Value),
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EmbeddingList)]
pub(crate) struct EmbeddingsBody {
    object: &'static str,
    data: Vec<EmbeddingBody>,
    model: String,
    usage: EmbeddingUsage,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Embedding)]
pub(crate) struct EmbeddingBody {
    object: &'static str,
    index: usize,
    /// Numbers, or base64 of little-endian 32-bit floats.
    #[schema(value_type = Object)]
    embedding: Value,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EmbeddingUsage {
    prompt_tokens: u32,
    total_tokens: u32,
}

/// Embeds texts as vectors.
///
/// Costs one standard query per hundred texts, rounded up, charged when the vectors are there. The same request with
/// the same `Idempotency-Key` returns the same vectors within a day, free of charge.
#[utoipa::path(post, path = "/v1/embeddings", tag = "gateway", request_body = EmbeddingsRequest,
    params(("idempotency-key" = Option<String>, Header)),
    responses((status = 200, body = EmbeddingsBody), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 502, body = ErrorBody)))]
pub(crate) async fn create_embeddings(
    State(services): State<Services>,
    caller: Caller,
    named: Named,
    body: RawBody,
) -> OpenAiResult<Json<EmbeddingsBody>> {
    caller.0.check(KeyScope::Embeddings)?;
    let wanted: EmbeddingsRequest = body.parse()?;
    let texts = wanted.texts()?;
    let as_base64 = wanted.is_base64()?;
    let repeatable = named.request(&caller.0, &body.0);
    let mut instead_of = None;
    if let Some(repeatable) = &repeatable {
        match repeatable.find_vectors(&services, texts.len()).await? {
            Answers::First(made) => {
                return Ok(Json(EmbeddingsBody::new(wanted.model, made, as_base64)));
            }
            Answers::Anew { instead_of: lost } => instead_of = lost,
        }
    }
    let model = services.providers.resolve_embedding(&wanted.model).await?;
    let request = EmbeddingRequest {
        model: model.name_at_provider.clone(),
        texts,
        dimensions: wanted.dimensions,
    };
    let claim = repeatable.map(|repeatable| (repeatable, instead_of));
    let made = embed(&services, &caller.0, &model, request, claim).await?;
    Ok(Json(EmbeddingsBody::new(wanted.model, made, as_base64)))
}

/// A request that can come again, and the hold in whose place it begins.
type Claim = Option<(Repeatable, Option<RunId>)>;

/// Computes the vectors between a hold and its settlement. Vectors that were not computed cost nothing.
async fn embed(
    services: &Services,
    caller: &KeyCaller,
    model: &ResolvedEmbedding,
    request: EmbeddingRequest,
    claim: Claim,
) -> Fallible<Embeddings> {
    let charge = Prices::of(Operation::Embedding { texts: request.texts.len() });
    // Not a run, but held and settled like one.
    let hold = RunId::new(services.clock.now());
    let is_local = services.providers.is_local(&model.info.id).await;
    let asked = embedding_use(model, is_local, &request, None);
    reserve(services, caller, (hold, charge), &model.info.name, &asked, claim.as_ref()).await?;
    // On its own, so that a program that hangs up does not leave the hold behind.
    let (services, model) = (services.clone(), model.clone());
    let made = TaskTracker::new().spawn(async move {
        let made = model.model.embed(request.clone()).await;
        let mut tx = services.db.begin().await?;
        let used = if made.is_ok() { charge.amount } else { 0 };
        let (_, open) = services.ledger.settle_open(&mut tx, hold, used).await?;
        if let Some((repeatable, _)) = &claim {
            repeatable.end_vectors(&mut tx, hold, made.as_ref().ok()).await?;
        }
        if let Some(open) = open {
            let counted = made.as_ref().ok().map(|made| made.input_tokens);
            let cost = counted.map(|tokens| embedding_use(&model, is_local, &request, tokens));
            services.ledger.book_cost(&mut tx, open, cost.as_ref()).await?;
        }
        tx.commit().await?;
        made.map_err(|error| error.problem().into())
    });
    made.await.map_err(kernel::Failure::internal)?
}

async fn reserve(
    services: &Services,
    caller: &KeyCaller,
    (id, charge): (RunId, Charge),
    detail: &str,
    asked: &ModelUse<'_>,
    claim: Option<&(Repeatable, Option<RunId>)>,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if let Some((repeatable, instead_of)) = claim
        && !repeatable.claim(&mut tx, id, *instead_of, services.clock.now()).await?
    {
        return Err(is_running().into());
    }
    let wanted = Hold { id, charge, feature: "embeddings", detail };
    hold(services, &mut tx, caller, &wanted).await?;
    if services.ledger.limits_spending() {
        services.ledger.hold_cost(&mut tx, id, asked).await?;
    }
    tx.commit().await?;
    Ok(())
}

impl EmbeddingsRequest {
    fn texts(&self) -> OpenAiResult<Vec<String>> {
        let texts = match &self.input {
            Input::One(text) => vec![text.clone()],
            Input::Some(texts) => texts.clone(),
            Input::OneInTokens(tokens) => vec![text_of(tokens, "input")?],
            Input::SomeInTokens(texts) => {
                texts.iter().map(|tokens| text_of(tokens, "input")).collect::<OpenAiResult<_>>()?
            }
            Input::Other(_) => {
                return Err(OpenAiError::invalid("input", "Send texts, or their tokens."));
            }
        };
        let is_wrong =
            |text: &String| text.is_empty() || text.chars().count() > EMBEDDED_TEXT_MAX_CHARS;
        if texts.is_empty() || texts.len() > EMBEDDED_TEXTS_MAX || texts.iter().any(is_wrong) {
            let message = format!(
                "Send 1 to {EMBEDDED_TEXTS_MAX} texts of 1 to {EMBEDDED_TEXT_MAX_CHARS} characters."
            );
            return Err(OpenAiError::invalid("input", message));
        }
        Ok(texts)
    }

    fn is_base64(&self) -> OpenAiResult<bool> {
        match self.encoding_format.as_deref() {
            None | Some("float") => Ok(false),
            Some("base64") => Ok(true),
            Some(_) => Err(OpenAiError::invalid("encoding_format", "There are float and base64.")),
        }
    }
}

/// Returns the text of tokens: models of other providers have vocabularies of their own.
pub(crate) fn text_of(tokens: &[u32], param: &str) -> OpenAiResult<String> {
    let message = "A token is not in the vocabulary cl100k_base.";
    tokens::decode_cl100k(tokens).ok_or_else(|| OpenAiError::invalid(param, message))
}

impl EmbeddingsBody {
    fn new(model: String, made: Embeddings, as_base64: bool) -> Self {
        let data = made.vectors.into_iter().enumerate().map(|(index, vector)| EmbeddingBody {
            object: "embedding",
            index,
            embedding: if as_base64 { json!(base64(&vector)) } else { json!(vector) },
        });
        let tokens = made.input_tokens.unwrap_or(0);
        Self {
            object: "list",
            data: data.collect(),
            model,
            usage: EmbeddingUsage { prompt_tokens: tokens, total_tokens: tokens },
        }
    }
}

fn base64(vector: &[f32]) -> String {
    let bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: Value) -> OpenAiResult<Vec<String>> {
        serde_json::from_value::<EmbeddingsRequest>(json!({ "model": "m", "input": input }))
            .unwrap()
            .texts()
    }

    #[test]
    fn texts_are_taken_also_in_tokens() {
        assert_eq!(read(json!("a")).unwrap(), ["a"]);
        assert_eq!(read(json!(["a", "b"])).unwrap().len(), 2);
        assert_eq!(read(json!([9906, 1917])).unwrap(), ["Hello world"]);
        assert_eq!(read(json!([[9906], [1917]])).unwrap(), ["Hello", " world"]);
        for wrong in
            [json!([4_000_000]), json!([[]]), json!([1.5]), json!([]), json!(""), json!(["a", ""])]
        {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn base64_is_little_endian_floats() {
        assert_eq!(base64(&[1.0, -2.0]), "AACAPwAAAMA=");
    }
}
