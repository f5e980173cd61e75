//! Splits a text into sentences, and extracts its significant words.

use std::collections::HashSet;

use store::words::tokens;

/// Returns the sentences of a text, each with where it begins.
pub fn sentences(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let behind = at + ch.len_utf8();
        let next = chars.peek().map(|(_, next)| *next);
        let is_end = match ch {
            '\n' | '。' | '！' | '？' | '؟' => true,
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if is_end {
            found.push((start, &text[start..behind]));
            start = behind;
        }
    }
    found.push((start, &text[start..]));
    found.retain(|(_, sentence)| sentence.chars().any(char::is_alphanumeric));
    found
}

/// Returns the significant words of a text, without stop words.
pub fn telling_words(text: &str) -> HashSet<String> {
    const COMMON: &[&str] = &[
        "the", "a", "an", "of", "to", "in", "and", "or", "is", "are", "was", "were", "be", "it",
        "its", "for", "on", "at", "by", "with", "as", "that", "this", "what", "when", "where",
        "which", "who", "why", "how", "do", "does", "did", "from", "في", "من", "على", "إلى", "ما",
        "هل", "عن", "的", "是", "了", "在", "和",
    ];
    tokens(text).into_iter().filter(|word| !COMMON.contains(&word.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|(_, sentence)| sentence.trim()).collect()
    }

    #[test]
    fn sentences_end_in_any_script_and_not_within_numbers() {
        assert_eq!(
            texts("It rose 3.5 m. Then it fell!\nNew line"),
            ["It rose 3.5 m.", "Then it fell!", "New line"]
        );
        assert_eq!(texts("潮汐很高。月亮？"), ["潮汐很高。", "月亮？"]);
        assert_eq!(texts("هل هذا مد؟ نعم"), ["هل هذا مد؟", "نعم"]);
        assert!(texts(" … ").is_empty());
    }
}
