//! Letters of a page, put together to runs of words.

use hayro::kurbo::{Point, Vec2};
use parsing::{GAP_SIZES, Run};
use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::UnicodeNormalization;

use super::accents::with_accents;
use super::letters::Letter;
use super::stacks::{self, Stack};

/// Gap, in font sizes, from which letters are of two words without a space between them.
const SPACE_SIZES: f64 = 0.112;
/// Most that a letter is before the end of the last one, in font sizes, and still follows it: kerning, accents.
const BACK_SIZES: f64 = 0.5;
/// Most that a letter is above or below the last one, in font sizes, and still follows it: indexes, powers.
const SHIFT_SIZES: f64 = 0.5;

/// Returns the runs of a page: those of its main direction first.
pub(super) fn in_runs(letters: Vec<Letter>) -> Vec<Run> {
    let mut strands: Vec<Strand> = Vec::new();
    for letter in with_accents(letters) {
        match strands.last_mut() {
            Some(strand) if strand.is_followed_by(&letter) => strand.push(letter),
            Some(strand) => match stacks::begun_by(&letter, &strand.letters, strand.direction) {
                Some(stack) => strand.push_stacked(letter, stack),
                None => strands.push(Strand::new(letter)),
            },
            None => strands.push(Strand::new(letter)),
        }
    }
    let mut turns: [Vec<Run>; 5] = Default::default();
    for strand in with_upright_columns(strands) {
        let turn = turn_of(strand.direction);
        turns[turn].extend(strand.into_run(turn));
    }
    turns[..4].sort_by_key(|runs| {
        std::cmp::Reverse(runs.iter().map(|run| run.text.len()).sum::<usize>())
    });
    turns.into_iter().flatten().collect()
}

/// Fewest letters below each other that are a line from above.
const COLUMN_LETTERS: usize = 3;
/// Most that they are apart, in font sizes.
const COLUMN_STEP_SIZES: f64 = 1.4;

/// Joins Chinese and Japanese letters that stand below each other, as some programs draw lines from above: each letter for itself.
fn with_upright_columns(strands: Vec<Strand>) -> Vec<Strand> {
    let mut joined: Vec<Strand> = Vec::with_capacity(strands.len());
    let mut column: Vec<Strand> = Vec::new();
    for strand in strands {
        if !column.last().is_some_and(|last| last.is_above(&strand)) {
            joined.extend(in_column(std::mem::take(&mut column)));
        }
        column.push(strand);
    }
    joined.extend(in_column(column));
    joined
}

/// Makes one strand of strands below each other, if there are enough.
fn in_column(strands: Vec<Strand>) -> Vec<Strand> {
    if strands.len() < COLUMN_LETTERS {
        return strands;
    }
    let down = Vec2::new(0.0, 1.0);
    let letters = strands.into_iter().flat_map(|strand| strand.letters).map(|letter| Letter {
        end: letter.start + down * letter.size * COLUMN_STEP_SIZES,
        direction: down,
        ..letter
    });
    vec![Strand { letters: letters.collect(), direction: down, stacks: Vec::new() }]
}

/// Returns by how many quarters a direction is turned; 4 if it is none of them.
fn turn_of(direction: Vec2) -> usize {
    const SLANT: f64 = 0.1;
    match (direction.x, direction.y) {
        (x, y) if y.abs() < SLANT && x > 0.0 => 0,
        (x, y) if x.abs() < SLANT && y > 0.0 => 1,
        (_, y) if y.abs() < SLANT => 2,
        (x, _) if x.abs() < SLANT => 3,
        _ => 4,
    }
}

/// Returns a position as it is when a page is turned back by quarters.
fn turned(at: Point, turn: usize) -> Point {
    match turn {
        1 => Point::new(at.y, -at.x),
        2 => Point::new(-at.x, -at.y),
        3 => Point::new(-at.y, at.x),
        _ => at,
    }
}

