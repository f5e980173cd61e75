//! Marks that represent links, emphasis and code in a text: `<1>words</1>` and `<2/>`.
//!
//! Clients know what each mark stands for: the model sees numbers, and puts them around the words with the same
//! meaning. A translation counts only if every mark came back.

use std::collections::BTreeSet;

/// Maximum number of digits of a mark's number.
const DIGITS_MAX: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open(u16),
    Close(u16),
    /// Represents something that stays whole: code, an image.
    Whole(u16),
}

/// Returns the marks of a text in which each occurs once and all are properly nested; `None` for others.
pub(crate) fn marks_of(text: &str) -> Option<BTreeSet<(u16, bool)>> {
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    let mut add = |number: u16, is_whole: bool| {
        let is_new = !seen.contains(&(number, !is_whole)) && seen.insert((number, is_whole));
        is_new.then_some(())
    };
    for mark in scan(text) {
        match mark {
            Mark::Open(number) => {
                add(number, false)?;
                open.push(number);
            }
            Mark::Close(number) => {
                open.pop().filter(|last| *last == number)?;
            }
            Mark::Whole(number) => add(number, true)?,
        }
    }
    open.is_empty().then_some(seen)
}

/// Returns true if a translation has exactly the marks of its text.
pub(crate) fn has_same_marks(text: &str, translation: &str) -> bool {
    let marks = marks_of(text);
    marks.is_some() && marks == marks_of(translation)
}

/// Returns the text as it is read, without its marks.
pub(crate) fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = read_mark(rest).map_or(1, |(_, length)| {
            plain.push(' ');
            length
        });
        if length == 1 {
            plain.push('<');
        }
        rest = &rest[length..];
    }
    plain + rest
}

fn scan(text: &str) -> impl Iterator<Item = Mark> + '_ {
    text.match_indices('<').filter_map(move |(at, _)| read_mark(&text[at..])).map(|(mark, _)| mark)
}

/// Returns the mark with which `text` begins, and how long it is.
fn read_mark(text: &str) -> Option<(Mark, usize)> {
    let inner = text.strip_prefix('<')?;
    let end = inner.bytes().take(DIGITS_MAX + 2).position(|byte| byte == b'>')?;
    let (name, length) = (&inner[..end], end + 2);
    let number = |digits: &str| {
        let is_number = (1..=DIGITS_MAX).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten()
    };
    let mark = match (name.strip_prefix('/'), name.strip_suffix('/')) {
        (Some(digits), _) => Mark::Close(number(digits)?),
        (None, Some(digits)) => Mark::Whole(number(digits)?),
        (None, None) => Mark::Open(number(name)?),
    };
    Some((mark, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Run <1/> and read <2>the <3>long</3> manual</2>.";

    #[test]
    fn marks_may_move_but_not_go() {
        assert!(has_same_marks(TEXT, "Lies <2>das <3>lange</3> Handbuch</2> und starte <1/>."));
        for broken in [
            "Lies <2>das lange Handbuch</2> und starte <1/>.",
            "Lies <2>das <3>lange Handbuch</2></3> und starte <1/>.",
            "Lies <2>das <3>lange</3> Handbuch</2> und starte <1>.",
            "Lies <2>das <3>lange</3> Handbuch</2> <1/> und starte <1/>.",
            "Lies <2>das <3>lange</3> Handbuch</2> und starte <1/> <4/>.",
            "Lies das Handbuch.",
        ] {
            assert!(!has_same_marks(TEXT, broken), "{broken}");
        }
    }

    #[test]
    fn other_brackets_are_text() {
        for plain in ["a < b and c > d", "<b>bold</b>", "<1234>", "</1/>", "<>", "<é>", "5<6", "<"]
        {
            assert_eq!(marks_of(plain), Some(BTreeSet::new()), "{plain}");
        }
        assert!(has_same_marks("a < b", "b > a"));
    }

    #[test]
    fn a_text_without_its_marks_keeps_its_words_apart() {
        assert_eq!(without_marks("one<1/>two <2>three</2>, 4 < 5"), "one two  three , 4 < 5");
    }
}
