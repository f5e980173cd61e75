//! Accents that are drawn as glyphs of their own, as TeX does with its older fonts and above letters of formulas.

use hayro::kurbo::Point;
use unicode_normalization::UnicodeNormalization;

use super::letters::Letter;

/// Most that an accent is above or below the baseline of its letter, in font sizes of that letter.
const ASIDE_SIZES: f64 = 0.7;

/// Distance, in font sizes, within which an accent begins where its letter does.
const SAME_PLACE_SIZES: f64 = 0.15;

/// Width of an accent that is drawn as a letter, at least, in font sizes.
const WIDTH_LEAST_SIZES: f64 = 0.000_001;

/// Puts accents to the letters that they stand above or below: the next one, which TeX draws over them, or the one before.
pub(super) fn with_accents(letters: Vec<Letter>) -> Vec<Letter> {
    let mut composed: Vec<Letter> = Vec::with_capacity(letters.len());
    let mut waiting: Option<(Letter, char)> = None;
    for letter in letters {
        if let Some((accent, mark)) = waiting.take() {
            if is_over(&accent, &letter) {
                composed.push(marked(letter, mark));
                continue;
            }
            match composed.last_mut() {
                Some(before) if is_over(&accent, before) => {
                    let base = before.clone();
                    *before = marked(base, mark);
                }
                _ => composed.push(accent),
            }
        }
        match mark_of(&letter.text) {
            Some(mark) => waiting = Some((letter, mark)),
            None => composed.push(letter),
        }
    }
    if let Some((accent, mark)) = waiting {
        match composed.pop() {
            Some(before) if is_over(&accent, &before) => composed.push(marked(before, mark)),
            before => composed.extend(before.into_iter().chain([accent])),
        }
    }
    composed
}

/// Returns true if an accent stands above or below a letter: both begin at nearly one place, or its middle is within the letter's
/// width. The end of one that is wider than its letter is not known: it is where the letter begins.
fn is_over(accent: &Letter, letter: &Letter) -> bool {
    let is_base = letter.text.chars().next_back().is_some_and(char::is_alphabetic);
    let along = |at: Point| (at - letter.start).dot(letter.direction);
    let begin = along(accent.start);
    let middle = along(accent.start.midpoint(accent.end));
    let is_within = middle > 0.0 && middle < along(letter.end);
    let aside = (accent.start - letter.start).cross(letter.direction);
    // A mark without a width of its own stands over what is before it, as its text does already.
    let has_width = accent.start.distance(accent.end) > letter.size * WIDTH_LEAST_SIZES;
    is_base
        && has_width
        && letter.direction.dot(accent.direction) > 0.99
        && (is_within || begin.abs() < letter.size * SAME_PLACE_SIZES)
        && aside.abs() < letter.size * ASIDE_SIZES
}

/// Returns a letter with a mark, as one character where there is one.
fn marked(letter: Letter, mark: char) -> Letter {
    let is_below = matches!(mark, '\u{327}' | '\u{328}' | '\u{323}' | '\u{331}');
    let base = match letter.text.as_str() {
        // They have no dot so that an accent has room.
        "ı" if !is_below => "i",
        "ȷ" if !is_below => "j",
        other => other,
    };
    let text = base.chars().chain([mark]).nfc().collect();
    Letter { text, ..letter }
}

/// Returns the mark that an accent is above or below a letter.
fn mark_of(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let (Some(accent), None) = (chars.next(), chars.next()) else { return None };
    Some(match accent {
        '`' | '\u{2cb}' => '\u{300}',
        '´' | '\u{2ca}' => '\u{301}',
        '^' | '\u{2c6}' => '\u{302}',
        '~' | '\u{2dc}' => '\u{303}',
        '¯' | '\u{2c9}' => '\u{304}',
        '\u{2d8}' => '\u{306}',
        '\u{2d9}' => '\u{307}',
        '¨' => '\u{308}',
        '\u{2da}' | '°' => '\u{30a}',
        '\u{2dd}' => '\u{30b}',
        '\u{2c7}' => '\u{30c}',
        '¸' => '\u{327}',
        '\u{2db}' => '\u{328}',
        '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}' => accent,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro::kurbo::Vec2;

    fn letter(text: &str, left: f64, right: f64) -> Letter {
        let (start, end) = (Point::new(left, 0.0), Point::new(right, 0.0));
        Letter { text: text.to_owned(), start, end, direction: Vec2::new(1.0, 0.0), size: 10.0 }
    }

    fn read(letters: &[(&str, f64, f64)]) -> String {
        let letters = letters.iter().map(|(text, left, right)| letter(text, *left, *right));
        with_accents(letters.collect()).into_iter().map(|letter| letter.text).collect()
    }

    #[test]
    fn an_accent_belongs_to_the_letter_that_it_stands_over() {
        assert_eq!(read(&[("K", 0.0, 8.0), ("¨", 8.0, 13.0), ("a", 8.0, 13.0)]), "Kä");
        assert_eq!(read(&[("a", 0.0, 5.0), ("´", 0.0, 5.0), ("b", 5.0, 10.0)]), "áb");
        assert_eq!(read(&[("¨", 0.0, 5.0), ("ı", 1.0, 4.0)]), "ï");
        assert_eq!(read(&[("\u{20d7}", 0.0, 5.0), ("v", 0.0, 5.0)]), "v\u{20d7}");
        assert_eq!(read(&[("e", 0.0, 5.0), ("ˇ", 0.0, 5.0)]), "ě");
        assert_eq!(read(&[("f", 0.0, 3.0), ("´", 2.8, 3.0), ("e", 3.0, 7.4)]), "fé");
        assert_eq!(read(&[("r", 0.0, 3.0), ("¸", 3.0, 3.001), ("c", 3.001, 7.4)]), "rç");
    }

    #[test]
    fn a_sign_beside_letters_stays_what_it_is() {
        assert_eq!(read(&[("a", 0.0, 5.0), ("^", 5.0, 10.0), ("b", 10.0, 15.0)]), "a^b");
        assert_eq!(read(&[("5", 0.0, 5.0), ("°", 5.0, 9.0), ("C", 9.0, 16.0)]), "5°C");
        assert_eq!(read(&[("~", 0.0, 5.0)]), "~");
        assert_eq!(read(&[("a", 0.0, 5.0), ("\u{301}", 5.0, 5.0), ("b", 5.0, 10.0)]), "a\u{301}b");
    }
}
