use serde::{Deserialize, Serialize};

use crate::Unread;

/// The result of reading a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parsed {
    pub pages: Vec<Page>,
    /// Number of pages of the file, including those without text and those that were not read. `None`: the format has
    /// no pages.
    #[serde(default)]
    pub page_count: Option<u32>,
    /// Parts of the file whose text is missing, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
}

/// The part of a file to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Maximum number of pages of a PDF; later ones are not read.
    pub pages_max: Option<u32>,
    /// A file with more words is refused.
    pub words_max: usize,
}

impl Extent {
    /// A file in a message.
    pub const ATTACHMENT: Self = Self { pages_max: None, words_max: WORDS_MAX };
}

/// One page, slide, sheet or chapter; a file without any is one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Counted from 1.
    pub number: u32,
    /// The name of a sheet or chapter.
    pub title: Option<String>,
    pub text: String,
}

/// The reason why a file was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ParseFailure {
    #[error("the file is damaged, or not what it says it is")]
    Broken,
    #[error("the file is protected with a password")]
    Encrypted,
    #[error("the file has more words than are taken")]
    TooLong,
    #[error("reading the file took more time or memory than it may")]
    Exhausted,
    #[error("the file has no text")]
    NoText,
    /// Not the file's fault: it can be retried.
    #[error("the reader could not be started")]
    Unavailable,
}

/// Maximum number of words of one file: those of a whole message.
pub const WORDS_MAX: usize = 100_000;
/// Maximum number of characters of one page of a file without pages.
pub const PAGE_MAX_CHARS: usize = 2_000_000;
/// Maximum number of characters of all pages.
const CHARS_MAX: usize = PAGE_MAX_CHARS * 4;

impl Parsed {
    /// Returns a file that is one page.
    pub fn single(text: String) -> Self {
        Self::of_pages(vec![Page { number: 1, title: None, text }])
    }

    /// Returns a file of a format without a page count.
    pub fn of_pages(pages: Vec<Page>) -> Self {
        Self { pages, page_count: None, unread: Vec::new() }
    }

    pub fn words(&self) -> usize {
        self.pages.iter().map(|page| count_words(&page.text)).sum()
    }

    /// Refuses files without text, and files with too much text for a message.
    pub fn check(self) -> Result<Self, ParseFailure> {
        self.check_within(Extent::ATTACHMENT)
    }

    /// Refuses files without text, and files with too much text.
    pub fn check_within(mut self, extent: Extent) -> Result<Self, ParseFailure> {
        for page in &mut self.pages {
            page.text = tidy(&page.text);
        }
        self.pages.retain(|page| !page.text.is_empty());
        let chars: usize = self.pages.iter().map(|page| page.text.len()).sum();
        match self.words() {
            0 => Err(ParseFailure::NoText),
            words if words > extent.words_max || chars > CHARS_MAX => Err(ParseFailure::TooLong),
            _ => Ok(self),
        }
    }
}

/// Counts the words of a text; in scripts without spaces two letters count as one.
pub fn count_words(text: &str) -> usize {
    text.split_whitespace().map(words_in).sum()
}

fn words_in(piece: &str) -> usize {
    let unspaced = piece.chars().filter(|ch| is_unspaced(*ch)).count();
    if unspaced == 0 { 1 } else { unspaced.div_ceil(2) }
}

fn is_unspaced(ch: char) -> bool {
    matches!(ch, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the text without control characters, direction marks and soft hyphens, without white space at the ends of lines, and with
/// at most one empty line in a row.
fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    let mut empty_lines = 0;
    for line in text.lines() {
        let line: String = line.chars().filter(|ch| is_shown(*ch)).collect();
        let line = line.trim_end();
        if line.is_empty() {
            empty_lines += 1;
            continue;
        }
        if !tidied.is_empty() {
            tidied.push_str(if empty_lines > 0 { "\n\n" } else { "\n" });
        }
        empty_lines = 0;
        tidied.push_str(line);
    }
    tidied
}

fn is_shown(ch: char) -> bool {
    ch == '\t'
        || !(ch.is_control()
            || matches!(ch, '\u{ad}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_in_any_script() {
        assert_eq!(count_words("three plain words"), 3);
        assert_eq!(count_words("我喜欢人工智能"), 4);
        assert_eq!(count_words("  "), 0);
    }

    // spec §5: "100K words total."
    // spec §8: "Text too long"
    #[test]
    fn a_file_of_more_than_a_hundred_thousand_words_is_refused() {
        let words = |count: usize| Parsed::single("word ".repeat(count)).check();
        assert!(words(100_000).is_ok());
        assert_eq!(words(100_001), Err(ParseFailure::TooLong));
        assert_eq!(words(0), Err(ParseFailure::NoText));
    }

    #[test]
    fn what_nobody_sees_is_left_out() {
        let parsed = Parsed::single("\u{feff}a\u{202e}b \u{0}\n\n\n\nc\u{ad}d".to_owned());
        assert_eq!(parsed.check().unwrap().pages[0].text, "ab\n\ncd");
    }
}
