//! WebP: EXIF and XMP in chunks of their own, which make it an extended file.

use super::exif;
use crate::strip_metadata::orientation_in;
use crate::strip_metadata::webp::{
    Chunk, EXTENDED, HAS_EXIF, HAS_XMP, JPEG_HEAD, chunks_of, write_chunk,
};

const HAS_ALPHA: u8 = 0x10;
/// The bit of a lossless image's head that says that it is transparent somewhere.
const LOSSLESS_ALPHA: u32 = 1 << 28;

/// Adds the texts to an image without metadata.
pub(super) fn write(bare: &[u8], xmp: &str, parameters: Option<&str>) -> Option<Vec<u8>> {
    let chunks: Vec<Chunk<'_>> = chunks_in(bare).collect::<Option<_>>()?;
    let turned = chunks.iter().find(|chunk| chunk.name == b"EXIF");
    let turned = turned.and_then(|chunk| orientation_in(chunk.content));
    let has_exif = turned.is_some() || parameters.is_some();
    let flags = HAS_XMP | if has_exif { HAS_EXIF } else { 0 };
    let mut marked = b"WEBP".to_vec();
    match chunks.first().filter(|chunk| chunk.name == EXTENDED) {
        Some(head) => {
            let (first, more) = head.content.split_first()?;
            write_chunk(&mut marked, EXTENDED, &[&[*first | flags], more].concat());
        }
        None => write_chunk(&mut marked, EXTENDED, &head_of(chunks.first()?, flags)?),
    }
    for chunk in chunks.iter().filter(|chunk| !matches!(chunk.name, EXTENDED | b"EXIF")) {
        write_chunk(&mut marked, chunk.name, chunk.content);
    }
    if has_exif {
        write_chunk(&mut marked, b"EXIF", &exif::with(turned, parameters));
    }
    write_chunk(&mut marked, b"XMP ", xmp.as_bytes());
    let length = u32::try_from(marked.len()).ok()?.to_le_bytes();
    Some([b"RIFF".as_slice(), &length, &marked].concat())
}

/// Returns the head of an extended file: flags, and the sides less one in three bytes each.
fn head_of(image: &Chunk<'_>, flags: u8) -> Option<Vec<u8>> {
    let (width, height, has_alpha) = match image.name {
        b"VP8L" => {
            let head = u32::from_le_bytes(*image.content.get(1..)?.first_chunk()?);
            (head & 0x3fff, (head >> 14) & 0x3fff, head & LOSSLESS_ALPHA != 0)
        }
        b"VP8 " => {
            let [low, high, height_low, height_high] = *image.content.get(6..)?.first_chunk()?;
            let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
            (side(low, high).checked_sub(1)?, side(height_low, height_high).checked_sub(1)?, false)
        }
        _ => return None,
    };
    let flags = flags | if has_alpha { HAS_ALPHA } else { 0 };
    let [width, height] = [width.to_le_bytes(), height.to_le_bytes()];
    Some([&[flags, 0, 0, 0], &width[..3], &height[..3]].concat())
}

/// Returns the comment in an image's EXIF.
pub(super) fn read(content: &[u8]) -> Option<String> {
    let chunks = chunks_in(content).map_while(|chunk| chunk);
    let exifs = chunks.filter(|chunk| chunk.name == b"EXIF");
    let blocks = exifs.map(|chunk| chunk.content.strip_prefix(JPEG_HEAD).unwrap_or(chunk.content));
    blocks.into_iter().find_map(exif::comment)
}

pub(super) fn has_chunk(content: &[u8], wanted: &[u8; 4]) -> bool {
    chunks_in(content).map_while(|chunk| chunk).any(|chunk| chunk.name == wanted)
}

fn chunks_in(content: &[u8]) -> impl Iterator<Item = Option<Chunk<'_>>> {
    chunks_of(content.get(12..).unwrap_or_default())
}
