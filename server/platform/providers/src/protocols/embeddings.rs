//! Embeddings: OpenAI's, Gemini's and Ollama's. Anthropic has none.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::gemini::check_name;
use crate::answer::tokens;
use crate::limits::{EMBEDDINGS_MAX_BYTES, EMBEDDINGS_TIMEOUT_SECONDS};
use crate::wire::read_body;
use crate::{EmbeddingModel, EmbeddingRequest, Embeddings, ModelError, Protocol, Target, Wire};

/// Embeddings at `target`; `None` where the protocol has none.
pub(crate) fn embedding_model(
    protocol: Protocol,
    target: Target,
    wire: Wire,
) -> Option<std::sync::Arc<dyn EmbeddingModel>> {
    let dialect = match protocol {
        Protocol::Openai | Protocol::OpenaiCompatible => Dialect::OpenAi,
        Protocol::Gemini => Dialect::Gemini,
        Protocol::Ollama => Dialect::Ollama,
        _ => return None,
    };
    Some(std::sync::Arc::new(Remote { dialect, target, wire }))
}

#[derive(Clone, Copy)]
enum Dialect {
    OpenAi,
    Gemini,
    Ollama,
}

struct Remote {
    dialect: Dialect,
    target: Target,
    wire: Wire,
}

#[async_trait]
impl EmbeddingModel for Remote {
    async fn embed(&self, request: EmbeddingRequest) -> Result<Embeddings, ModelError> {
        let wanted = request.texts.len();
        let made = match self.dialect {
            Dialect::OpenAi => self.ask_openai(request).await?,
            Dialect::Gemini => self.ask_gemini(request).await?,
            Dialect::Ollama => self.ask_ollama(request).await?,
        };
        let is_whole = made.vectors.len() == wanted && made.vectors.iter().all(|v| !v.is_empty());
        is_whole.then_some(made).ok_or_else(|| ModelError::broken("vectors are missing"))
    }
}

impl Remote {
    async fn ask_openai(&self, request: EmbeddingRequest) -> Result<Embeddings, ModelError> {
        let mut body = json!({
            "model": request.model, "input": request.texts, "encoding_format": "float",
        });
        if let Some(dimensions) = request.dimensions {
            body["dimensions"] = json!(dimensions);
        }
        let url = format!("{}/embeddings", self.target.base_url);
        let mut made: OpenAiBody = self.fetch(self.bearer(url).json(&body)).await?;
        made.data.sort_by_key(|item| item.index);
        Ok(Embeddings {
            vectors: made.data.into_iter().map(|item| item.embedding).collect(),
            input_tokens: made.usage.and_then(|usage| usage.prompt_tokens).map(|n| tokens(Some(n))),
        })
    }

    async fn ask_gemini(&self, request: EmbeddingRequest) -> Result<Embeddings, ModelError> {
        check_name(&request.model)?;
        let model = format!("models/{}", request.model);
        let one = |text: &String| {
            let mut one = json!({ "model": model, "content": { "parts": [{ "text": text }] } });
            if let Some(dimensions) = request.dimensions {
                one["outputDimensionality"] = json!(dimensions);
            }
            one
        };
        let body = json!({ "requests": request.texts.iter().map(one).collect::<Vec<_>>() });
        let url = format!("{}/v1beta/{model}:batchEmbedContents", self.target.base_url);
        let mut call = self.wire.client(&url).post(url).json(&body);
        if let Some(key) = &self.target.api_key {
            call = call.header("x-goog-api-key", key.expose());
        }
        let made: GeminiBody = self.fetch(call).await?;
        let vectors = made.embeddings.into_iter().map(|made| made.values).collect();
        Ok(Embeddings { vectors, input_tokens: None })
    }

    async fn ask_ollama(&self, request: EmbeddingRequest) -> Result<Embeddings, ModelError> {
        let mut body = json!({ "model": request.model, "input": request.texts });
        if let Some(dimensions) = request.dimensions {
            body["dimensions"] = json!(dimensions);
        }
        let url = format!("{}/api/embed", self.target.base_url);
        let made: OllamaBody = self.fetch(self.bearer(url).json(&body)).await?;
        let input_tokens = made.prompt_eval_count.map(|count| tokens(Some(count)));
        Ok(Embeddings { vectors: made.embeddings, input_tokens })
    }

    fn bearer(&self, url: String) -> RequestBuilder {
        let call = self.wire.client(&url).post(url);
        match &self.target.api_key {
            Some(key) => call.bearer_auth(key.expose()),
            None => call,
        }
    }

    async fn fetch<T: DeserializeOwned>(&self, call: RequestBuilder) -> Result<T, ModelError> {
        let response = self.wire.open(call).await?;
        let longest = Duration::from_secs(EMBEDDINGS_TIMEOUT_SECONDS);
        let body = read_body(response, EMBEDDINGS_MAX_BYTES, longest).await?;
        serde_json::from_slice(&body)
            .map_err(|_| ModelError::broken("the answer has no embeddings in it"))
    }
}

#[derive(Deserialize)]
struct OpenAiBody {
    data: Vec<OpenAiItem>,
    #[serde(default)]
    usage: Option<OpenAiUsage>,
}

#[derive(Deserialize)]
struct OpenAiItem {
    #[serde(default)]
    index: usize,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct OpenAiUsage {
    #[serde(default)]
    prompt_tokens: Option<f64>,
}

#[derive(Deserialize)]
struct GeminiBody {
    embeddings: Vec<GeminiItem>,
}

#[derive(Deserialize)]
struct GeminiItem {
    values: Vec<f32>,
}

#[derive(Deserialize)]
struct OllamaBody {
    embeddings: Vec<Vec<f32>>,
    #[serde(default)]
    prompt_eval_count: Option<f64>,
}
