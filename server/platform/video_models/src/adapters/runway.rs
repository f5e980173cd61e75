//! Runway's tasks.

use async_trait::async_trait;
use media_calls::{Provider, ProviderJob, Wait, data_url, failure, is_moderation};
use providers::{MediaCall, ModelError};
use serde_json::{Value, json};

use crate::{Progress, VideoModel, VideoRequest, made};

pub(crate) struct Runway {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Runway {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let place = match request.first_frame {
            Some(_) => "/v1/image_to_video",
            None => "/v1/text_to_video",
        };
        let answer = self.provider.post(place, body(request)).await?;
        Ok(Wait::for_video(ProviderJob::named(&answer, "id", &request.model)?).into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let answer = self.provider.get(format!("/v1/tasks/{}", job.path_id()?)).await?;
        let wait = || Wait::for_video(job.clone());
        match answer["status"].as_str() {
            Some("PENDING" | "THROTTLED") => Ok(wait().into()),
            Some("RUNNING") => Ok(wait().part(answer["progress"].as_f64()).into()),
            Some("SUCCEEDED") => {
                made::done_at(&self.provider, answer["output"][0].as_str(), None).await
            }
            Some("FAILED") => Err(refusal(&answer)),
            Some("CANCELLED" | "CANCELED") => Err(failure(Some("The task was canceled."))),
            _ => Err(ModelError::broken("the job is in an unknown state")),
        }
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        self.provider.tell(MediaCall::delete(format!("/v1/tasks/{}", job.path_id()?))).await
    }
}

fn refusal(answer: &Value) -> ModelError {
    let message = answer["failure"].as_str();
    match answer["failureCode"].as_str() {
        Some(code) if is_moderation(code) => {
            ModelError::Moderated { message: message.unwrap_or(code).to_owned() }
        }
        code => failure(message.or(code)),
    }
}

fn body(request: &VideoRequest) -> Value {
    let mut body = json!({ "model": request.model });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            body[name] = value;
        }
    };
    let text = Some(&request.prompt).filter(|text| !text.is_empty());
    set("promptText", text.map(|text| json!(text)));
    let placed = [(&request.first_frame, "first"), (&request.last_frame, "last")];
    let images = placed.into_iter().filter_map(|(frame, position)| {
        let frame = frame.as_ref()?;
        let uri = data_url(&frame.media_type, &frame.content);
        Some(json!({ "uri": uri, "position": position }))
    });
    let images: Vec<Value> = images.collect();
    set("promptImage", Some(json!(images)).filter(|_| !images.is_empty()));
    set("ratio", request.ratio.as_deref().map(|ratio| json!(size_of(ratio))));
    set("duration", request.seconds.map(|seconds| json!(seconds)));
    set("audio", request.audio.map(|audio| json!(audio)));
    set("seed", request.seed.map(|seed| json!(seed)));
    body
}

/// Returns the service's own name of a ratio: the size in pixels.
fn size_of(ratio: &str) -> &str {
    match ratio {
        "16:9" => "1280:720",
        "9:16" => "720:1280",
        "4:3" => "1104:832",
        "3:4" => "832:1104",
        "1:1" => "960:960",
        "21:9" => "1584:672",
        other => other,
    }
}
