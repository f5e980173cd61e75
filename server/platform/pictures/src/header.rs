use crate::size::jpeg_frame;
use crate::{ImageSize, PictureKind, image_size};

/// The header of a PNG or JPEG, read before anything of it is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub width: u32,
    pub height: u32,
    /// Bytes of a decoded pixel.
    pixel_bytes: u64,
    /// Bytes per pixel that the decoder keeps besides.
    decoder_bytes: u64,
}

impl Header {
    /// Reads the header of a PNG or JPEG; `None`: it is none, or has no valid one.
    pub fn read(content: &[u8]) -> Option<Self> {
        let ImageSize { width, height } = image_size(content)?;
        let (pixel_bytes, decoder_bytes) = match PictureKind::of(content)? {
            PictureKind::Png => (png_pixel_bytes(content)?, 0),
            PictureKind::Jpeg => jpeg_bytes(content)?,
            PictureKind::Webp | PictureKind::Gif => return None,
        };
        Some(Self { width, height, pixel_bytes, decoder_bytes })
    }

    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Returns the bytes that the picture takes when it is decoded and turned upright: at the end there are two of it.
    pub fn decoding_bytes(&self) -> u64 {
        self.pixels() * (self.pixel_bytes + self.pixel_bytes.max(self.decoder_bytes))
    }
}

/// Returns the bytes of a decoded pixel of a PNG.
fn png_pixel_bytes(content: &[u8]) -> Option<u64> {
    let (depth, colour) = (*content.get(24)?, *content.get(25)?);
    let channels = match colour {
        0 => 1,
        2 => 3,
        // A palette, which may have transparent colours.
        3 | 6 => 4,
        4 => 2,
        _ => return None,
    };
    // Transparency may be added to what has none.
    let channels = if matches!(colour, 0 | 2) { channels + 1 } else { channels };
    Some(channels * if depth > 8 { 2 } else { 1 })
}

/// Returns the bytes of a decoded pixel of a JPEG, and those that its decoder keeps besides.
fn jpeg_bytes(content: &[u8]) -> Option<(u64, u64)> {
    let (marker, frame) = jpeg_frame(content)?;
    let components = u64::from(*frame.get(9)?);
    // All coefficients of a progressive picture are kept until its last scan.
    let is_progressive = !matches!(marker, 0xc0 | 0xc1);
    let decoder_bytes = if is_progressive { components * 2 } else { 0 };
    Some((components.clamp(1, 4), decoder_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the beginning of a PNG.
    pub(crate) fn png_head(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend(width.to_be_bytes());
        head.extend(height.to_be_bytes());
        head.extend([depth, colour, 0, 0, 0]);
        head
    }

    #[test]
    fn the_memory_of_a_picture_is_known_from_its_header() {
        let bytes = |content: &[u8]| Header::read(content).map(|header| header.decoding_bytes());
        // attacks.md, row 1: "a solid 8192 x 8192 PNG of 261 kB"
        assert_eq!(bytes(&png_head(8_192, 8_192, 8, 6)), Some(8_192 * 8_192 * 8));
        assert_eq!(bytes(&png_head(10, 10, 16, 6)), Some(10 * 10 * 16));
        assert_eq!(bytes(&png_head(10, 10, 1, 3)), Some(10 * 10 * 8), "a palette");
        let frame = |marker: u8| {
            [b"\xff\xd8\xff\xe0\0\x04ab\xff".as_slice(), &[marker], b"\0\x11\x08\0\x0a\0\x14\x03"]
                .concat()
        };
        assert_eq!(bytes(&frame(0xc0)), Some(200 * 6));
        assert_eq!(bytes(&frame(0xc2)), Some(200 * 9), "a progressive one");
        let sides = Header::read(&frame(0xc0)).unwrap();
        assert_eq!((sides.width, sides.height), (20, 10));
    }

    #[test]
    fn what_has_no_header_is_no_picture() {
        let whole = png_head(10, 10, 8, 2);
        for content in [&whole[..20], b"", b"GIF89a", b"\xff\xd8\xff\xda", &png_head(0, 9, 8, 2)] {
            assert_eq!(Header::read(content), None);
        }
    }
}
