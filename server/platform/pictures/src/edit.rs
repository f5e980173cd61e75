use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageError, ImageFormat};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::grayscale::SIDE_MAX_PIXELS as GRAYSCALE_SIDE_MAX;
use crate::header::Header;
use crate::{PictureKind, Square, apply_orientation, crop_square_jpeg, decode, grayscale_pgm};

/// An edit of an uploaded or fetched picture, a PNG or JPEG.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// The middle of it, as a square JPEG.
    Square(Square),
    /// The whole, with shorter sides if it is too large: a JPEG, or a PNG if anything shows through.
    Shrink(Shrink),
    /// Grayscale as PGM, for text recognition.
    Grayscale,
    /// Without its metadata, turned upright.
    Upright,
}

/// The format for pictures that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrink {
    /// Maximum side of an accepted picture, in pixels.
    pub side_max: u32,
    /// Maximum side of the result.
    pub side: u32,
    /// Quality of a JPEG from 0 to 100.
    pub quality: u8,
}

/// The reason why a picture was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureError {
    #[error("the picture is too small or too large")]
    Dimensions,
    #[error("the picture cannot be read")]
    Broken,
}

/// Bytes of a pixel while a picture is resized: four colours of 32 bits.
const RESIZED_PIXEL_BYTES: u64 = 16;
/// Bytes of a pixel, with all that shows through.
const PIXEL_BYTES: u64 = 4;
/// A picture that is larger once it stands upright is not wanted anywhere.
const UPRIGHT_MAX_BYTES: u64 = 32 * 1024 * 1024;
/// Largest picture with a header in front of its pixels, or compressed so badly that it grows.
const OVERHEAD_BYTES: u64 = 1024 * 1024;

impl Edit {
    /// Returns the bytes of memory that this edit takes, known from the header of the picture; nothing is decoded.
    ///
    /// # Errors
    ///
    /// The picture is too large for this edit, or has no header.
    pub fn memory_bytes(self, header: &Header) -> Result<u64, PictureError> {
        if header.width.max(header.height) > self.side_max() {
            return Err(PictureError::Dimensions);
        }
        let resized = match self {
            // Rows are resized first.
            Self::Square(square) => u64::from(header.width) * u64::from(square.side),
            Self::Shrink(shrink) => u64::from(header.width) * u64::from(shrink.side),
            Self::Grayscale | Self::Upright => 0,
        };
        Ok(header.decoding_bytes() + resized * RESIZED_PIXEL_BYTES + self.output_bytes(header))
    }

    /// Returns the most bytes that the result has.
    pub fn output_bytes(self, header: &Header) -> u64 {
        let square = |side: u32| u64::from(side) * u64::from(side);
        let pixels = match self {
            Self::Square(it) => square(it.side) * PIXEL_BYTES,
            Self::Shrink(it) => header.pixels().min(square(it.side)) * PIXEL_BYTES,
            Self::Grayscale => header.pixels(),
            Self::Upright => (header.pixels() * PIXEL_BYTES).min(UPRIGHT_MAX_BYTES),
        };
        pixels + OVERHEAD_BYTES
    }

    /// Edits a picture in this process. Takes up to a second of a core, and [`Edit::memory_bytes`].
    ///
    /// # Errors
    ///
    /// The picture is too small, too large or broken.
    pub fn apply(self, content: &[u8]) -> Result<Vec<u8>, PictureError> {
        let header = Header::read(content).ok_or(PictureError::Broken)?;
        self.memory_bytes(&header)?;
        match self {
            Self::Square(square) => crop_square_jpeg(content, square),
            Self::Shrink(wanted) => shrink(content, wanted),
            Self::Grayscale => grayscale_pgm(content).ok_or(PictureError::Broken),
            Self::Upright => apply_orientation(content).ok_or(PictureError::Broken),
        }
    }

    fn side_max(self) -> u32 {
        match self {
            Self::Square(square) => square.side_max,
            Self::Shrink(shrink) => shrink.side_max,
            Self::Grayscale => GRAYSCALE_SIDE_MAX,
            // A larger one is passed on as it stands.
            Self::Upright => u32::MAX,
        }
    }
}

