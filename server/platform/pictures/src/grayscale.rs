use image::ImageFormat;

use crate::{PictureKind, decode};

/// Maximum number of pixels per side of an image that is read: a page at 500 dots per inch.
pub(crate) const SIDE_MAX_PIXELS: u32 = 6_000;

/// Converts a PNG or JPEG to grayscale, as PGM: for programs that recognize text in it, and must not be given untrusted
/// files. `None`: it cannot be decoded, or is too large.
pub(crate) fn grayscale_pgm(content: &[u8]) -> Option<Vec<u8>> {
    let format = match PictureKind::of(content)? {
        PictureKind::Png => ImageFormat::Png,
        PictureKind::Jpeg => ImageFormat::Jpeg,
        PictureKind::Webp | PictureKind::Gif => return None,
    };
    let grey = decode(content, format, SIDE_MAX_PIXELS).ok()?.into_luma8();
    let mut drawn = format!("P5\n{} {}\n255\n", grey.width(), grey.height()).into_bytes();
    drawn.extend_from_slice(&grey);
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_drawn_in_grey_as_its_camera_was_held() {
        let drawn = grayscale_pgm(include_bytes!("../tests/pictures/phone.jpg")).unwrap();
        let image = image::load_from_memory(include_bytes!("../tests/pictures/phone.jpg")).unwrap();
        let head = format!("P5\n{} {}\n255\n", image.height(), image.width());
        assert!(drawn.starts_with(head.as_bytes()));
        assert_eq!(drawn.len() - head.len(), (image.width() * image.height()) as usize);
        assert_eq!(grayscale_pgm(b"GIF89a"), None);
        assert_eq!(grayscale_pgm(b"no picture"), None);
    }
}
