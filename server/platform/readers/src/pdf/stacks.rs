//! Indexes that stand above each other behind a letter, as in formulas: one below, one above.

use hayro::kurbo::{Point, Vec2};

use super::letters::Letter;

/// Size of an index, at most, in sizes of the letter that it belongs to.
const INDEX_SIZES: f64 = 0.87;
/// Distance, in sizes of that letter, from its end to an index, and between the baselines of two.
const BESIDE_SIZES: (f64, f64) = (-0.3, 0.5);
const FROM_LINE_SIZES: f64 = 0.9;
const APART_SIZES: f64 = 0.3;
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

impl Stack {
    /// Puts the letters of the stack in the order in which they are read: an index of one letter where it begins, as part of
    /// the word, the upper one first where both begin at one place; of two longer ones the lower as part of the word, the
    /// upper as a word of its own.
    pub(super) fn put_in_order(self, letters: &mut Vec<Letter>) {
        let Self { first, second } = self;
        let Letter { size, direction, start: height, .. } = letters[second];
        let across = |at: Point| (at - height).cross(direction);
        let along = |at: Point| (at - height).dot(direction);
        let is_beside = |letter: &&Letter| {
            across(letter.start).abs() < size * APART_SIZES && letter.size < size / INDEX_SIZES
        };
        let end = second + letters[second..].iter().take_while(is_beside).count();
        let ends = letters[first..end].iter().map(|letter| letter.end);
        let last = ends.max_by(|one, other| along(*one).total_cmp(&along(*other)));
        let are_words = end - second > 1 && second - first > 1;
        let is_second_upper = across(letters[first].start) < 0.0;
        let ahead = along(letters[first].start);
        let is_second_first = match are_words {
            true => !is_second_upper,
            false if ahead.abs() < size * SAME_PLACE_SIZES => is_second_upper,
            false => ahead > 0.0,
        };
        let border = if is_second_first { first + end - second } else { second };
        if is_second_first {
            letters[first..end].rotate_left(second - first);
        }
        // What follows is beside both.
        if let Some(last) = last {
            letters[end - 1].end = last;
        }
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
    fn what_is_beside_the_first_index_or_far_from_the_letter_is_no_second_one() {
        assert_eq!(read(&[("1", 5.0, 103.0)], &[("2", 8.0, 103.0)]), None);
        assert_eq!(read(&[("1", 5.0, 103.0)], &[("2", 5.0, 88.0)]), None);
        assert_eq!(read(&[("1", 5.0, 103.0)], &[("2", 40.0, 96.0)]), None);
    }
}
