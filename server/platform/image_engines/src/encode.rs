use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageResult};
use image_tools::{EngineLabel, MadeImage, OutputFormat, ToolError};
use ravif::{Encoder, Img, RGB8, RGBA8};

use crate::raster::Raster;

/// Quality of photos that were changed, high enough that encoding them again is invisible.
const QUALITY: u8 = 92;

/// Encodes a picture: as JPEG, or as PNG where something shows through. No metadata is written.
pub(crate) fn encode_photo(raster: Raster, label: EngineLabel) -> Result<MadeImage, ToolError> {
    match raster.alpha {
        Some(_) => encode(raster, OutputFormat::Png, QUALITY, label),
        None => encode(raster, OutputFormat::Jpeg, QUALITY, label),
    }
}

/// Encodes a picture as PNG.
pub(crate) fn encode_png(raster: Raster, label: EngineLabel) -> Result<MadeImage, ToolError> {
    encode(raster, OutputFormat::Png, QUALITY, label)
}

/// Encodes a picture. JPEG has no transparency: it is put on white.
pub(crate) fn encode(
    raster: Raster,
    format: OutputFormat,
    quality: u8,
    label: EngineLabel,
) -> Result<MadeImage, ToolError> {
    let (width, height) = raster.color.dimensions();
    let mut content = Vec::new();
    let written = match format {
        OutputFormat::Jpeg => {
            let color = raster.flattened([255, 255, 255]);
            let encoder = JpegEncoder::new_with_quality(&mut content, quality);
            color.write_with_encoder(encoder)
        }
        OutputFormat::Png => write_png(raster, &mut content),
        OutputFormat::Webp => {
            let encoder = WebPEncoder::new_lossless(&mut content);
            let (bytes, kind) = bytes_of(raster);
            encoder.encode(&bytes, width, height, kind)
        }
        OutputFormat::Avif => {
            content = avif_of(raster)?;
            Ok(())
        }
        OutputFormat::Gif => {
            let mut encoder = GifEncoder::new_with_speed(Cursor::new(&mut content), 10);
            encoder.encode(raster.to_rgba().as_raw(), width, height, ExtendedColorType::Rgba8)
        }
    };
    written.map_err(|_| ToolError::Broken)?;
    Ok(MadeImage { content, media_type: media_type(format).to_owned(), width, height, label })
}

/// Quality of AVIF, at which photos look as those of a JPEG at 90 do, and of its transparency.
const AVIF_QUALITY: f32 = 80.0;
const AVIF_ALPHA_QUALITY: f32 = 90.0;
/// 1 to 10: the slower, the smaller.
const AVIF_SPEED: u8 = 9;

fn avif_of(raster: Raster) -> Result<Vec<u8>, ToolError> {
    let (width, height) = (raster.width() as usize, raster.height() as usize);
    let encoder = Encoder::new()
        .with_quality(AVIF_QUALITY)
        .with_alpha_quality(AVIF_ALPHA_QUALITY)
        .with_speed(AVIF_SPEED);
    let encoded = match raster.alpha {
        Some(_) => {
            let pixels = raster.to_rgba();
            let pixels: Vec<RGBA8> = pixels.pixels().map(|pixel| pixel.0.into()).collect();
            encoder.encode_rgba(Img::new(pixels.as_slice(), width, height))
        }
        None => {
            let pixels: Vec<RGB8> = raster.color.pixels().map(|pixel| pixel.0.into()).collect();
            encoder.encode_rgb(Img::new(pixels.as_slice(), width, height))
        }
    };
    encoded.map(|encoded| encoded.avif_file).map_err(|_| ToolError::Broken)
}

fn write_png(raster: Raster, content: &mut Vec<u8>) -> ImageResult<()> {
    let (width, height) = raster.color.dimensions();
    let encoder =
        PngEncoder::new_with_quality(content, CompressionType::Default, FilterType::Adaptive);
    let (bytes, kind) = bytes_of(raster);
    encoder.write_image(&bytes, width, height, kind)
}

fn bytes_of(raster: Raster) -> (Vec<u8>, ExtendedColorType) {
    match raster.alpha {
        Some(_) => (raster.to_rgba().into_raw(), ExtendedColorType::Rgba8),
        None => (raster.color.into_raw(), ExtendedColorType::Rgb8),
    }
}

pub(crate) fn media_type(format: OutputFormat) -> &'static str {
    match format {
        OutputFormat::Jpeg => "image/jpeg",
        OutputFormat::Png => "image/png",
        OutputFormat::Webp => "image/webp",
        OutputFormat::Gif => "image/gif",
        OutputFormat::Avif => "image/avif",
    }
}
