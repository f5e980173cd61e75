//! A checker with one rule.

use async_trait::async_trait;

use crate::{CheckError, Checked, Finding, Proofreader};

/// Finds repeated words. A text without Latin letters does not count as English.
pub struct RepeatedWords;

#[async_trait]
impl Proofreader for RepeatedWords {
    async fn check(&self, text: String) -> Result<Checked, CheckError> {
        if !text.chars().any(|c| c.is_ascii_alphabetic()) {
            return Err(CheckError::NotEnglish);
        }
        let words = words_of(&text);
        let repeated = words.windows(2).filter(|pair| pair[0].text == pair[1].text);
        let findings = repeated.map(|pair| Finding {
            start: pair[0].start,
            end: pair[1].start + pair[1].text.chars().count(),
            options: vec![pair[0].text.to_owned()],
            is_mistake: true,
            reason: "This word stands twice".to_owned(),
        });
        Ok(Checked {
            findings: findings.collect(),
            checked_chars: text.chars().count(),
            checker: "Repeated words".to_owned(),
        })
    }
}

struct Word<'a> {
    /// Start in characters.
    start: usize,
    text: &'a str,
}

fn words_of(text: &str) -> Vec<Word<'_>> {
    let mut start = 0;
    let mut words = Vec::new();
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if !word.is_empty() {
            words.push(Word { start, text: word });
        }
        start += piece.chars().count();
    }
    words
}
