//! Lines of a page, and which of them are columns side by side.

use super::{Run, is_unspaced};

/// Minimum number of lines side by side that form columns, if they have enough letters and most of them are full.
const COLUMN_LINES: usize = 3;
const COLUMN_CHARS: usize = 20;
const FULL_SHARE: f64 = 0.75;

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
        let texts: Vec<&str> = self.0.iter().map(|run| run.text.trim()).collect();
        texts.join(" ")
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
    let is_apart = next.left >= one.right || next.right <= one.left;
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

/// Returns how many of the lines, counted from the first, have text on two sides, and the boundary between the sides if
/// they are columns.
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
