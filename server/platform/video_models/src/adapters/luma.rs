//! Luma's Dream Machine.

use async_trait::async_trait;
use media_calls::{Provider, ProviderJob, Wait, failure};
use providers::{MediaCall, ModelError};
use serde_json::{Value, json};

use crate::{Progress, VideoModel, VideoRequest, made};

const PLACE: &str = "/dream-machine/v1/generations";

pub(crate) struct Luma {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Luma {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let answer = self.provider.post(PLACE, body(request)).await?;
        let job = ProviderJob::named(&answer, "id", &request.model)?;
        self.progress(&answer, job).await
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let answer = self.provider.get(format!("{PLACE}/{}", job.path_id()?)).await?;
        self.progress(&answer, job.clone()).await
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        self.provider.tell(MediaCall::delete(format!("{PLACE}/{}", job.path_id()?))).await
    }
}

impl Luma {
    async fn progress(&self, answer: &Value, job: ProviderJob) -> Result<Progress, ModelError> {
        match answer["state"].as_str() {
            Some("queued" | "dreaming") => Ok(Wait::for_video(job).into()),
            Some("completed") => {
                made::done_at(&self.provider, answer["assets"]["video"].as_str(), None).await
            }
            Some("failed") => Err(failure(answer["failure_reason"].as_str())),
            _ => Err(ModelError::broken("the job is in an unknown state")),
        }
    }
}

fn body(request: &VideoRequest) -> Value {
    let mut body = json!({ "model": request.model, "prompt": request.prompt });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            body[name] = value;
        }
    };
    set("aspect_ratio", request.ratio.as_ref().map(|ratio| json!(ratio)));
    set("resolution", request.resolution.as_ref().map(|resolution| json!(resolution)));
    set("duration", request.seconds.map(|seconds| json!(format!("{seconds}s"))));
    let concepts = request.camera.as_ref().map(|camera| json!([{ "key": camera }]));
    set("concepts", concepts);
    body
}
