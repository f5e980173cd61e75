//! MiniMax's Hailuo: a task, then a file, then its address.

use async_trait::async_trait;
use media_calls::{Provider, ProviderJob, Wait, data_url, failure};
use providers::ModelError;
use serde_json::{Value, json};

use crate::{Frame, Progress, VideoModel, VideoRequest, made};

pub(crate) struct Minimax {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Minimax {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let answer = checked(self.provider.post("/v1/video_generation", body(request)).await?)?;
        Ok(Wait::for_video(ProviderJob::named(&answer, "task_id", &request.model)?).into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let place = format!("/v1/query/video_generation?task_id={}", job.path_id()?);
        let answer = checked(self.provider.get(place).await?)?;
        match answer["status"].as_str() {
            Some("Preparing" | "Queueing" | "Processing") => {
                Ok(Wait::for_video(job.clone()).into())
            }
            Some("Success") => self.retrieve(&answer).await,
            Some("Fail") => Err(failure(answer["error_message"].as_str())),
            _ => Err(ModelError::broken("the job is in an unknown state")),
        }
    }

    async fn cancel(&self, _job: &ProviderJob) -> Result<(), ModelError> {
        // There is no address for it: what was begun is finished and paid for.
        Ok(())
    }
}

impl Minimax {
    async fn retrieve(&self, answer: &Value) -> Result<Progress, ModelError> {
        let file = ProviderJob::named(answer, "file_id", "")?;
        let place = format!("/v1/files/retrieve?file_id={}", file.path_id()?);
        let answer = checked(self.provider.get(place).await?)?;
        made::done_at(&self.provider, answer["file"]["download_url"].as_str(), None).await
    }
}

/// Returns an answer, or the refusal that its code means.
fn checked(answer: Value) -> Result<Value, ModelError> {
    let said = &answer["base_resp"];
    let message = || said["status_msg"].as_str().unwrap_or_default().to_owned();
    match said["status_code"].as_i64() {
        Some(0) | None => Ok(answer),
        Some(1_002) => {
            Err(ModelError::Busy { retry_after_seconds: None, message: Some(message()) })
        }
        Some(1_004 | 2_049) => Err(ModelError::Unauthorized { message: Some(message()) }),
        Some(1_008) => Err(ModelError::OutOfQuota { message: message() }),
        Some(1_026 | 1_027) => Err(ModelError::Moderated { message: message() }),
        Some(1_000 | 1_001 | 1_013) => Err(ModelError::Overloaded { message: Some(message()) }),
        Some(_) => Err(ModelError::Refused { message: message() }),
    }
}

fn body(request: &VideoRequest) -> Value {
    // The camera is told by the text.
    let prompt = match &request.camera {
        Some(camera) => format!("[{camera}] {}", request.prompt),
        None => request.prompt.clone(),
    };
    let mut body = json!({ "model": request.model, "prompt": prompt });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            body[name] = value;
        }
    };
    let image = |frame: &Frame| json!(data_url(&frame.media_type, &frame.content));
    set("first_frame_image", request.first_frame.as_ref().map(image));
    set("last_frame_image", request.last_frame.as_ref().map(image));
    let subject = request
        .references
        .first()
        .map(|frame| json!([{ "type": "character", "image": [image(frame)] }]));
    set("subject_reference", subject);
    set("duration", request.seconds.map(|seconds| json!(seconds)));
    set("resolution", request.resolution.as_ref().map(|resolution| json!(resolution)));
    body
}
