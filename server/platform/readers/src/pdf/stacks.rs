//! Indexes that stand above each other behind a letter, as in formulas: one below, one above.

use hayro::kurbo::{Point, Vec2};

use super::letters::Letter;

/// Size of an index, at most, in sizes of the letter that it belongs to.
const INDEX_SIZES: f64 = 0.87;
/// Distance, in sizes of that letter, from its end to an index, and between the baselines of two.
const BESIDE_SIZES: (f64, f64) = (-0.3, 0.5);
const FROM_LINE_SIZES: f64 = 0.9;
const APART_SIZES: f64 = 0.3;
/// Gap, in sizes of an index, from which it is a word of its own.
const SPACE_SIZES: f64 = 0.05;
/// Letters of an index that are looked at: a page of nothing else is read in linear time.
const LETTERS_MAX: usize = 24;
/// Signs that belong to what is before them.
const CLOSING: [char; 8] = [',', '.', ';', ':', ')', ']', '}', '’'];
/// Distance of the baseline of an index, at least, in sizes of the letter that it belongs to.
const SHIFTED_SIZES: f64 = 0.1;
/// Distance, in sizes of an index, within which two begin at the same place.
const SAME_PLACE_SIZES: f64 = 0.005;

/// Two groups of letters above each other, by their places in a line: the second one begins where the first one ends, and was
/// drawn after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stack {
    first: usize,
    second: usize,
}

/// Returns the stack that a letter begins behind those of a line in `direction`: with it a second index stands above or
/// below the first.
pub(super) fn begun_by(letter: &Letter, line: &[Letter], direction: Vec2) -> Option<Stack> {
    let is_base = |other: &&Letter| letter.size <= other.size * INDEX_SIZES;
    let base_at = line.iter().rposition(|other| is_base(&other))?;
    let (base, indexes) = (&line[base_at], &line[base_at + 1..]);
    let across = |at: Point| (at - base.end).cross(direction);
    let along = (letter.start - base.end).dot(direction);
    let (nearest, farthest) = BESIDE_SIZES;
    let is_beside = along > base.size * nearest && along < base.size * farthest;
    let is_near = across(letter.start).abs() < base.size * FROM_LINE_SIZES;
    let is_apart = |other: &Letter| {
        (across(other.start) - across(letter.start)).abs() > base.size * APART_SIZES
            && other.size <= base.size * INDEX_SIZES
    };
    let is_above = !indexes.is_empty() && indexes.iter().all(is_apart);
    let is_same_way = base.direction.dot(letter.direction) > 0.99;
    (is_beside && is_near && is_above && is_same_way)
        .then_some(Stack { first: base_at + 1, second: line.len() })
}

/// Returns true if an index and its letter, or what follows it, are words of their own: they are set apart a little, as in `QK T`
/// for a transposed matrix, and are no chemical formula.
pub(super) fn is_apart_from_index(letters: &[Letter], at: usize) -> bool {
    let (before, letter) = (&letters[at - 1], &letters[at]);
    if letter.text.starts_with(CLOSING) {
        return false;
    }
    let gap = (letter.start - before.end).dot(before.direction);
    if is_index(letter, before) {
        return gap > letter.size * SPACE_SIZES;
    }
    is_index(before, letter) && gap > before.size * SPACE_SIZES && !is_in_molecule(letters, at)
}

/// Returns true if a letter begins an element behind the number of atoms of another one, or behind the mass of its own: `H2O`,
/// `14C`.
fn is_in_molecule(letters: &[Letter], at: usize) -> bool {
    let is_digit = |letter: &Letter| letter.text.chars().all(|it| it.is_ascii_digit());
    let base = letters[..at].iter().rev().take(LETTERS_MAX).find(|letter| !is_digit(letter));
    let is_element = |letter: &Letter| {
        letter.text.ends_with(|it: char| it.is_ascii_alphabetic() || it.is_whitespace())
    };
    is_digit(&letters[at - 1])
        && base.is_none_or(is_element)
        && letters[at].text.starts_with(|it: char| it.is_ascii_uppercase())
}

fn is_index(letter: &Letter, base: &Letter) -> bool {
    let across = (letter.start - base.end).cross(base.direction);
    letter.size <= base.size * INDEX_SIZES && across.abs() > base.size * SHIFTED_SIZES
}

impl Stack {
    /// Returns the end of the longer one of its indexes, as far as they are known.
    pub(super) fn end_in(self, letters: &[Letter], direction: Vec2) -> Option<Point> {
        let ends = letters.get(self.first..)?.iter().take(LETTERS_MAX).map(|letter| letter.end);
        ends.max_by(|one, other| (*one - *other).dot(direction).total_cmp(&0.0))
    }