fn shrink(content: &[u8], wanted: Shrink) -> Result<Vec<u8>, PictureError> {
    let format = format_of(content)?;
    let picture = decode(content, format, wanted.side_max).map_err(PictureError::of)?;
    let side = picture.width().max(picture.height());
    let picture = match side > wanted.side {
        true => picture.resize(wanted.side, wanted.side, FilterType::Triangle),
        false => picture,
    };
    encode(picture, wanted.quality)
}

/// Encodes a picture. Transparency is kept, which JPEG does not support.
fn encode(picture: DynamicImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let mut content = Vec::new();
    let done = if picture.color().has_alpha() {
        picture.write_to(&mut Cursor::new(&mut content), ImageFormat::Png)
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut content, quality);
        picture.into_rgb8().write_with_encoder(encoder)
    };
    done.map_err(|_| PictureError::Broken)?;
    Ok(content)
}

/// Returns the format of a PNG or JPEG.
pub(crate) fn format_of(content: &[u8]) -> Result<ImageFormat, PictureError> {
    match PictureKind::of(content) {
        Some(PictureKind::Png) => Ok(ImageFormat::Png),
        Some(PictureKind::Jpeg) => Ok(ImageFormat::Jpeg),
        Some(PictureKind::Webp | PictureKind::Gif) | None => Err(PictureError::Broken),
    }
}

impl PictureError {
    pub(crate) fn of(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::Dimensions,
            _ => Self::Broken,
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, RgbImage, RgbaImage};

    use super::*;

    const SHRINK: Edit = Edit::Shrink(Shrink { side_max: 6_000, side: 2_048, quality: 75 });

    fn png(picture: impl Into<DynamicImage>) -> Vec<u8> {
        let mut content = Cursor::new(Vec::new());
        picture.into().write_to(&mut content, ImageFormat::Png).unwrap();
        content.into_inner()
    }

    #[test]
    fn a_large_picture_is_made_smaller() {
        let made = SHRINK.apply(&png(RgbImage::new(4_096, 1_024))).unwrap();
        assert_eq!(PictureKind::of(&made), Some(PictureKind::Jpeg));
        assert_eq!(image::load_from_memory(&made).unwrap().dimensions(), (2_048, 512));
    }

    #[test]
    fn what_shows_through_goes_on_doing_so() {
        let made = SHRINK.apply(&png(RgbaImage::new(8, 8))).unwrap();
        assert_eq!(PictureKind::of(&made), Some(PictureKind::Png));
    }

    #[test]
    fn nothing_behind_a_picture_goes_on() {
        let hidden = [png(RgbImage::new(8, 8)).as_slice(), b"<script>alert(1)</script>"].concat();
        let made = SHRINK.apply(&hidden).unwrap();
        assert!(!made.windows(8).any(|bytes| bytes == b"<script>"));
    }

    #[test]
    fn what_is_too_large_is_told_from_its_header() {
        let large = png(RgbImage::new(6_001, 1));
        assert_eq!(SHRINK.apply(&large), Err(PictureError::Dimensions));
        assert_eq!(SHRINK.apply(&large[..40]), Err(PictureError::Dimensions), "its head is enough");
        for broken in [b"<svg/>".as_slice(), b"", b"\x89PNG", &png(RgbImage::new(8, 8))[..60]] {
            assert_eq!(SHRINK.apply(broken), Err(PictureError::Broken));
        }
    }

    #[test]
    fn the_memory_of_an_edit_counts_all_that_lies_there_at_once() {
        let header = Header::read(&png(RgbaImage::new(4_000, 3_000))).unwrap();
        let decoded = 4_000 * 3_000 * 8;
        let bytes = |edit: Edit| edit.memory_bytes(&header).unwrap();
        let shrunk = decoded + 4_000 * 2_048 * 16 + 2_048 * 2_048 * 4 + OVERHEAD_BYTES;
        assert_eq!(bytes(SHRINK), shrunk);
        assert_eq!(bytes(Edit::Grayscale), decoded + 4_000 * 3_000 + OVERHEAD_BYTES);
        assert_eq!(bytes(Edit::Upright), decoded + UPRIGHT_MAX_BYTES + OVERHEAD_BYTES);
    }
}
