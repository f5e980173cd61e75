use std::panic::{AssertUnwindSafe, catch_unwind};

use parsing::{Extent, GAP_SIZES, Page, ParseFailure, Parsed, Run, count_words, lay_out};
use pdf_extract::{Document, MediaBox, OutputDev, OutputError, Transform, output_doc_page};

/// Maximum number of pages read; a longer file mostly has more words than are accepted.
const PAGES_MAX: usize = 2_000;

/// Reads the text of each page. A page that cannot be read is skipped, so that the others are not lost.
pub(crate) fn read(content: &[u8], extent: Extent) -> Result<Parsed, ParseFailure> {
    // An encrypted file fails in many ways; the library opens those with an empty password.
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
        let mut glyphs = Glyphs::default();
        output_doc_page(document, &mut glyphs, number).ok()?;
        Some(glyphs.text())
    });
    // The library panics on unexpected pages.
    catch_unwind(read).ok().flatten()
}

/// Minimum distance, in font sizes, between words without a space between them.
const SPACE_SIZES: f64 = 0.1;
/// Vertical distance, in font sizes, from which a letter is on another line, wherever it is.
const LINE_SIZES: f64 = 1.5;
/// Vertical distance, in font sizes, from which a letter further back begins a new line.
const NEW_LINE_SIZES: f64 = 0.5;

/// The letters of a page as they are drawn, put together to runs.
#[derive(Default)]
struct Glyphs {
    runs: Vec<Run>,
    /// Baseline of the last letter, and its end.
    last: (f64, f64),
    /// The next letter is the first of a string: strings are placed, letters in them follow each other.
    begins: bool,
}

impl Glyphs {
    fn text(self) -> String {
        lay_out(self.runs)
    }
}

impl OutputDev for Glyphs {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _spacing: f64,
        font_size: f64,
        letter: &str,
    ) -> Result<(), OutputError> {
        let size = font_size * (place.m11 * place.m22 - place.m12 * place.m21).abs().sqrt();
        // Pages of PDFs grow upwards.
        let (x, y) = (place.m31, -place.m32);
        let (last_y, last_end) = self.last;
        let (down, ahead) = ((y - last_y).abs(), x - last_end);
        let is_new = down > size * LINE_SIZES
            || (ahead < 0.0 && down > size * NEW_LINE_SIZES)
            || ahead > size * GAP_SIZES;
        let end = x + width * size;
        self.last = (y, end);
        let begins = std::mem::take(&mut self.begins);
        match self.runs.last_mut() {
            Some(run) if !(begins && is_new) => {
                if begins && ahead > size * SPACE_SIZES {
                    run.text.push(' ');
                }
                run.text.push_str(letter);
                run.left = run.left.min(x);
                run.right = run.right.max(end);
            }
            _ => {
                let upright = place.m12.abs() < f64::EPSILON.sqrt() && place.m11 > 0.0;
                let text = letter.to_owned();
                self.runs.push(Run { left: x, right: end, y, size, upright, text });
            }
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.begins = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}
