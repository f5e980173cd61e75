use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Luma};
use serde::Deserialize;

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

/// A part of a picture, in percent of its sides from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Area {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

/// Returns a PNG of these sides that is white in `area`, and black elsewhere; `None` for an area without pixels, or a
/// picture of more pixels than any that is edited.
pub fn mask_of_area((width, height): (u32, u32), area: Area) -> Option<Vec<u8>> {
    let at = |percent: u32, side: u32| u64::from(side) * u64::from(percent.min(100)) / 100;
    let (left, right) = (at(area.left, width), at(area.right, width));
    let (top, bottom) = (at(area.top, height), at(area.bottom, height));
    if left >= right || top >= bottom || u64::from(width) * u64::from(height) > AREA_MAX_PIXELS {
        return None;
    }
    let mask = GrayImage::from_fn(width, height, |x, y| {
        let is_in = (left..right).contains(&x.into()) && (top..bottom).contains(&y.into());
        Luma([if is_in { u8::MAX } else { 0 }])
    });
    let mut content = Vec::new();
    DynamicImage::from(mask).write_to(&mut Cursor::new(&mut content), ImageFormat::Png).ok()?;
    Some(content)
}

/// Most pixels of a mask that is drawn: a byte for each.
const AREA_MAX_PIXELS: u64 = 8_192 * 8_192;

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

    #[test]
    fn an_area_is_white_in_percent_of_the_sides() {
        let area = Area { left: 50, top: 0, right: 100, bottom: 25 };
        let mask = image::load_from_memory(&mask_of_area((8, 4), area).unwrap()).unwrap();
        let mask = mask.into_luma8();
        let white: Vec<_> = mask.enumerate_pixels().filter(|(.., it)| it.0[0] == 255).collect();
        assert_eq!((mask.dimensions(), white.len()), ((8, 4), 4));
        assert!(white.iter().all(|(x, y, _)| *x >= 4 && *y == 0));
        for none in [Area { left: 50, right: 50, ..area }, Area { top: 90, bottom: 10, ..area }] {
            assert_eq!(mask_of_area((8, 4), none), None);
        }
        assert_eq!(mask_of_area((50_000, 50_000), area), None);
    }
}
