//! Lines of a page, and which of them are columns side by side.

use super::{GAP_SIZES, Run, has_from_right, is_from_right, is_unspaced};

/// Gap, in font sizes, below which runs side by side are one word.
const NEAR_SIZES: f64 = 0.1;
/// Most that runs side by side are over each other, in font sizes: italics, and numbers that are rounded.
const OVERLAP_SIZES: f64 = 0.1;
/// Minimum number of lines side by side that form columns, if they have enough letters and most of them are full.
const COLUMN_LINES: usize = 3;
const COLUMN_CHARS: usize = 20;
const FULL_SHARE: f64 = 0.75;
/// Words in the first line of a sentence from which fewer lines are columns, too.
const SENTENCE_WORDS: usize = 4;
/// Most columns of a page; more are a table.
const COLUMNS_MAX: usize = 6;

/// Runs side by side.
#[derive(Debug, Clone)]
pub(super) struct Line(pub(super) Vec<Run>);

impl Line {
    pub(super) fn first(&self) -> &Run {
        &self.0[0]
    }

    pub(super) fn left(&self) -> f64 {
        self.0.iter().map(|run| run.left).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn right(&self) -> f64 {
        self.0.iter().map(|run| run.right).fold(f64::NEG_INFINITY, f64::max)
    }

    pub(super) fn text(&self) -> String {
        let runs = in_reading_order(&self.0);
        let mut text = String::new();
        for (at, run) in runs.iter().enumerate() {
            let is_near = at > 0 && are_near(runs[at - 1], run);
            let is_spaced =
                text.ends_with(char::is_whitespace) || run.text.starts_with(char::is_whitespace);
            if at > 0 && (!is_near || is_spaced) {
                text.truncate(text.trim_end().len());
                text.push(' ');
            }
            text.push_str(run.text.trim_start());
        }
        text.trim().to_owned()
    }

    /// Returns true if no wide gap is in it: it is no row of a table.
    pub(super) fn is_closed(&self) -> bool {
        let mut runs: Vec<&Run> = self.0.iter().collect();
        runs.sort_by(|one, next| one.left.total_cmp(&next.left));
        runs.windows(2)
            .all(|two| two[1].left - two[0].right < two[0].size.max(two[1].size) * GAP_SIZES)
    }

    /// Returns the room that its first word takes.
    pub(super) fn first_word(&self) -> f64 {
        let text = self.text();
        let all = text.chars().count().max(1);
        let word = match text.starts_with(is_unspaced) {
            true => 1,
            false => text.split_whitespace().next().unwrap_or_default().chars().count(),
        };
        (self.right() - self.left()) * word as f64 / all as f64
    }
}

/// Returns the runs of a line in the order in which they are read: from the right where most of it is, but for words from the
/// left in a row.
fn in_reading_order(runs: &[Run]) -> Vec<&Run> {
    let mut ordered: Vec<&Run> = runs.iter().collect();
    let whole: String = runs.iter().map(|run| run.text.as_str()).collect();
    if runs.len() < 2 || !is_from_right(&whole) {
        return ordered;
    }
    ordered.sort_by(|one, next| next.left.total_cmp(&one.left));
    let is_from_left =
        |run: &Run| !has_from_right(&run.text) && run.text.contains(char::is_alphabetic);
    for group in ordered.chunk_by_mut(|one, next| is_from_left(one) == is_from_left(next)) {
        if is_from_left(group[0]) {
            group.reverse();
        }
    }
    ordered
}

/// Returns true if there is no space between two runs of a line.
fn are_near(one: &Run, next: &Run) -> bool {
    let gap = (next.left - one.right).max(one.left - next.right);
    gap < one.size.max(next.size) * NEAR_SIZES
}

pub(super) fn in_lines(runs: Vec<Run>) -> Vec<Line> {
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
    let most = one.size.max(next.size) * OVERLAP_SIZES;
    let is_apart = next.left >= one.right - most || next.right <= one.left + most;
    one.upright
        && next.upright
        && is_apart
        && (one.y - next.y).abs() <= one.size.max(next.size) * 0.5
}

/// Reads columns that were set row by row one after the other.
pub(super) fn in_columns(lines: Vec<Line>) -> Vec<Line> {
    let mut read = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let (count, columns) = side_by_side(rest);
        let (rows, after) = rest.split_at(count.max(1));
        rest = after;
        if columns.is_empty() {
            read.extend_from_slice(rows);
            continue;
        }
        for column in columns {
            let runs = rows.iter().flat_map(|row| &row.0).filter(|run| column.has(run));
            read.extend(runs.cloned().map(|run| Line(vec![run])));
        }
    }
    read
}

