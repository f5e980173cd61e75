//! Models at Replicate.

use async_trait::async_trait;
use media_calls::{JobState, Provider, ProviderJob, replicate};
use providers::{ModelError, Protocol};
use serde_json::Value;

use super::inputs::{Addresses, frames, inputs};
use crate::{Frame, Progress, VideoModel, VideoRequest, made};

pub(crate) struct Replicate {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Replicate {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let [first, last] = frames(request);
        let at = Addresses {
            first_frame: self.address(first).await?,
            last_frame: self.address(last).await?,
        };
        let input = inputs(Protocol::Replicate, request, &at);
        self.progress(replicate::start(&self.provider, &request.model, input).await?).await
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        self.progress(replicate::poll(&self.provider, job).await?).await
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        replicate::cancel(&self.provider, job).await
    }
}

impl Replicate {
    async fn address(&self, frame: Option<&Frame>) -> Result<Option<String>, ModelError> {
        match frame {
            Some(frame) => {
                let url = replicate::file(&self.provider, &frame.media_type, &frame.content);
                url.await.map(Some)
            }
            None => Ok(None),
        }
    }

    async fn progress(&self, state: JobState) -> Result<Progress, ModelError> {
        match state {
            JobState::Working(wait) => Ok(wait.for_a_video().into()),
            JobState::Done(output) => made::done_at(&self.provider, url_in(&output), None).await,
        }
    }
}

/// Returns the address of an output: a text, or the first of a list.
fn url_in(output: &Value) -> Option<&str> {
    output.as_str().or_else(|| output[0].as_str())
}
