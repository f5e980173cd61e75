//! AUTOMATIC1111's web UI, Forge and SD.Next on the operator's own machine: answered when the images are done.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use media_calls::{Provider, ProviderJob, Wait};
use providers::{MediaCall, ModelError};
use serde_json::{Value, json};

use crate::masks::white_mask;
use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct Automatic1111 {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Automatic1111 {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let place = match request.references.is_empty() {
            true => "/sdapi/v1/txt2img",
            false => "/sdapi/v1/img2img",
        };
        let answer = self.provider.post(place, body(request).await?).await?;
        images(&answer, request.count).map(Progress::Done)
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let place = "/sdapi/v1/progress?skip_current_image=true";
        let answer = self.provider.get(place).await?;
        Ok(Wait::for_image(job.clone()).part(answer["progress"].as_f64()).into())
    }

    async fn cancel(&self, _job: &ProviderJob) -> Result<(), ModelError> {
        self.provider.tell(MediaCall::post("/sdapi/v1/interrupt")).await
    }

    fn running_job(&self, request: &ImageRequest) -> Option<ProviderJob> {
        // The server works at one request at a time, and does not name it.
        let (id, model) = (request.idempotency_key.clone(), request.model.clone());
        Some(ProviderJob { id, model, ..ProviderJob::default() })
    }
}

async fn body(request: &ImageRequest) -> Result<Value, ModelError> {
    let mut body = json!({
        "prompt": request.prompt,
        "negative_prompt": request.negative_prompt.as_deref().unwrap_or_default(),
        "batch_size": request.count.max(1),
        "seed": request.seed.unwrap_or(-1),
        "override_settings": { "sd_model_checkpoint": request.model },
        "override_settings_restore_afterwards": false,
        "save_images": false,
    });
    if let Some(size) = request.size {
        (body["width"], body["height"]) = (json!(size.width), json!(size.height));
    }
    if let Some(scale) = request.cfg_scale {
        body["cfg_scale"] = json!(scale);
    }
    if let Some(reference) = request.references.first() {
        body["init_images"] = json!([STANDARD.encode(&reference.content)]);
        if let Some(strength) = reference.strength.or(request.strength) {
            body["denoising_strength"] = json!(strength);
        }
    }
    if let Some(mask) = &request.mask {
        body["mask"] = json!(STANDARD.encode(white_mask(mask).await?));
        // Begins with what was there, and works at the whole image, so that the light fits.
        (body["inpainting_fill"], body["inpaint_full_res"]) = (json!(1), json!(false));
    }
    Ok(body)
}

fn images(answer: &Value, count: u32) -> Result<Vec<GeneratedImage>, ModelError> {
    let info = answer["info"].as_str().and_then(|info| serde_json::from_str::<Value>(info).ok());
    let seeds = info.as_ref().map(|info| &info["all_seeds"]);
    let mut images = Vec::new();
    // Extensions append masks and maps of their own.
    let wanted = answer["images"].as_array().into_iter().flatten().take(count.max(1) as usize);
    for (number, content) in wanted.filter_map(Value::as_str).enumerate() {
        // Some versions put a whole address there.
        let content = content.split_once(";base64,").map_or(content, |(_, content)| content);
        let mut image = made::image_in_base64(content)?;
        image.seed = seeds.and_then(|seeds| seeds[number].as_i64());
        images.push(image);
    }
    made::some(images)
}
