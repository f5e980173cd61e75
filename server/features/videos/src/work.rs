use kernel::FileId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::video::VideoId;

/// A request for a video. It is kept with what comes of it, so that it can be done again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VideoWork)]
pub(crate) struct Work {
    /// As the list of video models has it.
    pub model: String,
    /// May be empty where a frame says what is to be seen.
    #[serde(default)]
    pub prompt: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub negative_prompt: Option<String>,
    /// Null: as the model likes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Width to height, as `16:9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<String>,
    /// As `1080p`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// 0 to 1: how much moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<f64>,
    /// Null: random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// 0 to 10: how closely the prompt is followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cfg_scale: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_frame_file_id: Option<FileId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_frame_file_id: Option<FileId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reference_file_ids: Vec<FileId>,
    /// The video whose settings it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<VideoId>,
    /// The provider changes the video `parent_id` itself: of this, only the prompt counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub remix: bool,
}

impl Work {
    /// Returns a request with nothing but its prompt.
    pub fn new(model: String, prompt: String) -> Self {
        Self {
            model,
            prompt,
            negative_prompt: None,
            seconds: None,
            ratio: None,
            resolution: None,
            audio: None,
            camera: None,
            motion: None,
            seed: None,
            cfg_scale: None,
            first_frame_file_id: None,
            last_frame_file_id: None,
            reference_file_ids: Vec::new(),
            parent_id: None,
            remix: false,
        }
    }
}
