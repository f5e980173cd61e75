//! Asks a provider which models it has.

use kernel::Problem;
use reqwest::RequestBuilder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits::MODELS_MAX_BYTES;
use crate::protocols::ANTHROPIC_API_VERSION;
use crate::wire::{is_web_page, read_body};
use crate::{Protocol, Target, Wire, problems};

/// A model as its provider lists it; the fields that most providers do not send are optional.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListedModel {
    /// The provider's name for it.
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<bool>,
}

/// Fetches the models at `target`, in the provider's order, or returns the problem.
pub(crate) async fn fetch_models(
    wire: &Wire,
    protocol: Protocol,
    target: &Target,
) -> Result<Vec<ListedModel>, Problem> {
    let base = &target.base_url;
    let http = wire.client(base);
    let key = target.api_key.as_ref().map(|key| key.expose().as_str());
    match protocol {
        // The last two are inside this machine and have lists of their own.
        Protocol::Openai
        | Protocol::OpenaiCompatible
        | Protocol::LocalFiles
        | Protocol::Builtin => {
            let request = bearer(http.get(format!("{base}/models")), key);
            let list: OpenAiList = fetch(wire, request).await?;
            Ok(list.data.into_iter().map(ListedModel::from).collect())
        }
        Protocol::Anthropic => {
            let mut request = http
                .get(format!("{base}/v1/models?limit=1000"))
                .header("anthropic-version", ANTHROPIC_API_VERSION);
            if let Some(key) = key {
                request = request.header("x-api-key", key);
            }
            let list: AnthropicList = fetch(wire, request).await?;
            Ok(list.data.into_iter().map(ListedModel::from).collect())
        }
        Protocol::Gemini => {
            let mut request = http.get(format!("{base}/v1beta/models?pageSize=1000"));
            if let Some(key) = key {
                request = request.header("x-goog-api-key", key);
            }
            let list: GeminiList = fetch(wire, request).await?;
            Ok(list.models.into_iter().filter_map(GeminiModel::into_listed).collect())
        }
        Protocol::Ollama => {
            let request = bearer(http.get(format!("{base}/api/tags")), key);
            let list: OllamaList = fetch(wire, request).await?;
            let named = |model: OllamaModel| ListedModel { id: model.name, ..Default::default() };
            Ok(list.models.into_iter().map(named).collect())
        }
    }
}

fn bearer(request: RequestBuilder, key: Option<&str>) -> RequestBuilder {
    match key {
        Some(key) => request.bearer_auth(key),
        None => request,
    }
}

async fn fetch<T: DeserializeOwned>(wire: &Wire, request: RequestBuilder) -> Result<T, Problem> {
    let longest = wire.timing.models;
    let response = wire.attempt(request, longest).await.map_err(|error| error.problem())?;
    let status = response.status();
    if matches!(status.as_u16(), 404 | 405) || status.is_redirection() || is_web_page(&response) {
        return Err(problems::NOT_THIS_PROTOCOL.into());
    }
    if !status.is_success() {
        return Err(wire.refusal(response).await.problem());
    }
    let body = read_body(response, MODELS_MAX_BYTES, longest).await.map_err(|e| e.problem())?;
    serde_json::from_slice(&body).map_err(|_| problems::NOT_THIS_PROTOCOL.into())
}

#[derive(Deserialize)]
struct OpenAiList {
    data: Vec<OpenAiModel>,
}

/// OpenAI sends the id only; the other fields are OpenRouter's, vLLM's and LM Studio's.
#[derive(Deserialize)]
struct OpenAiModel {
    id: String,
    name: Option<String>,
    #[serde(alias = "max_model_len", alias = "max_context_length")]
    context_length: Option<f64>,
    architecture: Option<Architecture>,
    supported_parameters: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Architecture {
    #[serde(default)]
    input_modalities: Vec<String>,
}

impl From<OpenAiModel> for ListedModel {
    fn from(model: OpenAiModel) -> Self {
        let supports = |name: &str| {
            model.supported_parameters.as_ref().map(|list| list.iter().any(|item| item == name))
        };
        Self {
            context_tokens: context_tokens(model.context_length),
            vision: model
                .architecture
                .as_ref()
                .map(|of| of.input_modalities.iter().any(|kind| kind == "image")),
            tools: supports("tools"),
            reasoning: supports("reasoning"),
            id: model.id,
            name: model.name,
        }
    }
}

fn context_tokens(count: Option<f64>) -> Option<u32> {
    count.filter(|count| *count >= 1.0).map(|count| count as u32)
}

#[derive(Deserialize)]
struct AnthropicList {
    data: Vec<AnthropicModel>,
}

#[derive(Deserialize)]
struct AnthropicModel {
    id: String,
    display_name: Option<String>,
}

impl From<AnthropicModel> for ListedModel {
    fn from(model: AnthropicModel) -> Self {
        Self { id: model.id, name: model.display_name, ..Self::default() }
    }
}

#[derive(Deserialize)]
struct GeminiList {
    #[serde(default)]
    models: Vec<GeminiModel>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeminiModel {
    /// `models/gemini-…`.
    name: String,
    display_name: Option<String>,
    input_token_limit: Option<f64>,
    #[serde(default)]
    supported_generation_methods: Vec<String>,
    thinking: Option<bool>,
}

impl GeminiModel {
    fn into_listed(self) -> Option<ListedModel> {
        let is_ours = |name: &String| matches!(name.as_str(), "generateContent" | "embedContent");
        let is_useful = self.supported_generation_methods.iter().any(is_ours);
        is_useful.then(|| ListedModel {
            id: self.name.strip_prefix("models/").unwrap_or(&self.name).to_owned(),
            name: self.display_name,
            context_tokens: context_tokens(self.input_token_limit),
            reasoning: self.thinking,
            ..ListedModel::default()
        })
    }
}

#[derive(Deserialize)]
struct OllamaList {
    models: Vec<OllamaModel>,
}

#[derive(Deserialize)]
struct OllamaModel {
    name: String,
}
