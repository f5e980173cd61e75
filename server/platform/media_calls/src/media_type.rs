//! The kind of a file by its first bytes, whatever its provider calls it.

/// Returns the media type of an image or a video; `None` if it is something else.
pub fn media_type_of(content: &[u8]) -> Option<&'static str> {
    let at = |offset: usize, text: &[u8]| content.get(offset..offset + text.len()) == Some(text);
    match () {
        () if at(0, b"\x89PNG\r\n\x1a\n") => Some("image/png"),
        () if at(0, b"\xff\xd8\xff") => Some("image/jpeg"),
        () if at(0, b"RIFF") && at(8, b"WEBP") => Some("image/webp"),
        () if at(0, b"GIF87a") || at(0, b"GIF89a") => Some("image/gif"),
        () if at(4, b"ftypavif") || at(4, b"ftypavis") => Some("image/avif"),
        () if at(4, b"ftypqt") => Some("video/quicktime"),
        () if at(4, b"ftyp") => Some("video/mp4"),
        () if at(0, b"\x1a\x45\xdf\xa3") => Some("video/webm"),
        () => None,
    }
}

/// Returns false for a file that surely lacks its end.
pub fn is_complete(content: &[u8]) -> bool {
    let tail = &content[content.len().saturating_sub(TAIL_BYTES)..];
    let ends_with = |mark: &[u8]| tail.windows(mark.len()).any(|at| at == mark);
    match media_type_of(content) {
        Some("image/png") => ends_with(b"IEND"),
        Some("image/jpeg") => ends_with(b"\xff\xd9"),
        Some("image/webp") => content
            .get(4..8)
            .and_then(|size| size.try_into().ok())
            .is_some_and(|size| u32::from_le_bytes(size) as usize + 8 <= content.len()),
        _ => true,
    }
}

/// Some programs append bytes of their own behind the end.
const TAIL_BYTES: usize = 4_096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_first_bytes() {
        for (content, wanted) in [
            (b"\x89PNG\r\n\x1a\n....".as_slice(), Some("image/png")),
            (b"\xff\xd8\xff\xe0", Some("image/jpeg")),
            (b"RIFF\x04\0\0\0WEBP", Some("image/webp")),
            (b"GIF89a", Some("image/gif")),
            (b"\0\0\0\x1cftypavif", Some("image/avif")),
            (b"\0\0\0\x1cftypisom", Some("video/mp4")),
            (b"\0\0\0\x14ftypqt  ", Some("video/quicktime")),
            (b"\x1a\x45\xdf\xa3", Some("video/webm")),
            (b"<svg", None),
            (b"<!doctype html>", None),
            (b"", None),
        ] {
            assert_eq!(media_type_of(content), wanted, "{content:?}");
        }
    }

    #[test]
    fn a_file_without_its_end_is_not_complete() {
        for (content, wanted) in [
            (b"\x89PNG\r\n\x1a\n....IEND\xae\x42\x60\x82".as_slice(), true),
            (b"\x89PNG\r\n\x1a\n....", false),
            (b"\xff\xd8\xff....\xff\xd9 ", true),
            (b"\xff\xd8\xff....", false),
            (b"RIFF\x04\0\0\0WEBP", true),
            (b"RIFF\x40\0\0\0WEBP", false),
            (b"GIF89a", true),
        ] {
            assert_eq!(is_complete(content), wanted, "{content:?}");
        }
    }
}
