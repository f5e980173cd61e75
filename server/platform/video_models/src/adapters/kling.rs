//! Kling's tasks: a place for those of texts, and another for those of images.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use media_calls::{Provider, ProviderJob, Wait, failure};
use providers::ModelError;
use serde_json::{Value, json};

use crate::{Progress, VideoModel, VideoRequest, made};

pub(crate) struct Kling {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Kling {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let place = match request.first_frame {
            Some(_) => "/v1/videos/image2video",
            None => "/v1/videos/text2video",
        };
        let answer = self.provider.post(place, body(request)).await?;
        let job = ProviderJob::named(data(&answer)?, "task_id", &request.model)?;
        let poll_url = Some(format!("{place}/{}", job.path_id()?));
        Ok(Wait::for_video(ProviderJob { poll_url, ..job }).into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let place = job.poll_url.clone();
        let place = place.ok_or_else(|| ModelError::broken("the job has no address"))?;
        let answer = self.provider.get(place).await?;
        let data = data(&answer)?;
        match data["task_status"].as_str() {
            Some("submitted" | "processing") => Ok(Wait::for_video(job.clone()).into()),
            Some("succeed") => {
                let url = data["task_result"]["videos"][0]["url"].as_str();
                made::done_at(&self.provider, url, None).await
            }
            Some("failed") => Err(failure(data["task_status_msg"].as_str())),
            _ => Err(ModelError::broken("the job is in an unknown state")),
        }
    }

    async fn cancel(&self, _job: &ProviderJob) -> Result<(), ModelError> {
        // There is no address for it: what was begun is finished and paid for.
        Ok(())
    }
}

/// Returns what an answer is about, or the refusal that its code means.
fn data(answer: &Value) -> Result<&Value, ModelError> {
    let message = || answer["message"].as_str().unwrap_or_default().to_owned();
    match answer["code"].as_i64() {
        Some(0) => Ok(&answer["data"]),
        Some(1_000..=1_004) => Err(ModelError::Unauthorized { message: Some(message()) }),
        Some(1_101 | 1_102) => Err(ModelError::OutOfQuota { message: message() }),
        Some(1_103) => Err(ModelError::Forbidden { message: Some(message()) }),
        Some(1_301) => Err(ModelError::Moderated { message: message() }),
        Some(1_302..=1_304) => {
            Err(ModelError::Busy { retry_after_seconds: None, message: Some(message()) })
        }
        Some(5_000..) => Err(ModelError::Overloaded { message: Some(message()) }),
        Some(_) => Err(ModelError::Refused { message: message() }),
        None => Err(ModelError::broken("the answer has no code")),
    }
}

fn body(request: &VideoRequest) -> Value {
    let mut body = json!({ "model_name": request.model, "prompt": request.prompt });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            body[name] = value;
        }
    };
    set("negative_prompt", request.negative_prompt.as_ref().map(|text| json!(text)));
    // Its scale ends at 1.
    set("cfg_scale", request.cfg_scale.map(|scale| json!(scale / 10.0)));
    set("duration", request.seconds.map(|seconds| json!(seconds.to_string())));
    set("mode", request.resolution.as_deref().map(|resolution| json!(mode_of(resolution))));
    set("sound", request.audio.map(|audio| json!(if audio { "on" } else { "off" })));
    set("camera_control", request.camera.as_ref().map(|camera| json!({ "type": camera })));
    let frame = |frame: &crate::Frame| json!(STANDARD.encode(&frame.content));
    set("image", request.first_frame.as_ref().map(frame));
    set("image_tail", request.last_frame.as_ref().map(frame));
    if request.first_frame.is_none() {
        set("aspect_ratio", request.ratio.as_ref().map(|ratio| json!(ratio)));
    }
    body
}

fn mode_of(resolution: &str) -> &'static str {
    if resolution == "1080p" { "pro" } else { "std" }
}
