//! Holding an answer's numbers against what the sources really say.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use store::words::tokens;
use utoipa::ToSchema;

use crate::sentences::{sentences, telling_words};

/// One statement of an answer with the number of its source, and what stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Cite {
    /// The source's.
    pub number: i64,
    pub statement: String,
    pub state: CiteState,
    /// What the source says, word for word.
    pub quote: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CiteState {
    /// The words in quotation marks stand in the source.
    Quoted,
    /// A passage of the source says much the same.
    Close,
    /// Not found in sources: nothing there matches.
    NotFound,
}

/// How many of a statement's telling words a passage must have to be its source.
const CLOSE_PERCENT: usize = 40;
/// Longest passage that is shown for a statement.
const QUOTE_MAX_CHARS: usize = 400;

/// Looks for each statement in the sources that it names. `text_of`: what a source says; `None` where there
/// is no such source.
pub fn check<'a>(answer: &str, text_of: impl Fn(i64) -> Option<&'a str>) -> Vec<Cite> {
    let mut cites: Vec<Cite> = Vec::new();
    for (statement, numbers) in statements(answer) {
        for number in numbers {
            let (state, quote) = match text_of(number) {
                Some(text) => look_up(&statement, text),
                None => (CiteState::NotFound, None),
            };
            let cite = Cite { number, statement: statement.clone(), state, quote };
            if !cites.contains(&cite) {
                cites.push(cite);
            }
        }
    }
    cites
}

/// The statements that name sources, as `words [1][2]` or `words [1, 2]`.
fn statements(answer: &str) -> Vec<(String, Vec<i64>)> {
    let mut found = Vec::new();
    for line in answer.lines() {
        let mut rest = line;
        while let Some((before, numbers, after)) = next_marks(rest) {
            // The statement is what stands since the last whole sentence before the mark.
            let own = sentences(before.trim_end()).last().map_or(before, |(_, sentence)| sentence);
            let statement = plain(own);
            if !statement.is_empty() {
                found.push((statement, numbers));
            }
            rest = after;
        }
    }
    found
}

/// What stands before the next numbers, these, and what stands after.
fn next_marks(text: &str) -> Option<(&str, Vec<i64>, &str)> {
    let (start, _) = text.match_indices('[').find(|(at, _)| numbers_in(&text[*at..]).is_some())?;
    let mut numbers = Vec::new();
    let mut rest = &text[start..];
    while let Some((some, length)) = numbers_in(rest) {
        numbers.extend(some);
        rest = &rest[length..];
    }
    Some((&text[..start], numbers, rest))
}

/// `[1]` or `[1, 2]` at the beginning of a text, and its length.
fn numbers_in(text: &str) -> Option<(Vec<i64>, usize)> {
    let (inside, after) = text.strip_prefix('[')?.split_once(']')?;
    // A link is none.
    if after.starts_with('(') {
        return None;
    }
    let numbers: Option<Vec<i64>> = inside
        .split([',', ';'])
        .map(|part| part.trim().parse().ok().filter(|number| *number > 0))
        .collect();
    Some((numbers?, inside.len() + 2))
}

/// A statement without Markdown's signs.
fn plain(text: &str) -> String {
    let text = text.trim().trim_start_matches(['-', '*', '#', '>', '.', ' ', ')']);
    text.replace("**", "").replace(['`', '_'], "").trim().to_owned()
}

fn look_up(statement: &str, text: &str) -> (CiteState, Option<String>) {
    let quotes = quoted(statement);
    if !quotes.is_empty() {
        let source = flat(text);
        let stands = quotes.iter().all(|quote| source.contains(flat(quote).trim()));
        return match stands {
            true => (CiteState::Quoted, passage_with(text, &quotes[0]).or(Some(quotes[0].clone()))),
            false => (CiteState::NotFound, None),
        };
    }
    let said = telling_words(statement);
    let best = sentences(text)
        .into_iter()
        .map(|(_, sentence)| {
            let words: HashSet<String> = tokens(sentence).into_iter().collect();
            (said.intersection(&words).count(), sentence.trim())
        })
        // Of equals the first one.
        .rev()
        .max_by_key(|(held, _)| *held);
    match best {
        Some((held, sentence)) if held > 0 && held * 100 >= said.len() * CLOSE_PERCENT => {
            (CiteState::Close, Some(sentence.chars().take(QUOTE_MAX_CHARS).collect()))
        }
        _ => (CiteState::NotFound, None),
    }
}

