//! Facts about an image model: what it can be asked for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Width and height of an image in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImageSize {
    pub width: u32,
    pub height: u32,
}

impl ImageSize {
    /// Returns the size written as `1024x768`; `None` if it is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        let size = Self { width: width.parse().ok()?, height: height.parse().ok()? };
        (size.width > 0 && size.height > 0).then_some(size)
    }
}

impl std::fmt::Display for ImageSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// What an image model can be asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImageAbilities {
    /// Makes an image of a text alone.
    pub creates: bool,
    /// Makes an image of other images.
    pub edits: bool,
    /// Sizes to choose from; empty where the ratio is chosen instead, or nothing.
    pub sizes: Vec<ImageSize>,
    /// Ratios of width to height, as `16:9`.
    pub ratios: Vec<String>,
    /// Most images of one request.
    pub count_max: u32,
    pub seed: bool,
    pub negative_prompt: bool,
    pub styles: Vec<String>,
    pub cfg_scale: bool,
    /// How much of a reference may change.
    pub strength: bool,
    /// Most images that a request may refer to.
    pub references_max: u32,
    pub mask: bool,
    pub transparency: bool,
    pub qualities: Vec<String>,
    pub partial_images: bool,
}
