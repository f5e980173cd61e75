use crate::PictureKind;

/// What a PNG or JPEG says about itself before anything of it is decoded.
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
        let header = match PictureKind::of(content)? {
            PictureKind::Png => png(content),
            PictureKind::Jpeg => jpeg(content),
            PictureKind::Webp | PictureKind::Gif => None,
        };
        header.filter(|header| header.width > 0 && header.height > 0)
    }

    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Returns the bytes that the picture takes when it is decoded and turned upright: at the end there are two of it.
    pub fn decoding_bytes(&self) -> u64 {
        self.pixels() * (self.pixel_bytes + self.pixel_bytes.max(self.decoder_bytes))
    }
}

fn png(content: &[u8]) -> Option<Header> {
    if content.get(12..16)? != b"IHDR" {
        return None;
    }
    let side = |at: usize| Some(u32::from_be_bytes(content.get(at..at + 4)?.try_into().ok()?));
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
    let pixel_bytes = channels * if depth > 8 { 2 } else { 1 };
    Some(Header { width: side(16)?, height: side(20)?, pixel_bytes, decoder_bytes: 0 })
}

/// Walks from marker to marker up to the frame.
fn jpeg(content: &[u8]) -> Option<Header> {
    let mut at = content.starts_with(b"\xff\xd8").then_some(2)?;
    loop {
        if *content.get(at)? != 0xff {
            return None;
        }
        let marker = *content.get(at + 1)?;
        match marker {
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 | 0xda => return None,
            // Frames of all kinds, except the tables between their codes.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let side = |at: usize| {
                    let two = content.get(at..at + 2)?.try_into().ok()?;
                    Some(u32::from(u16::from_be_bytes(two)))
                };
                let components = u64::from(*content.get(at + 9)?);
                // All coefficients of a progressive picture are kept until its last scan.
                let is_progressive = !matches!(marker, 0xc0 | 0xc1);
                let decoder_bytes = if is_progressive { components * 2 } else { 0 };
                let (width, height) = (side(at + 7)?, side(at + 5)?);
                let pixel_bytes = components.clamp(1, 4);
                return Some(Header { width, height, pixel_bytes, decoder_bytes });
            }
            _ => {
                let length = content.get(at + 2..at + 4)?.try_into().ok()?;
                at += 2 + usize::from(u16::from_be_bytes(length)).max(2);
            }
        }
    }
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
