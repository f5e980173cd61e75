//! Facts about a video model: what it can be asked for.

use serde::Serialize;
use utoipa::ToSchema;

/// What a video model can be asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct VideoAbilities {
    /// Makes a video of a text alone.
    pub texts: bool,
    /// Makes a video that begins with an image.
    pub first_frame: bool,
    /// Makes a video that ends with an image.
    pub last_frame: bool,
    /// Most images of things that the video shows.
    pub references_max: u32,
    /// Changes a video that the model made before, by a text.
    pub remix: bool,
    /// Lengths in seconds.
    pub seconds: Vec<u32>,
    /// Lengths of a video that ends with an image; empty where they are the same.
    pub seconds_with_last_frame: Vec<u32>,
    /// Ratios of width to height, as `16:9`.
    pub ratios: Vec<String>,
    /// As `1080p`.
    pub resolutions: Vec<String>,
    /// True if sound can be switched on and off.
    pub audio: bool,
    /// Movements of the camera.
    pub cameras: Vec<String>,
    /// How much moves.
    pub motion: bool,
    pub seed: bool,
    pub negative_prompt: bool,
    pub cfg_scale: bool,
}

impl VideoAbilities {
    /// Returns the lengths of a video with or without a last frame.
    pub fn seconds_for(&self, has_last_frame: bool) -> &[u32] {
        match has_last_frame && !self.seconds_with_last_frame.is_empty() {
            true => &self.seconds_with_last_frame,
            false => &self.seconds,
        }
    }
}
