//! The trait of models that make images. One implementation per wire protocol.

use async_trait::async_trait;
use bytes::Bytes;
use media_calls::ProviderJob;
use providers::ModelError;

use crate::ImageSize;

/// A model that makes images.
#[async_trait]
pub trait ImageModel: Send + Sync {
    /// Sends the request. Providers that answer at once return [`Progress::Done`].
    ///
    /// # Errors
    ///
    /// [`ModelError::Moderated`] when the provider refuses the subject, the others as for texts. No request is sent
    /// twice, except where the first was surely not received.
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError>;

    /// As [`ImageModel::start`], and hands over drafts of the image as they come, where the model makes some
    /// ([`crate::ImageAbilities::partial_images`]). They are coarse at first, and none of them is the image.
    async fn start_with_drafts(
        &self,
        request: &ImageRequest,
        drafts: &mut (dyn FnMut(GeneratedImage) + Send),
    ) -> Result<Progress, ModelError> {
        let _ = drafts;
        self.start(request).await
    }

    /// Asks how far a job is. Safe to repeat. Not asked where the provider answers at once.
    ///
    /// # Errors
    ///
    /// As for [`ImageModel::start`]. After [`ModelError::Busy`], [`ModelError::Overloaded`],
    /// [`ModelError::Unreachable`] and [`ModelError::TimedOut`] the job may still be at work: ask again later. After any
    /// other the job is over.
    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let _ = job;
        Err(ModelError::broken("this provider has no jobs"))
    }

    /// Tells the provider to stop. Does nothing where it has no way to.
    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        let _ = job;
        Ok(())
    }

    /// Returns a job to poll and to cancel while [`ImageModel::start`] still waits for the image; `None` where the
    /// provider says nothing meanwhile.
    fn running_job(&self, request: &ImageRequest) -> Option<ProviderJob> {
        let _ = request;
        None
    }
}

/// The state of a request.
pub type Progress = media_calls::Progress<GeneratedImage>;

/// An image as the provider made it. Its bytes are untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedImage {
    pub content: Bytes,
    /// By its first bytes: `image/png`, `image/jpeg`, `image/webp`, `image/gif` or `image/avif`.
    pub media_type: String,
    pub seed: Option<i64>,
    pub revised_prompt: Option<String>,
}

/// A request for images.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImageRequest {
    /// The model's name as its provider knows it.
    pub model: String,
    pub prompt: String,
    pub negative_prompt: Option<String>,
    pub count: u32,
    pub size: Option<ImageSize>,
    /// `16:9`.
    pub ratio: Option<String>,
    pub quality: Option<String>,
    pub style: Option<String>,
    pub seed: Option<i64>,
    /// 0 to 10: how closely the prompt is followed.
    pub cfg_scale: Option<f64>,
    /// 0 to 1: how much may change.
    pub strength: Option<f64>,
    pub transparent: bool,
    /// Most drafts that are wanted while the image is made; only [`ImageModel::start_with_drafts`] asks for them.
    pub drafts: u32,
    pub references: Vec<ReferenceImage>,
    /// A PNG: what is transparent is made anew.
    pub mask: Option<Bytes>,
    pub idempotency_key: String,
}

/// An image that a request refers to.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceImage {
    pub content: Bytes,
    pub media_type: String,
    pub strength: Option<f64>,
}
