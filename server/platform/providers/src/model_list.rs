//! Asks a provider which models it has.

use futures::{FutureExt, StreamExt, stream};
use kernel::Problem;
use reqwest::RequestBuilder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout_at};

use crate::answer::lenient::{lenient, list, number};
use crate::limits::{MODELS_MAX_BYTES, SHOWN_MODELS_MAX};
use crate::protocols::ANTHROPIC_API_VERSION;
use crate::wire::{is_web_page, read_body};
use crate::{Protocol, Target, Wire, media, problems};

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
        // Model files and the built-in engine are inside this machine and have lists of their own.
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
        media => media::fetch_models(wire, media, target).await,
    }
}

/// Adds what an Ollama server says about the abilities of each of its models. A model that it says nothing about stays as
/// it is.
pub(crate) async fn add_shown(wire: &Wire, target: &Target, models: &mut [ListedModel]) {
    let key = target.api_key.as_ref().map(|key| key.expose().as_str());
    let url = format!("{}/api/show", target.base_url);
    let mut asking = Vec::new();
    for (at, model) in models.iter().enumerate().take(SHOWN_MODELS_MAX) {
        let request = wire.client(&url).post(&url).json(&json!({ "model": model.id }));
        asking.push(show(wire.clone(), bearer(request, key), at).boxed());
    }
    let mut shown = stream::iter(asking).buffer_unordered(SHOWN_AT_ONCE);
    // What is known by then is kept.
    let until = Instant::now() + wire.timing().models;
    while let Ok(Some((at, said))) = timeout_at(until, shown.next()).await {
        match said {
            Ok(said) => said.add_to(&mut models[at]),
            Err(problem) => {
                let (model, code) = (&models[at].id, problem.kind.code);
                tracing::debug!(model, code, "the abilities of a model are not known");
            }
        }
    }
}

async fn show(
    wire: Wire,
    request: RequestBuilder,
    at: usize,
) -> (usize, Result<OllamaShown, Problem>) {
    (at, fetch(&wire, request).await)
}

/// Models that are asked about at once.
const SHOWN_AT_ONCE: usize = 8;

fn bearer(request: RequestBuilder, key: Option<&str>) -> RequestBuilder {
    match key {
        Some(key) => request.bearer_auth(key),
        None => request,
    }
}

async fn fetch<T: DeserializeOwned>(wire: &Wire, request: RequestBuilder) -> Result<T, Problem> {
    let longest = wire.timing().models;
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
    /// Without those that cannot be read.
    #[serde(deserialize_with = "list")]
    data: Vec<OpenAiModel>,
}

/// OpenAI sends the id only; the other fields are OpenRouter's, vLLM's, LM Studio's, Mistral's, Groq's and llama.cpp's.
#[derive(Deserialize)]
struct OpenAiModel {
    id: String,
    #[serde(default, deserialize_with = "lenient")]
    name: Option<String>,
    #[serde(default, deserialize_with = "number")]
    context_length: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    max_model_len: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    max_context_length: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    context_window: Option<f64>,
    #[serde(default, deserialize_with = "lenient")]
    architecture: Option<Architecture>,
    #[serde(default, deserialize_with = "lenient")]
    supported_parameters: Option<Vec<String>>,
    #[serde(default, deserialize_with = "lenient")]
    capabilities: Value,
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
        let capable = |names: &[&str]| capability(&model.capabilities, names);
        let sees = model
            .architecture
            .as_ref()
            .map(|of| of.input_modalities.iter().any(|kind| kind == "image"));
        let counts = [
            model.context_length,
            model.max_model_len,
            model.max_context_length,
            model.context_window,
        ];
        Self {
            context_tokens: counts.into_iter().find_map(context_tokens),
            vision: sees.or(capable(&["vision", "image", "multimodal"])),
            tools: supports("tools").or(capable(&["function_calling", "tool_use", "tools"])),
            reasoning: supports("reasoning").or(capable(&["reasoning", "thinking"])),
            id: model.id,
            name: model.name,
        }
    }
}

