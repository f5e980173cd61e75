//! Re-encodes fetched images: nothing hidden in a file is passed on, and none is larger than a page needs.

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageError, ImageFormat};
use kernel::Problem;
use pictures::decode;

use crate::problems::{NOT_A_PICTURE, PICTURE_SIZE};
use crate::rules::{QUALITY, SIDE_GIVEN_PIXELS, SIDE_MAX_PIXELS};

/// A picture as it is given.
#[derive(Debug)]
pub(crate) struct Picture {
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

/// Decodes a PNG or JPEG and re-encodes it. Takes some milliseconds of CPU time.
///
/// Problems: [`NOT_A_PICTURE`], [`PICTURE_SIZE`].
pub(crate) fn made_anew(content: &Bytes) -> Result<Picture, Problem> {
    let format = match image::guess_format(content) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg)) => format,
        _ => return Err(NOT_A_PICTURE.into()),
    };
    let picture = decode(content, format, SIDE_MAX_PIXELS).map_err(|error| match error {
        ImageError::Limits(_) => Problem::from(PICTURE_SIZE),
        _ => NOT_A_PICTURE.into(),
    })?;
    let side = picture.width().max(picture.height());
    let picture = match side > SIDE_GIVEN_PIXELS {
        true => picture.resize(SIDE_GIVEN_PIXELS, SIDE_GIVEN_PIXELS, FilterType::Triangle),
        false => picture,
    };
    written(picture)
}

/// Encodes a picture. Transparency is kept, which JPEG does not support.
fn written(picture: DynamicImage) -> Result<Picture, Problem> {
    let mut content = Vec::new();
    let shows_through = picture.color().has_alpha();
    let done = if shows_through {
        picture.write_to(&mut Cursor::new(&mut content), ImageFormat::Png)
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut content, QUALITY);
        picture.into_rgb8().write_with_encoder(encoder)
    };
    done.map_err(|_| Problem::from(NOT_A_PICTURE))?;
    let media_type = if shows_through { "image/png" } else { "image/jpeg" };
    Ok(Picture { media_type, content })
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, RgbImage, RgbaImage};

    use super::*;

    fn png(picture: impl Into<DynamicImage>) -> Bytes {
        let mut content = Cursor::new(Vec::new());
        picture.into().write_to(&mut content, ImageFormat::Png).unwrap();
        content.into_inner().into()
    }

    // spec §9: "Compression: default maximum 2048 at quality 75"
    #[test]
    fn a_large_picture_is_given_with_2048_pixels_at_most() {
        assert_eq!((SIDE_GIVEN_PIXELS, QUALITY), (2_048, 75));
        let given = made_anew(&png(RgbImage::new(4_096, 1_024))).unwrap();
        assert_eq!(given.media_type, "image/jpeg");
        let again = image::load_from_memory(&given.content).unwrap();
        assert_eq!(again.dimensions(), (2_048, 512));
    }

    #[test]
    fn what_shows_through_goes_on_doing_so() {
        let given = made_anew(&png(RgbaImage::new(8, 8))).unwrap();
        assert_eq!(given.media_type, "image/png");
    }

    #[test]
    fn nothing_behind_a_picture_goes_on() {
        let hidden = [png(RgbImage::new(8, 8)).as_ref(), b"<script>alert(1)</script>"].concat();
        let given = made_anew(&hidden.into()).unwrap();
        assert!(!given.content.windows(8).any(|bytes| bytes == b"<script>"));
    }

    // spec §8: "Failed to load image"; "The image of this size cannot be parsed."
    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        for content in ["<svg onload=alert(1)>", "", "\u{89}PNG"] {
            let problem = made_anew(&Bytes::from(content)).unwrap_err();
            assert_eq!(problem.kind.text, "Failed to load image");
        }
        let problem = made_anew(&png(RgbImage::new(6_001, 1))).unwrap_err();
        assert_eq!(problem.kind.text, "The image of this size cannot be parsed.");
    }
}
