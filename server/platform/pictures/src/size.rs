/// The sides of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageSize {
    pub width: u32,
    pub height: u32,
}

/// Reads the sides of a PNG or JPEG from its header, without decoding it.
pub fn image_size(content: &[u8]) -> Option<ImageSize> {
    if content.starts_with(b"\x89PNG\r\n\x1a\n") { png_size(content) } else { jpeg_size(content) }
}

fn png_size(content: &[u8]) -> Option<ImageSize> {
    if content.get(12..16)? != b"IHDR" {
        return None;
    }
    let side = |at: usize| Some(u32::from_be_bytes(content.get(at..at + 4)?.try_into().ok()?));
    positive(side(16)?, side(20)?)
}

fn jpeg_size(content: &[u8]) -> Option<ImageSize> {
    let (_, frame) = jpeg_frame(content)?;
    let side = |at: usize| {
        let two = frame.get(at..at + 2)?.try_into().ok()?;
        Some(u32::from(u16::from_be_bytes(two)))
    };
    positive(side(7)?, side(5)?)
}

/// Walks from marker to marker up to the frame. Returns its marker, and everything from there on.
pub(crate) fn jpeg_frame(content: &[u8]) -> Option<(u8, &[u8])> {
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
                return Some((marker, &content[at..]));
            }
            _ => {
                let length = content.get(at + 2..at + 4)?.try_into().ok()?;
                at += 2 + usize::from(u16::from_be_bytes(length)).max(2);
            }
        }
    }
}

fn positive(width: u32, height: u32) -> Option<ImageSize> {
    (width > 0 && height > 0).then_some(ImageSize { width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read_from_headers() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 8, 1, 0, 0, 1, 0]].concat();
        assert_eq!(image_size(&png), Some(ImageSize { width: 2_049, height: 256 }));
        let jpeg = [
            b"\xff\xd8\xff\xe0\0\x04ab".as_slice(),
            b"\xff\xc4\0\x03x",
            b"\xff\xc0\0\x11\x08\x01\0\x02\0",
        ];
        assert_eq!(image_size(&jpeg.concat()), Some(ImageSize { width: 512, height: 256 }));
    }

    #[test]
    fn a_cut_or_empty_picture_has_no_size() {
        assert_eq!(image_size(b""), None);
        assert_eq!(image_size(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"), None);
        assert_eq!(image_size(b"\xff\xd8\xff\xe0\xff\xff"), None);
        let nothing = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0; 8]].concat();
        assert_eq!(image_size(&nothing), None);
    }
}