    /// Puts the letters of the stack in the order in which they are read: an index of one letter where it begins, as part of
    /// the word, the upper one first where both begin at one place; of two longer ones the lower as part of the word, the
    /// upper as a word of its own. So is one that begins behind the beginning of the other and ends before its end.
    pub(super) fn put_in_order(self, letters: &mut Vec<Letter>) {
        let Self { first, second } = self;
        let Letter { size, direction, start: height, .. } = letters[second];
        let across = |at: Point| (at - height).cross(direction);
        let along = |at: Point| (at - height).dot(direction);
        let is_beside = |letter: &&Letter| {
            across(letter.start).abs() < size * APART_SIZES && letter.size < size / INDEX_SIZES
        };
        let end = second + letters[second..].iter().take_while(is_beside).count();
        let end_of = |letters: &[Letter]| {
            let ends = letters.iter().map(|letter| letter.end);
            ends.max_by(|one, other| along(*one).total_cmp(&along(*other))).unwrap_or(height)
        };
        let last = end_of(&letters[first..end]);
        let is_second_upper = across(letters[first].start) < 0.0;
        let ahead = along(letters[first].start);
        let is_same_place = ahead.abs() < size * SAME_PLACE_SIZES;
        let behind = along(end_of(&letters[first..second])) - along(end_of(&letters[second..end]));
        let is_inside = !is_same_place && ahead * behind < 0.0;
        let are_long = end - second > 1 && second - first > 1;
        let is_second_first = match are_long && !is_inside {
            true => !is_second_upper,
            false if is_same_place => is_second_upper,
            false => ahead > 0.0,
        };
        let are_words = are_long || is_inside;
        let border = if is_second_first { first + end - second } else { second };
        if is_second_first {
            letters[first..end].rotate_left(second - first);
        }
        // What follows is beside both.
        letters[end - 1].end = last;
        if are_words {
            let at = letters[border].start;
            let space = Letter { text: " ".to_owned(), start: at, end: at, direction, size };
            letters.insert(border, space);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter of half its size in width.
    fn letter(text: &str, x: f64, y: f64, size: f64) -> Letter {
        let (start, end) = (Point::new(x, y), Point::new(x + size / 2.0, y));
        Letter { text: text.to_owned(), start, end, direction: Vec2::new(1.0, 0.0), size }
    }

    /// Returns what a base and two indexes, each letter by letter, are read as.
    fn read(first: &[(&str, f64, f64)], second: &[(&str, f64, f64)]) -> Option<String> {
        let index = |&(text, x, y): &(&str, f64, f64)| letter(text, x, y, 6.0);
        let mut letters = vec![letter("x", 0.0, 100.0, 10.0)];
        letters.extend(first.iter().map(index));
        let stack = begun_by(&index(&second[0]), &letters, Vec2::new(1.0, 0.0))?;
        letters.extend(second.iter().map(index));
        letters.push(letter("=", 14.0, 100.0, 10.0));
        stack.put_in_order(&mut letters);
        Some(letters.iter().map(|letter| letter.text.as_str()).collect())
    }

    #[test]
    fn an_index_of_one_letter_is_part_of_the_word_where_it_begins() {
        assert_eq!(read(&[("C", 5.5, 96.0)], &[("4", 5.0, 103.0)]).as_deref(), Some("x4C="));
        assert_eq!(read(&[("4", 5.0, 103.0)], &[("C", 5.5, 96.0)]).as_deref(), Some("x4C="));
        let below = [("t", 5.5, 103.0), ("i", 8.5, 103.0)];
        assert_eq!(read(&below, &[("C", 5.0, 96.0)]).as_deref(), Some("xCti="));
        let lower = [("t", 5.0, 103.0)];
        assert_eq!(read(&lower, &[("C", 5.0, 96.0)]).as_deref(), Some("xCt="));
        assert_eq!(read(&[("C", 5.0, 96.0)], &lower).as_deref(), Some("xCt="));
    }

    #[test]
    fn of_two_longer_indexes_the_upper_is_a_word_of_its_own() {
        let below = [("1", 5.0, 103.0), ("3", 8.0, 103.0)];
        let above = [("B", 5.5, 96.0), ("C", 8.5, 96.0)];
        assert_eq!(read(&below, &above).as_deref(), Some("x13 BC="));
        assert_eq!(read(&above, &below).as_deref(), Some("x13 BC="));
    }

    #[test]
    fn an_index_within_the_room_of_the_other_is_a_word_of_its_own() {
        let below = [("t", 5.0, 103.0), ("i", 8.0, 103.0)];
        assert_eq!(read(&below, &[("C", 6.0, 96.0)]).as_deref(), Some("xti C="));
        assert_eq!(read(&[("C", 6.0, 96.0)], &below).as_deref(), Some("xti C="));
    }

    #[test]
    fn what_is_beside_the_first_index_or_far_from_the_letter_is_no_second_one() {
        assert_eq!(read(&[("1", 5.0, 103.0)], &[("2", 8.0, 103.0)]), None);
        assert_eq!(read(&[("1", 5.0, 103.0)], &[("2", 5.0, 88.0)]), None);
        assert_eq!(read(&[("1", 5.0, 103.0)], &[("2", 40.0, 96.0)]), None);
    }
}
