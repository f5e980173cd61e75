use parsing::{Page, ParseFailure, Parsed};

use super::{ansi, open, stream, u16_at, u32_at, utf16};

/// First bytes of the stream `WordDocument` from Word 97 on ([MS-DOC] 2.5.2).
const MAGIC: u16 = 0xa5ec;
/// Offsets within it: flags, and where the table of pieces lies in the table stream.
const FLAGS_AT: usize = 0x0a;
const PIECES_AT: usize = 0x01a2;
const IS_ENCRYPTED: u16 = 0x0100;
const IN_SECOND_TABLE: u16 = 0x0200;
/// Mark of a piece with one byte a letter ([MS-DOC] 2.9.73).
const IS_COMPRESSED: u32 = 0x4000_0000;

/// Reads the text of a document: the body, then notes, headers, comments and text boxes, as the file keeps them.
pub(super) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut file = open(content)?;
    if file.exists("/EncryptedPackage") {
        return Err(ParseFailure::Encrypted);
    }
    let main = stream(&mut file, "/WordDocument").ok_or(ParseFailure::Broken)?;
    if u16_at(&main, 0) != Some(MAGIC) {
        return Err(ParseFailure::Broken);
    }
    let flags = u16_at(&main, FLAGS_AT).ok_or(ParseFailure::Broken)?;
    if flags & IS_ENCRYPTED != 0 {
        return Err(ParseFailure::Encrypted);
    }
    let table = if flags & IN_SECOND_TABLE != 0 { "/1Table" } else { "/0Table" };
    let table = stream(&mut file, table).ok_or(ParseFailure::Broken)?;
    let text = pieces(&main, &table).ok_or(ParseFailure::Broken)?;
    let text = shown(&text);
    let pages = (1..).zip(text.split('\u{c}')).map(|(number, text)| Page {
        number,
        title: None,
        text: text.to_owned(),
    });
    Parsed::of_pages(pages.collect()).check()
}

/// Puts the text together from its pieces ([MS-DOC] 2.4.1).
fn pieces(main: &[u8], table: &[u8]) -> Option<String> {
    let (at, length) = (u32_at(main, PIECES_AT)? as usize, u32_at(main, PIECES_AT + 4)? as usize);
    let mut clx = table.get(at..at.checked_add(length)?)?;
    // Formatting comes first.
    while clx.first() == Some(&1) {
        clx = clx.get(3 + usize::from(u16_at(clx, 1)?)..)?;
    }
    let plc = clx.get(5..5_usize.checked_add(u32_at(clx, 1)? as usize)?)?;
    let count = plc.len().checked_sub(4)? / 12;
    let mut text = String::new();
    for piece in 0..count {
        let letters = u32_at(plc, piece * 4 + 4)?.checked_sub(u32_at(plc, piece * 4)?)? as usize;
        let position = u32_at(plc, (count + 1) * 4 + piece * 8 + 2)?;
        let is_compressed = position & IS_COMPRESSED != 0;
        let start = (position & !IS_COMPRESSED) as usize;
        // A damaged piece does not cost the others.
        let read = match is_compressed {
            true => bytes(main, start / 2, letters).map(ansi),
            false => {
                letters.checked_mul(2).and_then(|length| bytes(main, start, length)).map(utf16)
            }
        };
        text.push_str(&read.unwrap_or_default());
    }
    Some(text)
}

fn bytes(main: &[u8], start: usize, length: usize) -> Option<&[u8]> {
    main.get(start..start.checked_add(length)?)
}

/// Turns the marks of a text into what they show: cells and rows, fields as their results, breaks ([MS-DOC] 2.4.3).
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // For each field that is open, true while its instruction is read.
    let mut fields: Vec<bool> = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{13}' => fields.push(true),
            '\u{14}' => {
                if let Some(is_instruction) = fields.last_mut() {
                    *is_instruction = false;
                }
            }
            '\u{15}' => {
                fields.pop();
            }
            _ if fields.contains(&true) => {}
            '\u{7}' if letters.peek() == Some(&'\u{7}') => {
                letters.next();
                out.push('\n');
            }
            '\u{7}' => out.push_str(" | "),
            '\r' | '\u{b}' => out.push('\n'),
            '\u{1e}' => out.push('-'),
            '\t' | '\u{c}' => out.push(letter),
            control if control.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_turned_into_what_they_show() {
        let text = "One\u{13} HYPERLINK \"x\" \u{14}link\u{15}\ra\u{7}b\u{7}\u{7}B\u{1e}12\u{1f}\u{1}\u{c}two";
        assert_eq!(shown(text), "Onelink\na | b\nB-12\u{c}two");
    }
}
