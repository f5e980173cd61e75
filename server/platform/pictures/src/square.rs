use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage, RgbaImage};
use serde::{Deserialize, Serialize};

use crate::edit::format_of;
use crate::{PictureError, decode};

/// The format for images that represent somebody or something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Square {
    /// Minimum side of an accepted image, in pixels.
    pub side_min: u32,
    pub side_max: u32,
    /// Side of the result.
    pub side: u32,
    /// Quality from 0 to 100.
    pub quality: u8,
}

/// Returns the middle of a picture as a square JPEG. Takes some milliseconds of the processor.
///
/// # Errors
///
/// It is too small or too large, or cannot be read.
pub(crate) fn crop_square_jpeg(content: &[u8], wanted: Square) -> Result<Vec<u8>, PictureError> {
    let format = format_of(content)?;
    let image = decode(content, format, wanted.side_max).map_err(PictureError::of)?;
    let side = image.width().min(image.height());
    if side < wanted.side_min {
        return Err(PictureError::Dimensions);
    }
    let (left, top) = ((image.width() - side) / 2, (image.height() - side) / 2);
    // Looked at, not copied: a large picture lies there only once.
    let middle = imageops::crop_imm(&image, left, top, side, side);
    let square = imageops::resize(&*middle, wanted.side, wanted.side, FilterType::Triangle);
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, wanted.quality);
    on_white(&square).write_with_encoder(encoder).map_err(|_| PictureError::Broken)?;
    Ok(jpeg)
}

/// Flattens an image on white, because JPEG has no transparency.
fn on_white(rgba: &RgbaImage) -> RgbImage {
    RgbImage::from_fn(rgba.width(), rgba.height(), |x, y| {
        let [red, green, blue, alpha] = rgba.get_pixel(x, y).0.map(u32::from);
        let over = |colour: u32| ((colour * alpha + 255 * (255 - alpha)) / 255) as u8;
        Rgb([over(red), over(green), over(blue)])
    })
}
