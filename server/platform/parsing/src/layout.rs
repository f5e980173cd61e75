//! The text of a page from where its pieces stand: lines that a sentence goes over become one, with the hyphens at
//! their ends undone, and columns that a file sets row by row are read one after the other.

use std::collections::HashSet;

/// What stands on a line without a wide gap in it. Its place is in any unit; `y` grows downwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub left: f64,
    pub right: f64,
    /// Where its letters stand on.
    pub y: f64,
    /// How large they are.
    pub size: f64,
    /// Whether they stand upright; nothing is known of others but their order.
    pub upright: bool,
    pub text: String,
}

/// A gap of so many letter sizes ends a run: spaces of justified lines are narrower.
pub const GAP_SIZES: f64 = 1.2;
/// Letters of one text differ by less.
const SAME_SIZE: f64 = 0.15;
/// A line so much further down than lines mostly are begins a paragraph.
const WIDE_LEADING: f64 = 1.35;
/// A full sentence with the next one so many letter sizes below is the end of a paragraph.
const PARAGRAPH_SIZES: f64 = 1.9;
/// Narrower than so many letter sizes, lines are a list or a table.
const PROSE_SIZES: f64 = 12.0;
/// The room that a word is given besides its own: letters differ, and a space stands before it.
const WORD_MARGIN: f64 = 1.1;
const SPACE_SIZES: f64 = 0.3;
/// So far to the right a paragraph begins.
const INDENT_SIZES: f64 = 0.8;
/// Lines side by side are columns where there are so many, of so many letters, most of them full.
const COLUMN_LINES: usize = 3;
const COLUMN_CHARS: usize = 20;
const FULL_SHARE: f64 = 0.75;

/// A page's text: paragraphs with an empty line between them, lines that are no prose each for itself.
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

/// Goes on with a text on its next line. A hyphen that divides a word is left out, unless the word stands with it
/// elsewhere: `hyphened`.
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

/// Words that stand with a hyphen in them, in two parts. Looked for once: a page may be made of ends of lines.
fn hyphened(whole: &str) -> HashSet<(&str, &str)> {
    let hyphens = whole.match_indices('-');
    let parts = hyphens.map(|(at, _)| (word_at_end(&whole[..at]), word_at_start(&whole[at + 1..])));
    parts.filter(|(head, tail)| !head.is_empty() && !tail.is_empty()).collect()
}

/// Longer, a word is none: of what goes on for pages, so many letters are looked at.
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

fn is_from_right(text: &str) -> bool {
    let from_right =
        text.chars().filter(|ch| matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fefc}'));
    from_right.count() * 2 > text.chars().filter(|ch| ch.is_alphabetic()).count()
}

/// Runs side by side.
#[derive(Debug, Clone)]
struct Line(Vec<Run>);

impl Line {
    fn first(&self) -> &Run {
        &self.0[0]
    }

    fn left(&self) -> f64 {
        self.0.iter().map(|run| run.left).fold(f64::INFINITY, f64::min)
    }

    fn right(&self) -> f64 {
        self.0.iter().map(|run| run.right).fold(f64::NEG_INFINITY, f64::max)
    }

    fn text(&self) -> String {
        let texts: Vec<&str> = self.0.iter().map(|run| run.text.trim()).collect();
        texts.join(" ")
    }

    /// The room that its first word takes.
    fn first_word(&self) -> f64 {
        let text = self.text();
        let all = text.chars().count().max(1);
        let word = match text.starts_with(is_unspaced) {
            true => 1,
            false => text.split_whitespace().next().unwrap_or_default().chars().count(),
        };
        (self.right() - self.left()) * word as f64 / all as f64
    }
}

fn in_lines(runs: Vec<Run>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for run in runs.into_iter().filter(|run| !run.text.trim().is_empty()) {
        match lines.last_mut() {
            Some(line) if line.0.last().is_some_and(|last| is_beside(last, &run)) => {
                line.0.push(run)
            }
            _ => lines.push(Line(vec![run])),
        }
    }
    lines
}

fn is_beside(one: &Run, next: &Run) -> bool {
    let is_apart = next.left >= one.right || next.right <= one.left;
    one.upright
        && next.upright
        && is_apart
        && (one.y - next.y).abs() <= one.size.max(next.size) * 0.5
}

/// Reads columns that were set row by row one after the other.
fn in_columns(lines: Vec<Line>) -> Vec<Line> {
    let mut read = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let (count, gutter) = side_by_side(rest);
        let (rows, after) = rest.split_at(count.max(1));
        rest = after;
        let Some(gutter) = gutter else {
            read.extend_from_slice(rows);
            continue;
        };
        let runs = || rows.iter().flat_map(|row| &row.0).cloned();
        read.extend(runs().filter(|run| run.left < gutter).map(|run| Line(vec![run])));
        read.extend(runs().filter(|run| run.left >= gutter).map(|run| Line(vec![run])));
    }
    read
}

