//! OpenAI's videos: Sora.

use async_trait::async_trait;
use media_calls::{Bounds, Provider, ProviderJob, Wait, failure, is_moderation};
use providers::{FormPart, MediaCall, ModelError};
use serde_json::{Value, json};

use crate::{Progress, VideoModel, VideoRequest, made};

pub(crate) struct OpenAi {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for OpenAi {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let call = match &request.remix_of {
            Some(job) => MediaCall::post(format!("/videos/{}/remix", job.path_id()?))
                .json(json!({ "prompt": request.prompt })),
            None => MediaCall::post("/videos").form(form(request)),
        };
        let call = call.header("idempotency-key", request.idempotency_key.clone());
        let answer = self.provider.send(call).await?.json()?;
        let job = ProviderJob::named(&answer, "id", &request.model)?;
        self.progress(&answer, job).await
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let answer = self.provider.get(format!("/videos/{}", job.path_id()?)).await?;
        self.progress(&answer, job.clone()).await
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        self.provider.tell(MediaCall::delete(format!("/videos/{}", job.path_id()?))).await
    }
}

impl OpenAi {
    async fn progress(&self, answer: &Value, job: ProviderJob) -> Result<Progress, ModelError> {
        match answer["status"].as_str() {
            Some("queued" | "in_progress") => {
                Ok(Wait::for_video(job).percent(answer["progress"].as_i64()).into())
            }
            Some("completed") => {
                let place = format!("/videos/{}/content", job.path_id()?);
                let content = self.provider.fetch_own(&place, Bounds::VIDEO).await?;
                Ok(Progress::Done(vec![made::video(content)?]))
            }
            Some("failed") => Err(refusal(&answer["error"])),
            _ => Err(ModelError::broken("the job is in an unknown state")),
        }
    }
}

fn refusal(error: &Value) -> ModelError {
    let message = error["message"].as_str();
    match error["code"].as_str() {
        Some(code) if is_moderation(code) => {
            ModelError::Moderated { message: message.unwrap_or(code).to_owned() }
        }
        code => failure(message.or(code)),
    }
}

fn form(request: &VideoRequest) -> Vec<FormPart> {
    let mut parts = vec![
        FormPart::text("model", request.model.clone()),
        FormPart::text("prompt", request.prompt.clone()),
    ];
    if let Some(seconds) = request.seconds {
        parts.push(FormPart::text("seconds", seconds.to_string()));
    }
    if let Some(size) = size(request) {
        parts.push(FormPart::text("size", size));
    }
    if let Some(frame) = &request.first_frame {
        let kind = frame.media_type.strip_prefix("image/").unwrap_or("png");
        let name = format!("frame.{kind}");
        let content = frame.content.clone();
        parts.push(FormPart::file("input_reference", name, &frame.media_type, content));
    }
    parts
}

/// Returns the size of a ratio at a resolution; the service has four.
fn size(request: &VideoRequest) -> Option<&'static str> {
    let is_high = request.resolution.as_deref() == Some("1024p");
    Some(match (request.ratio.as_deref()?, is_high) {
        ("9:16", false) => "720x1280",
        ("9:16", true) => "1024x1792",
        (_, false) => "1280x720",
        (_, true) => "1792x1024",
    })
}
