//! Defines English words, from WordNet.

use std::io;

use kernel::collapse_whitespace;
use providers::Citation;

use crate::answer::{Answer, Skill, cite_work};
use crate::lemmas::PartOfSpeech;
use crate::markdown::escape;
use crate::texts::{Texts, fill};
use crate::wordnet::{Entry, Sense, WordNet};

/// The certainty that a definition is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// "Define bank".
    Directly,
    /// An ambiguous question such as "What is a bank": the person may want far more.
    Perhaps,
}

const SENSES_SHOWN: usize = 5;
const EXAMPLES_SHOWN: usize = 2;
const SYNONYMS_SHOWN: usize = 6;

/// Answers with the dictionary's entry for `term`. `None` if it is not certain that a definition was wanted and there
/// is no entry.
pub fn answer(
    term: &str,
    asked: Asked,
    wordnet: Option<&WordNet>,
    texts: &Texts,
) -> io::Result<Option<Answer>> {
    let without_entry = |text: &str| {
        (asked == Asked::Directly).then(|| Answer {
            skill: Skill::Definition,
            markdown: fill(text, &[("term", &escape(term))]),
            citations: Vec::new(),
            needs_model: true,
        })
    };
    let is_english = |c: char| c.is_ascii_alphanumeric() || " -'.éèêçñöüàâïôæœ’".contains(c);
    if !term.chars().all(is_english) {
        return Ok(without_entry(texts.dictionary_is_english));
    }
    let Some(wordnet) = wordnet else {
        return Ok(without_entry(texts.dictionary_missing));
    };
    let entries = wordnet.look_up(&collapse_whitespace(term).replace('’', "'"))?;
    if entries.is_empty() {
        return Ok(without_entry(texts.not_in_dictionary));
    }
    Ok(Some(Answer {
        skill: Skill::Definition,
        markdown: entries_text(&entries, asked, texts),
        citations: entries.iter().fold(Vec::new(), cite),
        needs_model: asked == Asked::Perhaps,
    }))
}

fn entries_text(entries: &[Entry], asked: Asked, texts: &Texts) -> String {
    let mut blocks = Vec::new();
    for entry in entries {
        let name = part_of_speech_name(entry.part_of_speech, texts);
        blocks.push(format!("**{}** · {name}", escape(written(entry))));
        let lines: Vec<String> = entry
            .senses
            .iter()
            .take(SENSES_SHOWN)
            .enumerate()
            .map(|(index, sense)| {
                format!("{}. {}", index + 1, sense_text(sense, &entry.lemma, texts))
            })
            .collect();
        blocks.push(lines.join("\n"));
        let more = entry.senses.len().saturating_sub(SENSES_SHOWN);
        if more > 0 {
            blocks.push(fill(texts.more_senses, &[("count", &more.to_string())]));
        }
    }
    if asked == Asked::Perhaps {
        blocks.push(texts.more_than_a_definition.to_owned());
    }
    blocks.push(texts.defined_by.to_owned());
    blocks.join("\n\n")
}

/// Returns the word with its capitals; lists of words have none.
fn written(entry: &Entry) -> &str {
    let first = entry.senses.first().map_or(&[][..], |sense| &sense.words);
    first.iter().find(|word| word.eq_ignore_ascii_case(&entry.lemma)).unwrap_or(&entry.lemma)
}

fn part_of_speech_name(part_of_speech: PartOfSpeech, texts: &Texts) -> &'static str {
    match part_of_speech {
        PartOfSpeech::Noun => texts.noun,
        PartOfSpeech::Verb => texts.verb,
        PartOfSpeech::Adjective => texts.adjective,
        PartOfSpeech::Adverb => texts.adverb,
    }
}

fn sense_text(sense: &Sense, lemma: &str, texts: &Texts) -> String {
    // WordNet writes quotation marks as `this'.
    let mut text = escape(&sense.definition.replace('`', "‘"));
    for example in sense.examples.iter().take(EXAMPLES_SHOWN) {
        text.push_str(&format!(" – *“{}”*", escape(example)));
    }
    let synonyms: Vec<String> = sense
        .words
        .iter()
        .filter(|word| !word.eq_ignore_ascii_case(lemma))
        .take(SYNONYMS_SHOWN)
        .map(|word| escape(word))
        .collect();
    if !synonyms.is_empty() {
        text.push_str(" · ");
        text.push_str(&fill(texts.synonyms, &[("words", &synonyms.join(", "))]));
    }
    text
}

/// Returns one citation per word, with its first definition.
fn cite(mut citations: Vec<Citation>, entry: &Entry) -> Vec<Citation> {
    let title = format!("WordNet: {}", entry.lemma);
    if citations.iter().all(|citation| citation.title != title) {
        citations.push(Citation {
            quote: entry.senses.first().map(|sense| sense.definition.clone()),
            ..cite_work(title, "https://wordnet.princeton.edu/")
        });
    }
    citations
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn define(term: &str, asked: Asked, language: &str) -> Option<Answer> {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wordnet");
        let wordnet = WordNet::find(Some(&fixture)).expect("the fixture");
        answer(term, asked, Some(&wordnet), Texts::of(language)).expect("readable files")
    }

    #[test]
    fn a_word_is_defined_by_part_of_speech_with_its_source() {
        let answer = define("bank", Asked::Directly, "en").expect("an answer");

        assert!(answer.markdown.starts_with("**bank** · noun\n\n1. sloping land"));
        assert!(answer.markdown.contains("“they pulled the canoe up on the bank”"));
        assert!(answer.markdown.contains("**bank** · verb"));
        assert!(answer.markdown.contains("*Rarer meanings not shown: 5*"));
        assert!(answer.markdown.contains("Princeton"));
        assert_eq!(answer.citations.len(), 1);
        assert!(!answer.needs_model);
    }

    #[test]
    fn a_word_that_may_ask_for_more_is_defined_and_a_model_offered() {
        let answer = define("bank", Asked::Perhaps, "en").expect("an answer");
        assert!(answer.needs_model);
        assert_eq!(define("blockchain", Asked::Perhaps, "en"), None);
    }

    #[test]
    fn a_word_that_is_not_there_is_said_to_be_missing() {
        let answer = define("block*chain", Asked::Directly, "en").expect("an answer");
        assert!(answer.markdown.contains("“block\\*chain” is not") || answer.needs_model);
        let answer = define("银行", Asked::Directly, "zh").expect("an answer");
        assert!(answer.markdown.contains("只有英语"));
    }

    #[test]
    fn without_the_files_the_answer_says_what_is_missing() {
        let answer = answer("bank", Asked::Directly, None, Texts::of("en")).expect("no I/O");
        assert!(answer.expect("an answer").markdown.contains("wordnet-base"));
    }
}
