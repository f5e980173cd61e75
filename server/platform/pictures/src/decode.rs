use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::error::{LimitError, LimitErrorKind};
use image::metadata::Orientation;
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult, Limits,
};

use crate::{PictureKind, strip_metadata};

/// Decodes an image of at most `side_max` pixels per side, upright as the camera was held; one that claims to be larger
/// costs no memory. Takes some milliseconds of CPU time.
pub fn decode(content: &[u8], format: ImageFormat, side_max: u32) -> ImageResult<DynamicImage> {
    let mut decoder = open(content, format, side_max)?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Returns a PNG or JPEG without its metadata, for programs that do not know how it is turned: where it is, its points
/// are turned. `None`: it cannot be read.
pub(crate) fn apply_orientation(content: &[u8]) -> Option<Vec<u8>> {
    let bare = strip_metadata(content)?;
    let format = match PictureKind::of(&bare)? {
        PictureKind::Png => ImageFormat::Png,
        PictureKind::Jpeg => ImageFormat::Jpeg,
        PictureKind::Webp | PictureKind::Gif => return None,
    };
    let orientation = open(&bare, format, SIDE_MAX_PIXELS).ok()?.orientation().ok()?;
    if orientation == Orientation::NoTransforms {
        return Some(bare);
    }
    let picture = decode(&bare, format, SIDE_MAX_PIXELS).ok()?;
    let mut turned = Cursor::new(Vec::new());
    let written = match format {
        ImageFormat::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut turned, QUALITY);
            picture.into_rgb8().write_with_encoder(encoder)
        }
        other => picture.write_to(&mut turned, other),
    };
    written.ok()?;
    Some(turned.into_inner())
}

/// Larger pictures are not turned: they would take a quarter of a gigabyte.
const SIDE_MAX_PIXELS: u32 = 6_000;
/// JPEG quality, high enough that re-encoding is invisible.
const QUALITY: u8 = 90;
/// Red, green, blue and how much shows through.
const BYTES_PER_PIXEL_MAX: u64 = 4;

fn open(content: &[u8], format: ImageFormat, side_max: u32) -> ImageResult<impl ImageDecoder + '_> {
    let bytes_max = u64::from(side_max) * u64::from(side_max) * BYTES_PER_PIXEL_MAX;
    let mut limits = Limits::default();
    limits.max_image_width = Some(side_max);
    limits.max_image_height = Some(side_max);
    limits.max_alloc = Some(bytes_max);
    let mut reader = ImageReader::with_format(Cursor::new(content), format);
    reader.limits(limits);
    let decoder = reader.into_decoder()?;
    if decoder.total_bytes() > bytes_max {
        return Err(ImageError::Limits(LimitError::from_kind(LimitErrorKind::InsufficientMemory)));
    }
    Ok(decoder)
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, Rgb, RgbImage};

    use super::*;

    const JPEG: &[u8] = include_bytes!("../tests/pictures/phone.jpg");
    const PNG: &[u8] = include_bytes!("../tests/pictures/phone.png");

    #[test]
    fn a_picture_is_read_up_to_its_limit_and_not_a_pixel_beyond() {
        let mut png = Cursor::new(Vec::new());
        DynamicImage::from(RgbImage::new(40, 30)).write_to(&mut png, ImageFormat::Png).unwrap();
        let png = png.into_inner();
        assert_eq!(decode(&png, ImageFormat::Png, 40).unwrap().width(), 40);
        let refused = decode(&png, ImageFormat::Png, 39).unwrap_err();
        assert!(matches!(refused, ImageError::Limits(_)));
    }

    #[test]
    fn what_takes_more_memory_than_its_sides_say_is_refused() {
        let deep = image::ImageBuffer::<Rgb<u16>, _>::new(40, 40);
        let mut png = Cursor::new(Vec::new());
        DynamicImage::from(deep).write_to(&mut png, ImageFormat::Png).unwrap();
        let refused = decode(&png.into_inner(), ImageFormat::Png, 40).unwrap_err();
        assert!(matches!(refused, ImageError::Limits(_)));
    }

    #[test]
    fn a_picture_taken_sideways_stands_upright() {
        for (content, format) in [(JPEG, ImageFormat::Jpeg), (PNG, ImageFormat::Png)] {
            let lying = image::load_from_memory_with_format(content, format).unwrap();
            let (width, height) = lying.dimensions();
            assert_eq!(decode(content, format, 4_000).unwrap().dimensions(), (height, width));
            let turned = apply_orientation(content).unwrap();
            let standing = image::load_from_memory_with_format(&turned, format).unwrap();
            assert_eq!(standing.dimensions(), (height, width));
            assert_eq!(apply_orientation(&turned).unwrap(), turned, "it stands already");
        }
        assert_eq!(apply_orientation(b"GIF89a"), None);
    }
}
