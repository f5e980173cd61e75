//! Builds the text of a page from the positions of its pieces: lines that a sentence spans are joined, with their
//! hyphens removed, and columns that a file stores row by row are read one after the other. `layout/lines.rs` detects
//! lines and columns, `layout/blocks.rs` where a line continues.

mod blocks;
mod lines;

use std::collections::HashSet;

use blocks::in_blocks;
use lines::{in_columns, in_lines};

/// A run of text on a line, without a wide gap in it. Positions are in any unit; `y` grows downwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub left: f64,
    pub right: f64,
    /// Position of the baseline.
    pub y: f64,
    /// Font size.
    pub size: f64,
    /// True if the letters are upright; for others only their order is known.
    pub upright: bool,
    pub text: String,
}

/// Gap, in font sizes, that ends a run: spaces of justified lines are narrower.
pub const GAP_SIZES: f64 = 1.2;

/// Returns a page's text: paragraphs with an empty line between them, lines that are no prose each for itself.
pub fn lay_out(runs: Vec<Run>) -> String {
    let whole: String = runs.iter().map(|run| format!("{} ", run.text)).collect();
    let hyphened = hyphened(&whole);
    let blocks = in_blocks(in_columns(in_lines(runs)));
    let mut text = String::with_capacity(whole.len());
    for (index, block) in blocks.iter().enumerate() {
        for (at, line) in block.lines.iter().enumerate() {
            let goes_on = match at.checked_sub(1) {
                Some(before) => block.goes_on(&block.lines[before], line),
                None => {
                    let before = index.checked_sub(1).map(|before| &blocks[before]);
                    before.is_some_and(|before| before.goes_on_in(block))
                }
            };
            match goes_on {
                true => join(&mut text, &line.text(), &hyphened),
                false if text.is_empty() => text.push_str(&line.text()),
                false => {
                    let is_near = at > 0 && !block.is_apart(&block.lines[at - 1], line);
                    text.push_str(if is_near { "\n" } else { "\n\n" });
                    text.push_str(&line.text());
                }
            }
        }
    }
    text
}

/// Appends the next line to a text. A hyphen that divides a word is removed, unless the word occurs with it elsewhere:
/// `hyphened`.
fn join(text: &mut String, line: &str, hyphened: &HashSet<(&str, &str)>) {
    let is_divided = line.starts_with(char::is_lowercase) && ends_in_hyphen(text);
    if is_divided {
        let head = text.trim_end_matches(HYPHENS);
        if !hyphened.contains(&(word_at_end(head), word_at_start(line))) {
            text.truncate(head.len());
        }
    } else if !(text.ends_with(is_unspaced) && line.starts_with(is_unspaced)) {
        text.push(' ');
    }
    text.push_str(line);
}

/// Returns words that occur with a hyphen in them, in two parts. Computed once: a page may consist of line ends.
fn hyphened(whole: &str) -> HashSet<(&str, &str)> {
    let hyphens = whole.match_indices('-');
    let parts = hyphens.map(|(at, _)| (word_at_end(&whole[..at]), word_at_start(&whole[at + 1..])));
    parts.filter(|(head, tail)| !head.is_empty() && !tail.is_empty()).collect()
}

/// Maximum length of a word: anything longer is none, and only so many letters of an endless one are checked.
const WORD_MAX_CHARS: usize = 60;

fn word_at_end(text: &str) -> &str {
    let letters = text.char_indices().rev().take(WORD_MAX_CHARS);
    let first = letters.take_while(|(_, ch)| ch.is_alphabetic()).last();
    &text[first.map_or(text.len(), |(at, _)| at)..]
}

fn word_at_start(text: &str) -> &str {
    let letters = text.char_indices().take(WORD_MAX_CHARS);
    let last = letters.take_while(|(_, ch)| ch.is_alphabetic()).last();
    &text[..last.map_or(0, |(at, ch)| at + ch.len_utf8())]
}

const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

fn ends_in_hyphen(text: &str) -> bool {
    let mut last = text.chars().rev();
    last.next().is_some_and(|ch| HYPHENS.contains(&ch))
        && last.next().is_some_and(char::is_alphabetic)
}

