use std::path::Path;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    EngineLabel, LARGE_SIDE_MAX_PIXELS, SIDE_MAX_PIXELS, ToolKind, UPSCALED_SIDE_MAX_PIXELS,
    Weights,
};

/// The degree to which a tool needs something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    No,
    Optional,
    Required,
}

/// A description of a tool: its inputs, and what it is honest to say of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToolInfo {
    pub kind: ToolKind,
    pub picture: Need,
    pub mask: Need,
    pub second_picture: Need,
    pub text: Need,
    /// The engine that works at this moment.
    pub label: EngineLabel,
    /// The data file that the tool can use, if there is one.
    pub weights: Option<Weights>,
    /// `Required`: without the data file, a mask has to be given, or the tool cannot be used.
    pub weights_need: Need,
    pub is_installed: bool,
    /// Longest side of the picture that it takes, and of the one that it makes.
    pub side_max: u32,
    pub made_side_max: u32,
}

impl ToolKind {
    /// Returns what the tool takes, and how it works with the data files in a folder.
    pub fn info(self, weights_folder: &Path) -> ToolInfo {
        let (weights, weights_need) = self.weights();
        let is_installed = weights.is_none_or(|one| one.is_in(weights_folder));
        ToolInfo {
            kind: self,
            picture: self.picture(),
            mask: self.mask(),
            second_picture: self.second_picture(),
            text: self.text(),
            label: self.label(is_installed),
            weights,
            weights_need,
            is_installed,
            side_max: self.side_max(),
            made_side_max: self.made_side_max(),
        }
    }

    /// Returns the longest side of a picture that it takes.
    pub fn side_max(self) -> u32 {
        match self {
            Self::Compress | Self::Thumbnail | Self::Convert | Self::Crop | Self::Resize => {
                LARGE_SIDE_MAX_PIXELS
            }
            _ => SIDE_MAX_PIXELS,
        }
    }

    /// Returns the longest side of a picture that it makes.
    pub fn made_side_max(self) -> u32 {
        match self {
            Self::Upscale => UPSCALED_SIDE_MAX_PIXELS,
            _ => SIDE_MAX_PIXELS,
        }
    }

    fn picture(self) -> Need {
        match self {
            Self::Wallpaper | Self::LinkedinBanner | Self::Logo => Need::No,
            Self::Poster => Need::Optional,
            _ => Need::Required,
        }
    }

    fn mask(self) -> Need {
        match self {
            Self::EraseArea
            | Self::RemoveObject
            | Self::RemoveText
            | Self::RemoveWatermark
            | Self::RemoveBlemishes => Need::Required,
            Self::RemoveBackground
            | Self::ChangeBackground
            | Self::IdPhoto
            | Self::AnimatePicture => Need::Optional,
            _ => Need::No,
        }
    }

    fn second_picture(self) -> Need {
        match self {
            Self::ChangeBackground => Need::Optional,
            _ => Need::No,
        }
    }

    fn text(self) -> Need {
        match self {
            Self::Poster | Self::LinkedinBanner | Self::Logo => Need::Required,
            Self::Wallpaper => Need::Optional,
            _ => Need::No,
        }
    }

    fn weights(self) -> (Option<Weights>, Need) {
        match self {
            Self::RemoveBackground | Self::ChangeBackground | Self::AnimatePicture => {
                (Some(Weights::Cutout), Need::Required)
            }
            Self::Upscale => (Some(Weights::UpscaleTwofold), Need::Optional),
            Self::Denoise => (Some(Weights::Denoise), Need::Optional),
            Self::Avatar | Self::Headshot | Self::LinkedinPhoto | Self::IdPhoto => {
                (Some(Weights::Cutout), Need::Optional)
            }
            _ => (None, Need::No),
        }
    }

    fn label(self, is_installed: bool) -> EngineLabel {
        match self {
            Self::RemoveBackground | Self::ChangeBackground => match is_installed {
                true => EngineLabel::CheckEdges,
                false => EngineLabel::OwnSelection,
            },
            Self::EraseArea
            | Self::RemoveObject
            | Self::RemoveText
            | Self::RemoveWatermark
            | Self::RemoveBlemishes => EngineLabel::CopiesNearbyTexture,
            Self::Upscale if is_installed => EngineLabel::SmallNetwork,
            Self::Upscale => EngineLabel::Interpolated,
            Self::Denoise if is_installed => EngineLabel::SmallNetwork,
            Self::Vectorize => EngineLabel::Traced,
            Self::Extend => EngineLabel::BlurredFrame,
            Self::AnimatePicture => EngineLabel::CameraMotion,
            Self::Avatar | Self::Headshot | Self::LinkedinPhoto | Self::IdPhoto => {
                match is_installed {
                    true => EngineLabel::CropsAroundHead,
                    false => EngineLabel::CropsMiddle,
                }
            }
            Self::Wallpaper | Self::Poster | Self::LinkedinBanner | Self::Logo => {
                EngineLabel::Template
            }
            Self::Compress
            | Self::Thumbnail
            | Self::Convert
            | Self::Crop
            | Self::Rotate
            | Self::Flip
            | Self::Resize => EngineLabel::Exact,
            _ => EngineLabel::Filter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_says_what_it_is_with_and_without_its_data_file() {
        let folder = tempfile::tempdir().unwrap();
        let without = ToolKind::Upscale.info(folder.path());
        assert_eq!((without.label, without.is_installed), (EngineLabel::Interpolated, false));
        for file in Weights::UpscaleTwofold.files() {
            std::fs::write(folder.path().join(file.name), b"weights").unwrap();
        }
        let with = ToolKind::Upscale.info(folder.path());
        assert_eq!((with.label, with.is_installed), (EngineLabel::SmallNetwork, true));
    }

    #[test]
    fn filters_are_called_filters_and_need_nothing() {
        for kind in [ToolKind::AnimeLook, ToolKind::Cartoon, ToolKind::Sketch] {
            let info = kind.info(Path::new("/nowhere"));
            assert_eq!((info.label, info.is_installed), (EngineLabel::Filter, true));
        }
    }

    #[test]
    fn only_what_is_made_smaller_may_be_larger_than_the_specification_says() {
        let larger = ToolKind::ALL.into_iter().filter(|kind| kind.side_max() > 2_048);
        let expected = [
            ToolKind::Compress,
            ToolKind::Thumbnail,
            ToolKind::Convert,
            ToolKind::Crop,
            ToolKind::Resize,
        ];
        assert_eq!(larger.collect::<Vec<_>>(), expected);
    }
}
