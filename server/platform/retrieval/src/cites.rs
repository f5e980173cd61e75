//! Comparison of an answer's citations with the content of the sources.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use store::words::tokens;
use utoipa::ToSchema;

use crate::facts::{denies, denies_of, figures, has_figures};
use crate::marks::{MARKS_MAX, Mark, numbers, split_mark};
use crate::sentences::{sentences, telling_words};

/// A statement of an answer with the number of its source, and the matching text there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Cite {
    /// The source's.
    pub number: i64,
    pub statement: String,
    pub state: CiteState,
    /// Verbatim quote from the source.
    pub quote: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CiteState {
    /// The quoted words occur in the source.
    Quoted,
    /// A passage of the source says nearly the same, with the same figures, and the same negation.
    Close,
    /// Not found: nothing in the source matches.
    NotFound,
}

/// Share of a statement's significant words that a passage must contain to be its source.
const CLOSE_PERCENT: usize = 40;
/// Share of the best sentence's matching words that another sentence must have to be shown in its place.
const NEAR_BEST_PERCENT: usize = 75;
/// Longest passage that is shown for a statement.
const QUOTE_MAX_CHARS: usize = 400;
/// Maximum length of a statement that is looked for; of a longer one the end is used.
const STATEMENT_MAX_CHARS: usize = 2_000;
/// Maximum number of statements checked in one answer, each with one of its sources.
const CITES_MAX: usize = 2_000;

/// Checks each statement against the sources that it cites. `text_of` returns the text of a source; `None` if there is
/// no such source.
pub fn check<'a>(answer: &str, text_of: impl Fn(i64) -> Option<&'a str>) -> Vec<Cite> {
    check_marks(answer, &numbers(answer), text_of)
}

/// Does what [`check`] does for an answer that names its sources otherwise than as `[1]`. `marks`: in their order.
pub fn check_marks<'a>(
    answer: &str,
    marks: &[Mark],
    text_of: impl Fn(i64) -> Option<&'a str>,
) -> Vec<Cite> {
    let mut cites: Vec<Cite> = Vec::new();
    let mut known = HashSet::new();
    let mut sources: HashMap<i64, Option<Source>> = HashMap::new();
    for (statement, numbers) in statements(answer, marks) {
        for number in numbers {
            if cites.len() == CITES_MAX {
                return cites;
            }
            if !known.insert((*number, statement.clone())) {
                continue;
            }
            let source =
                sources.entry(*number).or_insert_with(|| text_of(*number).map(Source::new));
            let (state, quote) = match source {
                Some(source) => source.look_up(&statement),
                None => (CiteState::NotFound, None),
            };
            cites.push(Cite { number: *number, statement: statement.clone(), state, quote });
        }
    }
    cites
}

/// Returns the statements before the marks. If several marks follow one statement, each belongs to it.
fn statements<'m>(answer: &str, marks: &'m [Mark]) -> Vec<(String, &'m [i64])> {
    let mut found: Vec<(String, &[i64])> = Vec::new();
    let mut from = 0;
    for Mark { range, numbers } in marks.iter().take(MARKS_MAX) {
        // Not searched beyond the mark before: an answer may be one long line of marks.
        let line = answer[from..range.start].rfind('\n').map(|at| from + at + 1);
        let is_first = from == 0 || line.is_some();
        let before = answer[line.unwrap_or(from)..range.start].trim_end();
        from = range.end;
        // The statement is the text since the last complete sentence before the mark.
        let own = sentences(before).last().map_or("", |(_, sentence)| sentence);
        let statement = plain(end_of(own));
        if !statement.is_empty() {
            found.push((statement, numbers));
        } else if let Some((last, _)) = found.last().filter(|_| !is_first) {
            found.push((last.clone(), numbers));
        }
    }
    found
}

/// Returns the end of a statement that is too long to be one.
fn end_of(statement: &str) -> &str {
    let start = statement.char_indices().rev().nth(STATEMENT_MAX_CHARS - 1);
    &statement[start.map_or(0, |(at, _)| at)..]
}

/// Returns a statement without Markdown's signs, and without numbers of other kinds of sources.
fn plain(text: &str) -> String {
    let text = without_marks(text);
    let text = text.trim().trim_start_matches(['-', '*', '#', '>', '.', ' ', ')']);
    let text = text.replace("**", "").replace(['`', '_'], "");
    without_number(text.trim()).trim().to_owned()
}

/// Returns a text without `[1]` and `[#1]`: an answer may name sources of several kinds, and these numbers are no
/// figures.
fn without_marks(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once('[') {
        kept.push_str(before);
        let is_sign = |ch: char| ch.is_ascii_digit() || "#,; ".contains(ch);
        match split_mark(after) {
            Some((inside, behind)) if !inside.is_empty() && inside.chars().all(is_sign) => {
                rest = behind;
            }
            _ => {
                kept.push('[');
                rest = after;
            }
        }
    }
    kept + rest
}

