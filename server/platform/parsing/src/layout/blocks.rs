//! Lines in blocks, and which of them go on with the one before.

use super::lines::Line;
use super::{Run, ends_in_hyphen, is_from_right};

/// Letters of one text differ by less.
const SAME_SIZE: f64 = 0.15;
/// Factor of the usual line spacing from which a line begins a paragraph.
const WIDE_LEADING: f64 = 1.35;
/// Distance, in font sizes, to the next line from which a full sentence ends a paragraph.
const PARAGRAPH_SIZES: f64 = 1.9;
/// Width, in font sizes, below which lines are a list or a table.
const PROSE_SIZES: f64 = 12.0;
/// Factor by which a word's required room exceeds its own width: letters differ, and a space precedes it.
const WORD_MARGIN: f64 = 1.1;
const SPACE_SIZES: f64 = 0.3;
/// Indentation that begins a paragraph, in font sizes.
const INDENT_SIZES: f64 = 0.8;

/// Lines below each other, in letters of one size.
pub(super) struct Block {
    pub(super) lines: Vec<Line>,
    left: f64,
    right: f64,
    /// Usual distance between its lines.
    leading: f64,
    from_right: bool,
}

pub(super) fn in_blocks(lines: Vec<Line>) -> Vec<Block> {
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

    pub(super) fn is_apart(&self, line: &Line, next: &Line) -> bool {
        let gap = next.first().y - line.first().y;
        gap > self.leading * WIDE_LEADING
            || (gap > line.first().size * PARAGRAPH_SIZES && line.text().ends_with(ENDS))
    }

    /// Returns true if a line of it breaks only because it is full.
    pub(super) fn goes_on(&self, line: &Line, next: &Line) -> bool {
        let size = line.first().size;
        let is_prose =
            line.is_closed() && next.is_closed() && self.right - self.left >= size * PROSE_SIZES;
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

    /// Returns true if the first word of `next` has no room at the end of `line`.
    fn is_full(&self, line: &Line, next: &Line) -> bool {
        let room = match self.from_right {
            true => line.left() - self.left,
            false => self.right - line.right(),
        };
        room < next.first_word() * WORD_MARGIN + line.first().size * SPACE_SIZES
    }

    /// Returns true if the sentence at its end continues at the top of the next column.
    pub(super) fn goes_on_in(&self, next: &Self) -> bool {
        let (Some(last), first) = (self.lines.last(), &next.lines[0]) else { return false };
        let is_beside = match self.from_right {
            true => next.right < self.left,
            false => next.left > self.right,
        };
        is_beside
            && last.is_closed()
            && first.first().y < last.first().y
            && is_same_size(last.first(), first.first())
            && self.right - self.left >= last.first().size * PROSE_SIZES
            && !last.text().ends_with(ENDS)
            && !is_point(&first.text())
            && (ends_in_hyphen(&last.text()) || self.is_full(last, first))
    }
}

const ENDS: [char; 8] = ['.', '!', '?', ':', '。', '！', '？', '؟'];

/// Returns true if a line starts a list item.
fn is_point(text: &str) -> bool {
    if text.starts_with(['•', '◦', '▪', '‣', '–', '·', '*']) || text.starts_with("- ") {
        return true;
    }
    let rest = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let digits = text.len() - rest.len();
    (1..=3).contains(&digits) && (rest.starts_with(") ") || rest.starts_with(". "))
}