/// Letters that follow each other on a line.
struct Strand {
    letters: Vec<Letter>,
    direction: Vec2,
    /// Indexes among them that stand above each other.
    stacks: Vec<Stack>,
}

impl Strand {
    fn new(letter: Letter) -> Self {
        Self { direction: letter.direction, letters: vec![letter], stacks: Vec::new() }
    }

    fn push(&mut self, letter: Letter) {
        self.letters.push(letter);
    }

    fn last(&self) -> &Letter {
        &self.letters[self.letters.len() - 1]
    }

    /// Returns true if a letter is beside the last one: after it, or, as letters from the right may be drawn, before it.
    fn is_followed_by(&self, letter: &Letter) -> bool {
        let last = self.last();
        let size = last.size.max(letter.size);
        if self.direction.dot(letter.direction) < 0.99 {
            return false;
        }
        let (ahead, aside) = self.distance(last.end, letter.start);
        let (behind, _) = self.distance(letter.end, last.start);
        // What follows indexes that stand above each other is behind the longer one.
        let stack =
            self.stacks.last().and_then(|stack| stack.end_in(&self.letters, self.direction));
        let behind_stack = stack.map(|end| self.distance(end, letter.start).0);
        let is_near = |gap: f64| gap > -size * BACK_SIZES && gap < size * GAP_SIZES;
        aside.abs() < size * SHIFT_SIZES
            && (is_near(ahead)
                || behind_stack.is_some_and(is_near)
                || (is_near(behind) && is_from_right(&letter.text)))
    }

    /// Returns true if this one letter and that of the next strand stand in a line from above.
    fn is_above(&self, next: &Self) -> bool {
        let ([one], [other]) = (self.letters.as_slice(), next.letters.as_slice()) else {
            return false;
        };
        let way = other.start - one.start;
        turn_of(one.direction) == 0
            && turn_of(other.direction) == 0
            && [one, other].iter().all(|letter| is_set_from_above(&letter.text))
            && way.x.abs() < one.size * 0.5
            && way.y > one.size * 0.7
            && way.y < one.size * COLUMN_STEP_SIZES
    }

    /// Adds the first letter of the second index of a stack.
    fn push_stacked(&mut self, letter: Letter, stack: Stack) {
        self.stacks.push(stack);
        self.letters.push(letter);
    }

    /// Returns the distance along the baseline and across it.
    fn distance(&self, from: Point, to: Point) -> (f64, f64) {
        let way = to - from;
        (way.dot(self.direction), way.cross(self.direction))
    }

    fn into_run(self, turn: usize) -> Option<Run> {
        let upright = turn < 4;
        let place = |at: Point| if upright { turned(at, turn) } else { at };
        let first = &self.letters[0];
        let size = self.letters.iter().map(|letter| letter.size).fold(0.0, f64::max);
        let y = place(first.start).y;
        // Spaces at the beginning are an indent.
        let shown = self.letters.iter().filter(|letter| !letter.text.trim().is_empty());
        let ends = shown.flat_map(|letter| [place(letter.start).x, place(letter.end).x]);
        let (left, right) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(left, right), x| {
            (left.min(x), right.max(x))
        });
        let text = self.text();
        (!text.trim().is_empty()).then_some(Run { left, right, y, size, upright, text })
    }

    /// Returns what the letters say, in the order in which they are read.
    fn text(mut self) -> String {
        let is_from_right = self.letters.iter().any(|letter| is_from_right(&letter.text));
        if is_from_right {
            let origin = self.letters[0].start;
            let along = |letter: &Letter| (letter.start - origin).dot(self.direction);
            self.letters.sort_by(|one, next| along(one).total_cmp(&along(next)));
        } else {
            // The last one first: those before it keep their places.
            for stack in std::mem::take(&mut self.stacks).into_iter().rev() {
                stack.put_in_order(&mut self.letters);
            }
        }
        let gaps = self.gaps();
        let space = space_of(&gaps);
        let mut pieces: Vec<String> = Vec::with_capacity(self.letters.len());
        for (index, letter) in self.letters.iter().enumerate() {
            let is_apart = index > 0
                && (gaps[index - 1] > space || stacks::is_apart_from_index(&self.letters, index));
            let is_spaced = pieces.last().is_none_or(|last| last.ends_with(char::is_whitespace))
                || letter.text.starts_with(char::is_whitespace);
            if is_apart && !is_spaced {
                pieces.push(" ".to_owned());
            }
            pieces.push(letter.text.clone());
        }
        let text = if is_from_right { in_logical_order(&pieces) } else { pieces.concat() };
        folded(&text)
    }

    /// Returns the gaps between the letters, in font sizes.
    fn gaps(&self) -> Vec<f64> {
        let pairs = self.letters.windows(2);
        pairs
            .map(|two| {
                let (ahead, _) = self.distance(two[0].end, two[1].start);
                ahead / two[0].size.max(two[1].size).max(0.01)
            })
            .collect()
    }
}