/// Returns a point of a list without its number, which is no figure of the statement.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let is_point = rest.len() < text.len() && rest.starts_with([')', '.', '、']);
    match is_point.then(|| rest.trim_start_matches([')', '.', '、'])) {
        Some(behind) if behind.starts_with(|ch: char| !ch.is_ascii_digit()) => behind,
        _ => text,
    }
}

/// The content of a source, prepared once: an answer may cite it behind hundreds of statements, and it may be a book.
struct Source<'a> {
    text: &'a str,
    /// [`flat`].
    flat: OnceCell<String>,
    sentences: OnceCell<Vec<Sentence<'a>>>,
    flat_sentences: OnceCell<Vec<String>>,
}

struct Sentence<'a> {
    text: &'a str,
    words: HashSet<String>,
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Self {
        let (flat, sentences, flat_sentences) = Default::default();
        Self { text, flat, sentences, flat_sentences }
    }

    fn look_up(&self, statement: &str) -> (CiteState, Option<String>) {
        let quotes = quoted(statement);
        if !quotes.is_empty() {
            let flat_text = self.flat.get_or_init(|| flat(self.text));
            let stands = quotes.iter().all(|quote| flat_text.contains(flat(quote).trim()));
            return match stands {
                true => {
                    let passage = self.passage_with(&quotes[0]);
                    (CiteState::Quoted, passage.or(Some(quotes[0].clone())))
                }
                false => (CiteState::NotFound, None),
            };
        }
        self.close(statement).map_or((CiteState::NotFound, None), |sentence| {
            (CiteState::Close, Some(sentence.chars().take(QUOTE_MAX_CHARS).collect()))
        })
    }

    fn sentences(&self) -> &[Sentence<'a>] {
        self.sentences.get_or_init(|| {
            let apart = sentences(self.text).into_iter();
            let sentence = |(_, text): (usize, &'a str)| Sentence {
                text: text.trim(),
                words: tokens(text).into_iter().collect(),
            };
            apart.map(sentence).collect()
        })
    }

    /// Returns the sentence closest to a statement: with enough of its words, all of its figures, and a negation
    /// exactly if the statement has one.
    fn close(&self, statement: &str) -> Option<&'a str> {
        let said = telling_words(statement);
        let wanted = figures(statement);
        let denied = denies(statement);
        let known = self
            .sentences()
            .iter()
            .map(|sentence| (said.intersection(&sentence.words).count(), sentence.text));
        let known: Vec<(usize, &str)> = known.filter(|(held, _)| *held > 0).collect();
        let most = known.iter().map(|(held, _)| *held).max()?;
        let mut fitting: Vec<(usize, &str)> = known
            .into_iter()
            .filter(|(held, _)| held * 100 >= said.len() * CLOSE_PERCENT)
            // The sentence about the subject decides, not another one that happens to have the figure.
            .filter(|(held, _)| held * 100 >= most * NEAR_BEST_PERCENT)
            .filter(|(_, sentence)| {
                has_figures(sentence, &wanted) && denies_of(sentence, &said) == denied
            })
            .collect();
        // Of equals the first one.
        fitting.reverse();
        fitting.into_iter().max_by_key(|(held, _)| *held).map(|(_, sentence)| sentence)
    }

    /// Returns the sentence that holds a quote.
    fn passage_with(&self, quote: &str) -> Option<String> {
        let flat_sentences = self
            .flat_sentences
            .get_or_init(|| self.sentences().iter().map(|sentence| flat(sentence.text)).collect());
        let quote = flat(quote);
        let at = flat_sentences.iter().position(|said| said.contains(quote.trim()))?;
        Some(self.sentences()[at].text.chars().take(QUOTE_MAX_CHARS).collect())
    }
}

/// Returns the texts in quotation marks that are longer than a word or two.
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

