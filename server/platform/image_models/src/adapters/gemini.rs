//! Gemini's image output: the model answers with a picture, and edits by being talked to.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use media_calls::{Provider, failure};
use providers::ModelError;
use serde_json::{Value, json};

use super::model_place;
use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct Gemini {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Gemini {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let place = model_place(&request.model, "generateContent")?;
        let answer = self.provider.post(place, body(request)).await?;
        images(&answer).map(Progress::Done)
    }
}

fn body(request: &ImageRequest) -> Value {
    let mut parts = vec![json!({ "text": request.prompt })];
    parts.extend(request.references.iter().map(|reference| {
        let data = STANDARD.encode(&reference.content);
        json!({ "inlineData": { "mimeType": reference.media_type, "data": data } })
    }));
    let mut settings = json!({ "responseModalities": ["TEXT", "IMAGE"] });
    if let Some(ratio) = &request.ratio {
        settings["imageConfig"]["aspectRatio"] = json!(ratio);
    }
    if let Some(quality) = &request.quality {
        settings["imageConfig"]["imageSize"] = json!(quality);
    }
    if let Some(seed) = request.seed {
        settings["seed"] = json!(seed);
    }
    json!({ "contents": [{ "role": "user", "parts": parts }], "generationConfig": settings })
}

fn images(answer: &Value) -> Result<Vec<GeneratedImage>, ModelError> {
    let mut images = Vec::new();
    let mut words = String::new();
    for part in answer["candidates"][0]["content"]["parts"].as_array().into_iter().flatten() {
        // Drafts of a thinking model are no results.
        if part["thought"] == json!(true) {
            continue;
        }
        if let Some(data) = part["inlineData"]["data"].as_str() {
            images.push(made::image_in_base64(data)?);
        } else if let Some(text) = part["text"].as_str() {
            words.push_str(text);
        }
    }
    if images.is_empty() { Err(refusal(answer, &words)) } else { Ok(images) }
}

/// Returns the reason why there is no image, in the provider's words where it has some.
fn refusal(answer: &Value, words: &str) -> ModelError {
    let blocked = &answer["promptFeedback"];
    let candidate = &answer["candidates"][0];
    let reason = blocked["blockReason"].as_str().or(candidate["finishReason"].as_str());
    let said = [
        blocked["blockReasonMessage"].as_str(),
        candidate["finishMessage"].as_str(),
        Some(words.trim()).filter(|words| !words.is_empty()),
        reason,
    ];
    let said = said.into_iter().flatten().next();
    match reason {
        Some(reason) if BLOCKED.iter().any(|word| reason.contains(word)) => {
            ModelError::Moderated { message: said.unwrap_or(reason).to_owned() }
        }
        _ if words.trim().is_empty() => made::no_image(),
        _ => failure(said),
    }
}

/// Parts of the reasons that are about the subject.
const BLOCKED: [&str; 6] =
    ["SAFETY", "PROHIBITED", "BLOCKLIST", "RECITATION", "SPII", "IMAGE_OTHER"];
