//! Models at fal.

use async_trait::async_trait;
use media_calls::{JobState, Provider, ProviderJob, data_url, fal};
use providers::{ModelError, Protocol};

use super::inputs::{Addresses, frames, inputs};
use crate::{Progress, VideoModel, VideoRequest, made};

pub(crate) struct Fal {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Fal {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let [first_frame, last_frame] = frames(request)
            .map(|frame| frame.map(|frame| data_url(&frame.media_type, &frame.content)));
        let input = inputs(Protocol::Fal, request, &Addresses { first_frame, last_frame });
        Ok(fal::start(&self.provider, &request.model, input).await?.for_a_video().into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        match fal::poll(&self.provider, job).await? {
            JobState::Working(wait) => Ok(wait.for_a_video().into()),
            JobState::Done(result) => {
                let (url, seed) = (result["video"]["url"].as_str(), result["seed"].as_i64());
                made::done_at(&self.provider, url, seed).await
            }
        }
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        fal::cancel(&self.provider, job).await
    }
}
