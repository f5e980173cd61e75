//! The trait of models that make videos. One implementation per wire protocol.

use async_trait::async_trait;
use bytes::Bytes;
use media_calls::ProviderJob;
use providers::ModelError;

/// A model that makes videos.
#[async_trait]
pub trait VideoModel: Send + Sync {
    /// Sends the request. No request is sent twice, except where the first was surely not received.
    ///
    /// # Errors
    ///
    /// [`ModelError::Moderated`] when the provider refuses the subject, the others as for texts.
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError>;

    /// Asks how far a job is. Safe to repeat. The poll that finds a job done holds the video in memory, which is at most
    /// 128 MB.
    ///
    /// # Errors
    ///
    /// As for [`VideoModel::start`]. After [`ModelError::Busy`], [`ModelError::Overloaded`],
    /// [`ModelError::Unreachable`] and [`ModelError::TimedOut`] the job may still be at work: ask again later. After any
    /// other the job is over.
    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError>;

    /// Tells the provider to stop. Does nothing where it has no way to.
    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError>;
}

/// The state of a request.
pub type Progress = media_calls::Progress<GeneratedVideo>;

/// A video as the provider made it. Its bytes are untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedVideo {
    pub content: Bytes,
    /// By its first bytes: `video/mp4`, `video/webm` or `video/quicktime`.
    pub media_type: String,
    pub seed: Option<i64>,
}

/// A request for a video.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VideoRequest {
    /// The model's name as its provider knows it.
    pub model: String,
    pub prompt: String,
    pub negative_prompt: Option<String>,
    pub first_frame: Option<Frame>,
    pub last_frame: Option<Frame>,
    /// Images of what the video shows.
    pub references: Vec<Frame>,
    /// The job whose video is changed: its length, shape and pictures stay.
    pub remix_of: Option<ProviderJob>,
    pub seconds: Option<u32>,
    /// `16:9`.
    pub ratio: Option<String>,
    /// `1080p`.
    pub resolution: Option<String>,
    /// With or without sound, where it can be chosen.
    pub audio: Option<bool>,
    pub camera: Option<String>,
    /// 0 to 1: how much moves.
    pub motion: Option<f64>,
    pub seed: Option<i64>,
    /// 0 to 10: how closely the prompt is followed.
    pub cfg_scale: Option<f64>,
    pub idempotency_key: String,
}

/// An image of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub content: Bytes,
    pub media_type: String,
}
