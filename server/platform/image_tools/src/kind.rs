use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ImageTool;

/// A tool without its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolKind {
    RemoveBackground,
    ChangeBackground,
    EraseArea,
    RemoveObject,
    RemoveText,
    RemoveWatermark,
    RemoveBlemishes,
    Upscale,
    Enhance,
    Sharpen,
    Denoise,
    Sketch,
    LineArt,
    Cartoon,
    AnimeLook,
    OilPainting,
    Illustration,
    PixelArt,
    Posterize,
    Vectorize,
    Extend,
    Compress,
    Thumbnail,
    Convert,
    Crop,
    Rotate,
    Flip,
    Resize,
    Avatar,
    Headshot,
    LinkedinPhoto,
    IdPhoto,
    AnimatePicture,
    Wallpaper,
    Poster,
    LinkedinBanner,
    Logo,
}

impl ToolKind {
    pub const ALL: [Self; 37] = [
        Self::RemoveBackground,
        Self::ChangeBackground,
        Self::EraseArea,
        Self::RemoveObject,
        Self::RemoveText,
        Self::RemoveWatermark,
        Self::RemoveBlemishes,
        Self::Upscale,
        Self::Enhance,
        Self::Sharpen,
        Self::Denoise,
        Self::Sketch,
        Self::LineArt,
        Self::Cartoon,
        Self::AnimeLook,
        Self::OilPainting,
        Self::Illustration,
        Self::PixelArt,
        Self::Posterize,
        Self::Vectorize,
        Self::Extend,
        Self::Compress,
        Self::Thumbnail,
        Self::Convert,
        Self::Crop,
        Self::Rotate,
        Self::Flip,
        Self::Resize,
        Self::Avatar,
        Self::Headshot,
        Self::LinkedinPhoto,
        Self::IdPhoto,
        Self::AnimatePicture,
        Self::Wallpaper,
        Self::Poster,
        Self::LinkedinBanner,
        Self::Logo,
    ];

    /// Returns the name by which clients call it.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Returns the tool with its default options.
    pub fn with_defaults(self) -> ImageTool {
        serde_json::from_value(serde_json::json!({ "tool": self }))
            .expect("every option of every tool has a default, as a test shows")
    }
}

/// The names of all kinds, in their order.
const NAMES: [&str; ToolKind::ALL.len()] = [
    "remove_background",
    "change_background",
    "erase_area",
    "remove_object",
    "remove_text",
    "remove_watermark",
    "remove_blemishes",
    "upscale",
    "enhance",
    "sharpen",
    "denoise",
    "sketch",
    "line_art",
    "cartoon",
    "anime_look",
    "oil_painting",
    "illustration",
    "pixel_art",
    "posterize",
    "vectorize",
    "extend",
    "compress",
    "thumbnail",
    "convert",
    "crop",
    "rotate",
    "flip",
    "resize",
    "avatar",
    "headshot",
    "linkedin_photo",
    "id_photo",
    "animate_picture",
    "wallpaper",
    "poster",
    "linkedin_banner",
    "logo",
];

impl ImageTool {
    pub fn kind(&self) -> ToolKind {
        match self {
            Self::RemoveBackground { .. } => ToolKind::RemoveBackground,
            Self::ChangeBackground { .. } => ToolKind::ChangeBackground,
            Self::EraseArea => ToolKind::EraseArea,
            Self::RemoveObject => ToolKind::RemoveObject,
            Self::RemoveText => ToolKind::RemoveText,
            Self::RemoveWatermark => ToolKind::RemoveWatermark,
            Self::RemoveBlemishes => ToolKind::RemoveBlemishes,
            Self::Upscale { .. } => ToolKind::Upscale,
            Self::Enhance { .. } => ToolKind::Enhance,
            Self::Sharpen { .. } => ToolKind::Sharpen,
            Self::Denoise { .. } => ToolKind::Denoise,
            Self::Sketch { .. } => ToolKind::Sketch,
            Self::LineArt { .. } => ToolKind::LineArt,
            Self::Cartoon { .. } => ToolKind::Cartoon,
            Self::AnimeLook { .. } => ToolKind::AnimeLook,
            Self::OilPainting { .. } => ToolKind::OilPainting,
            Self::Illustration { .. } => ToolKind::Illustration,
            Self::PixelArt { .. } => ToolKind::PixelArt,
            Self::Posterize { .. } => ToolKind::Posterize,
            Self::Vectorize { .. } => ToolKind::Vectorize,
            Self::Extend { .. } => ToolKind::Extend,
            Self::Compress { .. } => ToolKind::Compress,
            Self::Thumbnail => ToolKind::Thumbnail,
            Self::Convert { .. } => ToolKind::Convert,
            Self::Crop { .. } => ToolKind::Crop,
            Self::Rotate { .. } => ToolKind::Rotate,
            Self::Flip { .. } => ToolKind::Flip,
            Self::Resize { .. } => ToolKind::Resize,
            Self::Avatar { .. } => ToolKind::Avatar,
            Self::Headshot => ToolKind::Headshot,
            Self::LinkedinPhoto => ToolKind::LinkedinPhoto,
            Self::IdPhoto { .. } => ToolKind::IdPhoto,
            Self::AnimatePicture { .. } => ToolKind::AnimatePicture,
            Self::Wallpaper { .. } => ToolKind::Wallpaper,
            Self::Poster { .. } => ToolKind::Poster,
            Self::LinkedinBanner { .. } => ToolKind::LinkedinBanner,
            Self::Logo { .. } => ToolKind::Logo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_defaults_and_is_tagged_by_its_kind() {
        for kind in ToolKind::ALL {
            let tool = kind.with_defaults();
            assert_eq!(tool.kind(), kind);
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            let json = serde_json::to_value(&tool).unwrap();
            assert_eq!(json["tool"], serde_json::to_value(kind).unwrap());
        }
        assert_eq!(serde_json::to_string(&ToolKind::IdPhoto).unwrap(), "\"id_photo\"");
    }

    #[test]
    fn no_tool_is_missing_in_the_list_or_twice_in_it() {
        let listed: std::collections::HashSet<_> = ToolKind::ALL.into_iter().collect();
        assert_eq!(listed.len(), ToolKind::Logo as usize + 1);
    }
}