/// Returns the gap, in font sizes, from which letters are of two words: more where all letters are set apart.
fn space_of(gaps: &[f64]) -> f64 {
    let mut sorted = gaps.to_vec();
    sorted.sort_by(f64::total_cmp);
    // Where letters are set apart, nearly all of them are; where words are short, only half, and in a short formula most.
    let nearly_all = if sorted.len() < 10 { 0 } else { sorted.len() / 5 };
    let usual = sorted.get(nearly_all).copied().unwrap_or(0.0);
    if gaps.len() >= 4 && usual > SPACE_SIZES / 2.0 { usual + SPACE_SIZES } else { SPACE_SIZES }
}

/// Returns true for a letter of a script that may be set from above: Chinese, Japanese, and their signs.
fn is_set_from_above(text: &str) -> bool {
    text.chars().all(|letter| {
        matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
            | '\u{fe10}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
    })
}

/// Returns true if a letter belongs to a script that is written from right to left.
pub(super) fn is_from_right(text: &str) -> bool {
    !text.is_ascii()
        && text.chars().any(|letter| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL))
}

/// Returns text that is there as it is seen, from left to right, as it is read: words of scripts from the right are
/// turned, and so is the order of everything around them.
fn in_logical_order(seen: &[String]) -> String {
    let sides: Vec<Option<Side>> = seen.iter().map(|piece| side_of(piece)).collect();
    // Numbers are read from the left in every line.
    let right = sides.iter().filter(|side| **side == Some(Side::Right)).count();
    let left = seen.iter().filter(|piece| class_of(piece) == BidiClass::L).count();
    let line = if right >= left { Side::Right } else { Side::Left };
    let sides = with_neutral(&with_brackets(sides, seen, line), line);
    let mut groups: Vec<String> = Vec::new();
    let mut start = 0;
    for group in sides.chunk_by(|one, next| one == next) {
        let pieces = &seen[start..start + group.len()];
        start += group.len();
        groups.push(match group[0] {
            Side::Right => pieces.iter().rev().map(|piece| mirrored(piece)).collect(),
            Side::Left => pieces.concat(),
        });
    }
    if line == Side::Right {
        groups.reverse();
    }
    groups.concat()
}

/// The side from which a letter is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Returns the side of a letter; `None` for signs and spaces.
fn side_of(piece: &str) -> Option<Side> {
    match class_of(piece) {
        BidiClass::R | BidiClass::AL => Some(Side::Right),
        BidiClass::L | BidiClass::EN | BidiClass::AN => Some(Side::Left),
        _ => None,
    }
}

fn class_of(piece: &str) -> BidiClass {
    piece.chars().next().map_or(BidiClass::ON, bidi_class)
}

