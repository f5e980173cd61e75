use kernel::{Problem, collapse_whitespace, limits};

use crate::languages::Language;
use crate::marks::{has_same_marks, marks_of, without_marks};
use crate::problems::{
    MARKS_INVALID, ORIGINAL_EMPTY, TERM_TOO_LONG, TEXT_EMPTY, TEXT_TOO_LONG, TOO_MANY_TEXTS,
    TRANSLATION_EMPTY,
};

limits! { "translation";
    /// Longest text that is translated.
    TEXT_MAX_CHARS: usize = 5_000, "characters", "ours (decision 0747)";
    /// Maximum number of texts in one request.
    TEXTS_MAX: usize = 50, "texts", "ours (decision 0747)";
    /// Longest all texts of one request may be together.
    REQUEST_MAX_CHARS: usize = 20_000, "characters", "ours (decision 0747)";
    /// Longest original, and longest translation, of a term.
    TERM_MAX_CHARS: usize = 200, "characters", "ours (decision 0747)";
    /// Maximum number of terms in one person's glossary.
    TERMS_MAX: i64 = 2_000, "terms", "ours (decision 0747)";
    /// Maximum number of stored translations of one person; the least recently used are deleted.
    MEMORY_MAX: i64 = 20_000, "translations", "ours (decision 0747)";
}

/// Maximum number of texts given to a model at once, followed by their total length: the first of them is done soon,
/// and one mistake does not spoil many.
const BATCH_TEXTS: usize = 12;
const BATCH_CHARS: usize = 3_000;

/// A word of a glossary, as far as a translation depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    pub original: String,
    pub translation: String,
}

impl Term {
    /// Returns a term with both its sides, without the white space around them.
    pub fn parse(original: &str, translation: &str) -> Result<Self, Problem> {
        let [original, translation] = [original, translation].map(collapse_whitespace);
        if original.is_empty() {
            return Err(ORIGINAL_EMPTY.into());
        }
        if translation.is_empty() {
            return Err(TRANSLATION_EMPTY.into());
        }
        if [&original, &translation].iter().any(|text| text.chars().count() > TERM_MAX_CHARS) {
            return Err(TERM_TOO_LONG.with("max", TERM_MAX_CHARS));
        }
        Ok(Self { original, translation })
    }

    #[cfg(test)]
    pub fn new(original: &str, translation: &str) -> Self {
        Self::parse(original, translation).expect("a test writes a proper term")
    }
}

/// Returns the terms that a text has words of, in their order.
pub(crate) fn applicable_terms<'a>(terms: &'a [Term], text: &str) -> Vec<&'a Term> {
    if terms.is_empty() {
        return Vec::new();
    }
    let words = without_marks(text).to_lowercase();
    terms.iter().filter(|term| has_word(&words, &term.original.to_lowercase())).collect()
}

/// Returns true if `word` occurs in `text` as a word of its own: "art" is not in "start", but 灯 is in 灯塔.
fn has_word(text: &str, word: &str) -> bool {
    let is_joined = |neighbour: Option<char>, edge: Option<char>| {
        neighbour.is_some_and(is_of_spaced_word) && edge.is_some_and(is_of_spaced_word)
    };
    text.match_indices(word).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !is_joined(before, found.chars().next()) && !is_joined(after, found.chars().next_back())
    })
}

/// Returns true for a letter of a script with spaces between words.
fn is_of_spaced_word(letter: char) -> bool {
    let is_unspaced = matches!(letter,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}');
    letter.is_alphanumeric() && !is_unspaced
}

/// Refuses texts that are too many, too long, empty, or whose marks do not fit together.
pub(crate) fn check_texts(texts: &[String]) -> Result<(), Problem> {
    if texts.is_empty() {
        return Err(TEXT_EMPTY.into());
    }
    if texts.len() > TEXTS_MAX {
        return Err(TOO_MANY_TEXTS.with("max", TEXTS_MAX));
    }
    for (index, text) in texts.iter().enumerate() {
        if text.trim().is_empty() {
            return Err(TEXT_EMPTY.with("index", index));
        }
        if text.chars().count() > TEXT_MAX_CHARS {
            return Err(TEXT_TOO_LONG.with("max", TEXT_MAX_CHARS).with("index", index));
        }
        if marks_of(text).is_none() {
            return Err(MARKS_INVALID.with("index", index));
        }
    }
    if texts.iter().map(|text| text.chars().count()).sum::<usize>() > REQUEST_MAX_CHARS {
        return Err(TEXT_TOO_LONG.with("max", REQUEST_MAX_CHARS));
    }
    Ok(())
}

