//! Precision of citations: quotes, some of them altered, checked against retrieved passages as citations of answers are
//! ([`retrieval::check`]).

use retrieval::{CiteState, check};
use store::words::tokens;

use super::questions::Question;

/// Test citations: quotes of passages, some of them altered, and the same words without quotation marks.
#[derive(Debug, Default, PartialEq)]
pub struct Citations {
    pub quotes: Tally,
    pub statements: Tally,
}

impl Citations {
    /// Cites each of the passages for the words that answer a question, and for a quote with a word of `other`.
    pub fn note(&mut self, question: &Question, other: &Question, found: &[&str]) {
        let answer = &question.answer;
        let is_said_by = |passage: &str| question.stands_in(passage);
        self.statements.note(answer, found, is_said_by);
        // A shorter text counts as a word in quotation marks, not as a quote.
        if tokens(answer).len() >= 3 {
            self.quotes.note(&format!("It says \"{answer}\""), found, is_said_by);
            let altered = altered(answer, &other.answer);
            self.quotes.note(&format!("It says \"{altered}\""), found, |_| false);
        }
    }
}

/// The number of confirmed citations.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Tally {
    /// Number of citations of passages that contain them.
    right: usize,
    right_confirmed: usize,
    wrong_confirmed: usize,
}

impl Tally {
    fn note(&mut self, statement: &str, found: &[&str], is_said_by: impl Fn(&str) -> bool) {
        let numbers: String = (1..=found.len()).map(|number| format!("[{number}]")).collect();
        let source = |number: i64| found.get(usize::try_from(number).ok()? - 1).copied();
        for cite in check(&format!("{statement} {numbers}."), source) {
            let is_right = source(cite.number).is_some_and(&is_said_by);
            let is_confirmed = cite.state != CiteState::NotFound;
            self.right += usize::from(is_right);
            self.right_confirmed += usize::from(is_right && is_confirmed);
            self.wrong_confirmed += usize::from(!is_right && is_confirmed);
        }
    }

    /// Returns the share of confirmed citations that are right, from 0 to 1. Confirming nothing counts as 0.
    pub fn precision(&self) -> f64 {
        self.right_confirmed as f64 / (self.right_confirmed + self.wrong_confirmed).max(1) as f64
    }

    /// Returns the share of right citations that were confirmed, from 0 to 1.
    pub fn confirmed(&self) -> f64 {
        self.right_confirmed as f64 / self.right.max(1) as f64
    }
}

/// Returns a quote with its longest word replaced: as close to the text as a model's false memory.
pub fn altered(quote: &str, other: &str) -> String {
    let longest = quote.split(' ').max_by_key(|word| word.chars().count()).unwrap_or_default();
    let foreign = other.split(' ').filter(|word| !quote.contains(word));
    let foreign = foreign.max_by_key(|word| word.chars().count()).unwrap_or("otherwise");
    quote.replacen(longest, foreign, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(answer: &str) -> Question {
        Question { text: "alice", question: "?", answer: answer.to_owned() }
    }

    #[test]
    fn one_word_of_an_altered_quote_is_of_another() {
        assert_eq!(altered("To declare War", "during good Behaviour"), "To Behaviour War");
        assert_eq!(altered("during good War", "during War"), "otherwise good War");
    }

    #[test]
    fn what_is_confirmed_is_counted_by_whether_it_is_right() {
        let (war, office) = (question("To declare War"), question("during good Behaviour"));
        let mut citations = Citations::default();
        citations.note(&war, &office, &["The Congress has Power To declare\nWar.", "The tea."]);
        let all_right = Tally { right: 1, right_confirmed: 1, wrong_confirmed: 0 };
        assert_eq!(citations, Citations { quotes: all_right, statements: all_right });
        // A text may happen to contain the altered quote; nothing else may be confirmed.
        citations.note(
            &war,
            &office,
            &["It may DECLARE WAR, to declare war.", "To Behaviour War."],
        );
        let one_wrong = Tally { right: 2, right_confirmed: 2, wrong_confirmed: 1 };
        assert_eq!(citations, Citations { quotes: one_wrong, statements: one_wrong });
        assert_eq!((one_wrong.precision(), one_wrong.confirmed()), (2.0 / 3.0, 1.0));
        assert_eq!(Tally::default().precision(), 0.0);
    }
}
