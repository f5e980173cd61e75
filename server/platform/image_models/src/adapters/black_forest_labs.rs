//! Black Forest Labs' FLUX models: a job with an address to ask.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use media_calls::{Provider, ProviderJob, Wait, failure};
use providers::ModelError;
use serde_json::{Value, json};

use super::plain_name;
use crate::masks::white_mask;
use crate::{ImageModel, ImageRequest, Progress, made};

pub(crate) struct BlackForestLabs {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for BlackForestLabs {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let place = format!("/v1/{}", plain_name(&request.model)?);
        let answer = self.provider.post(place, body(request).await?).await?;
        let job = ProviderJob {
            poll_url: answer["polling_url"].as_str().map(str::to_owned),
            ..ProviderJob::named(&answer, "id", &request.model)?
        };
        Ok(Wait::for_image(job).into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let place = match &job.poll_url {
            Some(url) => url.clone(),
            None => format!("/v1/get_result?id={}", job.path_id()?),
        };
        let answer = self.provider.get(place).await?;
        match answer["status"].as_str() {
            Some("Ready") => {
                let result = &answer["result"];
                let urls = made::urls_in(&result["sample"]);
                let mut images = made::images_at(&self.provider, urls).await?;
                images.iter_mut().for_each(|image| image.seed = result["seed"].as_i64());
                Ok(Progress::Done(images))
            }
            Some("Pending") => {
                Ok(Wait::for_image(job.clone()).part(answer["progress"].as_f64()).into())
            }
            Some(state @ ("Request Moderated" | "Content Moderated")) => {
                Err(ModelError::Moderated { message: moderated(state, &answer) })
            }
            Some("Task not found") => Err(ModelError::ResultGone),
            Some("Error" | "Failed") => Err(failure(answer["details"]["error"].as_str())),
            _ => Err(ModelError::broken("the job is in an unknown state")),
        }
    }

    async fn cancel(&self, _job: &ProviderJob) -> Result<(), ModelError> {
        // There is no address for it: what was begun is finished and paid for.
        Ok(())
    }
}

/// Returns the state, with the reasons that come with it.
fn moderated(state: &str, answer: &Value) -> String {
    let reasons = answer["details"]["Moderation Reasons"].as_array().into_iter().flatten();
    let reasons: Vec<&str> = reasons.filter_map(Value::as_str).collect();
    if reasons.is_empty() { state.to_owned() } else { format!("{state}: {}", reasons.join(", ")) }
}

async fn body(request: &ImageRequest) -> Result<Value, ModelError> {
    let mut body = json!({ "prompt": request.prompt, "output_format": "png" });
    if let Some(size) = request.size {
        (body["width"], body["height"]) = (json!(size.width), json!(size.height));
    }
    if let Some(ratio) = &request.ratio {
        body["aspect_ratio"] = json!(ratio);
    }
    if let Some(seed) = request.seed {
        body["seed"] = json!(seed);
    }
    if let Some(mask) = &request.mask {
        body["mask"] = json!(STANDARD.encode(white_mask(mask).await?));
    }
    for (number, reference) in request.references.iter().enumerate() {
        let name = reference_name(&request.model, number);
        body[name] = json!(STANDARD.encode(&reference.content));
    }
    Ok(body)
}

/// Returns the field of a reference: the image to fill, a prompt beside the text, or images to edit.
fn reference_name(model: &str, number: usize) -> String {
    match number {
        0 if model.contains("fill") => "image".to_owned(),
        0 if model.contains("flux-pro-1.1") || model.contains("flux-dev") => {
            "image_prompt".to_owned()
        }
        0 => "input_image".to_owned(),
        number => format!("input_image_{}", number + 1),
    }
}
