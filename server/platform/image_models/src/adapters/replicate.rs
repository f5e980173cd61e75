//! Models at Replicate.

use async_trait::async_trait;
use bytes::Bytes;
use media_calls::{JobState, Provider, ProviderJob, replicate};
use providers::{ModelError, Protocol};

use super::inputs::{Files, inputs};
use crate::{ImageModel, ImageRequest, Progress, made};

pub(crate) struct Replicate {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Replicate {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let input = inputs(Protocol::Replicate, request, self).await?;
        self.progress(replicate::start(&self.provider, &request.model, input).await?).await
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        self.progress(replicate::poll(&self.provider, job).await?).await
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        replicate::cancel(&self.provider, job).await
    }
}

impl Files for Replicate {
    async fn file(&self, media_type: &str, content: &Bytes) -> Result<String, ModelError> {
        replicate::file(&self.provider, media_type, content).await
    }
}

impl Replicate {
    async fn progress(&self, state: JobState) -> Result<Progress, ModelError> {
        match state {
            JobState::Working(wait) => Ok(wait.into()),
            JobState::Done(output) => {
                let images = made::images_at(&self.provider, made::urls_in(&output)).await?;
                Ok(Progress::Done(images))
            }
        }
    }
}
