use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    AVATAR_SIDE_PIXELS, AnimationFormat, Background, COMPRESS_QUALITY, Color, Edges, Fill, Flip,
    LogoShape, Motion, OutputFormat, Palette, Pattern, SIDE_MAX_PIXELS, Side,
};

/// A tool with its options. Strengths are percent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "tool", rename_all = "snake_case", deny_unknown_fields)]
pub enum ImageTool {
    /// Takes a mask where the person selected the subject (`has_mask`).
    RemoveBackground {
        #[serde(default)]
        has_mask: bool,
    },
    /// As `RemoveBackground`; takes a second picture for [`Background::Picture`].
    ChangeBackground {
        #[serde(default = "white")]
        background: Background,
        #[serde(default)]
        has_mask: bool,
    },
    /// These five take a mask, white where the picture is filled.
    EraseArea,
    RemoveObject,
    RemoveText,
    RemoveWatermark,
    RemoveBlemishes,
    /// Multiplies the sides by 2 or 4.
    Upscale {
        #[serde(default = "two")]
        factor: u32,
    },
    Enhance {
        #[serde(default = "middling")]
        strength: u32,
    },
    Sharpen {
        #[serde(default = "middling")]
        strength: u32,
    },
    Denoise {
        #[serde(default = "middling")]
        strength: u32,
    },
    Sketch {
        #[serde(default)]
        is_colored: bool,
    },
    LineArt {
        #[serde(default = "middling")]
        detail: u32,
    },
    Cartoon {
        #[serde(default = "middling")]
        strength: u32,
    },
    AnimeLook {
        #[serde(default = "middling")]
        strength: u32,
    },
    OilPainting {
        /// Radius of a stroke in pixels, for a picture of 1,000.
        #[serde(default = "stroke")]
        radius: u32,
    },
    /// Flat colors with soft outlines.
    Illustration {
        #[serde(default = "middling")]
        strength: u32,
    },
    PixelArt {
        /// Pixels of the longer side.
        #[serde(default = "pixel_side")]
        side: u32,
        #[serde(default = "sixteen")]
        colors: u32,
    },
    Posterize {
        #[serde(default = "levels")]
        levels: u32,
    },
    /// Shapes in an SVG, traced from the picture.
    Vectorize {
        #[serde(default = "middling")]
        detail: u32,
    },
    Extend {
        #[serde(default = "a_fifth")]
        edges: Edges,
        #[serde(default)]
        fill: Fill,
    },
    Compress {
        #[serde(default = "compress_quality")]
        quality: u32,
        #[serde(default = "side_max")]
        side: u32,
    },
    Thumbnail,
    Convert {
        #[serde(default)]
        format: OutputFormat,
    },
    /// A part of the picture, in pixels; the whole without width and height.
    Crop {
        #[serde(default)]
        left: u32,
        #[serde(default)]
        top: u32,
        #[serde(default)]
        width: Option<u32>,
        #[serde(default)]
        height: Option<u32>,
    },
    Rotate {
        /// Quarter turns clockwise, 1 to 3.
        #[serde(default = "one")]
        quarters: u32,
    },
    Flip {
        #[serde(default)]
        direction: Flip,
    },
    /// Without one of them, the ratio stays.
    Resize {
        #[serde(default)]
        width: Option<u32>,
        #[serde(default)]
        height: Option<u32>,
    },
    Avatar {
        #[serde(default = "avatar_side")]
        side: u32,
    },
    /// A portrait of 4:5.
    Headshot,
    /// A square of 800 pixels.
    LinkedinPhoto,
    /// 35 by 45 millimeters at 300 dots an inch, on a plain background where there is a cut-out.
    IdPhoto {
        #[serde(default = "white_color")]
        background: Color,
        #[serde(default)]
        has_mask: bool,
    },
    AnimatePicture {
        #[serde(default)]
        motion: Motion,
        #[serde(default)]
        format: AnimationFormat,
        #[serde(default)]
        has_mask: bool,
    },
    Wallpaper {
        #[serde(default)]
        pattern: Pattern,
        #[serde(default)]
        palette: Palette,
        #[serde(default)]
        text: String,
        #[serde(default = "wallpaper_width")]
        width: u32,
        #[serde(default = "wallpaper_height")]
        height: u32,
        #[serde(default)]
        seed: u32,
    },
    /// Takes a picture for its background (`has_picture`).
    Poster {
        #[serde(default = "title")]
        title: String,
        #[serde(default)]
        subtitle: String,
        #[serde(default)]
        footer: String,
        #[serde(default)]
        palette: Palette,
        #[serde(default)]
        align: Side,
        #[serde(default)]
        has_picture: bool,
    },
    LinkedinBanner {
        #[serde(default = "title")]
        name: String,
        #[serde(default)]
        tagline: String,
        #[serde(default)]
        palette: Palette,
    },
    Logo {
        #[serde(default = "title")]
        name: String,
        #[serde(default)]
        tagline: String,
        #[serde(default)]
        shape: LogoShape,
        #[serde(default)]
        palette: Palette,
        #[serde(default)]
        is_svg: bool,
    },
}

fn white_color() -> Color {
    Color([255, 255, 255])
}

fn white() -> Background {
    Background::Color { color: white_color() }
}

fn one() -> u32 {
    1
}

fn two() -> u32 {
    2
}

fn stroke() -> u32 {
    5
}

fn levels() -> u32 {
    5
}

fn sixteen() -> u32 {
    16
}

fn middling() -> u32 {
    50
}

fn pixel_side() -> u32 {
    96
}

fn a_fifth() -> Edges {
    Edges { left: 20, top: 20, right: 20, bottom: 20 }
}

fn compress_quality() -> u32 {
    u32::from(COMPRESS_QUALITY)
}

fn side_max() -> u32 {
    SIDE_MAX_PIXELS
}

fn avatar_side() -> u32 {
    AVATAR_SIDE_PIXELS
}

fn wallpaper_width() -> u32 {
    1_920
}

fn wallpaper_height() -> u32 {
    1_080
}

fn title() -> String {
    "Ensemble".to_owned()
}
