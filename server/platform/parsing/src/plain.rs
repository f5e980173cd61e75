use async_trait::async_trait;
use bytes::Bytes;

use crate::charset::decode_text;
use crate::format::is_text;
use crate::{
    Extent, Format, PAGE_PARTS, Page, ParseFailure, Parsed, Parser, Recognised, RecognisedPage,
    RecognisedWord, Unread, UnreadReason, note_unread,
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
    let (mut pages, mut unread) = (Vec::new(), Vec::new());
    for (number, text) in (1..=most).zip(text.split('\u{c}')) {
        match text.starts_with(PICTURE) {
            true => note_unread(&mut unread, Unread::page(number, UnreadReason::Image)),
            false => pages.push(Page { number, title: None, text: text.to_owned() }),
        }
    }
    Parsed { pages, page_count: Some(page_count), unread }.check_within(extent)
}

/// Reads plain text.
pub fn read_plain(content: &[u8]) -> Result<Parsed, ParseFailure> {
    if !is_text(content) {
        return Err(ParseFailure::Broken);
    }
    Parsed::single(decode_text(content)).check()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_named_txt_is_not_text() {
        assert_eq!(read_plain(b"\x7fELF\0\0\0"), Err(ParseFailure::Broken));
        assert_eq!(read_plain(b"  \n "), Err(ParseFailure::NoText));
        let log = [b"a line of a log\n".repeat(20), b"\0".to_vec(), b"the end".to_vec()].concat();
        assert!(read_plain(&log).unwrap().pages[0].text.ends_with("the end"));
    }
}
