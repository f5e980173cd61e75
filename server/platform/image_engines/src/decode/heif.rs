//! Pictures in the container HEIF: HEIC as phones make it, coded as HEVC, and AVIF, coded as AV1. Of several, the one that
//! is to be shown is read; what lies beside it (thumbnails, depths, gain maps) is not.

use heic_rs::context::Context;
use heic_rs::ftyp::FileType;
use heic_rs::hevc::Frame;
use heic_rs::image::check_pixels;
use heic_rs::{
    Brand, DecodeOptions, Error, Image, Nclx, PixelLayout, color, grid, meta, transform,
};
use image::{DynamicImage, RgbImage, RgbaImage};
use image_tools::{LARGE_PIXELS_MAX, ToolError};
use moxcms::ColorProfile;

use super::av1::{Coded, decode_av1};

/// Reads a HEIC, upright, with the profile of its colors.
///
/// # Errors
///
/// It cannot be read, or has too many pixels.
pub(super) fn read_heic(content: &[u8]) -> Result<(DynamicImage, Option<ColorProfile>), ToolError> {
    let context = Context::open(content).map_err(refusal)?;
    let item = context.meta.primary;
    let props = context.props(item).map_err(refusal)?;
    let has_alpha = context.alpha_item(item).map_err(refusal)?.is_some();
    let options = DecodeOptions {
        layout: layout(has_alpha),
        max_pixels: Some(LARGE_PIXELS_MAX),
        ..DecodeOptions::default()
    };
    let picture = heic_rs::decode(content, &options).map_err(refusal)?;
    Ok((dynamic(picture)?, profile(props.icc, props.nclx)))
}

/// Reads an AVIF, upright, with the profile of its colors.
///
/// # Errors
///
/// It cannot be read, or has too many pixels.
pub(super) fn read_avif(content: &[u8]) -> Result<(DynamicImage, Option<ColorProfile>), ToolError> {
    let ftyp = FileType {
        major: Brand::Avif,
        effective: Brand::Avif,
        minor_version: 0,
        compatible_count: 0,
    };
    let meta = meta::parse(content).map_err(refusal)?;
    let context = Context { file: content, ftyp, meta };
    let item = context.meta.primary;
    let props = context.props(item).map_err(refusal)?;
    // Refused by what it says, before anything is decoded.
    let (width, height) = context.coded_size(item, &props).map_err(refusal)?;
    check_pixels(width, height, LARGE_PIXELS_MAX).map_err(refusal)?;
    let coded = av1_item(&context, item)?;
    let alpha = match context.alpha_item(item).map_err(refusal)? {
        Some(alpha) => Some(av1_item(&context, alpha)?.frame),
        None => None,
    };
    let is_as_large =
        |alpha: &Frame| (alpha.width, alpha.height) == (coded.frame.width, coded.frame.height);
    if !alpha.as_ref().is_none_or(is_as_large) {
        return Err(ToolError::Broken);
    }
    let nclx = props.nclx.unwrap_or(coded.nclx);
    let layout = layout(alpha.is_some());
    let picture =
        color::convert(&coded.frame, alpha.as_ref(), nclx, layout, LARGE_PIXELS_MAX, None);
    let picture = transform::apply_all(picture.map_err(refusal)?, &props.transforms);
    Ok((dynamic(picture.map_err(refusal)?)?, profile(props.icc, Some(nclx))))
}

/// Decodes an item, which may consist of tiles.
fn av1_item(context: &Context<'_>, item: u32) -> Result<Coded, ToolError> {
    let decode = |item: u32| decode_av1(&context.item_data(item).map_err(refusal)?);
    let Some((grid, tiles)) = context.grid(item).map_err(refusal)? else { return decode(item) };
    let coded = tiles.into_iter().map(decode).collect::<Result<Vec<_>, _>>()?;
    let nclx = coded.first().ok_or(ToolError::Broken)?.nclx;
    let frames: Vec<Frame> = coded.into_iter().map(|coded| coded.frame).collect();
    let frame = grid::compose(&grid, &frames, LARGE_PIXELS_MAX).map_err(refusal)?;
    Ok(Coded { frame, nclx })
}

fn layout(has_alpha: bool) -> PixelLayout {
    if has_alpha { PixelLayout::Rgba8 } else { PixelLayout::Rgb8 }
}

fn dynamic(picture: Image) -> Result<DynamicImage, ToolError> {
    let Image { data, width, height, layout } = picture;
    let picture = match layout {
        PixelLayout::Rgba8 => RgbaImage::from_raw(width, height, data).map(DynamicImage::from),
        _ => RgbImage::from_raw(width, height, data).map(DynamicImage::from),
    };
    picture.ok_or(ToolError::Broken)
}

/// Display P3, in the numbers of ISO/IEC 23091-2.
const DISPLAY_P3: u16 = 12;

/// Returns the profile of a picture's colors; `None`: they are sRGB, or as good as that.
fn profile(icc: Option<&[u8]>, nclx: Option<Nclx>) -> Option<ColorProfile> {
    match icc {
        Some(icc) => ColorProfile::new_from_slice(icc).ok(),
        None => {
            nclx.filter(|nclx| nclx.primaries == DISPLAY_P3).map(|_| ColorProfile::new_display_p3())
        }
    }
}

fn refusal(error: Error) -> ToolError {
    match error {
        Error::PixelLimit { .. } | Error::BoxTooLarge { .. } => ToolError::Exhausted,
        _ => ToolError::Broken,
    }
}
