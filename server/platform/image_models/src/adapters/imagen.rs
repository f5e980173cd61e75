//! Google's Imagen by the Gemini API: `predict`.

use async_trait::async_trait;
use media_calls::Provider;
use providers::ModelError;
use serde_json::{Value, json};

use super::model_place;
use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct Imagen {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Imagen {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let place = model_place(&request.model, "predict")?;
        let answer = self.provider.post(place, body(request)).await?;
        images(&answer).map(Progress::Done)
    }
}

fn body(request: &ImageRequest) -> Value {
    let mut parameters = json!({ "sampleCount": request.count.max(1), "includeRaiReason": true });
    if let Some(ratio) = &request.ratio {
        parameters["aspectRatio"] = json!(ratio);
    }
    if let Some(quality) = &request.quality {
        parameters["imageSize"] = json!(quality);
    }
    json!({ "instances": [{ "prompt": request.prompt }], "parameters": parameters })
}

fn images(answer: &Value) -> Result<Vec<GeneratedImage>, ModelError> {
    let predictions = answer["predictions"].as_array().cloned().unwrap_or_default();
    let mut images = Vec::new();
    for prediction in &predictions {
        if let Some(content) = prediction["bytesBase64Encoded"].as_str() {
            let mut image = made::image_in_base64(content)?;
            image.revised_prompt = prediction["prompt"].as_str().map(str::to_owned);
            images.push(image);
        }
    }
    let filtered = predictions.iter().find_map(|one| one["raiFilteredReason"].as_str());
    match filtered {
        Some(reason) if images.is_empty() => {
            Err(ModelError::Moderated { message: reason.to_owned() })
        }
        _ => made::some(images),
    }
}
