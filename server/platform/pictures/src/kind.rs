/// The format of an image, from its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    Png,
    Jpeg,
    Webp,
    Gif,
}

impl PictureKind {
    pub fn of(content: &[u8]) -> Option<Self> {
        match content {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            _ => None,
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
        }
    }
}

/// Returns true if uploaded content is a PNG or JPEG, and its media type says one of them.
pub fn is_png_or_jpeg(media_type: &str, content: &[u8]) -> bool {
    matches!(media_type, "image/png" | "image/jpeg")
        && matches!(PictureKind::of(content), Some(PictureKind::Png | PictureKind::Jpeg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_what_its_bytes_say() {
        let kinds = [
            (b"\x89PNG\r\n\x1a\n\0".as_slice(), PictureKind::Png),
            (b"\xff\xd8\xff\xe0", PictureKind::Jpeg),
            (b"RIFF\x1a\0\0\0WEBPVP8L", PictureKind::Webp),
            (b"GIF89a", PictureKind::Gif),
        ];
        for (content, kind) in kinds {
            assert_eq!(PictureKind::of(content), Some(kind));
            assert_eq!(PictureKind::of(&content[..2]), None);
        }
        assert_eq!(PictureKind::of(b"RIFF\x1a\0\0\0WAVEfmt "), None);
        assert_eq!(PictureKind::of(b"<svg/>"), None);
    }
}
