//! JPEG: segments up to the scan, scans, an end.

use super::{exif_with, orientation_in};

pub(crate) const BEGIN: u8 = 0xd8;
pub(crate) const END: u8 = 0xd9;
pub(crate) const SCAN: u8 = 0xda;
pub(crate) const APP0: u8 = 0xe0;
pub(crate) const APP1: u8 = 0xe1;
const APP2: u8 = 0xe2;
const APP14: u8 = 0xee;
pub(crate) const EXIF: &[u8] = b"Exif\0\0";
/// Length of a JFIF segment before its thumbnail: identifier, version, units and density.
const JFIF_BYTES: usize = 12;

pub(super) fn strip_metadata(content: &[u8]) -> Option<Vec<u8>> {
    let mut rest = content.strip_prefix(&[0xff, BEGIN])?;
    let (mut first, mut kept, mut turned) = (Vec::new(), Vec::new(), None);
    loop {
        let (marker, after) = next_marker(rest)?;
        rest = after;
        match marker {
            END => break,
            0x01 | 0xd0..=0xd7 => kept.extend([0xff, marker]),
            _ => {
                let (segment, after) = split_segment(rest)?;
                rest = after;
                match marker {
                    APP0 if segment.starts_with(b"JFIF\0") => write_jfif(&mut first, segment)?,
                    APP1 => {
                        let exif = segment.strip_prefix(EXIF);
                        turned = turned.or(exif.and_then(orientation_in));
                    }
                    APP2 if segment.starts_with(b"ICC_PROFILE\0") => {
                        write_segment(&mut kept, marker, segment);
                    }
                    APP14 if segment.starts_with(b"Adobe") => {
                        write_segment(&mut kept, marker, segment);
                    }
                    // Data by programs, comments by people, and reserved segments.
                    0xe0..=0xff => {}
                    _ => write_segment(&mut kept, marker, segment),
                }
                if marker == SCAN {
                    let end = scan_end(rest)?;
                    kept.extend(&rest[..end]);
                    rest = &rest[end..];
                }
            }
        }
    }
    let mut bare = vec![0xff, BEGIN];
    bare.append(&mut first);
    if let Some(turned) = turned {
        write_segment(&mut bare, APP1, &[EXIF, &exif_with(turned)].concat());
    }
    bare.append(&mut kept);
    bare.extend([0xff, END]);
    Some(bare)
}

/// Returns the next marker, and the bytes after it. There may be more than one 0xff before its number.
pub(crate) fn next_marker(content: &[u8]) -> Option<(u8, &[u8])> {
    let number = content.strip_prefix(&[0xff])?;
    let fill = number.iter().position(|byte| *byte != 0xff)?;
    Some((number[fill], &number[fill + 1..]))
}

/// Returns a segment without its length, and what comes behind it.
pub(crate) fn split_segment(content: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = u16::from_be_bytes(content.get(..2)?.try_into().ok()?);
    let segment = content.get(2..usize::from(length))?;
    Some((segment, &content[usize::from(length)..]))
}

pub(crate) fn write_segment(bare: &mut Vec<u8>, marker: u8, segment: &[u8]) {
    let length = u16::try_from(segment.len() + 2).expect("its length came out of two bytes");
    bare.extend([0xff, marker]);
    bare.extend(length.to_be_bytes());
    bare.extend(segment);
}

/// Writes the segment without its thumbnail, which may show what was cropped from the image.
fn write_jfif(bare: &mut Vec<u8>, segment: &[u8]) -> Option<()> {
    let no_thumbnail = [0, 0];
    let segment = [segment.get(..JFIF_BYTES)?, &no_thumbnail].concat();
    write_segment(bare, APP0, &segment);
    Some(())
}

/// Returns the end of a scan: before the next marker that is neither an escaped byte 0xff of the scan nor a restart
/// marker.
fn scan_end(content: &[u8]) -> Option<usize> {
    content
        .windows(2)
        .position(|pair| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff))
}
