//! Texts in the public domain, and questions whose answers occur in them verbatim (`texts/questions.tsv`).

use kernel::collapse_whitespace;
use parsing::{Page, Parsed};

const ALICE: &str = include_str!("../../texts/alice.md");
const CONSTITUTION: &str = include_str!("../../texts/constitution.md");
const QUESTIONS: &str = include_str!("../../texts/questions.tsv");

/// A text by the name that questions give it.
#[derive(Clone, Copy)]
pub struct Text {
    pub name: &'static str,
    pub content: &'static str,
}

pub const TEXTS: [Text; 2] =
    [Text { name: "alice", content: ALICE }, Text { name: "constitution", content: CONSTITUTION }];

#[derive(Clone)]
pub struct Question {
    /// The name of the text that answers it.
    pub text: &'static str,
    pub question: &'static str,
    /// Words of the text that answer it.
    pub answer: String,
}

pub fn questions() -> Vec<Question> {
    let lines = QUESTIONS.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let (text, question, answer) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Question { text, question, answer: collapse_whitespace(answer) })
    });
    lines.collect()
}

impl Question {
    pub fn is_answered_by(&self, passage: &str) -> bool {
        collapse_whitespace(passage).contains(&self.answer)
    }

    /// Returns true if a passage contains the words of the answer, wherever in it.
    pub fn stands_in(&self, passage: &str) -> bool {
        collapse_whitespace(passage).to_lowercase().contains(&self.answer.to_lowercase())
    }
}

const PAGE_CHARS: usize = 3_000;

/// Returns pages of a few paragraphs, as in a printed book.
pub fn pages_of(text: &str) -> Parsed {
    let mut pages: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        match pages.last_mut() {
            Some(page) if page.len() < PAGE_CHARS => {
                page.push_str("\n\n");
                page.push_str(paragraph);
            }
            _ => pages.push(paragraph.to_owned()),
        }
    }
    let pages = (1..).zip(pages).map(|(number, text)| Page { number, title: None, text });
    Parsed::of_pages(pages.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_stands_in_a_passage_of_its_text() {
        let questions = questions();
        assert!(questions.len() >= 40, "questions are missing");
        for question in questions {
            let text = TEXTS.iter().find(|text| text.name == question.text);
            let pages = pages_of(text.expect("a question names its text").content).pages;
            let mut passages = pages.iter().flat_map(|page| retrieval::cut(&page.text));
            let is_answered = passages.any(|passage| question.is_answered_by(passage));
            assert!(is_answered, "{}: {}", question.question, question.answer);
        }
    }
}