/// Gives brackets in a line from the right its side, unless they stand among words from the left.
fn with_brackets(mut sides: Vec<Option<Side>>, seen: &[String], line: Side) -> Vec<Option<Side>> {
    if line == Side::Left {
        return sides;
    }
    /// A line of nothing but brackets is read in linear time.
    const LOOKED_AT: usize = 32;
    let mut open = Vec::new();
    for (at, piece) in seen.iter().enumerate() {
        match piece.as_str() {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                let Some(begin) = open.pop() else { continue };
                let mut sides_before = sides[..begin].iter().rev().take(LOOKED_AT);
                let before = sides_before.find_map(|side| *side);
                let after = sides[at + 1..].iter().take(LOOKED_AT).find_map(|side| *side);
                if before != Some(Side::Left) || after != Some(Side::Left) {
                    (sides[begin], sides[at]) = (Some(Side::Right), Some(Side::Right));
                }
            }
            _ => {}
        }
    }
    sides
}

/// Gives signs and spaces a side: between two letters of one side it is theirs, else that of the line.
fn with_neutral(sides: &[Option<Side>], line: Side) -> Vec<Side> {
    let mut given = Vec::with_capacity(sides.len());
    let mut before = None;
    for stretch in sides.chunk_by(|one, next| one.is_none() && next.is_none()) {
        let after = sides.get(given.len() + stretch.len()).copied().flatten();
        let side = stretch[0].unwrap_or(match (before, after) {
            (Some(before), Some(after)) if before == after => before,
            _ => line,
        });
        before = stretch[0].or(before);
        given.extend(stretch.iter().map(|_| side));
    }
    given
}

/// Returns a sign that is drawn the other way round between letters from the right.
fn mirrored(piece: &str) -> String {
    match piece {
        "(" => ")",
        ")" => "(",
        "[" => "]",
        "]" => "[",
        "{" => "}",
        "}" => "{",
        "<" => ">",
        ">" => "<",
        "«" => "»",
        "»" => "«",
        other => other,
    }
    .to_owned()
}

/// Returns a text with letters that people type: ligatures and other forms for presentation are unfolded, spaces of any
/// width are spaces, and soft hyphens are gone but at the end, where they divide a word.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{2e80}'..='\u{2fdf}' => {
                folded.extend(letter.nfkc())
            }
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' => folded.push(' '),
            '\u{f0b7}' => folded.push('•'),
            _ => folded.push(letter),
        }
    }
    let ends_soft = folded.ends_with('\u{ad}');
    folded.retain(|letter| letter != '\u{ad}');
    if ends_soft {
        folded.push('\u{ad}');
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logical(seen: &str) -> String {
        let pieces: Vec<String> = seen.chars().map(String::from).collect();
        in_logical_order(&pieces)
    }

    #[test]
    fn words_from_the_right_are_turned_and_those_from_the_left_among_them_are_not() {
        assert_eq!(logical("םלוע םולש"), "שלום עולם");
        assert_eq!(logical("םיפד 24 שי"), "יש 24 דפים");
        assert_eq!(logical("(םולש)"), "(שלום)");
        assert_eq!(logical("ףקת (lease) 4711 רפסמ"), "מספר 4711 (lease) תקף");
        assert_eq!(logical("ןאכ a (b) c םש"), "שם a (b) c כאן");
        assert_eq!(logical("the word םולש means peace"), "the word שלום means peace");
    }

    #[test]
    fn letters_that_are_all_set_apart_are_one_word() {
        assert!((space_of(&[0.3; 8]) - 0.412).abs() < 1e-9);
        assert!((space_of(&[0.0, 0.2, 0.0, 0.2, 0.2, 0.0]) - SPACE_SIZES).abs() < 1e-9);
        assert!((space_of(&[0.3]) - SPACE_SIZES).abs() < 1e-9, "too few to say");
        let formula = [1.0, 0.0, 0.33, 0.28, 0.28];
        assert!((space_of(&formula) - SPACE_SIZES).abs() < 1e-9, "x if y > 0");
    }

    #[test]
    fn ligatures_and_soft_hyphens_are_what_people_type() {
        assert_eq!(folded("o\u{fb03}ce\u{a0}hy\u{ad}phen\u{ad}"), "office hyphen\u{ad}");
    }
}