/// Returns how many of the lines, counted from the first, have text side by side, and the columns if it stands in such.
fn side_by_side(lines: &[Line]) -> (usize, Vec<Span>) {
    let Some(mut columns) = lines.first().and_then(Columns::of) else { return (1, Vec::new()) };
    let mut count = 0;
    for (index, line) in lines.iter().enumerate() {
        let is_far = index > 0 && {
            let (above, here) = (lines[index - 1].first(), line.first());
            here.y <= above.y || here.y - above.y > above.size * 3.0
        };
        if is_far || !columns.take(line) {
            break;
        }
        count += 1;
    }
    let are_columns = match columns.full.len() {
        ..COLUMN_LINES => columns.spans.iter().all(|column| columns.is_sentence(*column)),
        _ => columns.spans.iter().all(|column| columns.is_prose(*column)),
    };
    (count, if are_columns { columns.spans } else { Vec::new() })
}

/// The room from left to right that a column takes.
#[derive(Debug, Clone, Copy)]
struct Span {
    left: f64,
    right: f64,
}

impl Span {
    fn of(run: &Run) -> Self {
        Self { left: run.left, right: run.right }
    }

    /// Returns true if a run is over or under text in this room.
    fn has(&self, run: &Run) -> bool {
        run.left < self.right && run.right > self.left
    }

    fn with(self, run: &Run) -> Self {
        Self { left: self.left.min(run.left), right: self.right.max(run.right) }
    }
}

/// Columns that lines may stand in, as far as they were looked at.
struct Columns<'a> {
    /// From left to right.
    spans: Vec<Span>,
    /// Lines with a run in each column.
    full: Vec<&'a Line>,
}

impl<'a> Columns<'a> {
    /// Returns the columns of a line of several runs.
    fn of(first: &'a Line) -> Option<Self> {
        if !(2..=COLUMNS_MAX).contains(&first.0.len()) {
            return None;
        }
        let mut spans: Vec<Span> = first.0.iter().map(Span::of).collect();
        spans.sort_by(|one, next| one.left.total_cmp(&next.left));
        are_apart(&spans).then(|| Self { spans, full: Vec::new() })
    }

    /// Takes a line with at most one run in each column. Returns false if it is none.
    fn take(&mut self, line: &'a Line) -> bool {
        let mut spans = self.spans.clone();
        let mut taken = vec![false; spans.len()];
        for run in &line.0 {
            let mut over = (0..spans.len()).filter(|at| spans[*at].has(run));
            let (Some(at), None) = (over.next(), over.next()) else { return false };
            if std::mem::replace(&mut taken[at], true) {
                return false;
            }
            spans[at] = spans[at].with(run);
        }
        if !are_apart(&spans) {
            return false;
        }
        self.spans = spans;
        if taken.iter().all(|is_taken| *is_taken) {
            self.full.push(line);
        }
        true
    }

    /// Returns true if few lines are a sentence: one of several words, of which the next line goes on within it. Rows
    /// of a table begin anew.
    fn is_sentence(&self, column: Span) -> bool {
        let runs = self.runs_in(column);
        let is_begun =
            runs.first().is_some_and(|run| run.text.split_whitespace().count() >= SENTENCE_WORDS);
        let goes_on = |run: &&Run| run.text.trim_start().starts_with(char::is_lowercase);
        runs.len() > 1 && is_begun && runs.iter().skip(1).all(goes_on)
    }

    fn runs_in(&self, column: Span) -> Vec<&'a Run> {
        self.full.iter().filter_map(|line| line.0.iter().find(|run| column.has(run))).collect()
    }

    /// Returns true if most lines of a column are full, and long enough.
    fn is_prose(&self, column: Span) -> bool {
        let runs = self.runs_in(column);
        let left = runs.iter().map(|run| run.left).fold(f64::INFINITY, f64::min);
        let right = runs.iter().map(|run| run.right).fold(f64::NEG_INFINITY, f64::max);
        let full = runs.iter().filter(|run| run.right - left >= (right - left) * FULL_SHARE);
        let chars: usize = runs.iter().map(|run| run.text.chars().count()).sum();
        full.count() * 3 >= runs.len() * 2 && chars >= runs.len() * COLUMN_CHARS
    }
}

fn are_apart(spans: &[Span]) -> bool {
    spans.windows(2).all(|two| two[0].right < two[1].left)
}
