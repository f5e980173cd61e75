use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageResult};
use image_tools::{EngineLabel, MadeImage, OutputFormat, ToolError};

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
        OutputFormat::Gif => {
            let mut encoder = GifEncoder::new_with_speed(Cursor::new(&mut content), 10);
            encoder.encode(raster.to_rgba().as_raw(), width, height, ExtendedColorType::Rgba8)
        }
    };
    written.map_err(|_| ToolError::Broken)?;
    Ok(MadeImage { content, media_type: media_type(format).to_owned(), width, height, label })
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
    }
}
