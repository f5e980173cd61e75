//! Models at fal.

use async_trait::async_trait;
use bytes::Bytes;
use media_calls::{JobState, Provider, ProviderJob, data_url, fal};
use providers::{ModelError, Protocol};
use serde_json::Value;

use super::inputs::{Files, inputs};
use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct Fal {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Fal {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let input = inputs(Protocol::Fal, request, self).await?;
        Ok(fal::start(&self.provider, &request.model, input).await?.into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        match fal::poll(&self.provider, job).await? {
            JobState::Working(wait) => Ok(wait.into()),
            JobState::Done(result) => self.images(&result).await.map(Progress::Done),
        }
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        fal::cancel(&self.provider, job).await
    }
}

impl Files for Fal {
    async fn file(&self, media_type: &str, content: &Bytes) -> Result<String, ModelError> {
        Ok(data_url(media_type, content))
    }
}

impl Fal {
    async fn images(&self, result: &Value) -> Result<Vec<GeneratedImage>, ModelError> {
        let unsafe_ones = result["has_nsfw_concepts"].as_array().cloned().unwrap_or_default();
        // What is filtered comes as a black image.
        if !unsafe_ones.is_empty() && unsafe_ones.iter().all(|one| *one == Value::Bool(true)) {
            return Err(ModelError::Moderated { message: "has_nsfw_concepts".to_owned() });
        }
        let urls = [&result["images"], &result["image"]].into_iter().flat_map(made::urls_in);
        let mut images = made::images_at(&self.provider, urls.collect()).await?;
        for image in &mut images {
            image.seed = result["seed"].as_i64();
        }
        Ok(images)
    }
}
