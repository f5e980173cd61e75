use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Luma};

use crate::{PictureError, decode};

/// Longest side of a mask, in pixels: of the largest image that is edited (spec §3).
const MASK_SIDE_MAX: u32 = 2_048;

/// Returns a PNG that is white where `png` is transparent, and black elsewhere. Takes 20 MB of memory at most.
///
/// # Errors
///
/// The picture is too large or broken.
pub fn mask_of_alpha(png: &[u8]) -> Result<Vec<u8>, PictureError> {
    let picture = decode(png, ImageFormat::Png, MASK_SIDE_MAX).map_err(PictureError::of)?;
    let (width, height) = (picture.width(), picture.height());
    let picture = picture.into_rgba8();
    let white_where_clear = |x, y| {
        let [.., alpha] = picture.get_pixel(x, y).0;
        Luma([u8::MAX - alpha])
    };
    let mask = GrayImage::from_fn(width, height, white_where_clear);
    let mut content = Vec::new();
    let written =
        DynamicImage::from(mask).write_to(&mut Cursor::new(&mut content), ImageFormat::Png);
    written.map_err(|_| PictureError::Broken)?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> Rgba<u8>) -> Vec<u8> {
        let mut content = Vec::new();
        let picture = DynamicImage::from(RgbaImage::from_fn(width, height, pixel));
        picture.write_to(&mut Cursor::new(&mut content), ImageFormat::Png).unwrap();
        content
    }

    #[test]
    fn what_is_transparent_becomes_white_and_what_covers_black() {
        let given = png(2, 1, |x, _| if x == 0 { Rgba([9, 9, 9, 0]) } else { Rgba([200; 4]) });
        let mask = image::load_from_memory(&mask_of_alpha(&given).unwrap()).unwrap().into_luma8();
        assert_eq!(mask.into_raw(), [255, 55]);
    }

    #[test]
    fn a_mask_may_have_2048_pixels_a_side_but_not_2049_and_has_to_be_a_png() {
        let clear = |_, _| Rgba([0; 4]);
        assert!(mask_of_alpha(&png(2_048, 1, clear)).is_ok());
        assert_eq!(mask_of_alpha(&png(2_049, 1, clear)), Err(PictureError::Dimensions));
        assert_eq!(mask_of_alpha(b"<svg>"), Err(PictureError::Broken));
    }
}