/// Returns an ability from a list of names, where a missing one is not said, or from an object of flags.
fn capability(capabilities: &Value, names: &[&str]) -> Option<bool> {
    match capabilities {
        Value::Array(list) => {
            let is_named =
                list.iter().any(|one| one.as_str().is_some_and(|one| names.contains(&one)));
            is_named.then_some(true)
        }
        Value::Object(flags) => names.iter().find_map(|name| flags.get(*name)?.as_bool()),
        _ => None,
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
        let is_ours = |name: &String| {
            // `predict` is Imagen's, `predictLongRunning` is Veo's.
            ["generateContent", "embedContent", "predict", "predictLongRunning"]
                .contains(&name.as_str())
        };
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

/// What `/api/show` says about a model.
#[derive(Deserialize, Default)]
#[serde(default)]
struct OllamaShown {
    #[serde(deserialize_with = "lenient")]
    capabilities: Option<Vec<String>>,
    #[serde(deserialize_with = "lenient")]
    model_info: Map<String, Value>,
}

impl OllamaShown {
    fn add_to(self, model: &mut ListedModel) {
        // Older servers say nothing; newer ones say all that a model can do.
        if let Some(capabilities) = self.capabilities.filter(|list| !list.is_empty()) {
            let can = |name: &str| Some(capabilities.iter().any(|one| one == name));
            (model.tools, model.vision) = (can("tools"), can("vision"));
            model.reasoning = can("thinking");
        }
        let window = self.model_info.iter().find(|(name, _)| name.ends_with(".context_length"));
        let window = window.and_then(|(_, count)| context_tokens(count.as_f64()));
        model.context_tokens = window.or(model.context_tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ollama_shows_counts_and_what_it_leaves_out_does_not() {
        let shown = |json: Value| {
            let mut model = ListedModel { id: "m".to_owned(), ..ListedModel::default() };
            serde_json::from_str::<OllamaShown>(&json.to_string()).unwrap().add_to(&mut model);
            (model.tools, model.vision, model.reasoning, model.context_tokens)
        };
        let all = json!({ "capabilities": ["completion", "tools", "vision"],
            "model_info": { "general.architecture": "llama", "llama.context_length": 131072 } });
        assert_eq!(shown(all), (Some(true), Some(true), Some(false), Some(131_072)));
        assert_eq!(shown(json!({ "details": {} })), (None, None, None, None));
        assert_eq!(
            shown(json!({ "capabilities": null, "model_info": [] })),
            (None, None, None, None)
        );
    }

    #[test]
    fn lists_of_models_say_abilities_in_many_words() {
        let listed = |json: Value| {
            let list = json!({ "data": [json, 7, { "name": "without id" }] }).to_string();
            let list: OpenAiList = serde_json::from_str(&list).unwrap();
            let [model] = <[OpenAiModel; 1]>::try_from(list.data).ok().unwrap();
            let model = ListedModel::from(model);
            (model.tools, model.vision, model.reasoning, model.context_tokens)
        };
        let nothing = (None, None, None, None);
        assert_eq!(listed(json!({ "id": "a", "name": null, "context_length": null })), nothing);
        let mistral = json!({ "id": "a", "max_context_length": 32768,
            "capabilities": { "function_calling": true, "vision": false } });
        assert_eq!(listed(mistral), (Some(true), Some(false), None, Some(32_768)));
        let studio =
            json!({ "id": "a", "capabilities": ["tool_use"], "max_context_length": "8192" });
        assert_eq!(listed(studio), (Some(true), None, None, Some(8_192)));
        let groq = json!({ "id": "a", "context_window": 131072 });
        assert_eq!(listed(groq), (None, None, None, Some(131_072)));
        let router = json!({ "id": "a", "context_length": 8192, "supported_parameters": ["tools"],
            "architecture": { "input_modalities": ["text", "image"] } });
        assert_eq!(listed(router), (Some(true), Some(true), Some(false), Some(8_192)));
    }
}
