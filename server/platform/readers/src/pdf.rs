use std::panic::{AssertUnwindSafe, catch_unwind};

use parsing::{Extent, Page, ParseFailure, Parsed, count_words};
use pdf_extract::{Document, PlainTextOutput, output_doc_page};

/// Pages that are read; who has more has more words than are taken, mostly.
const PAGES_MAX: usize = 2_000;

/// The text of each page. One that cannot be read is left out, so that it does not cost the others.
pub(crate) fn read(content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    // What is locked cannot be read in many ways; the library opens what has an empty password by itself.
    let is_locked = content.windows(8).any(|eight| eight == b"/Encrypt");
    let unread = if is_locked { ParseFailure::Encrypted } else { ParseFailure::Broken };
    let mut document = Document::load_mem(content).map_err(|_| unread)?;
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(ParseFailure::Encrypted);
    }
    let all = document.get_pages();
    let page_count = u32::try_from(all.len()).ok();
    let most = extent.pages_max.map_or(PAGES_MAX, |max| PAGES_MAX.min(max as usize));
    let numbers: Vec<u32> = all.into_keys().take(most).collect();
    if numbers.is_empty() {
        return Err(unread);
    }
    let mut pages = Vec::new();
    let (mut words, mut failed) = (0, 0);
    for number in &numbers {
        let Some(text) = page_text(&document, *number) else {
            failed += 1;
            continue;
        };
        words += count_words(&text);
        if words > extent.words_max {
            return Err(ParseFailure::TooLong);
        }
        pages.push(Page { number: *number, title: None, text });
    }
    if failed == numbers.len() {
        return Err(unread);
    }
    Parsed { pages, page_count }.check_within(extent)
}

fn page_text(document: &Document, number: u32) -> Option<String> {
    let read = AssertUnwindSafe(|| {
        let mut text = String::new();
        let mut output = PlainTextOutput::new(&mut text);
        output_doc_page(document, &mut output, number).ok()?;
        Some(text)
    });
    // The library panics where a page is not as it expects.
    catch_unwind(read).ok().flatten()
}
