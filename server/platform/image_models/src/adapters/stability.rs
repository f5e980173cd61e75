//! Stability's images: forms, answered at once.

use async_trait::async_trait;
use media_calls::Provider;
use providers::{FormPart, MediaCall, ModelError};
use serde_json::Value;

use crate::masks::white_mask;
use crate::{ImageModel, ImageRequest, Progress, made};

pub(crate) struct Stability {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Stability {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let call = MediaCall::post(place(request)).form(form(request).await?);
        let call = call.header("accept", "application/json");
        let answer = self.provider.send(call).await?.json()?;
        if answer["finish_reason"].as_str() == Some("CONTENT_FILTERED") {
            return Err(ModelError::Moderated { message: "CONTENT_FILTERED".to_owned() });
        }
        let content = answer["image"].as_str().ok_or_else(made::no_image)?;
        let mut image = made::image_in_base64(content)?;
        image.seed = seed(&answer["seed"]);
        Ok(Progress::Done(vec![image]))
    }
}

fn seed(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn place(request: &ImageRequest) -> &'static str {
    match request.model.as_str() {
        _ if request.mask.is_some() => "/v2beta/stable-image/edit/inpaint",
        "stable-image-ultra" => "/v2beta/stable-image/generate/ultra",
        "stable-image-core" => "/v2beta/stable-image/generate/core",
        _ => "/v2beta/stable-image/generate/sd3",
    }
}

async fn form(request: &ImageRequest) -> Result<Vec<FormPart>, ModelError> {
    let is_sd3 = place(request).ends_with("/sd3");
    let mut parts = Vec::new();
    let mut set = |name: &str, value: Option<String>| {
        parts.extend(value.map(|value| FormPart::text(name, value)));
    };
    set("prompt", Some(request.prompt.clone()));
    set("negative_prompt", request.negative_prompt.clone());
    set("seed", request.seed.map(|seed| seed.to_string()));
    set("style_preset", request.style.clone());
    set("output_format", Some("png".to_owned()));
    set("model", is_sd3.then(|| request.model.clone()));
    // Its scale begins at 1.
    set("cfg_scale", request.cfg_scale.filter(|_| is_sd3).map(|scale| scale.max(1.0).to_string()));
    match request.references.first() {
        None => set("aspect_ratio", request.ratio.clone()),
        Some(reference) if request.mask.is_none() => {
            let strength = reference.strength.or(request.strength).unwrap_or(DEFAULT_STRENGTH);
            set("mode", is_sd3.then(|| "image-to-image".to_owned()));
            set("strength", Some(strength.to_string()));
        }
        Some(_) => {}
    }
    if let Some(reference) = request.references.first() {
        let content = reference.content.clone();
        parts.push(FormPart::file("image", "image", &reference.media_type, content));
    }
    if let Some(mask) = &request.mask {
        parts.push(FormPart::file("mask", "mask.png", "image/png", white_mask(mask).await?));
    }
    Ok(parts)
}

/// The service takes no image without it.
const DEFAULT_STRENGTH: f64 = 0.7;
