//! Matches phrases at the beginning and the end of a person's text.

/// Strips the longest of `phrases` at the start of `text`, ignoring case.
///
/// A phrase ends where a word ends; in Chinese, which has no spaces, the next word may follow directly.
pub fn strip_start<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().filter_map(|phrase| strip_one_start(text, phrase)).min_by_key(|rest| rest.len())
}

/// Strips the longest of `phrases` at the end of `text`, ignoring case.
pub fn strip_end<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().filter_map(|phrase| strip_one_end(text, phrase)).min_by_key(|rest| rest.len())
}

/// Returns the text between a prefix and a suffix; the longest prefix wins.
pub fn strip_around<'a>(text: &'a str, pairs: &[(&str, &str)]) -> Option<&'a str> {
    pairs
        .iter()
        .filter_map(|(start, end)| {
            let rest = strip_one_start(text, start)?;
            if end.is_empty() { Some(rest) } else { strip_one_end(rest.trim_end(), end) }
        })
        .min_by_key(|rest| rest.len())
}

/// Returns true if `text` is exactly one of `phrases`.
pub fn is_one_of(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| strip_one_start(text, phrase).is_some_and(str::is_empty))
}

/// Strips white space and sentence marks on both sides of `text`.
pub fn trim_marks(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || MARKS.contains(&c))
}

/// Returns true if `c` belongs to a script that is written without spaces between words.
pub fn is_unspaced(c: char) -> bool {
    matches!(
        u32::from(c),
        0x0E00..=0x0EFF         // Thai, Lao
        | 0x1000..=0x109F       // Myanmar
        | 0x1780..=0x17FF       // Khmer
        | 0x3040..=0x30FF       // kana
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF     // Han
    )
}

const MARKS: [char; 30] = [
    '?', '!', '.', ',', ':', ';', '"', '\'', '`', '“', '”', '‘', '’', '«', '»', '「', '」', '『',
    '』', '《', '》', '？', '！', '。', '，', '：', '；', '؟', '،', '؛',
];

fn strip_one_start<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in phrase.chars() {
        if !same(rest.next()?, wanted) {
            return None;
        }
    }
    let rest = rest.as_str();
    let last = phrase.chars().next_back()?;
    ends_word(last, rest.chars().next()).then_some(rest)
}

fn strip_one_end<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in phrase.chars().rev() {
        if !same(rest.next_back()?, wanted) {
            return None;
        }
    }
    let rest = rest.as_str();
    let first = phrase.chars().next()?;
    ends_word(first, rest.chars().next_back()).then_some(rest)
}

fn same(written: char, wanted: char) -> bool {
    let written = match written {
        '’' => '\'',
        '\u{a0}' => ' ',
        other => other,
    };
    written == wanted || written.to_lowercase().eq(wanted.to_lowercase())
}

/// Returns true if a word may end between `edge` and the character beside it.
fn ends_word(edge: char, beside: Option<char>) -> bool {
    match beside {
        None => true,
        Some(beside) => {
            !(edge.is_alphanumeric() && beside.is_alphanumeric())
                || is_unspaced(edge)
                || is_unspaced(beside)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_is_taken_off_whatever_its_case() {
        let phrases = ["check", "check grammar"];
        assert_eq!(strip_start("Check Grammar: a", &phrases), Some(": a"));
    }

    #[test]
    fn a_phrase_inside_a_word_does_not_count() {
        assert_eq!(strip_start("checkers", &["check"]), None);
        assert_eq!(strip_end("unfit", &["fit"]), None);
    }

    #[test]
    fn a_chinese_phrase_needs_no_space() {
        assert_eq!(strip_start("总结这段话", &["总结"]), Some("这段话"));
        assert_eq!(strip_end("bank是什么意思", &["是什么意思"]), Some("bank"));
    }

    #[test]
    fn a_curly_apostrophe_is_an_apostrophe() {
        assert_eq!(strip_start("What’s a bank", &["what's a"]), Some(" bank"));
    }

    #[test]
    fn a_pair_is_taken_off_on_both_sides() {
        assert_eq!(
            strip_around("What does set mean", &[("what does", "mean")]).map(str::trim),
            Some("set")
        );
        assert_eq!(strip_around("What does it cost", &[("what does", "mean")]), None);
    }
}
