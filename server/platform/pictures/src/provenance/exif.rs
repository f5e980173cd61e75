//! EXIF with a comment of its person: there AUTOMATIC1111 keeps the settings of images that are no PNG.

use crate::strip_metadata::{ORIENTATION, SHORT};

/// The tags of the second directory and of the comment in it.
const EXIF_DIRECTORY: u16 = 0x8769;
const COMMENT: u16 = 0x9286;
const LONG: [u8; 2] = 4_u16.to_be_bytes();
const UNDEFINED: [u8; 2] = 7_u16.to_be_bytes();
/// The name of the encoding before a comment.
const UNICODE: &[u8; 8] = b"UNICODE\0";
const ASCII: &[u8; 8] = b"ASCII\0\0\0";
const FIRST_DIRECTORY: u32 = 8;
const ENTRY_BYTES: u32 = 12;
/// Longest comment that is read.
const COMMENT_MAX_BYTES: usize = 65_536;

/// Returns an EXIF block that says how an image is turned, and the comment.
pub(super) fn with(orientation: Option<u8>, comment: Option<&str>) -> Vec<u8> {
    let mut entries = Vec::new();
    if let Some(turned) = orientation {
        entries.push([&ORIENTATION[..], &SHORT, &1_u32.to_be_bytes(), &[0, turned, 0, 0]].concat());
    }
    let count = entries.len() as u32 + u32::from(comment.is_some());
    let second = FIRST_DIRECTORY + 2 + count * ENTRY_BYTES + 4;
    if comment.is_some() {
        let pointer =
            [&EXIF_DIRECTORY.to_be_bytes()[..], &LONG, &1_u32.to_be_bytes(), &second.to_be_bytes()];
        entries.push(pointer.concat());
    }
    let mut block = b"MM\0*".to_vec();
    block.extend(FIRST_DIRECTORY.to_be_bytes());
    block.extend((count as u16).to_be_bytes());
    entries.iter().for_each(|entry| block.extend(entry));
    block.extend([0; 4]);
    if let Some(comment) = comment {
        let text: Vec<u8> = comment.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let length = (UNICODE.len() + text.len()) as u32;
        let at = second + 2 + ENTRY_BYTES + 4;
        block.extend(1_u16.to_be_bytes());
        block.extend(COMMENT.to_be_bytes());
        block.extend(UNDEFINED);
        block.extend(length.to_be_bytes());
        block.extend(at.to_be_bytes());
        block.extend([0; 4]);
        block.extend(UNICODE);
        block.extend(text);
    }
    block
}

/// Returns the comment in an EXIF block.
pub(super) fn comment(exif: &[u8]) -> Option<String> {
    let numbers = Numbers { block: exif, is_little: exif.starts_with(b"II*\0") };
    if !numbers.is_little && !exif.starts_with(b"MM\0*") {
        return None;
    }
    let first = numbers.read(4, 4)?;
    let second = numbers.read(numbers.entry(first, EXIF_DIRECTORY)?.checked_add(8)?, 4)?;
    let entry = numbers.entry(second, COMMENT)?;
    let length = numbers.read(entry + 4, 4)?.min(COMMENT_MAX_BYTES);
    let at = numbers.read(entry + 8, 4)?;
    let (encoding, text) = exif.get(at..at.checked_add(length)?)?.split_first_chunk::<8>()?;
    match encoding {
        ASCII => Some(String::from_utf8_lossy(text).trim_end_matches('\0').to_owned()),
        UNICODE => {
            let (pairs, _) = text.as_chunks::<2>();
            // Programs disagree: some write it in the order of the block, some always the big end first.
            let is_little = numbers.is_little && pairs.first().is_some_and(|pair| pair[0] != 0);
            let of = |pair: &[u8; 2]| match is_little {
                true => u16::from_le_bytes(*pair),
                false => u16::from_be_bytes(*pair),
            };
            Some(char::decode_utf16(pairs.iter().map(of)).filter_map(Result::ok).collect())
        }
        _ => None,
    }
}

/// The numbers in a block.
struct Numbers<'a> {
    block: &'a [u8],
    is_little: bool,
}

impl Numbers<'_> {
    fn read(&self, at: usize, bytes: usize) -> Option<usize> {
        let field = self.block.get(at..at.checked_add(bytes)?)?;
        let add = |sum: usize, byte: &u8| (sum << 8) | usize::from(*byte);
        Some(match self.is_little {
            true => field.iter().rev().fold(0, add),
            false => field.iter().fold(0, add),
        })
    }

    /// Returns the place of an entry of the directory at `directory`.
    fn entry(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = self.read(directory, 2)?;
        let mut places = (0..count).map(|index| directory + 2 + index * 12);
        places.find(|at| self.read(*at, 2) == Some(usize::from(tag)))
    }
}