/// Returns a text without what writers set differently: case, white space, kinds of quotation marks and dashes.
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
    fn a_statement_that_denies_what_its_source_says_is_not_found() {
        let state = |statement: &str| {
            check(&format!("{statement} [1]"), |_| Some("吸烟导致癌症。"))[0].state
        };
        assert_eq!(state("吸烟导致癌症"), CiteState::Close);
        assert_eq!(state("吸烟不导致癌症"), CiteState::NotFound);
        let text = "The vaccine causes mild fever in adults. It was made in Mainz.";
        let state = |statement: &str| check(&format!("{statement} [1]"), |_| Some(text))[0].state;
        assert_eq!(state("The vaccine causes mild fever"), CiteState::Close);
        assert_eq!(state("The vaccine does not cause mild fever"), CiteState::NotFound);
        assert_eq!(state("The vaccine never causes fever in adults"), CiteState::NotFound);
        let denied = "The vaccine doesn’t cause fever.";
        let state = |statement: &str| check(&format!("{statement} [1]"), |_| Some(denied))[0].state;
        assert_eq!(state("The vaccine causes fever"), CiteState::NotFound);
        assert_eq!(state("The vaccine does not cause fever"), CiteState::Close);
    }

    #[test]
    fn a_changed_figure_is_not_found_though_another_sentence_has_it() {
        let text = "The rent is 900 euros per month. The deposit is 1,850 euros. It is due within two months.";
        let state = |statement: &str| check(&format!("{statement} [1]"), |_| Some(text))[0].state;
        assert_eq!(state("The rent is 900 euros per month"), CiteState::Close);
        assert_eq!(state("The rent is 1850 euros per month"), CiteState::NotFound);
        assert_eq!(state("The deposit is 1850 euros"), CiteState::Close);
        assert_eq!(state("The deposit is 1580 euros"), CiteState::NotFound);
        assert_eq!(state("It is due within 2 months"), CiteState::Close);
        assert_eq!(state("It is due within three months"), CiteState::NotFound);
        assert_eq!(state("3) The rent is 900 euros"), CiteState::Close, "the point of a list");
    }

    #[test]
    fn numbers_of_other_kinds_of_sources_are_no_figures() {
        let answer = "The sea rises twice a day [#2][1].";
        assert_eq!(states(answer), [(1, CiteState::Close)]);
        assert_eq!(check(answer, |_| Some(MOON))[0].statement, "The sea rises twice a day");
        assert_eq!(without_marks("a [b] [1; 2] c [#3"), "a [b]  c [#3");
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
    fn several_numbers_behind_a_statement_are_all_of_it() {
        assert_eq!(
            states("The sea rises [1] [2]. [2]\n[1]"),
            [(1, CiteState::Close), (2, CiteState::NotFound)]
        );
    }

    #[test]
    fn sources_may_be_named_otherwise() {
        let answer =
            "The sea rises twice a day (a.pdf, p. 1), see [7]. Bread is baked (a.pdf, p. 1).";
        let place = "(a.pdf, p. 1)";
        let marks = answer.match_indices(place);
        let marks = marks.map(|(at, _)| Mark { range: at..at + place.len(), numbers: vec![1] });
        let marks: Vec<Mark> = marks.collect();
        let states: Vec<_> = check_marks(answer, &marks, |_| Some(MOON))
            .into_iter()
            .map(|cite| cite.state)
            .collect();
        assert_eq!(states, [CiteState::Close, CiteState::NotFound]);
    }

    #[test]
    fn an_answer_of_nothing_but_marks_or_of_one_endless_statement_costs_little() {
        let answer = format!("The sea rises {}", "[1]".repeat(300_000));
        assert_eq!(states(&answer), [(1, CiteState::Close)]);
        assert_eq!(without_marks(&"[1".repeat(50_000)).len(), 100_000);
        let answer = format!("{} the sea rises [1]{}", "x".repeat(2_000_000), "[2]".repeat(9_000));
        let cites = check(&answer, |_| Some(MOON));
        assert_eq!(cites.len(), 2);
        assert_eq!(cites[0].statement.chars().count(), STATEMENT_MAX_CHARS);
        let answer: String = (0..3_000).map(|at| format!("Wave {at} [1, 2, 3]. ")).collect();
        assert_eq!(check(&answer, |_| None).len(), CITES_MAX);
    }

    #[test]
    fn a_book_that_is_named_behind_every_statement_is_taken_apart_once() {
        let book = "The keeper wrote the height of the tide of that day. ".repeat(2_000);
        let book = format!("{book}The lamp burns oil, he wrote.");
        let said = "He wrote “the lamp burns oil, he wrote” [1]. The lamp burns oil there ";
        let answer: String = (0..200).map(|day| format!("{said}, {day} [1]. ")).collect();
        let cites = check(&answer, |_| Some(&book));
        assert_eq!(cites.len(), 201, "what is said again is looked for once");
        assert_eq!(cites[0].quote.as_deref(), Some("The lamp burns oil, he wrote."));
    }

    #[test]
    fn what_is_no_number_of_a_source_is_text() {
        assert!(states("See [1](https://e.org), [x], [0], [-1] and [].").is_empty());
        assert_eq!(states("- **The sea** rises twice a day [1]")[0], (1, CiteState::Close));
    }
}
