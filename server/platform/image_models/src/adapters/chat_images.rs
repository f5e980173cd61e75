//! Images in chat completions, as OpenRouter has them: the model answers with a picture instead of words.

use async_trait::async_trait;
use media_calls::{Provider, data_url, failure};
use providers::ModelError;
use serde_json::{Value, json};

use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct ChatImages {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for ChatImages {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let answer = self.provider.post("/chat/completions", body(request)).await?;
        self.images(&answer).await.map(Progress::Done)
    }
}

impl ChatImages {
    async fn images(&self, answer: &Value) -> Result<Vec<GeneratedImage>, ModelError> {
        if let Some(message) = answer["error"]["message"].as_str() {
            return Err(failure(Some(message)));
        }
        let choice = &answer["choices"][0];
        let message = &choice["message"];
        let items = message["images"].as_array().cloned().unwrap_or_default();
        let urls: Vec<String> =
            items.iter().flat_map(|item| made::urls_in(&item["image_url"])).collect();
        if !urls.is_empty() {
            return made::images_at(&self.provider, urls).await;
        }
        let words = message["refusal"].as_str().or(message["content"].as_str()).unwrap_or_default();
        match choice["finish_reason"].as_str() {
            Some("content_filter") => Err(ModelError::Moderated { message: words.to_owned() }),
            _ if words.trim().is_empty() => Err(made::no_image()),
            _ => Err(failure(Some(words))),
        }
    }
}

fn body(request: &ImageRequest) -> Value {
    let mut content = vec![json!({ "type": "text", "text": request.prompt })];
    for reference in &request.references {
        let url = data_url(&reference.media_type, &reference.content);
        content.push(json!({ "type": "image_url", "image_url": { "url": url } }));
    }
    let mut body = json!({
        "model": request.model,
        "messages": [{ "role": "user", "content": content }],
        "modalities": ["image", "text"],
    });
    if let Some(ratio) = &request.ratio {
        body["image_config"]["aspect_ratio"] = json!(ratio);
    }
    if let Some(quality) = &request.quality {
        body["image_config"]["image_size"] = json!(quality);
    }
    if let Some(seed) = request.seed {
        body["seed"] = json!(seed);
    }
    body
}
