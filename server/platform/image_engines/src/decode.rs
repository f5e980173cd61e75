mod av1;
mod heif;

use std::io::Cursor;

use image::metadata::Orientation;
use image::{
    DynamicImage, GrayImage, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult,
    Limits,
};
use image_tools::{SIDE_MAX_PIXELS, SourceFormat, SourceHeader, ToolError};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::raster::Raster;
use crate::resize::shrink;

/// Most bytes that a decoder allocates.
const DECODER_MAX_BYTES: u64 = 420 * 1024 * 1024;

/// Decodes a picture: its first frame, upright, in sRGB with 8 bits a channel, at most `side_max` pixels a side.
///
/// # Errors
///
/// It cannot be read.
pub(crate) fn decode(content: &[u8], side_max: u32) -> Result<Raster, ToolError> {
    // The format is that of the content, whatever its name says.
    let header = SourceHeader::read(content)?;
    let upright = |(picture, profile)| (picture, Orientation::NoTransforms, profile);
    let (picture, orientation, profile) = match header.format {
        SourceFormat::Heic => upright(heif::read_heic(content)?),
        SourceFormat::Avif => upright(heif::read_avif(content)?),
        SourceFormat::Png => read(content, ImageFormat::Png, &header).map_err(refusal)?,
        SourceFormat::Jpeg => read(content, ImageFormat::Jpeg, &header).map_err(refusal)?,
        SourceFormat::Webp => read(content, ImageFormat::WebP, &header).map_err(refusal)?,
        SourceFormat::Gif => read(content, ImageFormat::Gif, &header).map_err(refusal)?,
    };
    // Made smaller before it is copied: a large one lies there only once.
    let mut picture = shrink(picture, side_max);
    picture.apply_orientation(orientation);
    let is_gray = !picture.color().has_color();
    let mut rgba = picture.into_rgba8();
    if let Some(profile) = profile {
        in_srgb(&mut rgba, &profile, is_gray);
    }
    Ok(Raster::of_rgba(&rgba))
}

/// Decodes a mask, white where it counts. What is transparent does not count.
///
/// # Errors
///
/// It cannot be read.
pub(crate) fn decode_mask(content: &[u8]) -> Result<GrayImage, ToolError> {
    let raster = decode(content, SIDE_MAX_PIXELS)?;
    let flat = raster.flattened([0, 0, 0]);
    Ok(DynamicImage::from(flat).into_luma8())
}

fn read(
    content: &[u8],
    format: ImageFormat,
    header: &SourceHeader,
) -> ImageResult<(DynamicImage, Orientation, Option<ColorProfile>)> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(header.width);
    limits.max_image_height = Some(header.height);
    limits.max_alloc = Some(DECODER_MAX_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(content), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    // A profile that cannot be read is as good as none.
    let profile = decoder.icc_profile()?.and_then(|icc| ColorProfile::new_from_slice(&icc).ok());
    Ok((DynamicImage::from_decoder(decoder)?, orientation, profile))
}

fn refusal(error: ImageError) -> ToolError {
    match error {
        ImageError::Limits(_) => ToolError::Exhausted,
        _ => ToolError::Broken,
    }
}

/// Turns colors of a profile into sRGB. Decoders have turned CMYK into RGB already, without its profile.
fn in_srgb(rgba: &mut image::RgbaImage, profile: &ColorProfile, is_gray: bool) {
    if profile.color_space != DataColorSpace::Rgb || is_gray {
        return;
    }
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let transform = profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, options);
    let Ok(transform) = transform else { return };
    let source = rgba.as_raw().clone();
    // Both have the same length, which is all that it asks for.
    if transform.transform(&source, rgba).is_err() {
        rgba.copy_from_slice(&source);
    }
}
