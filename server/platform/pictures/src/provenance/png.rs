//! PNG: texts in chunks of their own behind the header.

use crate::strip_metadata::png::{FRAME_BYTES, SIGNATURE, write_chunk};

/// The keyword of XMP.
const XMP: &str = "XML:com.adobe.xmp";
const PARAMETERS: &str = "parameters";
/// Length of the signature and the header.
const HEADER_END: usize = 33;
/// Largest text that is read.
const TEXT_MAX_BYTES: usize = 262_144;

/// Adds the texts to an image without metadata.
pub(super) fn write(bare: &[u8], xmp: &str, parameters: Option<&str>) -> Option<Vec<u8>> {
    let (header, rest) = bare.split_at_checked(HEADER_END)?;
    let mut marked = header.to_vec();
    if let Some(text) = parameters {
        write_text(&mut marked, PARAMETERS, text);
    }
    write_text(&mut marked, XMP, xmp);
    marked.extend_from_slice(rest);
    Some(marked)
}

/// Writes a text as UTF-8, with neither compression nor a language.
fn write_text(marked: &mut Vec<u8>, keyword: &str, text: &str) {
    let data = [keyword.as_bytes(), b"\0\0\0\0\0", text.as_bytes()].concat();
    write_chunk(marked, b"iTXt", &data);
}

/// Returns the texts of an image that are not compressed, with their keywords, up to where it can be read.
pub(super) fn read(content: &[u8]) -> Vec<(String, String)> {
    chunks(content).filter_map(|(name, data)| text_of(name, data)).collect()
}

pub(super) fn has_chunk(content: &[u8], wanted: &[u8; 4]) -> bool {
    chunks(content).any(|(name, _)| name == wanted)
}

fn text_of(name: &[u8; 4], data: &[u8]) -> Option<(String, String)> {
    if data.len() > TEXT_MAX_BYTES {
        return None;
    }
    let at = data.iter().position(|byte| *byte == 0)?;
    let keyword = latin_1(&data[..at]);
    let rest = &data[at + 1..];
    match name {
        b"tEXt" => Some((keyword, latin_1(rest))),
        b"iTXt" => {
            let rest = rest.strip_prefix(&[0, 0])?;
            // A language, and the keyword in it.
            let mut parts = rest.splitn(3, |byte| *byte == 0);
            let text = parts.nth(2)?;
            Some((keyword, String::from_utf8(text.to_vec()).ok()?))
        }
        _ => None,
    }
}

fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Iterates over the chunks that are there whole, without their checksums.
fn chunks(content: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = content.strip_prefix(SIGNATURE).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        let whole = usize::try_from(length).ok()?.checked_add(FRAME_BYTES)?;
        let (chunk, after) = rest.split_at_checked(whole)?;
        rest = after;
        Some((chunk[4..].first_chunk()?, &chunk[8..whole - 4]))
    })
}
