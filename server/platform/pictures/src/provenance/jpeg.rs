//! JPEG: EXIF and XMP in segments before the image.

use super::exif;
use crate::strip_metadata::jpeg::{
    APP0, APP1, BEGIN, END, EXIF, SCAN, next_marker, split_segment, write_segment,
};
use crate::strip_metadata::orientation_in;

const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
const APP11: u8 = 0xeb;
/// Largest content of a segment.
const SEGMENT_MAX_BYTES: usize = 65_533;

/// Adds the texts to an image without metadata. One that is too long for a segment is left out.
pub(super) fn write(bare: &[u8], xmp: &str, parameters: Option<&str>) -> Option<Vec<u8>> {
    let mut rest = bare.strip_prefix(&[0xff, BEGIN])?;
    let mut marked = vec![0xff, BEGIN];
    let mut turned = None;
    // The head of the file, and how it is turned, come first.
    loop {
        let (marker, after) = next_marker(rest)?;
        if !matches!(marker, APP0 | APP1) {
            break;
        }
        let (segment, after) = split_segment(after)?;
        rest = after;
        match segment.strip_prefix(EXIF) {
            Some(exif) if marker == APP1 => turned = orientation_in(exif),
            _ => write_segment(&mut marked, marker, segment),
        }
    }
    let exif = [EXIF, &exif::with(turned, parameters)].concat();
    let exif = match exif.len() > SEGMENT_MAX_BYTES {
        true => [EXIF, &exif::with(turned, None)].concat(),
        false => exif,
    };
    if turned.is_some() || parameters.is_some() {
        write_segment(&mut marked, APP1, &exif);
    }
    write_segment(&mut marked, APP1, &[XMP, xmp.as_bytes()].concat());
    marked.extend_from_slice(rest);
    Some(marked)
}

/// Returns the comment in an image's EXIF.
pub(super) fn read(content: &[u8]) -> Option<String> {
    let exifs = segments(content).filter_map(|(marker, segment)| {
        (marker == APP1).then(|| segment.strip_prefix(EXIF)).flatten()
    });
    exifs.into_iter().find_map(exif::comment)
}

/// Returns true if there is a box of JUMBF, which is what Content Credentials come in.
pub(super) fn has_manifest(content: &[u8]) -> bool {
    segments(content).any(|(marker, segment)| marker == APP11 && segment.starts_with(b"JP"))
}

/// Iterates over the segments before the image that are there whole.
fn segments(content: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut rest = content.strip_prefix(&[0xff, BEGIN]).unwrap_or_default();
    std::iter::from_fn(move || {
        let (marker, after) = next_marker(rest)?;
        if matches!(marker, SCAN | END) {
            return None;
        }
        let (segment, after) = split_segment(after)?;
        rest = after;
        Some((marker, segment))
    })
}