/// Letters between which there is no space: Chinese and Japanese ones, and their signs.
fn is_unspaced(ch: char) -> bool {
    matches!(ch, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns true for a letter of a script that is written from the right.
fn is_letter_from_right(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fefc}')
}

fn has_from_right(text: &str) -> bool {
    text.contains(is_letter_from_right)
}

/// Returns true if most letters of a text are written from the right.
fn is_from_right(text: &str) -> bool {
    let from_right = text.chars().filter(|ch| is_letter_from_right(*ch));
    from_right.count() * 2 > text.chars().filter(|ch| ch.is_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of size 10, each 5 wide.
    fn run(left: f64, y: f64, text: &str) -> Run {
        let right = left + text.chars().count() as f64 * 5.0;
        Run { left, right, y, size: 10.0, upright: true, text: text.to_owned() }
    }

    fn column(left: f64, lines: &[&str]) -> Vec<Run> {
        lines.iter().enumerate().map(|(at, text)| run(left, at as f64 * 12.0, text)).collect()
    }

    #[test]
    fn a_sentence_over_several_lines_is_one_and_its_hyphens_are_undone() {
        let runs = column(
            0.0,
            &[
                "The deposit of 1850 euros is re-",
                "turned within sixty days, and the",
                "keys are given back.",
            ],
        );
        assert_eq!(
            lay_out(runs),
            "The deposit of 1850 euros is returned within sixty days, and the keys are given back."
        );
    }

    #[test]
    fn a_word_that_has_a_hyphen_elsewhere_keeps_it() {
        let runs = column(
            0.0,
            &["A long-term lease, as this is a long-", "term lease, is signed by both."],
        );
        assert_eq!(
            lay_out(runs),
            "A long-term lease, as this is a long-term lease, is signed by both."
        );
        let runs = column(
            0.0,
            &["The lease of a flat that lies in Old-", "Town is signed by both of them."],
        );
        assert!(lay_out(runs).contains("Old- Town"), "a name is not divided");
    }

    #[test]
    fn a_line_that_had_room_for_more_is_an_end() {
        let runs = column(
            0.0,
            &[
                "Terms of the lease",
                "The rent is 900 euros a month and",
                "is paid by the third day.",
                "Short",
                "Also short",
            ],
        );
        assert_eq!(
            lay_out(runs),
            "Terms of the lease\nThe rent is 900 euros a month and is paid by the third day.\nShort\nAlso short"
        );
    }

    #[test]
    fn paragraphs_are_told_by_gaps_indents_and_points() {
        let mut runs =
            column(0.0, &["The rent of the flat is 900 euros,", "which is paid by the third day."]);
        runs.push(run(0.0, 36.0, "The deposit is returned in sixty."));
        assert_eq!(lay_out(runs).matches("\n\n").count(), 1);
        let runs = vec![
            run(0.0, 0.0, "The rent of the flat is 900 euros"),
            run(12.0, 12.0, "The deposit is due with"),
        ];
        assert!(lay_out(runs).contains("euros\nThe deposit"));
        let runs = column(
            0.0,
            &[
                "Of what there is in it, this is all:",
                "1. a bed, which is of oak and brass",
                "2. a chair that has four legs, no arms",
            ],
        );
        assert_eq!(lay_out(runs).lines().count(), 3);
    }

    #[test]
    fn rows_of_a_table_stay_rows() {
        let rows = [("January", "900"), ("February", "900"), ("March", "950"), ("April", "950")];
        let runs = rows.iter().enumerate().flat_map(|(at, (month, rent))| {
            [run(0.0, at as f64 * 12.0, month), run(200.0, at as f64 * 12.0, rent)]
        });
        assert_eq!(lay_out(runs.collect()), "January 900\nFebruary 900\nMarch 950\nApril 950");
    }

    const LEFT: [&str; 4] = [
        "The rent of the flat is 900 euros a",
        "month. The deposit of 1850 euros is",
        "paid in three parts and is re-",
        "turned within sixty days, if there",
    ];
    const RIGHT: [&str; 4] = [
        "is no damage. Pets are welcome, as",
        "long as they are small ones. Smoke",
        "is not. The garden is for all who",
        "live here.",
    ];
    const READ: &str = "The rent of the flat is 900 euros a month. The deposit of 1850 euros is paid in three parts and \
        is returned within sixty days, if there is no damage. Pets are welcome, as long as they are small ones. Smoke \
        is not. The garden is for all who live here.";

    #[test]
    fn a_sentence_goes_on_in_the_next_column() {
        let mut runs = column(0.0, &LEFT);
        runs.extend(column(200.0, &RIGHT));
        assert_eq!(lay_out(runs), READ);
    }

    #[test]
    fn columns_that_are_set_row_by_row_are_read_one_by_one() {
        let rows = column(0.0, &LEFT).into_iter().zip(column(200.0, &RIGHT));
        assert_eq!(lay_out(rows.flat_map(|(left, right)| [left, right]).collect()), READ);
    }

    #[test]
    fn three_columns_that_are_set_row_by_row_are_read_as_if_they_were_set_one_by_one() {
        const MIDDLE: [&str; 4] = [
            "The keys of the flat are given back",
            "on the last day of the lease at noon",
            "in the presence of both, with a list",
            "of everything that is not as it was.",
        ];
        let columns = [column(0.0, &LEFT), column(210.0, &MIDDLE), column(420.0, &RIGHT)];
        let rows = (0..4).flat_map(|row| columns.iter().map(move |column| column[row].clone()));
        let read = lay_out(rows.collect());
        assert_eq!(read, lay_out(columns.concat()));
        assert!(
            read.contains("on the last day of the lease at noon in the presence of both"),
            "{read}"
        );
    }

    #[test]
    fn the_cells_of_a_table_stay_in_their_rows() {
        let rows =
            [["Chair", "2", "25.00"], ["Long oak table", "1", "300.00"], ["Lamp", "3", "29.70"]];
        let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
            let cell = move |at: usize| run(at as f64 * 150.0, row as f64 * 12.0, cells[at]);
            (0..3).map(cell)
        });
        assert_eq!(
            lay_out(cells.collect()),
            "Chair 2 25.00\nLong oak table 1 300.00\nLamp 3 29.70"
        );
    }

    #[test]
    fn other_scripts_are_joined_as_they_are_written() {
        let runs =
            column(0.0, &["房租每月九百欧元并且每个月的第三天之前付押金在六十天内", "退还。"]);
        assert_eq!(lay_out(runs), "房租每月九百欧元并且每个月的第三天之前付押金在六十天内退还。");
        let right_to_left = |y: f64, text: &str| {
            let width = text.chars().count() as f64 * 5.0;
            Run { left: 300.0 - width, right: 300.0, ..run(0.0, y, text) }
        };
        let runs = vec![
            right_to_left(0.0, "الإيجار تسعمئة يورو في الشهر ويدفع قبل"),
            right_to_left(12.0, "اليوم الثالث."),
        ];
        assert_eq!(lay_out(runs), "الإيجار تسعمئة يورو في الشهر ويدفع قبل اليوم الثالث.");
    }

    #[test]
    fn runs_of_a_line_from_the_right_are_read_from_there_and_words_from_the_left_among_them_are_not()
     {
        let runs = vec![
            run(0.0, 0.0, "تقرأ"),
            run(30.0, 0.0, "two"),
            run(50.0, 0.0, "words"),
            run(80.0, 0.0, "الكلمات"),
        ];
        assert_eq!(lay_out(runs), "الكلمات two words تقرأ");
    }

    #[test]
    fn runs_that_touch_are_one_word() {
        let runs = vec![run(0.0, 0.0, "xi"), Run { y: 4.0, ..run(9.9, 4.0, "2 of them") }];
        assert_eq!(lay_out(runs), "xi2 of them");
    }

    #[test]
    fn a_page_of_ends_of_lines_costs_little() {
        let line = "abcdefgh ijklmnop qrstuvwx ab-";
        let runs: Vec<Run> = (0..100_000).map(|at| run(0.0, f64::from(at) * 12.0, line)).collect();
        let text = lay_out(runs);
        assert!(text.starts_with("abcdefgh ijklmnop qrstuvwx ababcdefgh "), "{}", &text[..60]);
        let one_word: Vec<Run> = (0..100_000)
            .map(|at| run(0.0, f64::from(at) * 12.0, "abcdefghijklmnopqrstuvwxyzabc-"))
            .collect();
        assert_eq!(lay_out(one_word).len(), 29 * 100_000 + 1);
    }

    #[test]
    fn nothing_is_left_out_of_what_stands_askew() {
        let askew = |text: &str| Run { upright: false, ..run(0.0, 0.0, text) };
        assert_eq!(lay_out(vec![askew("Draft"), askew("Copy")]), "Draft\n\nCopy");
        assert_eq!(lay_out(Vec::new()), "");
    }
}
