use std::iter::Peekable;
use std::str::Chars;

/// The rows of comma-separated values (RFC 4180), each with the line in which it begins, counted from 1.
///
/// Quotations in the middle of a cell are text. The crate `csv` reads the same, but a quotation that does not end is no
/// error to it.
#[derive(Debug)]
pub struct CsvRows<'a> {
    letters: Peekable<Chars<'a>>,
    separator: char,
    line: usize,
    is_unfinished: bool,
}

impl<'a> CsvRows<'a> {
    /// Reads a text, behind its mark of UTF-8 if it has one.
    pub fn new(text: &'a str, separator: char) -> Self {
        let letters = text.trim_start_matches('\u{feff}').chars().peekable();
        Self { letters, separator, line: 1, is_unfinished: false }
    }

    /// Returns true if the text ended in a quotation of the last row.
    pub fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }
}

impl Iterator for CsvRows<'_> {
    type Item = (usize, Vec<String>);

    fn next(&mut self) -> Option<Self::Item> {
        self.letters.peek()?;
        let begun = self.line;
        let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
        while let Some(letter) = self.letters.next() {
            self.line += usize::from(letter == '\n');
            match letter {
                '"' if is_quoted && self.letters.peek() == Some(&'"') => {
                    self.letters.next();
                    cell.push('"');
                }
                '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
                '\r' if !is_quoted => {}
                '\n' if !is_quoted => break,
                one if one == self.separator && !is_quoted => {
                    cells.push(std::mem::take(&mut cell));
                }
                one => cell.push(one),
            }
        }
        self.is_unfinished = is_quoted;
        cells.push(cell);
        Some((begun, cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, separator: char) -> Vec<(usize, Vec<String>)> {
        CsvRows::new(text, separator).collect()
    }

    fn row(line: usize, cells: &[&str]) -> (usize, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn quotations_hold_separators_lines_and_quotes() {
        assert_eq!(
            rows("\u{feff}a,\"b, \"\"c\"\"\r\nd\"\r\n,e", ','),
            [row(1, &["a", "b, \"c\"\r\nd"]), row(3, &["", "e"])]
        );
        assert_eq!(rows("1,5;\"2\"3\n", ';'), [row(1, &["1,5", "23"])]);
        assert_eq!(rows("5\" nail,x", ','), [row(1, &["5\" nail", "x"])]);
        assert!(rows("", ',').is_empty());
        assert_eq!(rows("\n\na", ','), [row(1, &[""]), row(2, &[""]), row(3, &["a"])]);
    }

    #[test]
    fn a_quotation_that_does_not_end_is_noticed() {
        for (text, wanted) in [("a,\"b\nc", true), ("a,\"b\"", false), ("", false)] {
            let mut rows = CsvRows::new(text, ',');
            rows.by_ref().for_each(drop);
            assert_eq!(rows.is_unfinished(), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let cells = ["a, \"b\"", "c\nd", "", "é"];
        assert_eq!(rows(&crate::csv_line(cells), ','), [row(1, &cells)]);
    }
}
