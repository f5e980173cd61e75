use async_trait::async_trait;
use bytes::Bytes;

use crate::{
    Extent, Format, PAGE_PARTS, Page, ParseFailure, Parsed, Parser, Recognised, RecognisedPage,
    RecognisedWord,
};

/// Reads text, code and CSV within this process, and PDFs that are none: text behind a first line, with a
/// form feed between pages; a page that begins with an exclamation mark is a picture of what follows. For
/// tests of areas.
pub struct PlainParser;

/// The first line of what [`PlainParser`] reads as a PDF.
const PLAIN_PDF: &[u8] = b"%PDF-plain\n";
/// First character of a page that [`PlainParser`] treats as an image.
const PICTURE: char = '!';

#[async_trait]
impl Parser for PlainParser {
    async fn parse_within(
        &self,
        format: Format,
        content: Bytes,
        extent: Extent,
    ) -> Result<Parsed, ParseFailure> {
        if let (Format::Pdf, Some(text)) = (format, content.strip_prefix(PLAIN_PDF)) {
            return plain_pages(&decode_text(text), extent);
        }
        if !format.is_plain() {
            return Err(ParseFailure::Broken);
        }
        read_plain(&content)
    }

    async fn recognises(&self) -> bool {
        true
    }

    async fn recognise_page(
        &self,
        content: Bytes,
        number: u32,
    ) -> Result<Recognised, ParseFailure> {
        let text = content.strip_prefix(PLAIN_PDF).map(decode_text).ok_or(ParseFailure::Broken)?;
        let page_count = text.split('\u{c}').count() as u32;
        let page = text.split('\u{c}').nth(number.saturating_sub(1) as usize);
        let page = page.map(|page| plain_picture(page.strip_prefix(PICTURE).unwrap_or_default()));
        Ok(Recognised { page_count, page })
    }
}

/// Returns words side by side, each as wide as a tenth of the page: enough of them for a test.
fn plain_picture(text: &str) -> RecognisedPage {
    let words = (0..).zip(text.split_whitespace()).map(|(at, word): (u16, &str)| RecognisedWord {
        text: word.to_owned(),
        x: at % 10 * (PAGE_PARTS / 10),
        y: at / 10 * (PAGE_PARTS / 50),
        width: PAGE_PARTS / 10,
        height: PAGE_PARTS / 50,
    });
    let words: Vec<RecognisedWord> = words.collect();
    let lines = if words.is_empty() { Vec::new() } else { vec![words] };
    RecognisedPage { text: text.to_owned(), lines }
}

fn plain_pages(text: &str, extent: Extent) -> Result<Parsed, ParseFailure> {
    let page_count = text.split('\u{c}').count() as u32;
    let most = extent.pages_max.unwrap_or(page_count);
    let pages = (1..=most).zip(text.split('\u{c}'));
    let pages = pages.filter(|(_, text)| !text.starts_with(PICTURE)).map(|(number, text)| Page {
        number,
        title: None,
        text: text.to_owned(),
    });
    Parsed { pages: pages.collect(), page_count: Some(page_count) }.check_within(extent)
}

/// Reads plain text.
pub fn read_plain(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let text = decode_text(content);
    // Zeros that no UTF-16 explains are another kind of file.
    if text.contains('\0') {
        return Err(ParseFailure::Broken);
    }
    Parsed::single(text).check()
}

/// Decodes UTF-16 that begins with a byte order mark; `None`: there is none.
pub fn decode_utf16(content: &[u8]) -> Option<String> {
    let (rest, is_little_endian) = match content {
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        _ => return None,
    };
    let unit = if is_little_endian { u16::from_le_bytes } else { u16::from_be_bytes };
    let units: Vec<u16> = rest.chunks_exact(2).map(|two| unit([two[0], two[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}

/// Decodes UTF-8, UTF-16 by its mark, else Latin-1: the most likely encoding of a text without a mark and with invalid
/// UTF-8.
pub fn decode_text(content: &[u8]) -> String {
    if let Some(text) = decode_utf16(content) {
        return text;
    }
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    match std::str::from_utf8(content) {
        Ok(text) => text.to_owned(),
        Err(_) => content.iter().map(|byte| char::from(*byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_in_the_encodings_it_comes_in() {
        assert_eq!(decode_text("é".as_bytes()), "é");
        assert_eq!(decode_text(b"\xef\xbb\xbfa"), "a");
        assert_eq!(decode_text(b"\xff\xfea\0"), "a");
        assert_eq!(decode_text(b"\xfe\xff\0a"), "a");
        assert_eq!(decode_text(b"caf\xe9"), "café");
    }

    #[test]
    fn a_program_named_txt_is_not_text() {
        assert_eq!(read_plain(b"\x7fELF\0\0\0"), Err(ParseFailure::Broken));
        assert_eq!(read_plain(b"  \n "), Err(ParseFailure::NoText));
    }
}
