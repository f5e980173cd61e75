//! The binary formats of Office up to 2003, in Compound Files ([MS-CFB]). Under their names programs also saved RTF, web
//! pages, and the newer formats: the content decides.

mod doc;
mod ppt;

use std::io::{Cursor, Read};

use cfb::CompoundFile;
use parsing::{Extent, Format, ParseFailure, Parsed, read_plain};

use crate::{html, mail, office, read_within, rtf};

/// Largest stream that is read.
const STREAM_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Reads a file that is named after an old format.
pub(crate) fn read(format: Format, content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    let start = content.trim_ascii_start();
    if content.starts_with(b"PK") {
        let newer = match format {
            Format::Doc => Format::Docx,
            Format::Ppt => Format::Pptx,
            _ => Format::Xlsx,
        };
        return read_within(newer, content, extent);
    }
    if start.starts_with(b"{\\rtf") {
        return rtf::read(content);
    }
    if !content.starts_with(b"\xd0\xcf\x11\xe0") {
        // Reports of web programs, named so that Office opens them.
        return match start.first() {
            Some(b'<') => html::read(content),
            _ if start.starts_with(b"MIME-Version") => mail::read_eml(content, extent),
            _ => read_plain(content),
        };
    }
    match format {
        Format::Doc => doc::read(content),
        Format::Ppt => ppt::read(content),
        _ => office::read_old_workbook(content),
    }
}

/// A Compound File in memory.
pub(crate) type Compound<'a> = CompoundFile<Cursor<&'a [u8]>>;

pub(crate) fn open(content: &[u8]) -> Result<Compound<'_>, ParseFailure> {
    CompoundFile::open(Cursor::new(content)).map_err(|_| ParseFailure::Broken)
}

/// Reads a stream; `None`: it is not there, or damaged.
pub(crate) fn stream(file: &mut Compound<'_>, path: &str) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let stream = file.open_stream(path).ok()?;
    stream.take(STREAM_MAX_BYTES).read_to_end(&mut content).ok()?;
    Some(content)
}

/// Returns the little-endian numbers at an offset.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Decodes UTF-16 without a mark.
pub(crate) fn utf16(bytes: &[u8]) -> String {
    encoding_rs::UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}

/// Decodes the letters of Western Windows.
pub(crate) fn ansi(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}
