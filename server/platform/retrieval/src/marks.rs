//! Parsing of citation marks in an answer: `[1]`, `[1, 2]`, or the form of an area. An answer may consist of megabytes
//! of them: each function reads it once.

use std::ops::Range;

/// A citation mark: its range in the answer's text, and the numbers of its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub range: Range<usize>,
    pub numbers: Vec<i64>,
}

/// Maximum number of marks of one answer that are read.
pub const MARKS_MAX: usize = 1_000;
/// Longest mark.
const MARK_MAX_CHARS: usize = 100;

/// Returns the numbers in an answer: `[1][2]`, `[1, 2]`.
pub(crate) fn numbers(answer: &str) -> Vec<Mark> {
    marks(answer, number_list).take(MARKS_MAX).collect()
}

/// Returns the citation marks in square brackets that `numbers_in` recognizes. Code is skipped: `a[1]` cites nothing
/// there.
pub fn marks_outside_code(
    answer: &str,
    numbers_in: impl Fn(&str) -> Option<Vec<i64>>,
) -> Vec<Mark> {
    let mut code = Code::default();
    let said = marks(answer, numbers_in).filter(|mark| !code.holds(answer, mark.range.start));
    said.take(MARKS_MAX).collect()
}

/// Parses `1`, or `1, 2`.
pub fn number_list(inside: &str) -> Option<Vec<i64>> {
    let number = |part: &str| part.trim().parse::<i64>().ok().filter(|number| *number > 0);
    inside.split([',', ';']).map(number).collect()
}

fn marks(
    answer: &str,
    numbers_in: impl Fn(&str) -> Option<Vec<i64>>,
) -> impl Iterator<Item = Mark> {
    answer.match_indices('[').filter_map(move |(start, _)| {
        let (inside, behind) = split_mark(&answer[start + 1..])?;
        // A link is none.
        if behind.starts_with('(') {
            return None;
        }
        let range = start..start + inside.len() + 2;
        Some(Mark { range, numbers: numbers_in(inside)? })
    })
}

/// Returns a text behind a bracket, parted where that is closed.
pub(crate) fn split_mark(text: &str) -> Option<(&str, &str)> {
    let (end, _) = text.char_indices().take(MARK_MAX_CHARS).find(|(_, ch)| *ch == ']')?;
    Some((&text[..end], &text[end + 1..]))
}

/// Tracks code while a Markdown text is read.
#[derive(Default)]
struct Code {
    read: usize,
    /// Lines that open or close a block.
    fences: usize,
    /// For the current line: the number of backticks, of those at its start, and whether other text follows them.
    ticks: usize,
    opening: usize,
    has_text: bool,
}

impl Code {
    /// Returns true if a position is in code. Positions must be queried in ascending order.
    fn holds(&mut self, text: &str, at: usize) -> bool {
        for ch in text[self.read..at].chars() {
            self.read_on(ch);
        }
        self.read = at;
        (self.fences + self.fence()) % 2 == 1 || self.ticks % 2 == 1
    }

    fn read_on(&mut self, ch: char) {
        match ch {
            '\n' => {
                self.fences += self.fence();
                (self.ticks, self.opening, self.has_text) = (0, 0, false);
            }
            '`' => {
                self.ticks += 1;
                self.opening += usize::from(!self.has_text);
            }
            ch if ch.is_whitespace() && self.opening == 0 => {}
            _ => self.has_text = true,
        }
    }

    /// Returns 1 if the line is a fence.
    fn fence(&self) -> usize {
        usize::from(self.opening >= 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(answer: &str) -> Vec<Vec<i64>> {
        marks_outside_code(answer, number_list).into_iter().map(|mark| mark.numbers).collect()
    }

    #[test]
    fn marks_are_numbers_in_brackets_and_neither_links_nor_code() {
        assert_eq!(
            said("a [1][2], [3; 4] [5](https://e.org) [x] [0]"),
            [vec![1], vec![2], vec![3, 4]]
        );
        assert_eq!(said("`a[1]` b [2] `c` [3]\n`d [4]\n[5]"), [vec![2], vec![3], vec![5]]);
        assert_eq!(said("[1]\n  ```rust [9]\na[2]\n[3]\n```\n[4] ``` [8]"), [vec![1], vec![4]]);
        assert_eq!(said("` ``` `\n[1]"), [vec![1]], "no fence");
    }

    #[test]
    fn a_mark_is_short() {
        assert_eq!(said(&format!("[{}1]", " ".repeat(MARK_MAX_CHARS - 2))), [vec![1]]);
        assert!(said(&format!("[{}1]", " ".repeat(MARK_MAX_CHARS))).is_empty());
        assert!(said(&"[".repeat(50_000)).is_empty());
    }

    #[test]
    fn only_so_many_marks_are_looked_at_and_those_in_code_are_none_of_them() {
        assert_eq!(said(&"[1]".repeat(50_000)).len(), MARKS_MAX);
        let answer = format!("```\n{}\n```\n[2]", "a[1] ".repeat(50_000));
        assert_eq!(said(&answer), [vec![2]]);
    }
}