/// Splits texts into batches for a model; returns the size of each.
pub(crate) fn pack(lengths: &[usize]) -> Vec<usize> {
    let mut batches = Vec::new();
    let (mut count, mut chars) = (0, 0);
    for length in lengths {
        if count > 0 && (count == BATCH_TEXTS || chars + length > BATCH_CHARS) {
            batches.push(count);
            (count, chars) = (0, 0);
        }
        (count, chars) = (count + 1, chars + length);
    }
    if count > 0 {
        batches.push(count);
    }
    batches
}

/// Returns true if a model's output can be the translation of `text`: its marks came back, and it is neither empty nor
/// far longer, as an answer to the text's content would be.
pub(crate) fn is_translation(text: &str, translation: &str) -> bool {
    let [from, to] = [text, translation].map(|text| text.chars().count());
    !translation.trim().is_empty() && to <= 8 * from + 200 && has_same_marks(text, translation)
}

/// Returns true if the languages of a term and of a text match.
pub(crate) fn matches_source(term_source: &str, source: Option<Language>) -> bool {
    term_source.is_empty() || source.is_none_or(|language| language.tag == term_source)
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "Glossary: original text and target translation required."
    #[test]
    fn a_term_needs_both_sides() {
        assert_eq!(Term::parse(" ", "Leuchte"), Err(ORIGINAL_EMPTY.into()));
        assert_eq!(Term::parse("lamp", "\n"), Err(TRANSLATION_EMPTY.into()));
        let long = "é".repeat(TERM_MAX_CHARS);
        assert!(Term::parse(&long, "x").is_ok());
        let refused = TERM_TOO_LONG.with("max", 200);
        assert_eq!(Term::parse("x", &format!("{long}é")), Err(refused));
    }

    #[test]
    fn a_term_applies_where_its_words_stand_by_themselves() {
        let terms =
            [Term::new("Art", "Kunst"), Term::new("灯", "lamp"), Term::new("oil lamp", "Öllampe")];
        let found = |text: &str| {
            applicable_terms(&terms, text)
                .iter()
                .map(|term| term.original.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("The start of art."), ["Art"]);
        assert!(found("Starting the party").is_empty());
        assert_eq!(found("灯塔"), ["灯"]);
        assert_eq!(found("An <1>OIL lamp</1>, <2/>"), ["oil lamp"]);
    }

    // spec §5: "Translate has a character limit." spec §8: "Text too long"
    #[test]
    fn texts_have_limits() {
        let of = |length: usize| "é".repeat(length);
        assert!(check_texts(&[of(TEXT_MAX_CHARS)]).is_ok());
        let refused = check_texts(&[of(3), of(TEXT_MAX_CHARS + 1)]).unwrap_err();
        assert_eq!((refused.kind.text, refused.params["index"].as_str()), ("Text too long", "1"));
        assert!(check_texts(&vec![of(4_000); 5]).is_ok());
        assert_eq!(check_texts(&vec![of(4_001); 5]).unwrap_err().kind, TEXT_TOO_LONG);
        assert!(check_texts(&vec![of(1); TEXTS_MAX]).is_ok());
        assert_eq!(check_texts(&vec![of(1); TEXTS_MAX + 1]).unwrap_err().kind, TOO_MANY_TEXTS);
        assert_eq!(check_texts(&[]).unwrap_err().kind, TEXT_EMPTY);
        assert_eq!(check_texts(&[" ".to_owned()]).unwrap_err().kind, TEXT_EMPTY);
        assert_eq!(check_texts(&["<1>a".to_owned()]).unwrap_err().kind, MARKS_INVALID);
    }

    #[test]
    fn a_model_is_given_few_texts_at_a_time() {
        assert_eq!(pack(&[100; 30]), [12, 12, 6]);
        assert_eq!(pack(&[2_000, 900, 200, 5_000, 1]), [2, 1, 1, 1]);
        assert!(pack(&[]).is_empty());
    }

    #[test]
    fn an_answer_to_what_a_text_says_is_no_translation_of_it() {
        assert!(is_translation("Hello", "Guten Tag"));
        assert!(!is_translation("Hello", " "));
        assert!(!is_translation("Hello", &"Once upon a time ".repeat(20)));
        assert!(!is_translation("Hello <1/>", "Hallo"));
    }
}
