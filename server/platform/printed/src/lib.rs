//! Exported files: web pages, Word documents, slides, Markdown, tables. All are written from one pass over the Markdown
//! (`blocks.rs`), with everything escaped and nothing loaded.
//!
//! Start at `text.rs`, the content to write. The other modules are one format each, or a part of one; `deck.rs` makes
//! slides of a text, and `csv_rows.rs` reads the tables that `sheets.rs` and spreadsheets write.

mod blocks;
mod csv_rows;
mod deck;
mod docx;
mod dollars;
mod formula;
mod html;
mod markdown;
mod picture;
mod pptx;
mod sheets;
mod slides_page;
mod text;
mod words;
mod zip_stream;
mod zipped;

pub use csv_rows::CsvRows;
pub use docx::{write as write_docx, write_document as write_document_docx};
pub use html::{write as write_html, write_document as write_document_page};
pub use markdown::write as write_markdown;
pub use picture::{Diagrams, Picture};
pub use pptx::write as write_pptx;
pub use sheets::{Table, begins_formula, csv, csv_files, csv_line, tables_of, xlsx};
pub use slides_page::write as write_slides_page;
pub use text::{Piece, Source, Text, Turn};
pub use words::Words;
pub use zip_stream::{Chunks, ZipStream, streamed};

/// Returns a name that every file system accepts, from a title in any script; `otherwise` if nothing of it is left.
pub fn file_name(title: &str, otherwise: &str) -> String {
    let safe: String = title
        .chars()
        .map(|character| match character {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '-',
            other if other.is_control() || is_direction_mark(other) => ' ',
            other => other,
        })
        .take(60)
        .collect();
    let safe = safe.trim_matches(|character: char| character == '.' || character.is_whitespace());
    if safe.is_empty() { otherwise.to_owned() } else { safe.to_owned() }
}

/// Returns true for direction marks, by which a name could hide its extension.
fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns true if the first letter of a text belongs to a right-to-left script.
pub fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|character| character.is_alphabetic());
    first.is_some_and(is_of_right_to_left_script)
}

fn is_of_right_to_left_script(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns the width of a text in letters: those of Chinese and related scripts are two wide.
fn wide_chars(text: &str) -> usize {
    let wide = |character: char| if ('\u{2e80}'..'\u{ffa0}').contains(&character) { 2 } else { 1 };
    let line = |line: &str| line.chars().map(wide).sum::<usize>();
    text.lines().map(line).max().unwrap_or(0)
}

#[cfg(test)]
pub(crate) fn sample(text: &str) -> Text {
    let turn = |is_answer, text: &str| Turn {
        is_answer,
        name: if is_answer { "GPT" } else { "You" }.to_owned(),
        time: "2026-11-21 14:05".to_owned(),
        pieces: vec![Piece::Text(text.to_owned())],
        sources: Vec::new(),
    };
    Text {
        title: "A <chat>".to_owned(),
        turns: vec![turn(false, "Why?"), turn(true, text)],
        words: Words::of(None),
        pictures: std::collections::HashMap::new(),
        diagrams: Diagrams::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_safe_everywhere() {
        assert_eq!(file_name("../a: b?\n", "chat"), "-a- b-");
        assert_eq!(file_name("رحلة", "chat"), "رحلة");
        assert_eq!(file_name("x\u{202e}fdp.exe", "chat"), "x fdp.exe");
        assert_eq!(file_name(" ... ", "chat"), "chat");
    }

    #[test]
    fn the_first_letter_says_which_way_a_text_runs() {
        assert!(is_right_to_left("1. مرحبا world"));
        assert!(is_right_to_left("שלום"));
        assert!(
            !is_right_to_left("hello مرحبا")
                && !is_right_to_left("你好")
                && !is_right_to_left("12")
        );
    }
}