/// How many of the lines, from the first one, stand on two sides, and what is between these if they are columns.
fn side_by_side(lines: &[Line]) -> (usize, Option<f64>) {
    let (mut left_end, mut right_start) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut both = Vec::new();
    let mut count = 0;
    for (index, line) in lines.iter().enumerate() {
        let far = index > 0 && {
            let (above, here) = (lines[index - 1].first(), line.first());
            here.y <= above.y || here.y - above.y > above.size * 3.0
        };
        let (end, start) = match line.0.as_slice() {
            _ if far => break,
            [left, right] if left.right < right.left => (left.right, right.left),
            [one] if !both.is_empty() && one.right < right_start => (one.right, right_start),
            [one] if !both.is_empty() && one.left > left_end => (left_end, one.left),
            _ => break,
        };
        if left_end.max(end) >= right_start.min(start) {
            break;
        }
        (left_end, right_start) = (left_end.max(end), right_start.min(start));
        if line.0.len() == 2 {
            both.push(line);
        }
        count += 1;
    }
    let is_prose = |side: usize| {
        let runs: Vec<&Run> = both.iter().map(|line| &line.0[side]).collect();
        let left = runs.iter().map(|run| run.left).fold(f64::INFINITY, f64::min);
        let right = runs.iter().map(|run| run.right).fold(f64::NEG_INFINITY, f64::max);
        let full = runs.iter().filter(|run| run.right - left >= (right - left) * FULL_SHARE);
        let chars: usize = runs.iter().map(|run| run.text.chars().count()).sum();
        full.count() * 3 >= runs.len() * 2 && chars >= runs.len() * COLUMN_CHARS
    };
    let are_columns = both.len() >= COLUMN_LINES && is_prose(0) && is_prose(1);
    (count, are_columns.then_some((left_end + right_start) / 2.0))
}

/// Lines below each other, in letters of one size.
struct Block {
    lines: Vec<Line>,
    left: f64,
    right: f64,
    /// How far below each other they mostly are.
    leading: f64,
    from_right: bool,
}

fn in_blocks(lines: Vec<Line>) -> Vec<Block> {
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        match blocks.last_mut() {
            Some(block) if block.last().is_some_and(|last| is_below(last, &line)) => {
                block.push(line)
            }
            _ => blocks.push(vec![line]),
        }
    }
    blocks.into_iter().map(Block::new).collect()
}

fn is_below(one: &Line, next: &Line) -> bool {
    let (above, below) = (one.first(), next.first());
    above.upright
        && below.upright
        && below.y > above.y
        && below.y - above.y <= above.size * 4.0
        && is_same_size(above, below)
        && next.left() < one.right()
        && next.right() > one.left()
}

fn is_same_size(one: &Run, next: &Run) -> bool {
    (one.size - next.size).abs() <= one.size * SAME_SIZE
}

impl Block {
    fn new(lines: Vec<Line>) -> Self {
        let mut gaps: Vec<f64> =
            lines.windows(2).map(|two| two[1].first().y - two[0].first().y).collect();
        gaps.sort_by(f64::total_cmp);
        let text: String = lines.iter().map(Line::text).collect();
        Self {
            left: lines.iter().map(Line::left).fold(f64::INFINITY, f64::min),
            right: lines.iter().map(Line::right).fold(f64::NEG_INFINITY, f64::max),
            leading: gaps.get(gaps.len().saturating_sub(1) / 2).copied().unwrap_or(0.0),
            from_right: is_from_right(&text),
            lines,
        }
    }

    fn is_apart(&self, line: &Line, next: &Line) -> bool {
        let gap = next.first().y - line.first().y;
        gap > self.leading * WIDE_LEADING
            || (gap > line.first().size * PARAGRAPH_SIZES && line.text().ends_with(ENDS))
    }

    /// Whether a line of it breaks only because it is full.
    fn goes_on(&self, line: &Line, next: &Line) -> bool {
        let size = line.first().size;
        let is_prose =
            line.0.len() == 1 && next.0.len() == 1 && self.right - self.left >= size * PROSE_SIZES;
        if !is_prose || self.is_apart(line, next) || is_point(&next.text()) {
            return false;
        }
        let indent = |line: &Line| match self.from_right {
            true => self.right - line.right(),
            false => line.left() - self.left,
        };
        let begins = indent(next) > size * INDENT_SIZES && indent(line) <= size * INDENT_SIZES;
        !begins && (ends_in_hyphen(&line.text()) || self.is_full(line, next))
    }

    /// Whether the first word of `next` has no room behind `line`.
    fn is_full(&self, line: &Line, next: &Line) -> bool {
        let room = match self.from_right {
            true => line.left() - self.left,
            false => self.right - line.right(),
        };
        room < next.first_word() * WORD_MARGIN + line.first().size * SPACE_SIZES
    }

    /// Whether the sentence at its end goes on at the top of the column beside it.
    fn goes_on_in(&self, next: &Self) -> bool {
        let (Some(last), first) = (self.lines.last(), &next.lines[0]) else { return false };
        let is_beside = match self.from_right {
            true => next.right < self.left,
            false => next.left > self.right,
        };
        is_beside
            && last.0.len() == 1
            && first.first().y < last.first().y
            && is_same_size(last.first(), first.first())
            && self.right - self.left >= last.first().size * PROSE_SIZES
            && !last.text().ends_with(ENDS)
            && !is_point(&first.text())
            && (ends_in_hyphen(&last.text()) || self.is_full(last, first))
    }
}

const ENDS: [char; 8] = ['.', '!', '?', ':', '。', '！', '？', '؟'];

/// Whether a line begins a point of a list.
fn is_point(text: &str) -> bool {
    if text.starts_with(['•', '◦', '▪', '‣', '–', '·', '*']) || text.starts_with("- ") {
        return true;
    }
    let rest = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let digits = text.len() - rest.len();
    (1..=3).contains(&digits) && (rest.starts_with(") ") || rest.starts_with(". "))
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
