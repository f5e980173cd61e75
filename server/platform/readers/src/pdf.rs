//! Text of PDFs: `hayro` interprets the pages, [`Letters`] collects what it draws.

mod accents;
mod collections;
mod letters;
mod runs;
mod stacks;
mod unicode_maps;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use collections::Collections;
use hayro::hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};
use hayro::hayro_syntax::page::Page as PdfPage;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::kurbo::Rect;
use letters::Letters;
use parsing::{
    Extent, Page, ParseFailure, Parsed, Part, Unread, UnreadReason, count_words, lay_out,
    note_unread,
};
use runs::in_runs;

/// Maximum number of pages read; a longer file mostly has more words than are accepted.
const PAGES_MAX: usize = 2_000;
/// Time after which no further page is begun: less than the reader's process may take, so that what was read is kept.
const TIME_MAX: Duration = Duration::from_secs(12);

/// Reads the text of each page. A page that cannot be read is named as unread, so that the others are not lost; so is
/// one with more on it than its text says: an image of a page, or letters of a font that does not say which they are.
pub(crate) fn read(content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    let pdf = open(content)?;
    let all = pdf.pages();
    let page_count = u32::try_from(all.len()).ok();
    let most = extent.pages_max.map_or(PAGES_MAX, |max| PAGES_MAX.min(max as usize));
    let cache = InterpreterCache::new();
    let collections = Collections::new(&pdf);
    let mut pages = Vec::new();
    let mut unread = Vec::new();
    let mut words = 0;
    let began = Instant::now();
    let mut read_up_to = all.len().min(most);
    for (number, page) in (1..).zip(all.iter().take(most)) {
        if began.elapsed() > TIME_MAX {
            read_up_to = number as usize - 1;
            break;
        }
        let Some((text, is_whole)) = page_text(&pdf, page, &cache, &collections) else {
            note_unread(&mut unread, Unread::page(number, UnreadReason::Damaged));
            continue;
        };
        if !is_whole {
            note_unread(&mut unread, Unread::page(number, UnreadReason::Image));
        }
        words += count_words(&text);
        if words > extent.words_max {
            return Err(ParseFailure::TooLong);
        }
        pages.push(Page { number, title: None, text });
    }
    if pages.is_empty() && !unread.is_empty() {
        return Err(ParseFailure::Broken);
    }
    if let Some(last) = page_count.filter(|count| *count as usize > read_up_to) {
        let first = read_up_to as u32 + 1;
        unread.push(Unread { part: Part::Pages { first, last }, reason: UnreadReason::Limit });
    }
    Parsed { pages, page_count, unread }.check_within(extent)
}

/// Opens a file. One that is encrypted without a password is opened, too.
fn open(content: &[u8]) -> Result<Pdf, ParseFailure> {
    let opened = catch_unwind(|| Pdf::new(content.to_vec())).map_err(|_| ParseFailure::Broken)?;
    let pdf = opened.map_err(|error| match error {
        LoadPdfError::Decryption(_) => ParseFailure::Encrypted,
        LoadPdfError::Invalid => ParseFailure::Broken,
    })?;
    if pdf.pages().is_empty() { Err(ParseFailure::Broken) } else { Ok(pdf) }
}

/// Returns the text of a page, and true if nothing else on it can be text; `None`: the page is damaged.
fn page_text<'a>(
    pdf: &'a Pdf,
    page: &PdfPage<'a>,
    cache: &InterpreterCache<'a>,
    collections: &Collections<'_>,
) -> Option<(String, bool)> {
    let read = AssertUnwindSafe(|| {
        let place = page.initial_transform(true).to_kurbo();
        // Of what is cropped more may be wanted: people crop figures and scans.
        let all = page.media_box();
        let area = place.transform_rect_bbox(Rect::new(all.x0, all.y0, all.x1, all.y1));
        let mut context =
            Context::new(place, area, cache, pdf.xref(), InterpreterSettings::default());
        let mut letters = Letters::new(area, collections);
        interpret_page(page, &mut context, &mut letters);
        let is_whole = letters.is_whole();
        (lay_out(in_runs(letters.collected())), is_whole)
    });
    // Damaged pages are the rule, and the others are not lost for one of them.
    catch_unwind(read).ok()
}