/// What stands in quotation marks, if it is more than a word or two.
fn quoted(statement: &str) -> Vec<String> {
    const PAIRS: [(char, char); 5] = [('"', '"'), ('“', '”'), ('«', '»'), ('「', '」'), ('„', '“')];
    let mut found = Vec::new();
    for (open, close) in PAIRS {
        let mut rest = statement;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, behind)) = after.split_once(close) else { break };
            if tokens(inside).len() >= 3 {
                found.push(inside.trim_end_matches(['.', ',', '…']).to_owned());
            }
            rest = behind;
        }
    }
    found
}

/// The sentence of a text that holds a quote.
fn passage_with(text: &str, quote: &str) -> Option<String> {
    let quote = flat(quote);
    let sentence =
        sentences(text).into_iter().find(|(_, sentence)| flat(sentence).contains(quote.trim()))?;
    Some(sentence.1.trim().chars().take(QUOTE_MAX_CHARS).collect())
}

/// A text without what writers set differently: case, white space, kinds of quotation marks and dashes.
fn flat(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    for ch in text.chars().flat_map(char::to_lowercase) {
        match ch {
            '’' | '‘' | '`' => flat.push('\''),
            '“' | '”' | '„' | '«' | '»' => flat.push('"'),
            '–' | '—' | '‑' => flat.push('-'),
            ch if ch.is_whitespace() => {
                if !flat.ends_with(' ') {
                    flat.push(' ');
                }
            }
            ch => flat.push(ch),
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOON: &str = "The Moon’s pull causes tides.\nThe sea rises twice a day, more\n or less.";

    fn states(answer: &str) -> Vec<(i64, CiteState)> {
        let text = |number| (number == 1).then_some(MOON);
        check(answer, text).into_iter().map(|cite| (cite.number, cite.state)).collect()
    }

    #[test]
    fn a_quote_is_found_however_it_is_set_and_a_made_up_one_is_not() {
        assert_eq!(
            states("They say “the moon's pull causes tides” [1]."),
            [(1, CiteState::Quoted)]
        );
        assert_eq!(states("\"rises twice a day, more or less\" [1]"), [(1, CiteState::Quoted)]);
        assert_eq!(
            states("They say \"the moon is made of cheese\" [1]."),
            [(1, CiteState::NotFound)]
        );
    }

    #[test]
    fn a_statement_is_shown_with_the_passage_that_says_most_of_it() {
        let cites = check(
            "Tides are caused by the pull of the moon [1]. Bread is baked daily [1].",
            |_| Some(MOON),
        );
        assert_eq!(cites[0].state, CiteState::Close);
        assert_eq!(cites[0].quote.as_deref(), Some("The Moon’s pull causes tides."));
        assert_eq!(cites[1].state, CiteState::NotFound);
        assert_eq!(cites[1].quote, None);
        assert_eq!(cites[1].statement, "Bread is baked daily");
    }

    #[test]
    fn a_number_without_a_source_is_not_found() {
        assert_eq!(states("Tides [7]."), [(7, CiteState::NotFound)]);
        assert_eq!(
            states("The sea rises [1, 2]."),
            [(1, CiteState::Close), (2, CiteState::NotFound)]
        );
        assert_eq!(
            states("The sea rises [1][2]."),
            [(1, CiteState::Close), (2, CiteState::NotFound)]
        );
    }

    #[test]
    fn what_is_no_number_of_a_source_is_text() {
        assert!(states("See [1](https://e.org), [x], [0], [-1] and [].").is_empty());
        assert_eq!(states("- **The sea** rises twice a day [1]")[0], (1, CiteState::Close));
    }
}
